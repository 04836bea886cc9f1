extension ExactDecimal: Comparable {
    /// Returns true if the first is less, exactly; exponents of 19 digits and more count as 10¹⁸.
    public static func < (a: ExactDecimal, b: ExactDecimal) -> Bool {
        if a == b { return false }
        if a.sign != b.sign { return a.sign < b.sign }
        return a.isNegative ? b.isSmaller(than: a) : a.isSmaller(than: b)
    }

    private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

    /// Compares magnitudes; neither is zero.
    private func isSmaller(than other: ExactDecimal) -> Bool {
        // As 0.digits × 10^power.
        let power = clampedExponent + digits.count
        let otherPower = other.clampedExponent + other.digits.count
        if power != otherPower { return power < otherPower }
        return digits.lexicographicallyPrecedes(other.digits)
    }

    private var clampedExponent: Int {
        if hugeExponent.isEmpty { return exponent }
        return isInteger ? 1_000_000_000_000_000_000 : -1_000_000_000_000_000_000
    }
}

extension ExactDecimal {
    /// The number of digits, without zeros at the ends.
    public var precision: Int { digits.count }

    /// Returns true if the number is a whole multiple of another one, exactly and whatever the exponents are.
    ///
    /// - Precondition: the divisor is above zero and has at most 18 digits.
    /// - Complexity: O(the digits of both).
    public func isMultiple(of divisor: ExactDecimal) -> Bool {
        precondition(!divisor.isNegative && (1...18).contains(divisor.precision))
        if digits.isEmpty { return true }
        let shift = clampedExponent - divisor.clampedExponent
        // The last digit is not zero, so that no power of ten divides the digits.
        if shift < 0 { return false }
        let modulus = divisor.digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
        var rest = digits.reduce(UInt64(0)) { ($0 * 10 + UInt64($1 - UInt8(ascii: "0"))) % modulus }
        // A divisor of 18 digits holds fewer than 60 twos and fives; what is left of it no power of ten changes.
        for _ in 0..<min(shift, 60) where rest != 0 { rest = rest * 10 % modulus }
        return rest == 0
    }
}
