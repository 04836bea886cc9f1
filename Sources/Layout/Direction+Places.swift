import Geometry

/// The places of nodes by their distances across and along a direction.
extension Direction {
    /// The extents of a size across and along the direction, as its width and height.
    func flowSize(_ size: Size?) -> Size? { size.map { Size(width: across($0), height: along($0)) } }

    /// The point with these coordinates across and along the direction.
    func point(across: Double, along: Double) -> Point {
        switch self {
        case .down: Point(x: across, y: along)
        case .right: Point(x: along, y: across)
        case .up: Point(x: across, y: -along)
        case .left: Point(x: -along, y: across)
        }
    }

    /// The top-left corner of a node with these least coordinates across and along the direction.
    func corner(across: Double, along: Double, of size: Size) -> Point {
        switch self {
        case .down: Point(x: across, y: along)
        case .right: Point(x: along, y: across)
        case .up: Point(x: across, y: -along - size.height)
        case .left: Point(x: -along - size.width, y: across)
        }
    }
}
