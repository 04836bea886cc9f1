extension CubicCurve {
    /// The parameter of the curve's point nearest to a point, and the square of its distance, if that is less than
    /// `squaredReach`.
    ///
    /// Branch and bound over halves of the curve: a half whose hull is farther than the best so far is dropped, and a
    /// nearly straight one is finished by Newton's method on the derivative of the squared distance.
    @inlinable func nearest(to point: Point, squaredReach: Double) -> (squaredDistance: Double, t: Double)? {
        guard squaredHullDistance(to: point) < squaredReach else { return nil }
        return searchNearest(to: point, squaredReach: squaredReach)
    }

    /// The square of the distance from a point to the curve's hull; zero inside.
    ///
    /// Both coordinates at once, so that no step depends on a branch: the search does this for each half of a curve.
    @inlinable @inline(__always)
    func squaredHullDistance(to point: Point) -> Double {
        func low(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { a.replacing(with: b, where: b .< a) }
        func high(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { a.replacing(with: b, where: b .> a) }
        let (a, b) = (SIMD2(start.x, start.y), SIMD2(control1.x, control1.y))
        let (c, d) = (SIMD2(control2.x, control2.y), SIMD2(end.x, end.y))
        let place = SIMD2(point.x, point.y)
        let before = low(low(a, b), low(c, d)) - place
        let behind = place - high(high(a, b), high(c, d))
        let outside = high(high(before, behind), .zero)
        return (outside * outside).sum()
    }

    @usableFromInline func searchNearest(
        to point: Point, squaredReach: Double
    ) -> (squaredDistance: Double, t: Double)? {
        var search = NearestSearch(curve: offset(by: -point), squaredReach: squaredReach)
        return search.run()
    }
}

/// The search for the point of a curve nearest to the origin.
struct NearestSearch {
    private let curve: CubicCurve
    private var squaredDistance: Double
    private var t = -1.0

    init(curve: CubicCurve, squaredReach: Double) {
        self.curve = curve
        squaredDistance = squaredReach
    }

    mutating func run() -> (squaredDistance: Double, t: Double)? {
        offer(curve.start, 0)
        offer(curve.end, 1)
        descend(curve, from: 0, to: 1, depth: 0)
        return t < 0 ? nil : (squaredDistance, t)
    }

    private mutating func descend(_ piece: CubicCurve, from: Double, to: Double, depth: Int) {
        let bend = piece.squaredBend
        if depth >= 24 || bend <= (piece.end - piece.start).squaredLength * 0.01 {
            return polish(piece, bend: bend, from: from, to: to)
        }
        let (left, right) = piece.halved()
        let middle = (from + to) * 0.5
        offer(left.end, middle)
        let leftBound = left.squaredHullDistance(to: .zero)
        let rightBound = right.squaredHullDistance(to: .zero)
        if leftBound <= rightBound {
            if leftBound < squaredDistance { descend(left, from: from, to: middle, depth: depth + 1) }
            if rightBound < squaredDistance { descend(right, from: middle, to: to, depth: depth + 1) }
        } else {
            if rightBound < squaredDistance { descend(right, from: middle, to: to, depth: depth + 1) }
            if leftBound < squaredDistance { descend(left, from: from, to: middle, depth: depth + 1) }
        }
    }

    /// Newton's method from the foot on the chord; if the distance curves the wrong way, Gauss–Newton.
    private mutating func polish(_ piece: CubicCurve, bend: Double, from: Double, to: Double) {
        let chord = piece.end - piece.start
        let square = chord.squaredLength
        let foot = square > 0 ? min(max(-piece.start.dot(chord) / square, 0), 1) : 0
        // No part of the piece is farther from its chord than 3/4 of its bend, and so none is within reach.
        let margin = (squaredDistance.squareRoot() + 0.75 * bend.squareRoot()) * (1 + 1e-12)
        guard (piece.start + chord * foot).squaredLength <= margin * margin else { return }
        var local = foot
        let hodograph = piece.hodograph
        for _ in 0..<8 {
            let place = piece.point(at: local)
            let velocity = hodograph.velocity(at: local)
            let speed = velocity.squaredLength
            let slope = speed + place.dot(hodograph.acceleration(at: local))
            let divisor = slope > speed * 0.1 ? slope : speed
            guard divisor > 0 else { break }
            let next = min(max(local - place.dot(velocity) / divisor, 0), 1)
            let step = abs(next - local)
            local = next
            if step < 1e-7 { break }
        }
        offer(piece.point(at: local), from + (to - from) * local)
    }

    private mutating func offer(_ place: Point, _ parameter: Double) {
        let square = place.squaredLength
        guard square < squaredDistance else { return }
        squaredDistance = square
        t = parameter
    }
}

extension Rect {
    /// Returns the squared distance, which is zero inside.
    @inlinable public func squaredDistance(to point: Point) -> Double {
        let dx = max(minX - point.x, 0, point.x - maxX)
        let dy = max(minY - point.y, 0, point.y - maxY)
        return dx * dx + dy * dy
    }
}
