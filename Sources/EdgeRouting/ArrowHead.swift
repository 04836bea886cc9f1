import Geometry

/// The triangle at an end of an edge: its tip and the two corners of its base.
public struct ArrowHead: Hashable, Sendable {
    /// The point that touches the end of the edge, on the canvas.
    public let tip: Point
    /// The unit vector in which the arrow points; zero, and the triangle a point, on a path without length.
    public let direction: Point
    /// The corner of the base on the left, seen along the edge.
    public let left: Point
    /// The corner of the base on the right, seen along the edge.
    public let right: Point

    /// - Parameters:
    ///   - length: from the tip to the base, in canvas units.
    ///   - width: of the base, in canvas units.
    public init(tip: Point, direction: Point, length: Double, width: Double) {
        self.tip = tip
        self.direction = direction
        let base = tip - direction * length
        let half = direction.quarterTurned * (width * 0.5)
        left = base - half
        right = base + half
    }

    /// Radians, 0 along x, growing clockwise on a canvas whose y points down.
    public var angle: Double { direction.angle }

    /// The head at the end of a path; `length` along it and `width` across, in canvas units.
    public static func atEnd(of path: Path, length: Double, width: Double) -> ArrowHead {
        ArrowHead(tip: path.end, direction: path.endDirection, length: length, width: width)
    }

    /// The arrow at the start points out of the path, against its direction.
    public static func atStart(of path: Path, length: Double, width: Double) -> ArrowHead {
        ArrowHead(tip: path.start, direction: -path.startDirection, length: length, width: width)
    }
}
