extension Grammar {
    /// The rest of a string after its opening quote.
    @inline(__always)
    func string(_ start: Int) throws(JSONSyntaxError) -> Int {
        var i = start
        while i &+ 8 <= end {
            let special = JSONSyntax.specialBytes(in: JSONSyntax.word(base, i))
            if special == 0 {
                i &+= 8
                continue
            }
            i &+= special.trailingZeroBitCount &>> 3
            if base[i] == UInt8(ascii: "\"") { return i &+ 1 }
            i = try unusual(i)
        }
        while i < end {
            if base[i] == UInt8(ascii: "\"") { return i &+ 1 }
            i = try unusual(i)
        }
        throw JSONSyntaxError(.unexpectedEnd, at: i)
    }

    /// Skips the content of a string up to its end.
    @inline(never)
    private func unusual(_ i: Int) throws(JSONSyntaxError) -> Int {
        if base[i] == UInt8(ascii: "\\") { return try escape(i) }
        if base[i] >= 0x80 { return try scalars(i) }
        if base[i] < 0x20 { throw JSONSyntaxError(.controlCharacter, at: i) }
        return i + 1
    }

    private func escape(_ start: Int) throws(JSONSyntaxError) -> Int {
        guard start + 1 < end else { throw JSONSyntaxError(.unexpectedEnd, at: end) }
        switch base[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start + 2
        case UInt8(ascii: "u"):
            for i in start + 2..<start + 6 {
                guard i < end else { throw JSONSyntaxError(.unexpectedEnd, at: end) }
                guard JSONSyntax.hexValue(base[i]) != nil else { throw JSONSyntaxError(.invalidEscape, at: i) }
            }
            return start + 6
        default:
            throw JSONSyntaxError(.invalidEscape, at: start + 1)
        }
    }

    /// Scalars beyond ASCII, in a row (Unicode Standard, table 3-7).
    private func scalars(_ start: Int) throws(JSONSyntaxError) -> Int {
        var i = start
        while i < end, base[i] >= 0x80 {
            let lead = base[i]
            let tail: Int
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch lead {
            case 0xC2...0xDF: tail = 1
            case 0xE0: (tail, second) = (2, 0xA0...0xBF)
            case 0xED: (tail, second) = (2, 0x80...0x9F)
            case 0xE1...0xEF: tail = 2
            case 0xF0: (tail, second) = (3, 0x90...0xBF)
            case 0xF1...0xF3: tail = 3
            case 0xF4: (tail, second) = (3, 0x80...0x8F)
            default: throw JSONSyntaxError(.invalidUTF8, at: i)
            }
            guard i + tail < end else { throw JSONSyntaxError(.unexpectedEnd, at: end) }
            guard second.contains(base[i + 1]) else { throw JSONSyntaxError(.invalidUTF8, at: i) }
            if tail >= 2, base[i + 2] & 0xC0 != 0x80 { throw JSONSyntaxError(.invalidUTF8, at: i) }
            if tail == 3, base[i + 3] & 0xC0 != 0x80 { throw JSONSyntaxError(.invalidUTF8, at: i) }
            i += tail + 1
        }
        return i
    }
}
