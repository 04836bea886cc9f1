extension JSONName {
    /// The number of Unicode scalars in the string, escapes resolved; a lone surrogate counts as one.
    ///
    /// - Complexity: O(*n*) in its bytes.
    public var scalarCount: Int {
        if !hasEscapes { return spelling.scalarCount }
        var count = 0
        var index = 0
        while index < spelling.count {
            defer { count += 1 }
            guard spelling[index] == UInt8(ascii: "\\") else {
                index += 1
                while index < spelling.count, spelling[index] & 0xC0 == 0x80 { index += 1 }
                continue
            }
            guard let unit = escapedUnit(index) else {
                index += 2
                continue
            }
            index += 6
            if (0xD800..<0xDC00).contains(unit), let low = escapedUnit(index), (0xDC00..<0xE000).contains(low) {
                index += 6
            }
        }
        return count
    }

    /// The code unit of `\uXXXX` at an index, or nil if something else is there.
    private func escapedUnit(_ index: Int) -> UInt16? {
        guard index + 6 <= spelling.count, spelling[index] == UInt8(ascii: "\\"),
            spelling[index + 1] == UInt8(ascii: "u")
        else { return nil }
        return spelling[(index + 2)..<(index + 6)].reduce(0) { $0 << 4 | (JSONSyntax.hexValue($1) ?? 0) }
    }
}
