/// Skips parts of a validated text, eight bytes at a time if that pays.
extension JSONSyntax {
    @inlinable @inline(__always)
    static func word(_ base: UnsafePointer<UInt8>, _ i: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(base + i).loadUnaligned(as: UInt64.self))
    }

    /// Marks the high bit of quotes, backslashes, control characters and bytes beyond ASCII.
    ///
    /// The lowest mark is exact; a borrow may add false ones above it.
    @inlinable @inline(__always)
    static func specialBytes(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = (word ^ (ones &* 0x22)) &- ones
        let backslashes = (word ^ (ones &* 0x5C)) &- ones
        return (quotes | backslashes | (word &- ones &* 0x20) | word) & (ones &* 0x80)
    }

    /// Marks the high bit of quotes and backslashes; the lowest mark is exact.
    @inlinable @inline(__always)
    static func quotesAndBackslashes(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = (word ^ (ones &* 0x22)) &- ones
        let backslashes = (word ^ (ones &* 0x5C)) &- ones
        return (quotes | backslashes) & ~word & (ones &* 0x80)
    }

    @inlinable @inline(__always)
    static func hexValue(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte &- UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte &- UInt8(ascii: "a") &+ 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte &- UInt8(ascii: "A") &+ 10)
        default: nil
        }
    }

    /// The index of the first byte from `index` on that is not white space; `end` if there is none.
    ///
    /// - Complexity: O(the white space).
    @inlinable @inline(__always)
    public static func skipWhiteSpace(base: UnsafePointer<UInt8>, index: Int, end: Int) -> Int {
        if index < end, base[index] > 0x20 { return index }
        return skipWhiteSpaceRun(base: base, index: index, end: end)
    }

    @inlinable
    static func skipWhiteSpaceRun(base: UnsafePointer<UInt8>, index: Int, end: Int) -> Int {
        var i = index
        while i < end {
            switch base[i] {
            case 0x20:
                i &+= 1
                while i &+ 8 <= end, word(base, i) == 0x2020_2020_2020_2020 { i &+= 8 }
            case 0x0A, 0x0D, 0x09: i &+= 1
            default: return i
            }
        }
        return i
    }

    /// The index of the first backslash from an index on, or the end.
    static func plainEnd(of spelling: UnsafeBufferPointer<UInt8>, from index: Int) -> Int {
        guard let base = spelling.baseAddress else { return 0 }
        var i = index
        while i &+ 8 <= spelling.count {
            let special = quotesAndBackslashes(in: word(base, i))
            if special == 0 {
                i &+= 8
                continue
            }
            i &+= special.trailingZeroBitCount >> 3
            if base[i] == UInt8(ascii: "\\") { return i }
            i &+= 1
        }
        while i < spelling.count, base[i] != UInt8(ascii: "\\") { i &+= 1 }
        return i
    }

    /// The index behind the closing quote of a string whose opening quote is behind `index`.
    @inlinable @inline(__always)
    public static func skipString(base: UnsafePointer<UInt8>, index: Int, end: Int, hasEscapes: inout Bool) -> Int {
        var i = index
        while true {
            while i &+ 8 <= end {
                let special = quotesAndBackslashes(in: word(base, i))
                if special != 0 {
                    i &+= special.trailingZeroBitCount >> 3
                    break
                }
                i &+= 8
            }
            guard i < end else { return end }
            let byte = base[i]
            if byte == UInt8(ascii: "\"") { return i + 1 }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                i += 2
            } else {
                i &+= 1
            }
        }
    }

    /// The index behind the value that begins at `index`, in a text that was validated before.
    ///
    /// - Complexity: O(*n*) in the bytes of the value, without recursion.
    @inlinable
    public static func skipValue(base: UnsafePointer<UInt8>, index: Int, end: Int) -> Int {
        var i = skipWhiteSpace(base: base, index: index, end: end)
        guard i < end else { return end }
        var escapes = false
        switch base[i] {
        case UInt8(ascii: "\""): return skipString(base: base, index: i + 1, end: end, hasEscapes: &escapes)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return skipContainer(base: base, index: i, end: end)
        default:
            while i < end, !endsScalar(base[i]) { i &+= 1 }
            return i
        }
    }

    @inlinable
    static func skipContainer(base: UnsafePointer<UInt8>, index: Int, end: Int) -> Int {
        var i = index
        var depth = 0
        var escapes = false
        while i < end {
            switch base[i] {
            case UInt8(ascii: "\""):
                i = skipString(base: base, index: i + 1, end: end, hasEscapes: &escapes)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                i &+= 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                i &+= 1
                if depth == 0 { return i }
            default:
                i &+= 1
            }
        }
        return end
    }

    /// Returns true if a number or a literal ends before this byte.
    @inlinable @inline(__always)
    static func endsScalar(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }

    /// The index behind the value at `index`, like `skipValue`, with findings on the way.
    ///
    /// - Complexity: O(*n*) in the bytes of the value, without recursion.
    @inlinable
    public static func scanValue(
        base: UnsafePointer<UInt8>, index: Int, end: Int, _ findings: inout JSONFindings
    ) -> Int {
        var i = index
        var depth = 0
        var escapes = false
        while i < end {
            let byte = base[i]
            if byte == UInt8(ascii: "\"") {
                i = skipString(base: base, index: i + 1, end: end, hasEscapes: &escapes)
            } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
                i &+= 1
                continue
            } else if byte | 0x20 == UInt8(ascii: "{") {
                depth &+= 1
                i &+= 1
                continue
            } else if byte | 0x20 == UInt8(ascii: "}") {
                depth &-= 1
                i &+= 1
            } else if byte <= 0x20 {
                findings.insert(.whiteSpace)
                i &+= 1
                continue
            } else {
                i = scanScalar(base: base, index: i, end: end, &findings)
            }
            if depth <= 0 { return min(i, end) }
        }
        return end
    }

    @inlinable @inline(__always)
    static func scanScalar(base: UnsafePointer<UInt8>, index: Int, end: Int, _ findings: inout JSONFindings) -> Int {
        var i = index &+ 1
        var hasExponent = false
        while i < end, !endsScalar(base[i]) {
            if base[i] | 0x20 == UInt8(ascii: "e") { hasExponent = true }
            i &+= 1
        }
        if i &- index > 300 || (hasExponent && base[index] <= UInt8(ascii: "9")) { findings.insert(.suspectNumber) }
        return i
    }
}

/// The findings in a skipped value.
public struct JSONFindings: OptionSet, Sendable {
    /// One bit for each finding.
    public let rawValue: UInt8

    /// A set from its bits; unknown bits are kept and have no meaning.
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// White space between tokens.
    @inlinable public static var whiteSpace: JSONFindings { JSONFindings(rawValue: 1) }
    /// A number with an exponent or very many digits, which may be beyond the doubles.
    @inlinable public static var suspectNumber: JSONFindings { JSONFindings(rawValue: 2) }
}
