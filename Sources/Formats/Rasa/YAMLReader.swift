import Graph
import Wire

/// Reads a part of YAML 1.2: block sequences and mappings, and scalars on one line, as in hand-written files.
///
/// Lists and objects in brackets are read if they are JSON, else they are texts. Anchors, tags, several documents and
/// multiline texts (`|`, `>`) are not supported.
struct YAMLReader {
    private struct Line {
        /// The column at which the content begins.
        var indent: Int
        var text: Substring
        let place: Int
    }

    private let scanner: TextScanner
    private var lines: [Line] = []
    private var next = 0

    /// The greatest depth; deeper texts are refused.
    private static let mostDepth = 64

    /// Reads a text as one value.
    ///
    /// - Throws: `format` with line and column.
    /// - Complexity: O(*n* · *d*) at most for *n* bytes and depth *d*.
    static func read(_ scanner: TextScanner) throws(EditError) -> JSON {
        var reader = YAMLReader(scanner: scanner)
        try reader.splitLines()
        guard let first = reader.lines.first else { return .null }
        let value = try reader.block(first.indent, 0)
        if reader.next < reader.lines.count { throw reader.error("the indentation fits nothing above it") }
        return value
    }

    private init(scanner: TextScanner) { self.scanner = scanner }

    private func error(_ message: String) -> EditError {
        scanner.error(message, at: next < lines.count ? lines[next].place : scanner.text.count)
    }

    /// Finds the lines that are neither blank nor comments.
    private mutating func splitLines() throws(EditError) {
        var scanner = scanner
        while !scanner.isAtEnd {
            let start = scanner.index
            let indent = scanner.skip { $0 == 0x20 }
            let place = scanner.index
            scanner.skipLine()
            let text = YAMLReader.withoutComment(scanner.string(place..<scanner.index).trimmed)
            if scanner.text[place..<scanner.index].first == 0x09 {
                throw scanner.error("a tab cannot indent", at: start)
            }
            if !text.isEmpty && !(indent == 0 && (text == "---" || text == "...")) {
                lines.append(Line(indent: indent, text: text, place: place))
            }
            scanner.skip { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        }
    }

    /// A line without the comment at its end; `#` after white space begins a comment.
    private static func withoutComment(_ line: String) -> Substring {
        var quote: UInt8?
        var isStart = true
        var isSpace = true
        for index in line.utf8.indices {
            let byte = line.utf8[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if isStart && (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")) {
                quote = byte
            } else if byte == UInt8(ascii: "#") && isSpace {
                return Substring(String(line[..<index]).trimmed)
            }
            isSpace = byte <= 0x20
            if !isSpace { isStart = ":-,[{".utf8.contains(byte) }
        }
        return line[...]
    }

    // MARK: Blocks

    /// Reads the value whose lines begin at a column.
    private mutating func block(_ indent: Int, _ depth: Int) throws(EditError) -> JSON {
        if depth > YAMLReader.mostDepth { throw error("it is nested too deeply") }
        guard next < lines.count else { return .null }
        let text = lines[next].text
        if YAMLReader.isItem(text) { return try sequence(indent, depth) }
        if YAMLReader.key(text) != nil { return try mapping(indent, depth) }
        next += 1
        return YAMLReader.scalar(text)
    }

    private static func isItem(_ text: Substring) -> Bool { text == "-" || text.utf8.starts(with: "- ".utf8) }

    private mutating func sequence(_ indent: Int, _ depth: Int) throws(EditError) -> JSON {
        var items: [JSON] = []
        while next < lines.count, lines[next].indent == indent, YAMLReader.isItem(lines[next].text) {
            let rest = lines[next].text.utf8.dropFirst().drop { $0 == 0x20 }
            if rest.isEmpty {
                next += 1
                items.append(try inner(indent + 1, depth))
                continue
            }
            // The text after the dash is an inner block with deeper indentation.
            let inside = indent + lines[next].text.utf8.count - rest.count
            lines[next].text = Substring(rest)
            lines[next].indent = inside
            items.append(try block(inside, depth + 1))
        }
        return .array(items)
    }

    private mutating func mapping(_ indent: Int, _ depth: Int) throws(EditError) -> JSON {
        var object = JSONObject()
        while next < lines.count, lines[next].indent == indent, !YAMLReader.isItem(lines[next].text) {
            guard let (key, rest) = YAMLReader.key(lines[next].text) else { throw error("`name: value` is expected") }
            next += 1
            if rest.isEmpty {
                let isList = next < lines.count && lines[next].indent == indent && YAMLReader.isItem(lines[next].text)
                object[JSONString(key)] = isList ? try sequence(indent, depth + 1) : try inner(indent + 1, depth)
            } else {
                object[JSONString(key)] = YAMLReader.scalar(rest)
            }
        }
        return .object(object)
    }

    /// Reads the block that begins on the next line, if it is indented at least as far.
    private mutating func inner(_ indent: Int, _ depth: Int) throws(EditError) -> JSON {
        guard next < lines.count, lines[next].indent >= indent else { return .null }
        return try block(lines[next].indent, depth + 1)
    }

    /// The name and the rest of a line `name: rest`.
    private static func key(_ text: Substring) -> (name: String, rest: Substring)? {
        let bytes = text.utf8
        guard let first = bytes.first, !"[{".utf8.contains(first) else { return nil }
        var start = bytes.startIndex
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            guard let end = bytes.dropFirst().firstIndex(of: first) else { return nil }
            start = bytes.index(after: end)
        }
        var index = start
        while index < bytes.endIndex {
            let after = bytes.index(after: index)
            if bytes[index] == UInt8(ascii: ":"), after == bytes.endIndex || bytes[after] == 0x20 {
                let name = scalar(Substring(String(text[..<index]).trimmed))
                return (name.stringValue ?? name.description, Substring(String(text[after...]).trimmed))
            }
            index = after
        }
        return nil
    }

    private static func scalar(_ text: Substring) -> JSON {
        let string = String(text)
        guard let first = string.utf8.first else { return .string("") }
        switch first {
        case UInt8(ascii: "'") where string.utf8.count > 1 && string.utf8.last == first:
            return .string(String(string.dropFirst().dropLast()))
        case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "-"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            guard let json = JSON(parsing: string), !json.isNested(deeperThan: 32) else { return .string(string) }
            return json
        default: break
        }
        switch string {
        case "null", "Null", "NULL", "~": return .null
        case "true", "True", "TRUE": return .boolean(true)
        case "false", "False", "FALSE": return .boolean(false)
        default: return .string(string)
        }
    }
}
