import Geometry

/// Coordinates along and across a direction, which are the same for all directions on the canvas.
extension Direction {
    /// The extent of a node across the direction.
    @inlinable public func across(_ size: Size) -> Double { isHorizontal ? size.height : size.width }

    /// The extent of a node along the direction.
    @inlinable public func along(_ size: Size) -> Double { isHorizontal ? size.width : size.height }

    /// Returns the coordinate of a point across the direction.
    @inlinable public func across(_ point: Point) -> Double { isHorizontal ? point.y : point.x }

    /// Returns the coordinate of a point along the direction; it grows with the direction.
    @inlinable public func along(_ point: Point) -> Double {
        switch self {
        case .down: point.y
        case .right: point.x
        case .up: -point.y
        case .left: -point.x
        }
    }
}
