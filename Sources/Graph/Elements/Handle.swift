import Geometry
import Wire

/// A place where edges attach to a node.
public struct Handle: Hashable, Sendable {
    /// The end of an edge that attaches here.
    public enum Kind: String, CaseIterable, Sendable {
        /// A handle where edges begin, or where they end.
        case source, target

        /// The kind at the other end of an edge.
        public var opposite: Kind { self == .source ? .target : .source }
    }

    /// The treatment of a new edge if the limit is reached.
    enum Overflow: String, CaseIterable, Sendable {
        /// It is refused, or takes the place of the first edge there.
        case refuse, replace
    }

    /// Unique among the node's handles of the kind.
    public var id: Identifier
    /// The end of an edge that attaches here.
    public var kind: Kind
    /// The side of the frame it lies on; `center` lies in the middle.
    public var side: Side
    /// Is true if gestures may begin an edge here; edits may anyway.
    public var isConnectableStart = true
    /// Is true if gestures may end an edge here; edits may anyway.
    public var isConnectableEnd = true
    /// The treatment of a new edge at the limit, where it is stated; otherwise it is refused.
    var overflow: Overflow?
    /// Is true if it is an exit of a dialog's node that has its limit for that, and does not state it.
    private(set) var isExit = false
    /// Is true if `document/check` asks for an edge here.
    public var isRequired = false
    /// The distance along the side.
    public var offset: SideOffset
    /// The types of what passes here, any of which will do; none fit all.
    public var dataTypes: [Identifier] = []
    /// The greatest number of edges that may end here.
    public var limit: Int?
    /// The text beside it.
    public var label: String?
    /// The areas where pointers find it as a start and as a target; empty if both go by the reach.
    var areas: [HandleArea] = []
    /// The value of an unconnected input.
    public var defaultValue: JSONText?

    /// Is true if a new edge at the limit takes the place of the first ones here.
    public var replacesWhenFull: Bool { overflow == .replace }

    /// A handle; without an offset it lies in the middle of its side.
    public init(id: Identifier, kind: Kind, side: Side, offset: SideOffset = .middle) {
        self.id = id
        self.kind = kind
        self.side = side
        self.offset = offset
    }

    /// The handle as one of a type with a role in dialogs: a source without a limit leads one way, and a new edge takes the
    /// place of the one there.
    var asExit: Handle {
        if kind != .source || limit != nil { return self }
        var exit = self
        exit.isExit = true
        exit.limit = 1
        exit.overflow = overflow ?? .replace
        return exit
    }

    /// Returns the handles of a node that declares none: one target, one source.
    public static func defaults(target: Side = .top, source: Side = .bottom) -> [Handle] {
        [
            Handle(id: Identifier("target"), kind: .target, side: target),
            Handle(id: Identifier("source"), kind: .source, side: source),
        ]
    }
}
