import Editing
import Graph

/// The kind of gesture that begins, and its parameters.
public struct GestureStart: Sendable {
    /// The gesture.
    let payload: any NamedGesture.Type
    /// The parameters that it begins on.
    let parameters: GestureParameters

    /// The start of a gesture that a client names; nil if none that begins so has the name.
    public init?(_ name: String, _ parameters: GestureParameters) {
        guard let payload = GestureStart.payloads.first(where: { $0.kind.name == name }) else { return nil }
        self.payload = payload
        self.parameters = parameters
    }

    init(_ payload: any NamedGesture.Type, _ name: (inout GestureParameters) -> Void = { _ in }) {
        self.payload = payload
        var parameters = GestureParameters()
        name(&parameters)
        self.parameters = parameters
    }

    /// The gestures that clients begin by name.
    private static let payloads = Gesture.payloads.compactMap { $0 as? any NamedGesture.Type }

    /// The names of the gestures.
    public static let names = payloads.map { $0.kind.name }

    /// The parameter that the gesture lacks to begin; nil if it lacks nothing.
    public var lack: GestureParameters.Lack? { payload.lack(parameters) }
}

/// The parameters of a gesture's beginning, as far as they are named.
public struct GestureParameters: Sendable {
    /// The nodes of a drag or a scale; nil is the node under the pointer, or the selection.
    public var nodes: [Node.ID]?
    /// The node of a connection or a resize.
    public var node: Node.ID?
    /// The handle of a connection: without one the node's first source, else its first target.
    public var handle: Identifier?
    /// The edge of a reconnect, a waypoint or a label; nil is the one under the pointer.
    public var edge: Edge.ID?
    /// The end of the edge that is moved.
    public var end: Handle.Kind?
    /// The index of a waypoint; nil is the one under the pointer, else a new one.
    public var index: Int?
    /// The corner or the side that a resize or a scale moves.
    public var corner: ResizeHandle?
    /// The way in which the content of a region joins the selection.
    public var op = Selection.Operation.replace
    /// The part of an element that a region has to catch.
    public var mode = Lasso.Mode.touch
    /// The elements that a region catches.
    public var of = Lasso.Kinds.both
    /// Is true if a pan may go beyond the limits of the view; its release must then lead back.
    public var isElastic = false

    /// Parameters that name nothing.
    public init() {}

    /// A parameter that a gesture needs and that is not there.
    public struct Lack: Sendable {
        /// The same in words.
        public let message: String
        /// A JSON Pointer to the parameter that needs another one; nil for none.
        public let path: String?

        init(_ message: String, path: String? = nil) {
            self.message = message
            self.path = path
        }
    }
}

/// A gesture that clients begin by name.
protocol NamedGesture: GesturePayload {
    /// Is true if its end changes the document.
    static var edits: Bool { get }
    /// The name of the setting that makes it ineffective, or nil.
    static func switchedOff(by settings: InteractionSettings) -> String?
    /// Returns the parameter that it lacks to begin; nil if it lacks nothing.
    static func lack(_ parameters: GestureParameters) -> GestureParameters.Lack?
    /// The gesture as it begins.
    ///
    /// - Parameter pulled: the viewport before a hand pans, if no limit applied.
    init(_ parameters: GestureParameters, _ origin: GestureOrigin, pulled: Viewport, on stage: Stage) throws(EditError)
}

extension NamedGesture {
    static var edits: Bool { true }
    static func switchedOff(by _: InteractionSettings) -> String? { nil }
    static func lack(_: GestureParameters) -> GestureParameters.Lack? { nil }
}
