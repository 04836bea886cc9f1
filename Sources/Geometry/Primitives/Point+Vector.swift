#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Point {
    /// The dot product.
    @inlinable public func dot(_ other: Point) -> Double { x * other.x + y * other.y }

    /// Positive when `other` lies clockwise of this offset on a canvas whose y points down.
    @inlinable public func cross(_ other: Point) -> Double { x * other.y - y * other.x }

    /// The point halfway to another one; both coordinates must be below half the greatest double.
    @inlinable public func middle(to other: Point) -> Point {
        Point(x: (x + other.x) * 0.5, y: (y + other.y) * 0.5)
    }

    /// Exactly this point at 0 and exactly the other at 1.
    @inlinable public func interpolated(to other: Point, at t: Double) -> Point {
        Point(x: x * (1 - t) + other.x * t, y: y * (1 - t) + other.y * t)
    }

    /// This offset with length 1; zero stays zero. Neither huge nor tiny offsets lose their direction.
    @inlinable public var unit: Point {
        let square = squaredLength
        if square > 1e-280 && square < 1e280 {
            let length = square.squareRoot()
            return Point(x: x / length, y: y / length)
        }
        let scale = max(abs(x), abs(y))
        guard scale > 0, scale.isFinite else { return .zero }
        let scaled = Point(x: x / scale, y: y / scale)
        let length = scaled.length
        return Point(x: scaled.x / length, y: scaled.y / length)
    }

    /// A quarter turn clockwise on a canvas whose y points down.
    @inlinable public var quarterTurned: Point { Point(x: -y, y: x) }

    /// Radians in −π…π, 0 along x, growing clockwise on a canvas whose y points down; 0 for the zero offset.
    public var angle: Double { atan2(y, x) }

    /// The offset of length 1 at an angle in radians, as `angle` counts them.
    public static func unit(at angle: Double) -> Point { Point(x: cos(angle), y: sin(angle)) }
}
