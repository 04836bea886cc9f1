import Geometry
import Graph

/// The grid that moved nodes snap to: it runs through the origin of the canvas.
public struct Grid: Sendable, Equatable {
    /// The sides of its cells in canvas units, both positive.
    public var cell: Point

    public init(cell: Point) {
        self.cell = cell
    }

    public init(_ settings: Settings) {
        self.init(cell: settings.snapGrid)
    }

    /// The nearest crossing; halves go away from zero, and there is no negative zero.
    @inlinable public func snapped(_ point: Point) -> Point {
        Point(x: Grid.snapped(point.x, cell.x), y: Grid.snapped(point.y, cell.y))
    }

    @inlinable static func snapped(_ value: Double, _ side: Double) -> Double {
        (value / side).rounded(.toNearestOrAwayFromZero) * side + 0
    }
}
