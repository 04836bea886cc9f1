import Geometry

/// The triangle at an end of an edge: its tip and the two corners of its base.
public struct ArrowHead: Hashable, Sendable {
    /// The end of the edge, on the canvas.
    public let tip: Point
    /// The unit vector in which the arrow points. On a path without length it is zero, and the triangle is a point.
    public let direction: Point
    /// The left corner of the base, seen along the edge.
    public let left: Point
    /// The right corner of the base, seen along the edge.
    public let right: Point

    /// - Parameters:
    ///   - length: the distance from the tip to the base, in canvas units.
    ///   - width: the width of the base, in canvas units.
    public init(tip: Point, direction: Point, length: Double, width: Double) {
        self.tip = tip
        self.direction = direction
        let base = tip - direction * length
        let half = direction.quarterTurned * (width * 0.5)
        left = base - half
        right = base + half
    }

    /// In radians, 0 along x, growing clockwise on a canvas whose y points down.
    public var angle: Double { direction.angle }

    /// The head at the end of a path with a length and a width in canvas units.
    public static func atEnd(of path: Path, length: Double, width: Double) -> ArrowHead {
        ArrowHead(tip: path.end, direction: path.endDirection, length: length, width: width)
    }

    /// The head at the start of a path; it points out of the path, against its direction.
    public static func atStart(of path: Path, length: Double, width: Double) -> ArrowHead {
        ArrowHead(tip: path.start, direction: -path.startDirection, length: length, width: width)
    }
}
