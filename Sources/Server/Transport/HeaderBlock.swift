/// The header lines before a body, as far as they have arrived.
struct HeaderBlock: Sendable {
    enum Reading {
        case needMore
        case complete(length: Int)
        /// The block is valid, but its body must be skipped.
        case refused(Framing.Failure, length: Int)
        /// The header is broken, and the bytes after `scanned` are unknown.
        case broken(Framing.Failure)
    }

    /// The number of bytes of the block that have been examined, and the start of the current line among them.
    private(set) var scanned = 0
    private var lineStart = 0
    private var nameEnd: Int?
    private var colon: Int?
    private var length: Int?
    private var hasUnknownCharset = false

    /// Reads on in the block.
    ///
    /// - Parameter bytes: all arrived bytes, from the first one of the block.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, limits: Framing.Limits) -> Reading {
        let available = min(bytes.count, limits.headerBytes)
        while scanned < available {
            let byte = bytes[scanned]
            if byte == UInt8(ascii: "\r") {
                guard scanned + 1 < bytes.count else { return .needMore }
                guard bytes[scanned + 1] == UInt8(ascii: "\n") else { return .broken(.malformedHeader) }
                if let result = endLine(bytes, next: scanned + 2, limits: limits) { return result }
            } else if byte == UInt8(ascii: "\n") {
                if let result = endLine(bytes, next: scanned + 1, limits: limits) { return result }
            } else if accepts(byte) {
                scanned += 1
            } else {
                return .broken(.malformedHeader)
            }
        }
        return bytes.count > limits.headerBytes ? .broken(.headerTooLong) : .needMore
    }

    /// Takes one byte within a line; false when no header can have it there (RFC 9110, section 5).
    private mutating func accepts(_ byte: UInt8) -> Bool {
        let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        if colon != nil { return isBlank || byte > 0x20 && byte != 0x7f }
        if byte == UInt8(ascii: ":") {
            colon = scanned
            return (nameEnd ?? scanned) > lineStart
        }
        if isBlank {
            nameEnd = nameEnd ?? scanned
            return scanned > lineStart
        }
        return nameEnd == nil && Self.isToken(byte)
    }

    private mutating func endLine(
        _ bytes: UnsafeBufferPointer<UInt8>, next: Int, limits: Framing.Limits
    ) -> Reading? {
        let line = lineStart..<scanned
        scanned = next
        if line.isEmpty { return end(limits) }
        guard let colon else { return .broken(.malformedHeader) }
        let name = UnsafeBufferPointer(rebasing: bytes[line.lowerBound..<(nameEnd ?? colon)])
        let value = Self.trimmed(UnsafeBufferPointer(rebasing: bytes[colon + 1..<line.upperBound]))
        lineStart = next
        nameEnd = nil
        self.colon = nil
        if name.equals("content-length") {
            guard let value = Self.number(value, limits) else { return .broken(.malformedLength) }
            guard (length ?? value) == value else { return .broken(.conflictingLengths) }
            length = value
        } else if name.equals("content-type"), !Self.isUTF8(value) {
            hasUnknownCharset = true
        }
        return nil
    }

    private func end(_ limits: Framing.Limits) -> Reading {
        guard let length else { return .broken(.missingLength) }
        guard length <= limits.messageBytes else { return .broken(.messageTooLong) }
        return hasUnknownCharset ? .refused(.unknownCharset, length: length) : .complete(length: length)
    }
}

extension HeaderBlock {
    /// Fast path: the start and the length of the body, if a complete block in the usual spelling is at `offset`.
    @inline(__always)
    static func canonical(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> (bodyStart: Int, length: Int)? {
        guard let base = bytes.baseAddress, bytes.count - offset >= 21 else { return nil }
        let raw = UnsafeRawPointer(base)
        guard raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) == contentDash,
            raw.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self) == lengthColon
        else { return nil }
        var index = offset + 16
        // Eight digits at most, so that nothing can overflow and the ends of line are still within the bytes.
        let lastDigit = min(offset + 24, bytes.count - 4)
        var length = 0
        while index < lastDigit, case let digit = base[index] &- UInt8(ascii: "0"), digit <= 9 {
            length = length &* 10 &+ Int(digit)
            index += 1
        }
        guard index > offset + 16, raw.loadUnaligned(fromByteOffset: index, as: UInt32.self) == twoLineEnds else {
            return nil
        }
        return (index + 4, length)
    }

    private static let contentDash = UInt64(littleEndian: 0x2d74_6e65_746e_6f43)
    private static let lengthColon = UInt64(littleEndian: 0x203a_6874_676e_654c)
    private static let twoLineEnds = UInt32(littleEndian: 0x0a0d_0a0d)

    /// The size in bytes within which a length line must fit to be found between garbage.
    static let longestLengthLine = 128

    /// Returns the start of a line `Content-Length: N` that ends at `feed`, which need not be the beginning of the
    /// line.
    static func startOfLengthLine(
        endingAt feed: Int, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Int? {
        let lowest = max(start, feed + 1 - longestLengthLine)
        var end = feed
        func skipBack(while matches: (UInt8) -> Bool) -> Bool {
            let before = end
            while end > lowest, matches(bytes[end - 1]) { end -= 1 }
            return end < before
        }
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        if end > lowest, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        _ = skipBack(while: isBlank)
        guard skipBack(while: { $0 &- UInt8(ascii: "0") <= 9 }) else { return nil }
        _ = skipBack(while: isBlank)
        guard end > lowest, bytes[end - 1] == UInt8(ascii: ":") else { return nil }
        end -= 1
        _ = skipBack(while: isBlank)
        let nameStart = end - 14
        guard nameStart >= lowest, UnsafeBufferPointer(rebasing: bytes[nameStart..<end]).equals("content-length"),
            nameStart == lowest || bytes[nameStart - 1] != UInt8(ascii: "-")
        else { return nil }
        return nameStart
    }

    /// A number of digits only; values beyond the limit on messages need not be exact.
    private static func number(_ text: UnsafeBufferPointer<UInt8>, _ limits: Framing.Limits) -> Int? {
        guard !text.isEmpty else { return nil }
        var number = 0
        for byte in text {
            let digit = byte &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            if number <= limits.messageBytes { number = number * 10 + Int(digit) }
        }
        return number
    }

    /// Returns true if a Content-Type leaves the charset out or names UTF-8, in any case and with or without quotes.
    private static func isUTF8(_ contentType: UnsafeBufferPointer<UInt8>) -> Bool {
        for parameter in contentType.split(separator: UInt8(ascii: ";")).dropFirst() {
            guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = trimmed(UnsafeBufferPointer(rebasing: parameter[..<equals]))
            guard name.equals("charset") else { continue }
            var value = trimmed(UnsafeBufferPointer(rebasing: parameter[(equals + 1)...]))
            if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
                value = UnsafeBufferPointer(rebasing: value.dropFirst().dropLast())
            }
            guard value.equals("utf-8") || value.equals("utf8") else { return false }
        }
        return true
    }

    private static func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let first = text.firstIndex(where: { !isBlank($0) }),
            let last = text.lastIndex(where: { !isBlank($0) })
        else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(rebasing: text[first...last])
    }

    /// Returns true if a byte may occur in the name of a header: a `tchar` of RFC 9110, section 5.6.2.
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e...0x60, 0x7c, 0x7e: true
        default: false
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns true if these bytes equal a text in lower case, ignoring case.
    fileprivate func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count {
            let byte = self[index]
            let lower = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            if lower != text.utf8Start[index] { return false }
        }
        return true
    }
}
