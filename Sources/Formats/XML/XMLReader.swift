import Graph

/// A pull reader of XML 1.0 (W3C, fifth edition, 2008) without document types. It knows the five predefined entities
/// and numeric references.
///
/// Names are local: the part before a colon is left out. A document type is skipped, so a use of an entity that it
/// declares is refused. Elements are nested at most `Limits.depth` deep.
struct XMLReader {
    /// An event of the reader.
    enum Event {
        /// The start of an element with its local name; the reader has its attributes.
        case start(String)
        /// The end of the innermost element.
        case end
        /// Characters in `text`; an element may have several pieces.
        case text
    }

    private struct Attribute {
        let name: Range<Int>
        let value: Range<Int>
        let isPlain: Bool
    }

    private var scanner: TextScanner
    /// The names of the open elements, with prefixes.
    private var open: [Range<Int>] = []
    private var attributes: [Attribute] = []
    private var piece = 0..<0
    private var isPlainPiece = true
    private var isEmptyElement = false
    private var hasRoot = false

    /// - Parameters:
    ///   - text: UTF-8 without a byte order mark; `read` checks it.
    ///   - format: the name of the format in errors.
    init(_ text: UnsafeBufferPointer<UInt8>, format: String) {
        scanner = TextScanner(text, format: format)
        open.reserveCapacity(16)
    }

    /// The number of open elements.
    var depth: Int { open.count }

    /// Returns the next event; nil after the root element.
    ///
    /// - Throws: `format` with line and column, `limits`.
    mutating func next() throws(EditError) -> Event? {
        if isEmptyElement {
            isEmptyElement = false
            open.removeLast()
            return .end
        }
        while let byte = scanner.byte {
            guard byte == UInt8(ascii: "<") else {
                if try readText() { return .text }
                continue
            }
            switch scanner.byte(after: 1) {
            case UInt8(ascii: "/"): return try readEnd()
            case UInt8(ascii: "?"): try skip(to: "?>", "a processing instruction has no end")
            case UInt8(ascii: "!"):
                if scanner.looks(at: "<!--") {
                    try skip(to: "-->", "a comment has no end")
                } else if scanner.looks(at: "<![CDATA["), !open.isEmpty {
                    let start = scanner.index + 9
                    try skip(to: "]]>", "CDATA has no end")
                    (piece, isPlainPiece) = (start..<max(start, scanner.index - 3), true)
                    return .text
                } else if scanner.looks(at: "<!DOCTYPE"), !hasRoot {
                    try skipDocumentType()
                } else {
                    throw scanner.error("no such markup is expected")
                }
            default: return try readStart()
            }
        }
        if let name = open.last {
            throw scanner.error("the element `\(scanner.string(name))` has no end", at: name.lowerBound - 1)
        }
        if !hasRoot { throw scanner.error("an element is expected") }
        return nil
    }

    // MARK: Elements

    private mutating func readStart() throws(EditError) -> Event {
        if open.isEmpty && hasRoot { throw scanner.error("there is one root element") }
        if open.count == Limits.depth {
            let place = scanner.position(of: scanner.index)
            throw EditError(.limits, "elements are nested deeper than \(Limits.depth), \(place)", path: ["text"])
        }
        hasRoot = true
        scanner.index += 1
        let name = try readName()
        open.append(name)
        attributes.removeAll(keepingCapacity: true)
        while true {
            let space = scanner.skip { $0.isXMLSpace }
            guard let byte = scanner.byte else { throw scanner.error("a tag has no end", at: name.lowerBound - 1) }
            if byte == UInt8(ascii: ">") {
                scanner.index += 1
                break
            }
            if scanner.skip("/>") {
                isEmptyElement = true
                break
            }
            if space == 0 { throw scanner.error("a blank, `/>` or `>` is expected") }
            try readAttribute()
        }
        try checkAttributes()
        return .start(scanner.localName(name))
    }

