import Geometry
import Graph

/// The grid that moved nodes snap to.
public struct Grid: Sendable, Equatable {
    /// The sides of its cells in canvas units, both positive.
    public var cell: Point
    /// The origin, one of its crossings.
    public var origin: Point

    /// A grid from the size of a cell and one crossing, in canvas units.
    public init(cell: Point, origin: Point = .zero) {
        self.cell = cell
        self.origin = origin
    }

    /// The grid of a document's settings.
    public init(_ settings: Settings) {
        self.init(cell: settings.snapGrid, origin: settings.snapOrigin)
    }

    /// The nearest crossing; halves go away from the origin, and there is no negative zero.
    @inlinable public func snapped(_ point: Point) -> Point {
        Point(x: Grid.snapped(point.x, cell.x, origin.x), y: Grid.snapped(point.y, cell.y, origin.y))
    }

    /// The nearest offset in whole cells, at least one along each axis with any offset.
    public func wholeCells(_ way: Point) -> Point {
        func whole(_ way: Double, _ side: Double) -> Double {
            if way == 0 { return 0 }
            let cells = max((abs(way) / side).rounded(), 1)
            return way < 0 ? -cells * side : cells * side
        }
        return Point(x: whole(way.x, cell.x), y: whole(way.y, cell.y))
    }

    /// The nearest line of a grid with this spacing and origin, all in canvas units; halves go away from the origin.
    @inlinable public static func snapped(_ value: Double, _ side: Double, _ origin: Double) -> Double {
        ((value - origin) / side).rounded(.toNearestOrAwayFromZero) * side + origin + 0
    }
}
