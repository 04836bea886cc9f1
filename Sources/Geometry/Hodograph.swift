/// The derivative of a curve of degree three or less: a·t² + b·t + c.
struct Hodograph {
    let a: Point
    let b: Point
    let c: Point

    @inline(__always) func velocity(at t: Double) -> Point { (a * t + b) * t + c }

    @inline(__always) func acceleration(at t: Double) -> Point { a * (2 * t) + b }

    /// Whether the curve may turn back, so that its speed may come close to zero between its ends.
    var mayTurnBack: Bool {
        let first = c
        let second = c + b * 0.5
        let third = a + b + c
        return first.dot(second) < 0 || second.dot(third) < 0 || first.dot(third) < 0
    }

    /// The parameters between 0 and 1 where the speed is least or greatest, ascending.
    var speedExtremes: [Double] {
        // Velocity · acceleration, a cubic: bisected between its own extremes.
        let cubic = (2 * a.squaredLength, 3 * a.dot(b), b.squaredLength + 2 * a.dot(c), b.dot(c))
        func value(_ t: Double) -> Double { ((cubic.0 * t + cubic.1) * t + cubic.2) * t + cubic.3 }
        var borders = [0.0]
        let discriminant = cubic.1 * cubic.1 - 3 * cubic.0 * cubic.2
        if discriminant > 0 {
            let sum = -(cubic.1 + (cubic.1 < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()))
            let roots = [sum / (3 * cubic.0), cubic.2 / sum].filter { $0 > 0 && $0 < 1 }
            borders += roots.sorted()
        }
        borders.append(1)
        var extremes: [Double] = []
        for (from, to) in zip(borders, borders.dropFirst()) {
            var (low, high) = (from, to)
            let rises = value(low) < 0
            guard rises != (value(high) < 0) else { continue }
            while true {
                let middle = (low + high) * 0.5
                guard middle > low, middle < high else { break }
                if (value(middle) < 0) == rises { low = middle } else { high = middle }
            }
            if high < 1 { extremes.append(high) }
        }
        return extremes
    }
}

/// The length of a curve as a function of its parameter, and the inverse.
struct ArcLength {
    private let hodograph: Hodograph
    /// Where the speed may have an edge, which quadrature must not step over.
    private let breaks: [Double]

    init(_ hodograph: Hodograph) {
        self.hodograph = hodograph
        breaks = hodograph.mayTurnBack ? hodograph.speedExtremes : []
    }

    /// The length of the curve between two parameters, to about ten digits.
    func length(from: Double = 0, to: Double = 1) -> Double {
        var sum = 0.0
        var from = from
        for next in breaks where next > from && next < to {
            sum += smoothLength(from, next)
            from = next
        }
        return sum + smoothLength(from, to)
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
            var next = t - excess / hodograph.velocity(at: t).length
            if !(next > low && next < high) { next = (low + high) * 0.5 }
            if next == t { break }
            gone += next > t ? length(from: t, to: next) : -length(from: next, to: t)
            t = next
        }
        return t
    }

    /// Where two halves agree with the whole to seven digits, they are right to more than ten.
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
