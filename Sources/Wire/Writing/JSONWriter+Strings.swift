extension JSONWriter {
    /// A string that needs no escapes.
    @inlinable @inline(__always)
    public mutating func string(_ literal: StaticString) {
        let size = literal.utf8CodeUnitCount
        writeValue(size &+ 2) { target in
            target[0] = UInt8(ascii: "\"")
            (target + 1).initialize(from: literal.utf8Start, count: size)
            target[size &+ 1] = UInt8(ascii: "\"")
            return size &+ 2
        }
    }

    /// Disfavored, so that a literal is a `StaticString`.
    @inlinable @_disfavoredOverload
    public mutating func string(_ value: String) {
        var value = value
        value.withUTF8 { string(utf8: $0) }
    }

    /// Writes a string, escaping what RFC 8259 requires.
    @inlinable @_disfavoredOverload
    public mutating func string(_ value: JSONString) {
        value.write(into: &self)
    }

    /// A string of valid UTF-8, escaped only where RFC 8259 requires it: quotes, backslashes and control characters.
    @inlinable
    public mutating func string(utf8 text: UnsafeBufferPointer<UInt8>) {
        guard let source = text.baseAddress, text.count > 0 else { return raw("\"\"") }
        let count = text.count
        var clean = 0
        writeValue(count &+ 10) { target in
            target[0] = UInt8(ascii: "\"")
            let body = target + 1
            var i = 0
            while i &+ 8 <= count {
                let word = JSONSyntax.word(source, i)
                UnsafeMutableRawPointer(body + i).storeBytes(of: word.littleEndian, as: UInt64.self)
                if JSONWriter.bytesToEscape(in: word) != 0 { break }
                i &+= 8
            }
            // What is left is a part of a last word that reaches back into earlier bytes.
            if i < count, i &+ 8 > count, JSONWriter.copyClean(source, to: body, count: count) { i = count }
            while i < count {
                let byte = source[i]
                if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
                body[i] = byte
                i &+= 1
            }
            clean = i
            body[i] = UInt8(ascii: "\"")
            return i == count ? i &+ 2 : i &+ 1
        }
        if clean < count {
            escape(UnsafeBufferPointer(rebasing: text[clean...]), keepingBackslashes: false)
        }
    }

    /// Writes a string of 1…16 bytes of valid UTF-8 as they are in memory; writes nothing and returns false if a byte
    /// must be escaped.
    @inlinable @inline(__always)
    public mutating func shortString(_ bytes: SIMD2<UInt64>, count: Int) -> Bool {
        let first = UInt64(littleEndian: bytes[0])
        let second = UInt64(littleEndian: bytes[1])
        // The bytes behind the string are shifted out; a shift by all 64 bits is none at all when it is masked.
        let marks =
            count > 8
            ? JSONWriter.bytesToEscape(in: first)
                | JSONWriter.bytesToEscape(in: second) &<< UInt64(truncatingIfNeeded: 128 &- 8 &* count)
            : JSONWriter.bytesToEscape(in: first) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        if marks != 0 { return false }
        writeValue(19) { target in
            target[0] = UInt8(ascii: "\"")
            UnsafeMutableRawPointer(target + 1).storeBytes(of: bytes, as: SIMD2<UInt64>.self)
            target[count &+ 1] = UInt8(ascii: "\"")
            return count &+ 2
        }
        return true
    }

    /// The same as `string`; with `keepingBackslashes` the text already has escapes, and their backslashes are kept.
    mutating func string(utf8 text: UnsafeBufferPointer<UInt8>, keepingBackslashes: Bool) {
        guard keepingBackslashes else { return string(utf8: text) }
        writeValue(1) { target in
            target[0] = UInt8(ascii: "\"")
            return 1
        }
        escape(text, keepingBackslashes: true)
    }

    /// Copies the last eight bytes, or four to seven, if none must be escaped, and returns whether it did.
    @inlinable @inline(__always)
    static func copyClean(
        _ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int
    ) -> Bool {
        let from = UnsafeRawPointer(source)
        let to = UnsafeMutableRawPointer(target)
        if count >= 8 {
            let word = from.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            if bytesToEscape(in: word) != 0 { return false }
            to.storeBytes(of: word, toByteOffset: count &- 8, as: UInt64.self)
            return true
        }
        guard count >= 4 else { return false }
        let first = from.loadUnaligned(as: UInt32.self)
        let last = from.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
        if bytesToEscape(in: UInt64(first) | UInt64(last) &<< 32) != 0 { return false }
        to.storeBytes(of: first, as: UInt32.self)
        to.storeBytes(of: last, toByteOffset: count &- 4, as: UInt32.self)
        return true
    }

    /// Marks the high bit of quotes, backslashes and control characters; the lowest mark is exact.
    @inlinable @inline(__always)
    static func bytesToEscape(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let controls = (word &- ones &* 0x20) & ~word & (ones &* 0x80)
        return JSONSyntax.quotesAndBackslashes(in: word) | controls
    }

    /// The rest of a string with its closing quote.
    @inline(never)
    @usableFromInline mutating func escape(_ text: UnsafeBufferPointer<UInt8>, keepingBackslashes: Bool) {
        var i = 0
        while i < text.count {
            let part = UnsafeBufferPointer(rebasing: text[i..<min(i + 4096, text.count)])
            i += part.count
            write(part.count * 6) { target in
                var at = 0
                for byte in part {
                    let letter: UInt8
                    switch byte {
                    case UInt8(ascii: "\""): letter = byte
                    case UInt8(ascii: "\\"): letter = keepingBackslashes ? 0 : byte
                    case 0x08: letter = UInt8(ascii: "b")
                    case 0x0C: letter = UInt8(ascii: "f")
                    case 0x0A: letter = UInt8(ascii: "n")
                    case 0x0D: letter = UInt8(ascii: "r")
                    case 0x09: letter = UInt8(ascii: "t")
                    case 0x00..<0x20: letter = UInt8(ascii: "u")
                    default: letter = 0
                    }
                    guard letter != 0 else {
                        target[at] = byte
                        at += 1
                        continue
                    }
                    target[at] = UInt8(ascii: "\\")
                    target[at + 1] = letter
                    at += 2
                    if letter == UInt8(ascii: "u") {
                        let low = byte & 0xF
                        target[at] = UInt8(ascii: "0")
                        target[at + 1] = UInt8(ascii: "0")
                        target[at + 2] = UInt8(ascii: "0") + byte >> 4
                        target[at + 3] = low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10
                        at += 4
                    }
                }
                return at
            }
        }
        writeByte(UInt8(ascii: "\""))
    }
}

extension JSONString {
    /// Writes the string as a JSON value.
    public func write(into writer: inout JSONWriter) {
        withUTF8 { writer.string(utf8: $0, keepingBackslashes: hasLoneSurrogates) }
    }
}
