/// A rectangle with sides along the axes: a node's frame, the bounds of a curve, a marquee.
public struct Rect: Hashable, Sendable {
    public var minX: Double
    public var minY: Double
    public var maxX: Double
    public var maxY: Double

    @inlinable public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    /// A negative width or height spans to the other side of the origin.
    @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(
            minX: min(x, x + width), minY: min(y, y + height), maxX: max(x, x + width), maxY: max(y, y + height))
    }

    @inlinable public init(origin: Point, size: Size) {
        self.init(minX: origin.x, minY: origin.y, maxX: origin.x + size.width, maxY: origin.y + size.height)
    }

    /// The smallest rectangle that holds both points.
    @inlinable public init(_ a: Point, _ b: Point) {
        self.init(minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
    }

    /// The neutral element of `union`: it contains nothing and adds nothing.
    public static let empty = Rect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

    /// The whole plane.
    public static let everything = Rect(minX: -.infinity, minY: -.infinity, maxX: .infinity, maxY: .infinity)

    @inlinable public var isEmpty: Bool { minX > maxX || minY > maxY }
    @inlinable public var width: Double { maxX - minX }
    @inlinable public var height: Double { maxY - minY }
    @inlinable public var origin: Point { Point(x: minX, y: minY) }
    @inlinable public var size: Size { Size(width: width, height: height) }
    /// Halved before they are added, so that the sum of two coordinates is never beyond all numbers.
    @inlinable public var center: Point { Point(x: minX / 2 + maxX / 2, y: minY / 2 + maxY / 2) }
    @inlinable public var isFinite: Bool { minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite }

    @inlinable public func union(_ other: Rect) -> Rect {
        Rect(
            minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
            maxY: max(maxY, other.maxY))
    }

    @inlinable public func union(_ point: Point) -> Rect {
        Rect(minX: min(minX, point.x), minY: min(minY, point.y), maxX: max(maxX, point.x), maxY: max(maxY, point.y))
    }

    @inlinable public func grown(by amount: Double) -> Rect {
        Rect(minX: minX - amount, minY: minY - amount, maxX: maxX + amount, maxY: maxY + amount)
    }

    @inlinable public func offset(by offset: Point) -> Rect {
        Rect(minX: minX + offset.x, minY: minY + offset.y, maxX: maxX + offset.x, maxY: maxY + offset.y)
    }

    /// Half-open, as hit-tests of nodes need it: the left and the top side are inside, the right and the bottom are not.
    @inlinable public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Whether `other` lies wholly inside; the borders may touch.
    @inlinable public func contains(_ other: Rect) -> Bool {
        other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
    }

    /// Rectangles that only share a border touch.
    @inlinable public func touches(_ other: Rect) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    /// The distance from a point to the closed rectangle; 0 inside.
    @inlinable public func distance(to point: Point) -> Double {
        let dx = max(minX - point.x, 0, point.x - maxX)
        let dy = max(minY - point.y, 0, point.y - maxY)
        return (dx * dx + dy * dy).squareRoot()
    }
}
