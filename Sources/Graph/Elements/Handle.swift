import Geometry
import Wire

/// Where edges attach to a node.
public struct Handle: Hashable, Sendable {
    /// Which end of an edge attaches here.
    public enum Kind: String, CaseIterable, Sendable {
        /// Where edges begin, and where they end.
        case source, target

        /// The kind at the other end of an edge.
        public var opposite: Kind { self == .source ? .target : .source }
    }

    /// What becomes of a new edge where the limit is reached.
    enum Overflow: String, CaseIterable, Sendable {
        /// It is refused, or takes the place of the first edge there.
        case refuse, replace
    }

    /// Unique among the node's handles of the kind.
    public var id: Identifier
    /// Which end of an edge attaches here.
    public var kind: Kind
    /// The side of the frame it lies on; `center` lies in the middle.
    public var side: Side
    /// Whether gestures may begin an edge here; edits may anyway.
    public var isConnectableStart = true
    /// Whether gestures may end an edge here; edits may anyway.
    public var isConnectableEnd = true
    /// Whether a new edge at the limit takes the place of the first ones here.
    public var replacesWhenFull = false
    /// Whether `document/check` asks for an edge here.
    public var isRequired = false
    /// How far along the side.
    public var offset: SideOffset
    /// The types of what passes here, any of which will do; none fit all.
    public var dataTypes: [Identifier] = []
    /// The greatest number of edges that may end here.
    public var limit: Int?
    /// What is written beside it.
    public var label: String?
    /// Where pointers find it as a start and as a target; empty where both go by the reach.
    var areas: [HandleArea] = []
    /// The value of an unconnected input.
    public var defaultValue: JSONText?

    /// A handle; without an offset it lies in the middle of its side.
    public init(id: Identifier, kind: Kind, side: Side, offset: SideOffset = .middle) {
        self.id = id
        self.kind = kind
        self.side = side
        self.offset = offset
    }

    /// What a node has that declares no handles: one target, one source.
    public static func defaults(target: Side = .top, source: Side = .bottom) -> [Handle] {
        [
            Handle(id: Identifier("target"), kind: .target, side: target),
            Handle(id: Identifier("source"), kind: .source, side: source),
        ]
    }
}
