extension MermaidLabel {
    /// The HTML tags that change the look of text.
    private static let inline: Set<String> = [
        "b", "i", "u", "s", "em", "strong", "small", "big", "sub", "sup", "span", "font", "a", "code", "kbd", "tt",
        "mark",
        "del", "ins", "img", "cite", "var", "samp",
    ]
    /// The HTML tags that begin a new line.
    private static let blocks: Set<String> = [
        "p", "div", "hr", "li", "ul", "ol", "tr", "table", "thead", "tbody", "h1", "h2", "h3", "h4", "h5", "h6", "pre",
        "center", "blockquote",
    ]
    /// The tags of cells, which are separated by blanks.
    private static let cells: Set<String> = ["td", "th"]
    /// The length of the longest tag name.
    private static let longestTag = 10

    /// Returns a label without its HTML tags: some become marks, and blocks begin and end with breaks. Also returns
    /// true if other tags are lost. `<br>` stays, and so do texts that only look like tags, such as `List<Order>`.
    ///
    /// - Complexity: O(*n*).
    static func withoutTags(_ raw: String) -> (text: String, hasTags: Bool, isLossy: Bool) {
        if !raw.utf8.contains(UInt8(ascii: "<")) { return (raw, false, false) }
        let bytes = Array(raw.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var (index, hasTags, isLossy) = (0, false, false)
        // A new line begins before the next text, unless no text precedes or follows.
        var (isBreakDue, isBlankDue) = (false, false)
        let lastEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<"), index < lastEnd, let (name, end) = tag(bytes, index) {
                hasTags = true
                if let marks = MarkedText.marks(ofTag: name) {
                    output += MarkedText.sign(marks, isEnd: bytes[index + 1] == UInt8(ascii: "/"))
                } else {
                    isLossy = true
                }
                if blocks.contains(name) { isBreakDue = true }
                if cells.contains(name) { isBlankDue = true }
                index = end
                continue
            }
            if bytes[index] > 0x20 {
                if isBreakDue && !output.isEmpty {
                    output += Array("<br>".utf8)
                } else if isBlankDue && !output.isEmpty {
                    output.append(0x20)
                }
                (isBreakDue, isBlankDue) = (false, false)
            }
            if !isBreakDue { output.append(bytes[index]) }
            index += 1
        }
        return hasTags ? (String(decoding: output, as: UTF8.self), true, isLossy) : (raw, false, false)
    }

    /// The lowercase name and the end of the tag that begins here; nil if it is not a known tag.
    private static func tag(_ bytes: [UInt8], _ start: Int) -> (String, Int)? {
        var end = start + 1
        if end < bytes.count, bytes[end] == UInt8(ascii: "/") { end += 1 }
        let first = end
        while end < bytes.count, end - first <= longestTag, bytes[end].isLetter || bytes[end].isDigit { end += 1 }
        guard end > first, end < bytes.count,
            bytes[end] <= 0x20 || bytes[end] == UInt8(ascii: ">") || bytes[end] == UInt8(ascii: "/")
        else { return nil }
        let name = String(decoding: bytes[first..<end], as: UTF8.self).lowercased()
        guard inline.contains(name) || blocks.contains(name) || cells.contains(name),
            let close = bytes[end...].firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        return (name, close + 1)
    }
}
