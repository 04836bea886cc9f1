/// A place on the canvas or on the screen, or the offset between two of them; y points down.
public struct Point: Hashable, Sendable {
    /// The coordinate that grows to the right.
    public var x: Double
    /// The coordinate that grows downwards.
    public var y: Double

    /// A point from its coordinates.
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin, or the zero vector.
    public static let zero = Point(x: 0, y: 0)

    /// The sum of two vectors.
    @inlinable public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    /// The vector from `b` to `a`.
    @inlinable public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
    /// The vector scaled by a factor.
    @inlinable public static func * (a: Point, factor: Double) -> Point { Point(x: a.x * factor, y: a.y * factor) }
    /// Adds a vector in place.
    @inlinable public static func += (a: inout Point, b: Point) { a = a + b }
    /// The opposite vector.
    @inlinable public static prefix func - (a: Point) -> Point { Point(x: -a.x, y: -a.y) }

    /// Is true if both coordinates are finite.
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

    /// The nearest point of a rectangle, never with a zero below zero.
    /// If bounds cross, the greater one wins.
    @inlinable public func clamped(to rect: Rect) -> Point {
        Point(x: min(max(x, rect.minX), rect.maxX) + 0, y: min(max(y, rect.minY), rect.maxY) + 0)
    }

    /// The square of the length of this offset.
    @inlinable public var squaredLength: Double { x * x + y * y }

    /// The Euclidean length.
    @inlinable public var length: Double { squaredLength.squareRoot() }

    /// The Euclidean distance to another point.
    @inlinable public func distance(to other: Point) -> Double { (self - other).length }
}
