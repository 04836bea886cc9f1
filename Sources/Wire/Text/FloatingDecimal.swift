/// Doubles from decimal numbers of up to 19 digits, rounded correctly.
@usableFromInline enum FloatingDecimal {
    private static let powers: InlineArray<20, UInt64> = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    /// 10^exponent, for exponents from 0 to 19; a double holds it exactly.
    @inline(__always)
    static func power(_ exponent: Int) -> UInt64 { powers[exponent] }

    /// mantissa × 10^exponent for exponents from −19 to 19.
    ///
    /// One integer division of 128 by 64 bits gives at least 63 bits of the quotient. The lowest bit records a
    /// remainder, so the conversion to 53 bits rounds as the exact value would.
    @usableFromInline static func double(_ mantissa: UInt64, exponent: Int) -> Double {
        if mantissa == 0 { return 0 }
        if exponent >= 0 {
            let (high, low) = mantissa.multipliedFullWidth(by: powers[exponent])
            if high == 0 { return Double(low) }
            let shift = high.leadingZeroBitCount
            let top = high << shift | low >> (64 - shift)
            return Double(low << shift == 0 ? top : top | 1) * powerOfTwo(64 - shift)
        }
        let divisor = powers[-exponent]
        let divisorShift = divisor.leadingZeroBitCount
        let shift = mantissa.leadingZeroBitCount
        let scaled = mantissa << shift
        let (quotient, rest) = (divisor << divisorShift).dividingFullWidth((scaled >> 1, scaled << 63))
        return Double(rest == 0 ? quotient : quotient | 1) * powerOfTwo(divisorShift - shift - 63)
    }

    private static func powerOfTwo(_ exponent: Int) -> Double {
        Double(bitPattern: UInt64(1023 + exponent) << 52)
    }

    /// A number in the grammar of JSON, or nil if it needs more than 19 digits or an exponent beyond ±19.
    static func double(parsing text: UnsafeBufferPointer<UInt8>) -> Double? {
        var mantissa: UInt64 = 0
        var digits = 0
        var decimals = 0
        var exponent = 0
        var inFraction = false
        var i = 0
        loop: while i < text.count {
            let byte = text[i]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if mantissa > 0 || byte != UInt8(ascii: "0") { digits += 1 }
                guard digits <= 19 else { return nil }
                mantissa = mantissa * 10 + UInt64(byte - UInt8(ascii: "0"))
                if inFraction { decimals += 1 }
            case UInt8(ascii: "."): inFraction = true
            case UInt8(ascii: "-"): break
            default: break loop
            }
            i += 1
        }
        if i < text.count {
            guard text.count - i <= 8 else { return nil }
            var negative = false
            for byte in text[(i + 1)...] {
                if byte == UInt8(ascii: "-") { negative = true }
                if byte >= UInt8(ascii: "0") { exponent = exponent * 10 + Int(byte - UInt8(ascii: "0")) }
            }
            if negative { exponent = -exponent }
        }
        exponent -= decimals
        guard mantissa == 0 || (-19...19).contains(exponent) else { return nil }
        let magnitude = mantissa == 0 ? 0 : double(mantissa, exponent: exponent)
        return text.first == UInt8(ascii: "-") ? -magnitude : magnitude
    }
}
