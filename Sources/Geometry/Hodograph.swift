/// The derivative of a curve of degree three or less, a·t² + b·t + c, and what follows from it: lengths.
struct Hodograph {
    let a: Point
    let b: Point
    let c: Point

    func velocity(at t: Double) -> Point { (a * t + b) * t + c }

    func acceleration(at t: Double) -> Point { a * (2 * t) + b }

    /// The length of the curve between two parameters, to about ten digits.
    func length(from: Double = 0, to: Double = 1) -> Double {
        let whole = estimate(from, to)
        return refined(from, to, whole, tolerance: whole * 1e-11 + .leastNormalMagnitude, depth: 0)
    }

    /// The parameter at which the curve has gone the given length.
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
            var next = t - excess / velocity(at: t).length
            if !(next > low && next < high) { next = (low + high) * 0.5 }
            if next == t { break }
            gone += next > t ? length(from: t, to: next) : -length(from: next, to: t)
            t = next
        }
        return t
    }

    private func refined(_ from: Double, _ to: Double, _ whole: Double, tolerance: Double, depth: Int) -> Double {
        let middle = (from + to) * 0.5
        let left = estimate(from, middle)
        let right = estimate(middle, to)
        if depth >= 20 || abs(left + right - whole) <= tolerance { return left + right }
        return refined(from, middle, left, tolerance: tolerance, depth: depth + 1)
            + refined(middle, to, right, tolerance: tolerance, depth: depth + 1)
    }

    /// Gauss–Legendre quadrature of the speed with eight nodes (Abramowitz and Stegun 1964, table 25.4).
    private func estimate(_ from: Double, _ to: Double) -> Double {
        let half = (to - from) * 0.5
        let middle = (from + to) * 0.5
        func pair(_ node: Double) -> Double {
            velocity(at: middle - half * node).length + velocity(at: middle + half * node).length
        }
        let sum =
            pair(0.1834346424956498) * 0.3626837833783620 + pair(0.5255324099163290) * 0.3137066458778873
            + pair(0.7966664774136267) * 0.2223810344533745 + pair(0.9602898564975363) * 0.1012285362903763
        return sum * half
    }
}
