import Geometry

/// The stored position and size of a node: the position relative to its parent, and its own size.
///
/// As content an absent member is NaN. In a document's column the size is resolved (own, measured, the type's, or
/// 150 × 60), and the flags say which members are the node's own.
public struct NodeGeometry: Sendable, Equatable {
    /// The distance from the parent's left side, or the coordinate on the canvas; in canvas units.
    public var x: Double
    /// The distance from the parent's upper side, or the coordinate on the canvas; grows downwards.
    public var y: Double
    /// In canvas units.
    public var width: Double
    /// In canvas units.
    public var height: Double

    /// Geometry from its four numbers; NaN is absent.
    @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Neither position nor size.
    public static let absent = NodeGeometry(x: .nan, y: .nan, width: .nan, height: .nan)

    /// The upper left corner, relative to the parent.
    @inlinable public var position: Point { Point(x: x, y: y) }

    /// Absent members are equal to absent members.
    @inlinable public static func == (a: NodeGeometry, b: NodeGeometry) -> Bool {
        func same(_ p: Double, _ q: Double) -> Bool { p == q || (p.isNaN && q.isNaN) }
        return same(a.x, b.x) && same(a.y, b.y) && same(a.width, b.width) && same(a.height, b.height)
    }
}
