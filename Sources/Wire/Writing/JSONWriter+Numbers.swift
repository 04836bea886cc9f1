extension JSONWriter {
    /// The digit pairs "00", "01" … "99".
    @inlinable @inline(__always)
    static var pairs: UnsafePointer<UInt8> {
        let pairs: StaticString = """
            0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
            5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
            """
        return pairs.utf8Start
    }

    /// Writes a whole number.
    @inlinable
    public mutating func integer(_ value: Int) {
        writeValue(24) { target in
            var at = 0
            if value < 0 {
                target[0] = UInt8(ascii: "-")
                at = 1
            }
            return at &+ JSONWriter.digits(of: UInt64(value.magnitude), into: target + at)
        }
    }

    /// The shortest decimal that reads back as the same double; negative zero is `-0`.
    ///
    /// Integers and decimals of up to 15 digits are exact in integer arithmetic, and unique: such a decimal survives
    /// the conversion to a double, so no shorter one reads back the same.
    /// A number beyond the doubles is written as the nearest one, and NaN as 0.
    @inlinable
    public mutating func number(_ value: Double) {
        let magnitude = value.magnitude
        guard magnitude < 1e12 else { return largeNumber(value) }
        let whole = Int(magnitude)
        if Double(whole) == magnitude {
            writeValue(24) { target in
                let sign = value.sign == .minus ? 1 : 0
                target[0] = UInt8(ascii: "-")
                return sign &+ JSONWriter.digits(of: UInt64(truncatingIfNeeded: whole), into: target + sign)
            }
            return
        }
        let thousandths = Int(magnitude * 1000 + 0.5)
        guard Double(thousandths) / 1000 == magnitude else { return longDecimal(value) }
        writeValue(24) { target in
            let sign = value.sign == .minus ? 1 : 0
            target[0] = UInt8(ascii: "-")
            return sign &+ JSONWriter.decimal(UInt64(truncatingIfNeeded: thousandths), into: target + sign)
        }
    }

    /// Returns true if `number` would spell a double like this.
    @inline(never)
    @usableFromInline static func spells(_ value: Double, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var writer = JSONWriter(capacity: 32)
        writer.number(value)
        return writer.withBytes { $0.elementsEqual(text) }
    }

    /// Writes a number of thousandths as a decimal, with no more digits than needed.
    @inlinable
    public mutating func thousandths(_ count: Int) {
        writeValue(24) { target in
            let sign = count < 0 ? 1 : 0
            target[0] = UInt8(ascii: "-")
            let magnitude = UInt64(count.magnitude)
            let whole = magnitude / 1000
            return sign
                &+ (whole &* 1000 == magnitude
                    ? JSONWriter.digits(of: whole, into: target + sign)
                    : JSONWriter.decimal(magnitude, into: target + sign))
        }
    }

    /// Writes a number of thousandths that is not whole.
    @inlinable @inline(__always)
    static func decimal(_ thousandths: UInt64, into target: UnsafeMutablePointer<UInt8>) -> Int {
        let whole = thousandths / 1000
        let at = digits(of: whole, into: target)
        let fraction = Int(truncatingIfNeeded: thousandths &- whole &* 1000)
        let pair = fraction / 10
        let last = fraction &- pair &* 10
        target[at] = UInt8(ascii: ".")
        target[at &+ 1] = pairs[2 &* pair]
        target[at &+ 2] = pairs[2 &* pair &+ 1]
        target[at &+ 3] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: last)
        if last != 0 { return at &+ 4 }
        return target[at &+ 2] == UInt8(ascii: "0") ? at &+ 2 : at &+ 3
    }

    @inline(never)
    @usableFromInline mutating func largeNumber(_ value: Double) {
        // JSON has neither infinities nor NaN, and sums of finite numbers may leave their range.
        if !value.isFinite {
            return shortest(value.isNaN ? 0 : Double(sign: value.sign, exponent: 1023, significand: 2 - .ulpOfOne))
        }
        guard let integer = Int(exactly: value), integer.magnitude < 1 << 53 else { return shortest(value) }
        self.integer(integer)
    }

    /// Writes a decimal of 4 to 15 digits after the point and up to 15 in all; otherwise continues with
    /// `longestDecimal`.
    ///
    /// A double next to such a decimal, times the power of ten, is off by less than a quarter and so rounds to its
    /// digits; the division, by an exact power, checks this.
    @inline(never)
    @usableFromInline mutating func longDecimal(_ value: Double) {
        let magnitude = value.magnitude
        guard magnitude >= 1e-4, magnitude < 1e11 else { return shortest(value) }
        let wholeDigits = magnitude < 1 ? 0 : JSONWriter.digitCount(UInt64(magnitude))
        let decimals = 15 - wholeDigits
        let power = FloatingDecimal.power(decimals)
        let digits = UInt64(magnitude * Double(power) + 0.5)
        guard Double(digits) / Double(power) == magnitude else { return longestDecimal(value, decimals + 1) }
        write(digits, decimals: decimals, of: value)
    }

    /// Writes a double for which 15 digits are too few: the nearest decimal of 16 digits if it reads back as the same
    /// double, else the nearest of 17, which always does.
    ///
    /// The double times a power of ten, a product of 128 bits, is exact; half a unit in its last place is half the power.
    /// - Parameter decimals: the number of digits, of 16, that follow the point.
    private mutating func longestDecimal(_ value: Double, _ decimals: Int) {
        let magnitude = value.magnitude
        // Below, zeros follow the point; and at a power of two the double before lies nearer than the one behind.
        guard magnitude >= 0.1, magnitude.significandBitPattern != 0 else { return shortest(value) }
        let significand = magnitude.significandBitPattern | 1 << 52
        let shift = UInt64(52 - Int(magnitude.exponent))
        let unit: UInt64 = 1 << shift
        for decimals in decimals...decimals + 1 {
            let power = FloatingDecimal.power(decimals)
            let (high, low) = significand.multipliedFullWidth(by: power)
            let rest = low & (unit - 1)
            let isUp = 2 * rest > unit
            let distance = isUp ? unit - rest : rest
            // Of two that are as near, the standard library says which.
            if 2 * rest == unit || 2 * distance == power { break }
            if 2 * distance < power {
                let digits = high << (64 - shift) | low >> shift
                return write(digits + (isUp ? 1 : 0), decimals: decimals, of: value)
            }
        }
        shortest(value)
    }

    /// Writes digits with a decimal point, without zeros at the end, and with the sign of a value.
    private mutating func write(_ digits: UInt64, decimals: Int, of value: Double) {
        var (digits, decimals) = (digits, decimals)
        while digits % 10 == 0 {
            digits /= 10
            decimals -= 1
        }
        let (whole, fraction) = digits.quotientAndRemainder(dividingBy: FloatingDecimal.power(decimals))
        writeValue(24) { target in
            var at = value.sign == .minus ? 1 : 0
            target[0] = UInt8(ascii: "-")
            at += JSONWriter.digits(of: whole, into: target + at)
            target[at] = UInt8(ascii: ".")
            // The digits of the fraction are at its end, behind as many zeros as it takes.
            let zeros = decimals - JSONWriter.digitCount(fraction)
            for place in 0..<zeros { target[at + 1 + place] = UInt8(ascii: "0") }
            return at + 1 + zeros + JSONWriter.digits(of: fraction, into: target + at + 1 + zeros)
        }
    }

    @inline(never)
    @usableFromInline mutating func shortest(_ value: Double) {
        var text = value.description
        text.withUTF8 { raw($0.suffix(2).elementsEqual(".0".utf8) ? .init(rebasing: $0.dropLast(2)) : $0) }
    }

    /// Writes the digits and returns their number. Up to three more bytes behind them are overwritten.
    @inlinable @inline(__always)
    static func digits(of value: UInt64, into target: UnsafeMutablePointer<UInt8>) -> Int {
        if value < 10_000 { return firstDigits(of: value, into: target) }
        if value >= 100_000_000 { return manyDigits(of: value, into: target) }
        let high = value / 10_000
        let count = firstDigits(of: high, into: target)
        fourDigits(of: value &- high &* 10_000, into: target + count)
        return count &+ 4
    }

    @inline(never)
    @usableFromInline static func manyDigits(of value: UInt64, into target: UnsafeMutablePointer<UInt8>) -> Int {
        let high = value / 10_000
        let count = digits(of: high, into: target)
        fourDigits(of: value &- high &* 10_000, into: target + count)
        return count &+ 4
    }

    /// The digits of a number below 10,000 with leading zeros, in the order of the bytes in memory.
    @inlinable @inline(__always)
    static func fourBytes(of value: UInt64) -> UInt32 {
        let high = value / 100
        func pair(_ number: UInt64) -> UInt32 {
            let offset = Int(truncatingIfNeeded: 2 &* number)
            return UInt32(
                UInt16(littleEndian: UnsafeRawPointer(pairs).loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
        }
        return pair(high) | pair(value &- high &* 100) &<< 16
    }

    @inlinable @inline(__always)
    static func fourDigits(of value: UInt64, into target: UnsafeMutablePointer<UInt8>) {
        UnsafeMutableRawPointer(target).storeBytes(of: fourBytes(of: value).littleEndian, as: UInt32.self)
    }

    /// Writes a number below 10,000 without leading zeros.
    @inlinable @inline(__always)
    static func firstDigits(of value: UInt64, into target: UnsafeMutablePointer<UInt8>) -> Int {
        let zeros = (value < 10 ? 1 : 0) &+ (value < 100 ? 1 : 0) &+ (value < 1000 ? 1 : 0)
        let bytes = fourBytes(of: value) &>> UInt32(truncatingIfNeeded: 8 &* zeros)
        UnsafeMutableRawPointer(target).storeBytes(of: bytes.littleEndian, as: UInt32.self)
        return 4 &- zeros
    }

    @inlinable @inline(__always)
    static func digitCount(_ value: UInt64) -> Int {
        var count = 1
        var rest = value
        while rest >= 10_000 {
            rest /= 10_000
            count &+= 4
        }
        if rest >= 1000 { return count &+ 3 }
        if rest >= 100 { return count &+ 2 }
        return rest >= 10 ? count &+ 1 : count
    }
}

extension JSONCursor {
    /// Reads a double; `isPlain` becomes false if `JSONWriter.number` would spell the double in another way.
    @inlinable @inline(__always)
    public mutating func readDouble(isPlain: inout Bool) throws(ShapeError) -> Double {
        _ = nextByte()
        let start = index
        var isSurelyPlain = false
        let value = try scanDouble(&isSurelyPlain)
        if !isSurelyPlain, !JSONWriter.spells(value, UnsafeBufferPointer(start: base + start, count: index - start)) {
            isPlain = false
        }
        return value
    }
}
