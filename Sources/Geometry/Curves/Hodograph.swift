/// The derivative of a curve of degree three or less: a·t² + b·t + c.
struct Hodograph {
    let a: Point
    let b: Point
    let c: Point

    @inline(__always) func velocity(at t: Double) -> Point { (a * t + b) * t + c }

    @inline(__always) func acceleration(at t: Double) -> Point { a * (2 * t) + b }

    /// Is true if the curve may turn back, so that its speed may come close to zero between its ends.
    var mayTurnBack: Bool {
        let first = c
        let second = c + b * 0.5
        let third = a + b + c
        return first.dot(second) < 0 || second.dot(third) < 0 || first.dot(third) < 0
    }

    /// The parameters between 0 and 1 where the speed is least or greatest, in ascending order; 1 means none.
    var speedExtremes: SIMD3<Double> {
        // Velocity · acceleration changes its sign there.
        let product = Cubic(
            a: 2 * a.squaredLength, b: 3 * a.dot(b), c: b.squaredLength + 2 * a.dot(c), d: b.dot(c))
        let turns = product.turns
        return SIMD3(
            product.root(from: 0, to: turns.first), product.root(from: turns.first, to: turns.second),
            product.root(from: turns.second, to: 1))
    }
}

/// a·t³ + b·t² + c·t + d.
private struct Cubic {
    let a: Double
    let b: Double
    let c: Double
    let d: Double

    func value(_ t: Double) -> Double { ((a * t + b) * t + c) * t + d }
    func slope(_ t: Double) -> Double { (3 * a * t + 2 * b) * t + c }

    /// The fractions between 0 and 1 where the slope vanishes, in ascending order; 0 means none.
    var turns: (first: Double, second: Double) {
        let discriminant = b * b - 3 * a * c
        guard discriminant > 0 else { return (0, 0) }
        // The root of larger magnitude first, the other by Vieta: neither cancels.
        let sum = -(b + (b < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()))
        func inside(_ t: Double) -> Double { t > 0 && t < 1 ? t : 0 }
        let (one, other) = (inside(sum / (3 * a)), inside(c / sum))
        return (min(one, other), max(one, other))
    }

    /// The root between two parameters between which the value only rises or only falls; 1 if there is none.
    ///
    /// Newton's method, kept inside a bracket that shrinks with every step.
    func root(from: Double, to: Double) -> Double {
        var (low, high) = (from, to)
        let rises = value(low) < 0
        guard rises != (value(high) < 0) else { return 1 }
        var t = (low + high) * 0.5
        for _ in 0..<64 {
            let value = value(t)
            if (value < 0) == rises { low = t } else { high = t }
            var next = t - value / slope(t)
            if !(next > low && next < high) { next = (low + high) * 0.5 }
            let step = abs(next - t)
            t = next
            if step < 1e-12 { break }
        }
        return t
    }
}

/// The length of a curve as a function of its parameter, and the inverse.
struct ArcLength {
    private let hodograph: Hodograph
    /// The fractions where the speed may have an edge, which quadrature must not step over.
    private let breaks: SIMD3<Double>

    init(_ hodograph: Hodograph) {
        self.hodograph = hodograph
        breaks = hodograph.mayTurnBack ? hodograph.speedExtremes : SIMD3(repeating: 1)
    }

    /// The length of the curve between two parameters, to about eight digits.
    func length(from: Double = 0, to: Double = 1) -> Double {
        var sum = 0.0
        var from = from
        for index in breaks.indices where breaks[index] > from && breaks[index] < to {
            sum += smoothLength(from, breaks[index])
            from = breaks[index]
        }
        return sum + smoothLength(from, to)
    }

    /// The length before a parameter, and the whole one.
    func lengths(to t: Double) -> (before: Double, whole: Double) {
        let before = length(to: t)
        return (before, before + length(from: t))
    }

    /// The parameter at which the curve has a given length.
    ///
    /// Newton's method on the length, kept inside a bracket that shrinks with every step.
    func parameter(atLength wanted: Double, of total: Double) -> Double {
        guard total > 0, wanted > 0 else { return 0 }
        guard wanted < total else { return 1 }
        var low = 0.0
        var high = 1.0
        var t = wanted / total
        var gone = length(to: t)
        for _ in 0..<48 {
            let excess = gone - wanted
            if abs(excess) <= total * 1e-12 { break }
            if excess > 0 { high = t } else { low = t }
            var next = t - excess / hodograph.velocity(at: t).length
            if !(next > low && next < high) { next = (low + high) * 0.5 }
            if next == t { break }
            gone += next > t ? length(from: t, to: next) : -length(from: next, to: t)
            t = next
        }
        return t
    }

    /// If two halves agree with the whole to seven digits, they are right to eight, mostly to more than ten.
    private func smoothLength(_ from: Double, _ to: Double) -> Double {
        let whole = estimate(from, to)
        return refined(from, to, whole, tolerance: whole * 1e-7 + .leastNormalMagnitude, depth: 0)
    }

    private func refined(_ from: Double, _ to: Double, _ whole: Double, tolerance: Double, depth: Int) -> Double {
        let middle = (from + to) * 0.5
        let left = estimate(from, middle)
        let right = estimate(middle, to)
        if depth >= 16 || abs(left + right - whole) <= tolerance { return left + right }
        return refined(from, middle, left, tolerance: tolerance, depth: depth + 1)
            + refined(middle, to, right, tolerance: tolerance, depth: depth + 1)
    }

    /// Gauss–Legendre quadrature of the speed with eight nodes (Abramowitz and Stegun 1964, table 25.4).
    private func estimate(_ from: Double, _ to: Double) -> Double {
        let half = (to - from) * 0.5
        let middle = (from + to) * 0.5
        func pair(_ node: Double) -> Double {
            hodograph.velocity(at: middle - half * node).length
                + hodograph.velocity(at: middle + half * node).length
        }
        let sum =
            pair(0.1834346424956498) * 0.3626837833783620 + pair(0.5255324099163290) * 0.3137066458778873
            + pair(0.7966664774136267) * 0.2223810344533745 + pair(0.9602898564975363) * 0.1012285362903763
        return sum * half
    }
}
