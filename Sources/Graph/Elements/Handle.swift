import Geometry
import Storage
import Wire

/// A point of a node at which edges attach.
public struct Handle: Hashable, Sendable {
    /// The end of an edge that attaches here.
    public enum Kind: String, CaseIterable, Sendable {
        /// A handle at which edges begin, or end.
        case source, target

        /// The kind at the other end of an edge.
        public var opposite: Kind { self == .source ? .target : .source }
    }

    /// The treatment of a new edge if the limit is reached.
    enum Overflow: String, CaseIterable, Sendable {
        /// It is refused, or replaces the first edge there.
        case refuse, replace
    }

    /// Unique among the node's handles of the kind.
    public var id: Identifier
    /// The end of an edge that attaches here.
    public var kind: Kind
    /// The side of the frame; `center` is the middle.
    public var side: Side
    /// Is true if gestures may begin an edge here; edits may anyway.
    public var isConnectableStart = true
    /// Is true if gestures may end an edge here; edits may anyway.
    public var isConnectableEnd = true
    /// The stated treatment of a new edge at the limit; by default it is refused.
    var overflow: Overflow?
    /// Is true if it is an exit of a dialog's node that has its limit for that, and does not state it.
    private(set) var isExit = false
    /// Is true if `document/check` asks for an edge here.
    public var isRequired = false
    /// The distance along the side.
    public var offset: SideOffset
    /// The accepted types of data, of which one must fit; an empty list accepts all.
    public var dataTypes: [Identifier] = []
    /// The greatest number of edges that may end here.
    public var limit: Int?
    /// The text beside it.
    public var label: String?
    /// The areas in which pointers find it as a start and as a target; empty if both use the reach.
    var areas: [HandleArea] = []
    /// The value of an unconnected input.
    public var defaultValue: JSONText?

    /// Is true if a new edge at the limit replaces the first ones here.
    public var replacesWhenFull: Bool { overflow == .replace }

    /// A handle; without an offset it is in the middle of its side.
    public init(id: Identifier, kind: Kind, side: Side, offset: SideOffset = .middle) {
        self.id = id
        self.kind = kind
        self.side = side
        self.offset = offset
    }

    /// The handle for a type with a role in dialogs: a source without a limit has one edge, and a new edge replaces
    /// it.
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

/// The slot of a list of handles that nodes share.
public typealias HandleList = Slot<[Handle]>

extension HandleList {
    /// The handles of a node that declares nothing.
    @inlinable public static var standard: HandleList { HandleList(0) }
}
