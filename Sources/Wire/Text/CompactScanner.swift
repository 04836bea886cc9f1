/// Scans and checks a JSON text in the usual spelling of programs, without white space and escapes.
///
/// A refused text may still be valid: the caller then begins again with `JSONSyntax.validate`.
public struct CompactScanner {
    /// The first byte of the text, which must outlive the scanner.
    public let base: UnsafePointer<UInt8>
    /// The index of the next byte to take.
    public var index: Int
    /// The index behind the last byte of the text.
    public let end: Int

    /// Scans a text that need not be valid, from its first byte; returns nil if the buffer has no memory.
    @inlinable public init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return nil }
        self.base = base
        index = 0
        end = bytes.count
    }

    /// Scans the rest of a validated text, and accepts its numbers, too.
    @inlinable public init(_ cursor: JSONCursor) {
        base = cursor.base
        index = cursor.index
        end = cursor.end
    }

    /// Is true if every byte has been consumed.
    @inlinable public var isAtEnd: Bool { index == end }

    /// Consumes these bytes if they come next. The literal has 1…16.
    @inlinable @inline(__always)
    public mutating func takes(_ literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard end &- index >= count else { return false }
        let here = UnsafeRawPointer(base + index)
        let there = UnsafeRawPointer(literal.utf8Start)
        let isSame: Bool
        if count >= 8 {
            isSame =
                here.loadUnaligned(as: UInt64.self) == there.loadUnaligned(as: UInt64.self)
                && here.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
                    == there.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        } else if count >= 4 {
            isSame =
                here.loadUnaligned(as: UInt32.self) == there.loadUnaligned(as: UInt32.self)
                && here.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
                    == there.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
        } else {
            isSame = (0..<count).allSatisfy { base[index &+ $0] == literal.utf8Start[$0] }
        }
        if isSame { index &+= count }
        return isSame
    }

    /// Consumes a whole number of up to 18 digits.
    @inlinable @inline(__always)
    public mutating func takeNatural() -> Range<Int>? {
        var i = index
        while i < end, base[i] &- UInt8(ascii: "0") < 10 { i &+= 1 }
        guard i > index, i &- index <= 18, base[index] != UInt8(ascii: "0") || i == index &+ 1 else { return nil }
        let taken = index..<i
        index = i
        return taken
    }

    /// Steps over a number of up to 300 characters without an exponent, and reports whether one was there.
    @inlinable @inline(__always)
    public mutating func takesDecimal() -> Bool {
        guard index < end, let after = endOfDecimal(index), after &- index <= 300 else { return false }
        index = after
        return true
    }

    /// Consumes a number of up to 19 characters after its sign, without an exponent.
    @inlinable @inline(__always)
    public mutating func takeNumber() -> Double? {
        var i = index
        let isNegative = i < end && base[i] == UInt8(ascii: "-")
        if isNegative { i &+= 1 }
        let first = i
        var digits: UInt64 = 0
        JSONCursor.readDigits(&digits, base, &i, end)
        guard i > first, base[first] != UInt8(ascii: "0") || i == first &+ 1 else { return nil }
        var decimals = 0
        if i < end, base[i] == UInt8(ascii: ".") {
            i &+= 1
            let point = i
            JSONCursor.readDigits(&digits, base, &i, end)
            decimals = i &- point
            guard decimals > 0 else { return nil }
        }
        guard i &- first <= 19 else { return nil }
        index = i
        let magnitude = JSONCursor.double(digits, decimals: decimals)
        return isNegative ? -magnitude : magnitude
    }

    /// Consumes a number of a validated text.
    @inlinable @inline(__always)
    public mutating func takeValidNumber() -> Double? {
        guard index < end, base[index] > 0x20 else { return nil }
        var cursor = JSONCursor(base: base, index: index, end: end)
        guard let number = try? cursor.readDouble() else { return nil }
        index = cursor.index
        return number
    }

    /// Consumes the rest of a string of printable ASCII after its opening quote, with its closing quote.
    @inlinable @inline(__always)
    public mutating func takeName() -> JSONName? {
        guard let after = endOfPlainText(index) else { return nil }
        let name = JSONName(start: base + index, count: after &- index &- 1, hasEscapes: false)
        index = after
        return name
    }

    /// Consumes a member with a string of printable ASCII, given its name with quotes and colon up to the string's
    /// opening quote.
    @inlinable @inline(__always)
    public mutating func takeString(_ start: StaticString) -> JSONName? {
        let before = index
        guard takes(start) else { return nil }
        guard let text = takeName() else {
            index = before
            return nil
        }
        return text
    }

    /// Consumes an object, whatever its inner spelling; returns a cursor over it.
    @inlinable @inline(__always)
    public mutating func takeObject(depthLimit: Int) -> JSONCursor? {
        guard index < end, base[index] == UInt8(ascii: "{") else { return nil }
        let compact = endOfCompactObject(depthLimit: depthLimit)
        guard
            let after = compact
                ?? JSONSyntax.endOfValidValue(base: base, index: index, end: end, depthLimit: depthLimit)
        else { return nil }
        defer { index = after }
        return JSONCursor(base: base, index: index, end: after, isCompact: compact != nil)
    }

    /// The index behind the object that begins here, if it holds only strings without escapes, decimals and such
    /// objects, like the parameters of a pointer's move.
    @usableFromInline func endOfCompactObject(depthLimit: Int) -> Int? {
        var i = index &+ 1
        var depth = 1
        while depth <= depthLimit {
            guard let colon = endOfPlainString(i), colon &+ 1 < end, base[colon] == UInt8(ascii: ":") else {
                return nil
            }
            i = colon &+ 1
            if base[i] == UInt8(ascii: "{") {
                depth &+= 1
                i &+= 1
                continue
            }
            guard let after = endOfPlainString(i) ?? endOfDecimal(i) else { return nil }
            i = after
            while i < end, base[i] == UInt8(ascii: "}") {
                i &+= 1
                depth &-= 1
                if depth == 0 { return i }
            }
            guard i < end, base[i] == UInt8(ascii: ",") else { return nil }
            i &+= 1
        }
        return nil
    }

    @inline(__always)
    private func endOfPlainString(_ start: Int) -> Int? {
        guard start < end, base[start] == UInt8(ascii: "\"") else { return nil }
        return endOfPlainText(start &+ 1)
    }

    /// The index behind the closing quote of a string after its opening quote, if all of it is ASCII without escapes.
    @inlinable @inline(__always)
    func endOfPlainText(_ start: Int) -> Int? {
        var i = start
        while i &+ 8 <= end {
            let special = JSONSyntax.specialBytes(in: JSONSyntax.word(base, i))
            if special != 0 {
                i &+= special.trailingZeroBitCount &>> 3
                return base[i] == UInt8(ascii: "\"") ? i &+ 1 : nil
            }
            i &+= 8
        }
        // What is left is shorter than a word.
        while i < end, base[i] >= 0x20, base[i] < 0x7F, base[i] != UInt8(ascii: "\\") {
            if base[i] == UInt8(ascii: "\"") { return i &+ 1 }
            i &+= 1
        }
        return nil
    }

    /// - Precondition: `start` is before the end.
    @inlinable @inline(__always)
    func endOfDecimal(_ start: Int) -> Int? {
        var i = start
        if base[i] == UInt8(ascii: "-") { i &+= 1 }
        let first = i
        while i < end, base[i] &- UInt8(ascii: "0") < 10 { i &+= 1 }
        guard i > first, base[first] != UInt8(ascii: "0") || i == first &+ 1 else { return nil }
        guard i < end, base[i] == UInt8(ascii: ".") else { return i }
        let point = i
        i &+= 1
        while i < end, base[i] &- UInt8(ascii: "0") < 10 { i &+= 1 }
        return i > point &+ 1 ? i : nil
    }
}
