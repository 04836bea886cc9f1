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

    /// Unique among the node's handles of the kind.
    public var id: Identifier
    /// Which end of an edge attaches here.
    public var kind: Kind
    /// The side of the frame it lies on; `center` lies in the middle.
    public var side: Side
    /// How far along the side, 0…1; `nil` is the middle.
    public var offset: Double?
    /// Two handles fit when their data types are equal or one of them has none.
    public var dataType: Identifier?
    /// The greatest number of edges that may end here.
    public var limit: Int?
    /// Whether gestures may connect it; edits may anyway.
    public var isConnectable = true
    /// The value of an input without an edge (`default`).
    public var defaultValue: JSONText?

    /// A handle; without an offset it lies in the middle of its side.
    public init(
        id: Identifier, kind: Kind, side: Side, offset: Double? = nil, dataType: Identifier? = nil, limit: Int? = nil
    ) {
        self.id = id
        self.kind = kind
        self.side = side
        self.offset = offset
        self.dataType = dataType
        self.limit = limit
    }

    /// What a node has that declares no handles: one target, one source.
    public static func defaults(target: Side = .top, source: Side = .bottom) -> [Handle] {
        [
            Handle(id: Identifier("target"), kind: .target, side: target),
            Handle(id: Identifier("source"), kind: .source, side: source),
        ]
    }

    /// The point where edges meet this handle on a node with the given frame.
    @inlinable public func anchor(on frame: Rect) -> Point {
        let along = offset ?? 0.5
        return switch side {
        case .top: Point(x: frame.minX + frame.width * along, y: frame.minY)
        case .bottom: Point(x: frame.minX + frame.width * along, y: frame.maxY)
        case .left: Point(x: frame.minX, y: frame.minY + frame.height * along)
        case .right: Point(x: frame.maxX, y: frame.minY + frame.height * along)
        case .center: frame.center
        }
    }
}
