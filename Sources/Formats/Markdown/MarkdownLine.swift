/// A line of a Markdown text, with a reading position.
struct MarkdownLine {
    private let text: UnsafeBufferPointer<UInt8>
    private let start: Int
    /// The end, without the line break.
    let end: Int
    /// The reading position and its column; a tab ends at the next multiple of four.
    private(set) var index: Int
    private(set) var column = 0

    init(_ text: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) {
        (self.text, start, end, index) = (text, line.lowerBound, line.upperBound, line.lowerBound)
    }

    /// The number of blank columns from here, and the position after them.
    var indentation: (columns: Int, start: Int) {
        var (place, column) = (index, self.column)
        while place < end, isBlank(place) {
            column = MarkdownLine.column(behind: text[place], at: column)
            place += 1
        }
        return (column - self.column, place)
    }

    private static func column(behind byte: UInt8, at column: Int) -> Int {
        byte == 0x09 ? (column / 4 + 1) * 4 : column + 1
    }

    func isBlank(_ place: Int) -> Bool { text[place] == 0x20 || text[place] == 0x09 }

    /// Returns true if only blanks follow a position.
    func isBlank(from place: Int) -> Bool { text[place..<end].allSatisfy { $0 == 0x20 || $0 == 0x09 } }

    /// Skips up to a number of columns while they are blank.
    mutating func pass(columns: Int) {
        let limit = column + columns
        while column < limit, index < end, isBlank(index) { pass(to: index + 1) }
    }

    mutating func pass(to place: Int) {
        while index < place {
            column = MarkdownLine.column(behind: text[index], at: column)
            index += 1
        }
    }

    /// Skips the mark of a quote at a position, and one blank after it.
    mutating func passQuote(_ place: Int) -> Bool {
        guard place < end, text[place] == UInt8(ascii: ">") else { return false }
        pass(to: place + 1)
        pass(columns: 1)
        return true
    }

    /// The number of repetitions of a byte at a position.
    func run(of byte: UInt8, from place: Int) -> Int { text[place..<end].prefix { $0 == byte }.count }

    /// Is true for a line that begins or ends front matter.
    var isFrontMatterRule: Bool { looks(at: "---", start) && isBlank(from: start + 3) }

    /// Returns true for a thematic break: three or more of one mark, with blanks.
    func isRule(_ place: Int) -> Bool {
        let mark = text[place]
        guard "*-_".utf8.contains(mark) else { return false }
        var count = 0
        for byte in text[place..<end] where byte != 0x20 && byte != 0x09 {
            if byte != mark { return false }
            count += 1
        }
        return count >= 3
    }

    /// Returns true for an underline, which makes the paragraph above a heading.
    func isUnderline(_ place: Int) -> Bool {
        let mark = text[place]
        guard mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return false }
        return isBlank(from: place + run(of: mark, from: place))
    }

    /// The end of the marker of a list item, and true if the item may interrupt a paragraph.
    func item(_ place: Int) -> (end: Int, mayInterrupt: Bool)? {
        var next = place
        var isFirst = true
        if "-+*".utf8.contains(text[place]) {
            next += 1
        } else {
            let digits = text[place..<end].prefix { $0.isDigit }
            next += digits.count
            guard 1...9 ~= digits.count, next < end, text[next] == UInt8(ascii: ".") || text[next] == UInt8(ascii: ")")
            else { return nil }
            isFirst = digits.elementsEqual("1".utf8)
            next += 1
        }
        guard next == end || isBlank(next) else { return nil }
        return (next, isFirst && !isBlank(from: next))
    }

    func looks(at word: StaticString, _ place: Int) -> Bool {
        let count = word.utf8CodeUnitCount
        guard place + count <= end else { return false }
        return (0..<count).allSatisfy { MarkdownLine.lower(text[place + $0]) == MarkdownLine.lower(word.utf8Start[$0]) }
    }

    /// Returns true if the rest of the line contains a word, ignoring case.
    func contains(_ word: StaticString) -> Bool {
        guard end - index >= word.utf8CodeUnitCount else { return false }
        return (index...end - word.utf8CodeUnitCount).contains { looks(at: word, $0) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }

    /// The HTML tag at a position: its name, true for a closing tag, and true if nothing follows it.
    func tag(_ place: Int) -> (name: String, closes: Bool, isAlone: Bool)? {
        var next = place + 1
        let closes = next < end && text[next] == UInt8(ascii: "/")
        if closes { next += 1 }
        let name = text[next..<end].prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
        guard let first = name.first, first.isLetter else { return nil }
        let behind = name.endIndex < end ? text[name.endIndex] : 0x20
        guard [0x20, 0x09, UInt8(ascii: ">"), UInt8(ascii: "/")].contains(behind) else { return nil }
        let close = text[next..<end].firstIndex(of: UInt8(ascii: ">"))
        let isAlone = close.map { isBlank(from: $0 + 1) } ?? false
        return (String(decoding: name.map(MarkdownLine.lower), as: UTF8.self), closes, isAlone)
    }

    /// The tags that begin an HTML block at the start of a line.
    static let blockTags: Set<String> = [
        "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup",
        "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
        "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend",
        "li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param",
        "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
    ]

    /// The first word after a position in lowercase. Braces and a dot may precede it, and attributes may follow it.
    func firstWord(from place: Int) -> String {
        let signs: [UInt8] = [0x20, 0x09, UInt8(ascii: "{"), UInt8(ascii: ".")]
        let rest = text[place..<end].drop(while: signs.contains)
        let word = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "}") }
        return String(decoding: word.map(MarkdownLine.lower), as: UTF8.self)
    }

    /// The bytes before each line of a fence that opens at a position: quote marks, and blanks for list markers.
    func prefix(upTo place: Int) -> [UInt8] {
        text[start..<place].map { $0 == UInt8(ascii: ">") || $0 == 0x09 ? $0 : 0x20 }
    }

    /// The text from a position, without surrounding blanks.
    func string(from place: Int) -> String {
        MarkdownLine.trimmed(String(decoding: text[place..<end], as: UTF8.self))
    }

    static func trimmed(_ text: String) -> String {
        let bytes = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }
        return String(decoding: bytes.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed(), as: UTF8.self)
    }
}
