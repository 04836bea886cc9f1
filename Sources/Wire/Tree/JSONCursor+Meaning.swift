extension JSONCursor {
    /// Reads the next values of two texts; returns true if they mean the same, so that their trees would be equal.
    ///
    /// - Complexity: O(*n*) in the bytes up to the first difference; trees are made only for members in another order,
    ///   and for numbers in another spelling.
    public static func means(_ a: JSONCursor, _ b: JSONCursor) -> Bool {
        var (first, second) = (a, b)
        return same(&first, &second) ?? (tree(a) == tree(b))
    }

    /// Returns nil if members come in another order, which does not decide.
    private static func same(_ a: inout JSONCursor, _ b: inout JSONCursor) -> Bool? {
        guard let kind = a.peek(), kind == b.peek() else { return false }
        switch kind {
        case .string:
            guard let name = try? a.readName(), let other = try? b.readName() else { return false }
            return name.means(other)
        case .object:
            guard a.entersObject(), b.entersObject() else { return false }
            while let name = a.nextMember() {
                guard let other = b.nextMember(), name.means(other) else { return nil }
                let isSame = same(&a, &b)
                if isSame != true { return isSame }
            }
            return b.nextMember() == nil ? true : nil
        case .array:
            guard a.entersArray(), b.entersArray() else { return false }
            while a.nextElement() {
                guard b.nextElement() else { return false }
                let isSame = same(&a, &b)
                if isSame != true { return isSame }
            }
            return !b.nextElement()
        case .number, .boolean, .null:
            let (own, other) = (a, b)
            let (range, otherRange) = (a.rawValue(), b.rawValue())
            let bytes = UnsafeBufferPointer(start: a.base + range.lowerBound, count: range.count)
            let others = UnsafeBufferPointer(start: b.base + otherRange.lowerBound, count: otherRange.count)
            return bytes.hasSameBytes(as: others) || kind == .number && tree(own) == tree(other)
        }
    }

    private static func tree(_ cursor: JSONCursor) -> JSON? {
        var cursor = cursor
        return try? JSON(reading: &cursor, checked: false)
    }
}

extension JSONName {
    /// Returns true if both are equal after their escapes are resolved.
    ///
    /// - Complexity: O(*n*) in the bytes up to the first difference, unless that is an escape beyond ASCII.
    func means(_ other: JSONName) -> Bool {
        if !hasEscapes && !other.hasEscapes { return spelling.hasSameBytes(as: other.spelling) }
        var (index, otherIndex) = (0, 0)
        while index < count, otherIndex < other.count {
            let (end, otherEnd) = (index + 8, otherIndex + 8)
            if end <= count, otherEnd <= other.count {
                let word = JSONSyntax.word(start, index)
                if word == JSONSyntax.word(other.start, otherIndex), JSONSyntax.quotesAndBackslashes(in: word) == 0 {
                    (index, otherIndex) = (end, otherEnd)
                    continue
                }
            }
            guard let (byte, length) = plainByte(at: index),
                let (otherByte, otherLength) = other.plainByte(at: otherIndex)
            else { return JSONString(rest(from: index)) == JSONString(other.rest(from: otherIndex)) }
            if byte != otherByte { return false }
            index += length
            otherIndex += otherLength
        }
        return index == count && otherIndex == other.count
    }

    private func rest(from index: Int) -> JSONName {
        JSONName(start: start + index, count: count - index, hasEscapes: true)
    }

    /// The byte at an index, written or escaped, and the length of its spelling; nil for an escape by number.
    private func plainByte(at index: Int) -> (UInt8, length: Int)? {
        let byte = start[index]
        if byte != UInt8(ascii: "\\") { return (byte, 1) }
        switch start[index + 1] {
        case UInt8(ascii: "u"): return nil
        case UInt8(ascii: "b"): return (0x08, 2)
        case UInt8(ascii: "f"): return (0x0C, 2)
        case UInt8(ascii: "n"): return (0x0A, 2)
        case UInt8(ascii: "r"): return (0x0D, 2)
        case UInt8(ascii: "t"): return (0x09, 2)
        case let kind: return (kind, 2)
        }
    }
}
