import Geometry

/// Layouts with a direction count along it and across it, whichever way it leads on the canvas.
extension Direction {
    /// The extent of a node at a right angle to the direction.
    @inlinable public func across(_ size: Size) -> Double { isHorizontal ? size.height : size.width }

    /// The extent of a node in the direction.
    @inlinable public func along(_ size: Size) -> Double { isHorizontal ? size.width : size.height }

    /// A point as its distances across and along the direction; along grows with the direction.
    @inlinable public func across(_ point: Point) -> Double { isHorizontal ? point.y : point.x }

    /// Returns the coordinate along the direction; see `across`.
    @inlinable public func along(_ point: Point) -> Double {
        switch self {
        case .down: point.y
        case .right: point.x
        case .up: -point.y
        case .left: -point.x
        }
    }
}
