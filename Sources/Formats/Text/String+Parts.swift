extension String {
    /// The text without surrounding ASCII white space.
    var trimmed: String {
        guard let first = utf8.firstIndex(where: { $0 > 0x20 }), let last = utf8.lastIndex(where: { $0 > 0x20 })
        else { return "" }
        if first == utf8.startIndex && utf8.index(after: last) == utf8.endIndex { return self }
        return String(Substring(utf8[first...last]))
    }

    /// The text, or the first characters of a longer one.
    func shortened(to count: Int) -> String { utf8.count <= count ? self : String(prefix(count)) }

    /// The text with a blank for each ASCII control character, such as line breaks.
    var onOneLine: String {
        guard utf8.contains(where: { $0 < 0x20 }) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }

    /// Returns true if the text contains two adjacent ASCII characters.
    func holds(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        var isFirst = false
        for byte in utf8 {
            if isFirst && byte == UInt8(ascii: second) { return true }
            isFirst = byte == UInt8(ascii: first)
        }
        return false
    }
}
