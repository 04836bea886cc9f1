import Graph
import Wire

/// Reads the passages of a Twee 3 text.
///
/// The specification is the Interactive Fiction Technology Foundation's `twee-3-specification.md` (3.0.2).
struct TweeReader {
    private let text: UnsafeBufferPointer<UInt8>
    private var scanner: TextScanner
    private var story: TweeStory

    /// Returns true if the first nonblank line is a passage header.
    static func recognizes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.firstIndex(where: { $0 > 0x20 }) else { return false }
        var scanner = TextScanner(text, format: "Twee")
        scanner.index = first
        guard scanner.looks(at: "::"), first == 0 || text[first - 1] == UInt8(ascii: "\n") else { return false }
        scanner.index += 2
        scanner.skipBlanks()
        return scanner.byte.map { $0 > 0x20 } ?? false
    }

    /// - Throws: `format` for a text without a passage, `limits`.
    /// - Complexity: O(*n*) in the bytes.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(EditError) -> Format.Content {
        var reader = TweeReader(text)
        reader.read()
        if reader.story.isEmpty { throw reader.scanner.error("a line with `::` and a name is expected", at: 0) }
        return try reader.story.document()
    }

    private init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        scanner = TextScanner(text, format: "Twee")
        story = TweeStory(textBytes: text.count)
    }

    private mutating func read() {
        skipToHeader()
        if scanner.index > 0, text[..<scanner.index].contains(where: { $0 > 0x20 }), !scanner.isAtEnd {
            story.lose(.document, nil, "text", "what precedes the first passage is left out")
        }
        while !scanner.isAtEnd {
            let header = scanner.index + 2
            scanner.skipLine()
            var passage = readHeader(header..<scanner.index)
            endLine()
            let start = scanner.index
            skipToHeader()
            passage.text = content(start..<scanner.index)
            story.add(passage)
        }
    }

    /// Skips the end of a line.
    private mutating func endLine() {
        if scanner.byte == UInt8(ascii: "\r") { scanner.index += 1 }
        if scanner.byte == UInt8(ascii: "\n") { scanner.index += 1 }
    }

    /// Skips lines up to one that begins with two colons.
    private mutating func skipToHeader() {
        while !scanner.isAtEnd, !scanner.looks(at: "::") {
            scanner.skipLine()
            endLine()
        }
    }

    /// Returns true if only metadata or nothing follows the brackets that begin here.
    private func areTags(at start: Int, in range: Range<Int>) -> Bool {
        guard var end = text[start..<range.upperBound].firstIndex(of: UInt8(ascii: "]")) else { return true }
        repeat { end += 1 } while end < range.upperBound && text[end] <= 0x20
        return end == range.upperBound || text[end] == UInt8(ascii: "{")
    }

    /// Reads the name, the tags in brackets and the metadata in braces.
    private mutating func readHeader(_ range: Range<Int>) -> TweePassage {
        let text = self.text
        var index = range.lowerBound
        /// The text up to one of these characters, with escaping backslashes removed.
        func part(until ends: String.UTF8View) -> String {
            var bytes: [UInt8] = []
            while index < range.upperBound, !ends.contains(text[index]) {
                if text[index] == UInt8(ascii: "\\"), index + 1 < range.upperBound { index += 1 }
                bytes.append(text[index])
                index += 1
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        var name = part(until: "[{".utf8)
        // Brackets that are not followed by metadata or the end are part of the name.
        while index < range.upperBound, text[index] == UInt8(ascii: "["), !areTags(at: index, in: range) {
            index += 1
            name += "[" + part(until: "[{".utf8)
        }
        var passage = TweePassage(name: name.trimmed, text: "")
        if index < range.upperBound, text[index] == UInt8(ascii: "[") {
            index += 1
            passage.tags = part(until: "]".utf8).split(whereSeparator: \.isWhitespace).map(String.init)
            index += 1
            while index < range.upperBound, text[index] <= 0x20 { index += 1 }
        }
        if index < range.upperBound {
            let rest = scanner.string(index..<range.upperBound)
            if let json = JSON(parsing: rest), case .object(let object) = json, !json.isNested(deeperThan: 32) {
                passage.metadata = object
            } else {
                story.lose(.node, passage.name, "metadata", "what follows the name is no JSON object")
            }
        }
        return passage
    }

    /// The text of a passage without blank lines at its end, and with lines of two colons unescaped.
    private func content(_ range: Range<Int>) -> String {
        guard let last = text[range].lastIndex(where: { $0 > 0x20 }) else { return "" }
        var end = last
        while end < range.upperBound, text[end] != UInt8(ascii: "\n"), text[end] != UInt8(ascii: "\r") { end += 1 }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(end - range.lowerBound)
        var isLineStart = true
        var index = range.lowerBound
        while index < end {
            if isLineStart, let count = escape(at: index, end) {
                bytes += "::".utf8
                index += count
            }
            if index >= end { break }
            isLineStart = text[index] == UInt8(ascii: "\n")
            if text[index] != UInt8(ascii: "\r") { bytes.append(text[index]) }
            index += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The length of `\::` or `\:\:` at an index, Twine's escapes for lines that begin with two colons.
    private func escape(at index: Int, _ end: Int) -> Int? {
        for escape in ["\\::", "\\:\\:"] where text[index..<end].starts(with: escape.utf8) { return escape.utf8.count }
        return nil
    }
}