    private mutating func readAttribute() throws(EditError) {
        let name = try readName()
        scanner.skip { $0.isXMLSpace }
        guard scanner.skip("=") else { throw scanner.error("`=` is expected behind the name of an attribute") }
        scanner.skip { $0.isXMLSpace }
        guard let quote = scanner.byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw scanner.error("a value in quotes is expected")
        }
        let start = scanner.index + 1
        var (index, isPlain) = (start, true)
        while true {
            guard index < scanner.text.count else { throw scanner.error("a value has no end") }
            let byte = scanner.text[index]
            if byte == quote { break }
            if byte == UInt8(ascii: "&") {
                index = try scanner.reference(at: index).end
                isPlain = false
                continue
            }
            if byte == UInt8(ascii: "<") { throw scanner.error("`<` is not allowed in a value", at: index) }
            if byte < 0x20 {
                try checkControl(byte, at: index)
                isPlain = false
            }
            index += 1
        }
        scanner.index = index + 1
        attributes.append(Attribute(name: name, value: start..<index, isPlain: isPlain))
    }

    /// Checks for repeated attributes: pairwise if there are few, else with a set.
    private func checkAttributes() throws(EditError) {
        var repeated: Range<Int>?
        if attributes.count > 8 {
            var names: Set<Identifier> = []
            repeated = attributes.first { !names.insert(Identifier(scanner.string($0.name))).inserted }?.name
        } else if attributes.count > 1 {
            for (place, attribute) in attributes.enumerated() where repeated == nil {
                let isRepeated = attributes[..<place].contains { scanner.isSame($0.name, attribute.name) }
                if isRepeated { repeated = attribute.name }
            }
        }
        guard let repeated else { return }
        throw scanner.error("the attribute `\(scanner.string(repeated))` is repeated", at: repeated.lowerBound)
    }

    private mutating func readEnd() throws(EditError) -> Event {
        let place = scanner.index
        scanner.index += 2
        let name = try readName()
        scanner.skip { $0.isXMLSpace }
        guard let last = open.last, scanner.isSame(last, name) else {
            let wanted = open.last.map { "`</\(scanner.string($0))>` is expected" } ?? "no end is expected"
            throw scanner.error(wanted, at: place)
        }
        guard scanner.skip(">") else { throw scanner.error("`>` is expected") }
        open.removeLast()
        return .end
    }

    private mutating func readName() throws(EditError) -> Range<Int> {
        let start = scanner.index
        guard let first = scanner.byte, first.isXMLName, !first.isDigit, first != UInt8(ascii: "-"),
            first != UInt8(ascii: ".")
        else { throw scanner.error("a name is expected") }
        scanner.skip { $0.isXMLName }
        if scanner.index - start > Limits.identifierBytes { throw scanner.error("a name is too long", at: start) }
        return start..<scanner.index
    }

    // MARK: Text

    /// Reads characters up to the next markup; false for blanks outside the root element.
    private mutating func readText() throws(EditError) -> Bool {
        let start = scanner.index
        if open.isEmpty {
            scanner.skip { $0.isXMLSpace }
            if let byte = scanner.byte, byte != UInt8(ascii: "<") { throw scanner.error("an element is expected") }
            return false
        }
        var index = start
        isPlainPiece = true
        while index < scanner.text.count {
            let byte = scanner.text[index]
            if byte == UInt8(ascii: "<") { break }
            if byte == UInt8(ascii: "&") {
                index = try scanner.reference(at: index).end
                isPlainPiece = false
                continue
            }
            if byte < 0x20 {
                try checkControl(byte, at: index)
                if byte == 0x0D { isPlainPiece = false }
            }
            index += 1
        }
        scanner.index = index
        piece = start..<index
        return true
    }

    private func checkControl(_ byte: UInt8, at place: Int) throws(EditError) {
        if !byte.isXMLSpace {
            throw scanner.error(
                "the character U+00\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true)) is not allowed",
                at: place)
        }
    }

    private mutating func skip(to end: StaticString, _ message: String) throws(EditError) {
        let start = scanner.index
        scanner.index += scanner.looks(at: "<!--") ? 4 : 2
        while !scanner.isAtEnd {
            if scanner.skip(end) { return }
            scanner.index += 1
        }
        throw scanner.error(message, at: start)
    }

    /// Skips a document type with its inner declarations, with regard to quotes, comments and brackets.
    private mutating func skipDocumentType() throws(EditError) {
        let start = scanner.index
        var brackets = 0
        while let byte = scanner.byte {
            if scanner.looks(at: "<!--") {
                try skip(to: "-->", "a comment has no end")
                continue
            }
            scanner.index += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                scanner.skip { $0 != byte }
                scanner.index += 1
            case UInt8(ascii: "["): brackets += 1
            case UInt8(ascii: "]"): brackets -= 1
            case UInt8(ascii: ">"): if brackets <= 0 { return }
            default: break
            }
        }
        throw scanner.error("a document type has no end", at: start)
    }

    // MARK: Values

    /// The characters of the last piece.
    var text: String { scanner.decoded(piece, isPlain: isPlainPiece, isAttribute: false) }

    /// The value of an attribute of the current element, by its full name.
    subscript(_ name: StaticString) -> String? {
        for attribute in attributes where scanner.isSame(attribute.name, name) {
            return scanner.decoded(attribute.value, isPlain: attribute.isPlain, isAttribute: true)
        }
        return nil
    }

    /// All attributes of the current element.
    var allAttributes: [(name: String, value: String)] {
        attributes.map {
            (scanner.string($0.name), scanner.decoded($0.value, isPlain: $0.isPlain, isAttribute: true))
        }
    }

    /// Makes an error at the current position.
    func error(_ message: String) -> EditError { scanner.error(message) }
}
