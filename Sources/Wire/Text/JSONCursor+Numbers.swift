extension JSONCursor {
    /// The length of the longest accepted number, in characters.
    public static let longestNumber = 1024

    /// The double nearest to the next number, ties to even; a number that is not finite as a double is an error.
    ///
    /// Up to 2⁵³ and three decimals it is one exact division (Clinger 1990).
    @inlinable
    public mutating func readDouble() throws(ShapeError) -> Double {
        var isPlain = true
        return try scanDouble(&isPlain)
    }

    /// Reads a double, and checks cheaply that its spelling is the shortest: a decimal of 15 digits survives the
    /// conversion to a double, so no shorter one means the same; from a thousandth up none needs an exponent.
    @inlinable @inline(__always)
    mutating func scanDouble(_ isSurelyPlain: inout Bool) throws(ShapeError) -> Double {
        _ = nextByte()
        var i = index
        let negative = i < end && base[i] == UInt8(ascii: "-")
        if negative { i &+= 1 }
        let first = i
        var mantissa: UInt64 = 0
        Self.readDigits(&mantissa, base, &i, end)
        guard i > first else { throw wrongKind("a number") }
        var digits = i - first
        var decimals = 0
        if i < end, base[i] == UInt8(ascii: ".") {
            i &+= 1
            let point = i
            Self.readDigits(&mantissa, base, &i, end)
            decimals = i - point
            digits += decimals
        }
        if digits > 19 || (i < end && base[i] | 0x20 == UInt8(ascii: "e")) { return try readLongDouble() }
        let magnitude = Self.double(mantissa, decimals: decimals)
        isSurelyPlain =
            digits <= 15 && (decimals == 0 || (base[i - 1] != UInt8(ascii: "0") && magnitude >= 0.001))
        index = i
        return negative ? -magnitude : magnitude
    }

    /// Appends digits to a number, from the index on.
    @inlinable @inline(__always)
    static func readDigits(_ number: inout UInt64, _ base: UnsafePointer<UInt8>, _ i: inout Int, _ end: Int) {
        while i < end, base[i] &- UInt8(ascii: "0") < 10 {
            number = number &* 10 &+ UInt64(base[i] &- UInt8(ascii: "0"))
            i &+= 1
        }
    }

    /// The double nearest to digits with a decimal point among them; up to 19 in all.
    @inlinable @inline(__always)
    static func double(_ digits: UInt64, decimals: Int) -> Double {
        if digits > 1 << 53 { return FloatingDecimal.double(digits, exponent: -decimals) }
        switch decimals {
        case 0: return Double(digits)
        case 1: return Double(digits) / 10
        case 2: return Double(digits) / 100
        case 3: return Double(digits) / 1000
        default: return FloatingDecimal.double(digits, exponent: -decimals)
        }
    }

    /// Numbers with an exponent or more than 19 digits.
    @inline(never)
    @usableFromInline mutating func readLongDouble() throws(ShapeError) -> Double {
        let range = rawValue()
        let text = UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
        do throws(ShapeError) {
            try JSONCursor.checkLength(text)
            if let double = FloatingDecimal.double(parsing: text) { return double }
            guard let double = Double(String(decoding: text, as: UTF8.self)), double.isFinite else {
                throw ShapeError("number out of range")
            }
            return double
        } catch {
            index = range.lowerBound
            throw error
        }
    }

    /// The next number if it is an integer of 64 bits, in whatever spelling: `1.0` and `1e2` are integers.
    @inlinable
    public mutating func readInteger() throws(ShapeError) -> Int {
        _ = nextByte()
        var i = index
        let negative = i < end && base[i] == UInt8(ascii: "-")
        if negative { i &+= 1 }
        let first = i
        var value = 0
        while i < end, base[i] &- UInt8(ascii: "0") < 10 {
            value = value &* 10 &+ Int(base[i] &- UInt8(ascii: "0"))
            i &+= 1
        }
        guard i > first else { throw wrongKind("an integer") }
        if i - first > 18 || (i < end && !JSONSyntax.endsScalar(base[i])) { return try readLongInteger() }
        index = i
        return negative ? -value : value
    }

    @inline(never)
    @usableFromInline mutating func readLongInteger() throws(ShapeError) -> Int {
        let range = rawValue()
        let text = UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
        do throws(ShapeError) {
            try JSONCursor.checkLength(text)
            let number = ExactDecimal(text)
            guard number.isInteger else { throw ShapeError("expected an integer, found a fraction") }
            guard let value = number.integer else { throw ShapeError("integer out of range") }
            return value
        } catch {
            index = range.lowerBound
            throw error
        }
    }

    /// Skips the next number after checking that it is finite as a double.
    @inlinable
    mutating func checkNumber() throws(ShapeError) {
        let start = index
        var hasExponent = false
        while index < end, !JSONSyntax.endsScalar(base[index]) {
            hasExponent = hasExponent || base[index] | 0x20 == UInt8(ascii: "e")
            index &+= 1
        }
        // Without an exponent, fewer than 309 digits are in range.
        if index - start < 300, !hasExponent { return }
        index = start
        _ = try readLongDouble()
    }

    static func checkLength(_ text: UnsafeBufferPointer<UInt8>) throws(ShapeError) {
        guard text.count <= longestNumber else {
            throw ShapeError("number longer than \(longestNumber) characters")
        }
    }
}
