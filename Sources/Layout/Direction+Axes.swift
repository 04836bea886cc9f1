import Geometry

/// Layouts with a direction count along it and across it, whichever way it leads on the canvas.
extension Direction {
    /// The extent of a node at a right angle to the direction.
    func across(_ size: Size) -> Double { isHorizontal ? size.height : size.width }

    /// The extent of a node in the direction.
    func along(_ size: Size) -> Double { isHorizontal ? size.width : size.height }

    /// Its extents across and along the direction as width and height.
    func flowSize(_ size: Size?) -> Size? { size.map { Size(width: across($0), height: along($0)) } }

    /// A point as its distances across and along the direction; along grows with the direction.
    public func across(_ point: Point) -> Double { isHorizontal ? point.y : point.x }

    /// Returns the coordinate along the direction; see `across`.
    public func along(_ point: Point) -> Double {
        switch self {
        case .down: point.y
        case .right: point.x
        case .up: -point.y
        case .left: -point.x
        }
    }

    /// The point at distances across and along the direction.
    func point(across: Double, along: Double) -> Point {
        switch self {
        case .down: Point(x: across, y: along)
        case .right: Point(x: along, y: across)
        case .up: Point(x: across, y: -along)
        case .left: Point(x: -along, y: across)
        }
    }

    /// The top-left corner of a node whose least distances across and along the direction are given.
    func corner(across: Double, along: Double, of size: Size) -> Point {
        switch self {
        case .down: Point(x: across, y: along)
        case .right: Point(x: along, y: across)
        case .up: Point(x: across, y: -along - size.height)
        case .left: Point(x: -along - size.width, y: across)
        }
    }
}
