extension NodeShape {
    /// A rectangle inside of the outline in a frame, for texts: the frame of a rectangle, of the others a part of it that
    /// touches the outline with its corners.
    public func inside(of frame: Rect) -> Rect {
        let (width, height) = (frame.width / 2, frame.height / 2)
        let radius = max(min(width, height), 0)
        let inset =
            switch self {
            case .rectangle: Point.zero
            case .ellipse: Point(x: 0.2 * width, y: 0.4 * height)
            case .diamond: Point(x: 0.4 * width, y: 0.6 * height)
            case .hexagon: Point(x: 0.25 * width, y: 0.5 * height)
            case .cylinder: Point(x: 0, y: 0.25 * height)
            case .subroutine: Point(x: 0.15 * width, y: 0)
            case .parallelogram: Point(x: 0.3 * width, y: 0)
            case .capsule:
                width >= height ? Point(x: 0.4 * radius, y: 0.2 * radius) : Point(x: 0.2 * radius, y: 0.4 * radius)
            }
        return Rect(
            minX: frame.minX + inset.x, minY: frame.minY + inset.y, maxX: frame.maxX - inset.x,
            maxY: frame.maxY - inset.y)
    }

    /// The size of a frame that holds such a rectangle of a size.
    public func size(around inside: Size) -> Size {
        switch self {
        case .rectangle: return inside
        case .ellipse: return Size(width: inside.width / 0.8, height: inside.height / 0.6)
        case .diamond: return Size(width: inside.width / 0.6, height: inside.height / 0.4)
        case .hexagon: return Size(width: inside.width / 0.75, height: inside.height / 0.5)
        case .cylinder: return Size(width: inside.width, height: inside.height / 0.75)
        case .subroutine: return Size(width: inside.width / 0.85, height: inside.height)
        case .parallelogram: return Size(width: inside.width / 0.7, height: inside.height)
        case .capsule:
            let lying = Size(width: inside.width + inside.height / 2, height: inside.height / 0.8)
            if lying.width >= lying.height { return lying }
            return Size(width: inside.width / 0.8, height: inside.height + inside.width / 2)
        }
    }
}
