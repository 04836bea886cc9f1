/// A line of a text in Markdown, which is read from its beginning on.
struct MarkdownLine {
    private let text: UnsafeBufferPointer<UInt8>
    private let start: Int
    /// The place of its end, without the line break.
    let end: Int
    /// The place where reading goes on, and its column, where a tab leads to the next multiple of four.
    private(set) var index: Int
    private(set) var column = 0

    init(_ text: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) {
        (self.text, start, end, index) = (text, line.lowerBound, line.upperBound, line.lowerBound)
    }

    /// The number of columns that are blank from here on, and the place behind them.
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

    /// Returns true if nothing but blanks follows a place.
    func isBlank(from place: Int) -> Bool { text[place..<end].allSatisfy { $0 == 0x20 || $0 == 0x09 } }

    /// Passes over so many columns, as far as they are blank.
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

    /// Passes over the mark of a quote, if that is at a place, and a blank behind it.
    mutating func passQuote(_ place: Int) -> Bool {
        guard place < end, text[place] == UInt8(ascii: ">") else { return false }
        pass(to: place + 1)
        pass(columns: 1)
        return true
    }

    /// The number of times that a byte follows itself.
    func run(of byte: UInt8, from place: Int) -> Int { text[place..<end].prefix { $0 == byte }.count }

    /// Is true for a line that begins or ends settings of a site.
    var isFrontMatterRule: Bool { looks(at: "---", start) && isBlank(from: start + 3) }

    /// Returns true for a line between paragraphs: three or more of one mark, with blanks.
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

    /// Returns true for a line that makes the paragraph above it a heading.
    func isUnderline(_ place: Int) -> Bool {
        let mark = text[place]
        guard mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return false }
        return isBlank(from: place + run(of: mark, from: place))
    }

    /// The end of the mark of an item of a list, and whether it may stand behind a line of a paragraph.
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

    /// Returns true if a word is in the rest of the line, with letters of any case.
    func contains(_ word: StaticString) -> Bool {
        guard end - index >= word.utf8CodeUnitCount else { return false }
        return (index...end - word.utf8CodeUnitCount).contains { looks(at: word, $0) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }

    /// The tag of HTML at a place, whether it closes, and whether nothing follows it.
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

    /// The tags that begin a block of HTML wherever a line begins with them.
    static let blockTags: Set<String> = [
        "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup",
        "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
        "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend",
        "li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param",
        "search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
    ]

    /// The first word behind a place in small letters; attributes may follow it, and braces and a dot stand before it.
    func firstWord(from place: Int) -> String {
        let signs: [UInt8] = [0x20, 0x09, UInt8(ascii: "{"), UInt8(ascii: ".")]
        let rest = text[place..<end].drop(while: signs.contains)
        let word = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "}") }
        return String(decoding: word.map(MarkdownLine.lower), as: UTF8.self)
    }

    /// The bytes before each line of a fence that opens at a place: the quotes, and blanks for the marks of items.
    func prefix(upTo place: Int) -> [UInt8] {
        text[start..<place].map { $0 == UInt8(ascii: ">") || $0 == 0x09 ? $0 : 0x20 }
    }

    /// The text from a place on without the blanks around it.
    func string(from place: Int) -> String {
        MarkdownLine.trimmed(String(decoding: text[place..<end], as: UTF8.self))
    }

    static func trimmed(_ text: String) -> String {
        let bytes = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }
        return String(decoding: bytes.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed(), as: UTF8.self)
    }
}
