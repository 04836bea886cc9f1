/// A rectangle with sides along the axes: a node's frame, the bounds of a curve, a marquee.
public struct Rect: Hashable, Sendable {
    /// The left side.
    public var minX: Double
    /// The upper side; y grows downwards.
    public var minY: Double
    /// The right side.
    public var maxX: Double
    /// The lower side.
    public var maxY: Double

    /// A rectangle from its sides; it is empty if a least side is greater than the opposite one.
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

    /// A rectangle from its upper left corner and its size.
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

    /// Is true if it contains no point; a rectangle without area contains points.
    @inlinable public var isEmpty: Bool { minX > maxX || minY > maxY }
    /// The horizontal extent; negative if empty.
    @inlinable public var width: Double { maxX - minX }
    /// The vertical extent; negative if empty.
    @inlinable public var height: Double { maxY - minY }
    /// The upper left corner.
    @inlinable public var origin: Point { Point(x: minX, y: minY) }
    /// The width and the height.
    @inlinable public var size: Size { Size(width: width, height: height) }
    /// Halved before they are added, so that the sum of two coordinates is never beyond all numbers.
    @inlinable public var center: Point { Point(x: minX / 2 + maxX / 2, y: minY / 2 + maxY / 2) }
    /// Is true if all four sides are finite.
    @inlinable public var isFinite: Bool { minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite }

    /// The smallest rectangle around both.
    @inlinable public func union(_ other: Rect) -> Rect {
        Rect(
            minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
            maxY: max(maxY, other.maxY))
    }

    /// The smallest rectangle around it and the point.
    @inlinable public func union(_ point: Point) -> Rect {
        Rect(minX: min(minX, point.x), minY: min(minY, point.y), maxX: max(maxX, point.x), maxY: max(maxY, point.y))
    }

    /// The rectangle with every side moved outward by an amount; negative amounts shrink it.
    @inlinable public func grown(by amount: Double) -> Rect {
        Rect(minX: minX - amount, minY: minY - amount, maxX: maxX + amount, maxY: maxY + amount)
    }

    /// The rectangle moved by a vector.
    @inlinable public func offset(by offset: Point) -> Rect {
        Rect(minX: minX + offset.x, minY: minY + offset.y, maxX: maxX + offset.x, maxY: maxY + offset.y)
    }

    /// Half-open, as hit-tests of nodes need it: the left and the top side are inside, the right and the bottom are not.
    @inlinable public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Returns true if `other` is completely inside; the borders may touch.
    @inlinable public func contains(_ other: Rect) -> Bool {
        other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
    }

    /// Rectangles that only share a border touch.
    @inlinable public func touches(_ other: Rect) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    /// Returns true if two rectangles share more than a border.
    @inlinable public func covers(_ other: Rect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    /// The distance from a point to the closed rectangle; 0 inside.
    @inlinable public func distance(to point: Point) -> Double {
        let dx = max(minX - point.x, 0, point.x - maxX)
        let dy = max(minY - point.y, 0, point.y - maxY)
        return (dx * dx + dy * dy).squareRoot()
    }
}
