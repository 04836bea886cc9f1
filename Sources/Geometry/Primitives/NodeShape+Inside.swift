extension NodeShape {
    /// The parts of a frame's sides that lie outside of a rectangle for texts; nil of a capsule, whose round corners are as
    /// large as its shorter side.
    public var insets: (width: Double, height: Double)? {
        switch self {
        case .rectangle: (0, 0)
        case .ellipse: (0.2, 0.4)
        case .diamond: (0.4, 0.6)
        case .hexagon: (0.3, 0.4)
        case .cylinder: (0, 0.25)
        case .subroutine: (0.15, 0)
        case .parallelogram, .leftParallelogram, .trapezoid, .invertedTrapezoid: (0.3, 0)
        case .doubleEllipse: (0.28, 0.46)
        case .flag, .delay, .braces: (0.16, 0)
        case .document: (0, 0.2)
        case .documents: (0.16, 0.36)
        case .stack: (0.16, 0.24)
        case .manualInput: (0, 0.4)
        case .card, .loopLimit: (0.1, 0.1)
        case .internalStorage: (0.12, 0.24)
        case .tape: (0, 0.24)
        case .display: (0.24, 0)
        case .dataStorage: (0.16, 0)
        case .cloud: (0.25, 0.4)
        case .capsule: nil
        }
    }

    /// A rectangle inside the outline, for texts: the whole frame of a rectangle; for other shapes a part of it that the
    /// outline and inner lines leave free.
    public func inside(of frame: Rect) -> Rect {
        let (width, height) = (frame.width / 2, frame.height / 2)
        let radius = max(min(width, height), 0)
        let inset =
            if let insets {
                Point(x: insets.width * width, y: insets.height * height)
            } else {
                width >= height ? Point(x: 0.4 * radius, y: 0.2 * radius) : Point(x: 0.2 * radius, y: 0.4 * radius)
            }
        return Rect(
            minX: frame.minX + inset.x, minY: frame.minY + inset.y, maxX: frame.maxX - inset.x,
            maxY: frame.maxY - inset.y)
    }

    /// The size of a frame that holds such a rectangle of a size.
    public func size(around size: Size) -> Size {
        if let insets { return Size(width: size.width / (1 - insets.width), height: size.height / (1 - insets.height)) }
        let lying = Size(width: size.width + size.height / 2, height: size.height / 0.8)
        if lying.width >= lying.height { return lying }
        return Size(width: size.width / 0.8, height: size.height + size.width / 2)
    }
}
