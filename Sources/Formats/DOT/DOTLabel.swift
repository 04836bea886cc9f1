import Graph

/// The text of labels in DOT.
enum DOTLabel {
    /// The names that escapes stand for.
    struct Names {
        /// The name of the node, the edge or the cluster.
        var element: String
        var graph: String
        var tail = ""
        var head = ""
    }

    /// The greatest growth of a text by the names in it, in bytes.
    private static let mostNames = 1 << 20

    /// The text of a label with escapes: `\n`, `\l` and `\r` end a line, `\N` and others are names.
    ///
    /// - Complexity: O(*n*).
    static func text(_ label: String, _ names: Names) -> String {
        if !label.utf8.contains(UInt8(ascii: "\\")) {
            return MermaidLabel.withoutEntities(label.trimmed)
        }
        let bytes = Array(label.utf8)
        var output: [UInt8] = []
        var (index, grown) = (0, 0)
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < bytes.count else {
                output.append(byte)
                continue
            }
            let next = bytes[index]
            index += 1
            if "nlr".utf8.contains(next) {
                output.append(UInt8(ascii: "\n"))
            } else if let name = name(next, names), grown + name.utf8.count <= mostNames {
                output += Array(name.utf8)
                grown += name.utf8.count
            } else {
                output.append(next)
            }
        }
        return MermaidLabel.withoutEntities(String(decoding: output, as: UTF8.self).trimmed)
    }

    private static func name(_ escape: UInt8, _ names: Names) -> String? {
        switch escape {
        case UInt8(ascii: "N"), UInt8(ascii: "E"), UInt8(ascii: "L"): names.element
        case UInt8(ascii: "G"): names.graph
        case UInt8(ascii: "T"): names.tail
        case UInt8(ascii: "H"): names.head
        default: nil
        }
    }

    /// The first letters of tags that end a line: of tables in DOT, and of blocks in HTML.
    private static let breaks = ["br", "/tr", "div", "/di", "p>", "p ", "/p", "/li", "/h", "hr"]

    /// The text between tags. Rows and breaks begin a new line; a blank separates cells.
    ///
    /// - Parameter isHTML: true for a text in which only `&` begins an entity.
    /// - Returns: the text; the same text with the marks of its tags; true if other tags are lost.
    /// - Complexity: O(*n*).
    static func withoutTags(_ label: String, isHTML: Bool = false) -> (text: String, rich: RichLabel?, isLossy: Bool) {
        let text = withoutTags(label, isHTML: isHTML, hasSigns: false).text
        if MarkedText.hasSigns(label) { return (text, nil, true) }
        let marked = withoutTags(label, isHTML: isHTML, hasSigns: true)
        if marked.text.utf8.count == text.utf8.count { return (text, nil, marked.isLossy) }
        return (text, MarkedText.rich(text, from: marked.text), marked.isLossy)
    }

    /// The tags that only affect lines.
    private static let longestPlain = 8
    private static let plain: Set = ["br", "br/", "br /", "div", "/div", "p", "/p"]

    private static func withoutTags(
        _ label: String, isHTML: Bool, hasSigns: Bool
    ) -> (text: String, isLossy: Bool) {
        let bytes = Array(label.utf8)
        var isLossy = false
        var output: [UInt8] = []
        var index = 0
        func separate(_ byte: UInt8) {
            guard let last = output.last, last != UInt8(ascii: "\n") else { return }
            if last == 0x20 { output.removeLast() }
            output.append(byte)
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<") {
                let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count - 1
                let tag = String(decoding: bytes[(index + 1)..<max(end, index + 1)].prefix(3), as: UTF8.self)
                    .lowercased()
                if breaks.contains(where: tag.hasPrefix) { separate(UInt8(ascii: "\n")) }
                if tag.hasPrefix("/td") { separate(0x20) }
                let isEnd = tag.hasPrefix("/")
                let name = String(
                    decoding: bytes[(index + 1)..<max(end, index + 1)].prefix(longestPlain), as: UTF8.self
                ).lowercased()
                if let marks = MarkedText.marks(ofTag: isEnd ? String(name.dropFirst()) : name) {
                    if hasSigns { output += MarkedText.sign(marks, isEnd: isEnd) }
                } else if !plain.contains(name) {
                    isLossy = true
                }
                index = end + 1
            } else {
                if byte <= 0x20 { separate(0x20) } else { output.append(byte) }
                index += 1
            }
        }
        return (MermaidLabel.text(String(decoding: output, as: UTF8.self), isHTML: isHTML), isLossy)
    }
}
