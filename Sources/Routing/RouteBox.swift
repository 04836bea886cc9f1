import Geometry

/// A box of the plane by axes: axis 0 is x, axis 1 is y.
struct RouteBox: Hashable, Sendable {
    /// The least coordinates.
    var lo: SIMD2<Double>
    /// The greatest coordinates.
    var hi: SIMD2<Double>

    /// The box of a frame, grown, on the raster of the search.
    init(_ frame: Rect, grownBy margin: Double) {
        let a = SIMD2(RouteBox.raster(frame.minX), RouteBox.raster(frame.minY))
        let b = SIMD2(RouteBox.raster(frame.maxX), RouteBox.raster(frame.maxY))
        lo = pointwiseMin(a, b) - margin
        hi = pointwiseMax(a, b) + margin
    }

    init(lo: SIMD2<Double>, hi: SIMD2<Double>) {
        self.lo = lo
        self.hi = hi
    }

    /// The limit beyond which no coordinate differs from it.
    static let limit = 68_719_476_736.0

    /// The unit of the raster: coordinates on it are its multiples.
    static let unit = 0.0625

    /// The nearest multiple of 1/16 within the limits: sums of such numbers are exact, so that equal lengths compare equal.
    static func raster(_ value: Double) -> Double {
        guard value == value else { return 0 }
        return (min(max(value, -limit), limit) * 16).rounded() / 16
    }

    /// The same for both coordinates.
    static func raster(_ point: SIMD2<Double>) -> SIMD2<Double> { SIMD2(raster(point.x), raster(point.y)) }

    /// No box: it holds nothing and meets nothing.
    static let none = RouteBox(lo: SIMD2(repeating: .infinity), hi: SIMD2(repeating: -.infinity))

    /// A box beyond all others.
    static let everything = RouteBox(lo: SIMD2(repeating: -2 * limit), hi: SIMD2(repeating: 2 * limit))

    /// Is true if there is no such box.
    var isNone: Bool { lo.x > hi.x }

    /// Returns true if a point is inside, not on the border.
    func holds(_ point: SIMD2<Double>) -> Bool { all(point .> lo) && all(point .< hi) }

    /// The box around both.
    func union(_ other: RouteBox) -> RouteBox {
        RouteBox(lo: pointwiseMin(lo, other.lo), hi: pointwiseMax(hi, other.hi))
    }

    /// Returns the intersection of both boxes; none if they have no point in common.
    func clipped(to other: RouteBox) -> RouteBox {
        touches(other) ? RouteBox(lo: pointwiseMax(lo, other.lo), hi: pointwiseMin(hi, other.hi)) : .none
    }

    /// Returns the parts outside another box: four boxes at most.
    func rest(outside other: RouteBox) -> [RouteBox] {
        if isNone { return [] }
        guard meets(other) else { return [self] }
        var boxes: [RouteBox] = []
        var inner = self
        for axis in 0...1 {
            if inner.lo[axis] < other.lo[axis] {
                var part = inner
                part.hi[axis] = other.lo[axis]
                inner.lo[axis] = other.lo[axis]
                boxes.append(part)
            }
            if other.hi[axis] < inner.hi[axis] {
                var part = inner
                part.lo[axis] = other.hi[axis]
                inner.hi[axis] = other.hi[axis]
                boxes.append(part)
            }
        }
        return boxes
    }

    /// Returns true if two boxes have a point in common.
    func touches(_ other: RouteBox) -> Bool { all(lo .<= other.hi) && all(other.lo .<= hi) }

    /// Returns true if the open insides of two boxes meet.
    func meets(_ other: RouteBox) -> Bool { all(lo .< other.hi) && all(other.lo .< hi) }
}

extension [RouteBox] {
    /// Calls `body` with the numbers of the boxes that have a point in common with another one, ascending.
    ///
    /// - Complexity: O(*n*), a few instructions for each.
    @inline(__always) func visit(touching box: RouteBox, _ body: (Int) -> Void) {
        let (left, top, right, bottom) = (box.lo.x, box.lo.y, box.hi.x, box.hi.y)
        for number in indices {
            // One comparison distinguishes most.
            if self[number].lo.x > right || self[number].hi.x < left { continue }
            if self[number].lo.y <= bottom && self[number].hi.y >= top { body(number) }
        }
    }
}
