import Geometry
import Graph
import Storage

/// The open gesture of a view in the form for clients: its effect if it ended now, on the canvas.
///
/// It is made once for the reply, the frame and the sent state, which share it.
public final class GestureState: Sendable, Equatable {
    private let payload: any GesturePayload.Type
    /// A value for each row.
    public let values: [GestureValue]
    /// The lines that the gesture aligns to.
    public let guides: [Guide]
    /// The visible handles on which a draft may end.
    public let targets: [RelateGesture.HandleEnd]
    /// The pointer's look.
    let cursor: Cursor

    init(_ payload: some GesturePayload) {
        self.payload = type(of: payload)
        values = payload.values
        guides = payload.guides
        targets = payload.draftTargets
        cursor = payload.cursor
    }

    /// The kind of gesture.
    public var kind: Gesture.Kind { payload.kind }
    /// The members of the state.
    public var rows: [GestureRow] { payload.rows }

    /// The value of a member; absent if the gesture has none of that name.
    public subscript(name: String) -> GestureValue {
        rows.firstIndex { $0.text == name }.map { values[$0] } ?? .absent
    }

    /// Returns true if clients would receive the same; further members of frames do not count.
    public static func == (a: GestureState, b: GestureState) -> Bool {
        a === b || a.payload == b.payload && a.values == b.values
    }
}

/// A member of the state of gestures: its name, its content, and the messages that have it.
public struct GestureRow: Sendable {
    /// The type of a member's value.
    public enum Content: Sendable {
        case flag, number, integer, text, point, points, frame, element, elements, handle, handles, refusals, path,
            look,
            guides, selection, viewport
    }

    /// The forms of a gesture that have a member: frames have the members for drawing it, replies those for a client
    /// that draws it itself.
    public enum Forms: Sendable {
        case both, drawn, replied
    }

    /// The name of the member.
    public let name: StaticString
    /// The type of its value.
    public let content: Content
    /// The forms that have it.
    public let forms: Forms
    /// The meaning, and the gestures that have it.
    public let doc: String
    /// Is true if the member is omitted when it is empty.
    public let isOptional: Bool

    init(
        _ name: StaticString, _ content: Content, _ doc: String, _ forms: Forms = .both, isOptional: Bool = false
    ) {
        self.name = name
        self.content = content
        self.doc = doc
        self.isOptional = isOptional
        self.forms = forms
    }

    /// Its name as a text.
    public var text: String { "\(name)" }
}

extension GestureRow {
    // Those of several gestures.

    static let guides = GestureRow("guides", .guides, "drag, resize, waypoint: the lines to which it aligns", .replied)
    static let frame = GestureRow(
        "frame", .frame, "resize: the frame it would have; scale: of all nodes together")
    static let reason = GestureRow(
        "reason", .text,
        "connect, reconnect: why it is not allowed: the rule that refuses the candidate, `full` if the draft begins at a full handle, `pending`, or `nothingThere`; drag: why a drop would be refused",
        isOptional: true)
    static let message = GestureRow(
        "message", .text, "connect, reconnect, drag: the same in words", .drawn, isOptional: true)
    static let edge = GestureRow("edge", .element, "waypoint, label: the edge")
    static let selection = GestureRow(
        "selection", .selection, "marquee, lasso: how many would be selected", .replied)
    static let viewport = GestureRow("viewport", .viewport, "pan: what the view shows", .replied)
}

/// The value of a member of the state of a gesture.
public enum GestureValue: Sendable, Equatable {
    /// The member is left out.
    case absent
    case flag(Bool)
    case number(Double)
    case integer(Int)
    case text(String)
    /// A point of the canvas as it is.
    case exact(Point)
    /// A point of the canvas, which frames round.
    case place(Point)
    case places([Point])
    case frame(Rect)
    case node(Node.Slot)
    case edge(Edge.Slot)
    case edges([Edge.Slot])
    case handle(RelateGesture.HandleEnd)
    case handles([RelateGesture.HandleEnd])
    case refusals([DraftFan.Refused])
    indirect case path(Path)
    indirect case look(EdgeStyle)
    /// The guides of the gesture.
    case guides
    /// The numbers of elements that the gesture would take.
    case selection(nodes: Int, edges: Int)
    /// The selection in the view.
    case selected
    /// The viewport of the view.
    case viewport
}
