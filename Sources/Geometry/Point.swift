/// A place on the canvas or on the screen, or the offset between two of them; y points down.
public struct Point: Hashable, Sendable {
    public var x: Double
    public var y: Double

    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let zero = Point(x: 0, y: 0)

    @inlinable public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    @inlinable public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
    @inlinable public static func * (a: Point, factor: Double) -> Point { Point(x: a.x * factor, y: a.y * factor) }
    @inlinable public static func += (a: inout Point, b: Point) { a = a + b }
    @inlinable public static prefix func - (a: Point) -> Point { Point(x: -a.x, y: -a.y) }

    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

    /// The square of the length of this offset.
    @inlinable public var squaredLength: Double { x * x + y * y }

    @inlinable public var length: Double { squaredLength.squareRoot() }

    @inlinable public func distance(to other: Point) -> Double { (self - other).length }
}
