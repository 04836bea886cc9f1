import Geometry
import Graph
import Wire

/// Makes a document of a Yarn Spinner text: each Yarn node is a node, each jump an edge.
///
/// The grammar is that of Yarn Spinner 2 and 3 (docs.yarnspinner.dev), with the options and jumps in brackets of Yarn
/// 1. Yarn nodes with one title, a node group, become one node with several texts.
struct YarnReader {
    private var scanner: TextScanner
    private var story: StoryGraph
    /// The text before the first node: file hashtags and comments.
    private var head = ""

    /// Returns true if the text begins with headers, one of them a title, and a line `---` after them.
    ///
    /// - Complexity: O(*n*) in the bytes up to that line, or to the first line that is not a header.
    static func recognizes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var reader = YarnReader(text)
        reader.skipHead()
        var hasTitle = false
        // A text that begins with another character may be one long line.
        guard reader.scanner.byte?.isLetter ?? false else { return false }
        while !reader.scanner.isAtEnd {
            let line = reader.line()
            if line == "---" { return hasTitle }
            if line.isEmpty || line.hasPrefix("//") { continue }
            guard let (name, value) = YarnReader.header(line) else { return false }
            if name == "title" { hasTitle = hasTitle || !value.isEmpty }
        }
        return false
    }

    /// - Throws: `format` with line and column, `limits`.
    /// - Complexity: O(*n*) in the bytes.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(EditError) -> Format.Content {
        var reader = YarnReader(text)
        reader.skipHead()
        while !reader.scanner.isAtEnd { try reader.readNode() }
        if reader.story.count == 0 { throw reader.scanner.error("a line with `title:` is expected", at: 0) }
        return try reader.document()
    }

    private init(_ text: UnsafeBufferPointer<UInt8>) {
        scanner = TextScanner(text, format: "Yarn")
        story = StoryGraph(format: "yarn", textBytes: text.count)
    }

    /// Reads a line without surrounding white space, and skips its end.
    private mutating func line() -> String {
        let start = scanner.index
        scanner.skipLine()
        let line = scanner.string(start..<scanner.index).trimmed
        if scanner.skip("\r\n") { return line }
        if !scanner.isAtEnd { scanner.index += 1 }
        return line
    }

    /// Skips hashtags, comments and blank lines before the first node.
    private mutating func skipHead() {
        while true {
            scanner.skipSpace()
            guard scanner.looks(at: "#") || scanner.looks(at: "//") else { return }
            head += line() + "\n"
        }
    }

    /// The name and value of a header `name: value`. The case of `title` does not matter.
    private static func header(_ line: String) -> (name: String, value: String)? {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(line[..<colon]).trimmed
        guard !name.isEmpty, name.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "_-.".utf8.contains($0) }) else {
            return nil
        }
        let isTitle = name.utf8.count == 5 && name.lowercased() == "title"
        return (isTitle ? "title" : name, String(line[line.utf8.index(after: colon)...]).trimmed)
    }

    // MARK: Nodes

    private mutating func readNode() throws(EditError) {
        scanner.skipSpace()
        let start = scanner.index
        if scanner.isAtEnd { return }
        var headers: [(name: String, value: String)] = []
        while true {
            if scanner.isAtEnd {
                if headers.isEmpty { return }
                throw scanner.error("`---` is missing behind the headers", at: start)
            }
            let place = scanner.index
            let line = line()
            if line == "---" { break }
            if line.isEmpty { continue }
            if line.hasPrefix("//") {
                story.graph.tally.add(.document, nil, "comment", "comments between the nodes are left out")
                continue
            }
            guard let header = YarnReader.header(line) else {
                throw scanner.error("`name: value` or `---` is expected", at: place)
            }
            headers.append(header)
        }
        guard let title = headers.first(where: { $0.name == "title" })?.value, !title.isEmpty else {
            throw scanner.error("a node has no `title:`", at: start)
        }
        add(title, headers, readText())
    }

    /// Reads the text of a node, up to a line `===`.
    private mutating func readText() -> String {
        let start = scanner.index
        var end = start
        while !scanner.isAtEnd {
            let place = scanner.index
            if line() == "===" {
                end = place
                break
            }
            end = scanner.index
        }
        var text = scanner.string(start..<end)
        if text.utf8.contains(UInt8(ascii: "\r")) {
            text = String(decoding: text.utf8.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        }
        if text.utf8.last == UInt8(ascii: "\n") { text.unicodeScalars.removeLast() }
        return text
    }

    private mutating func add(_ title: String, _ headers: [(name: String, value: String)], _ text: String) {
        let (links, expressions) = YarnText.read(text)
        for expression in expressions {
            story.graph.tally.add(
                .node, Identifier(title), "dynamic", "where \(expression) leads to is not seen")
        }
        let kept = JSON.array(headers.map { .array([.string($0.name), .string($0.value)]) })
        if let place = story.place(of: title) {
            story.graph.tally.add(
                .node, Identifier(title), "variants",
                "of the texts of a node group the first is the node's; others are kept")
            return story.update(place) { passage in
                let variant: JSON = ["headers": kept, "text": .string(text)]
                passage.kept.add(variant, to: "variants")
                passage.links += links
                if passage.type == .line, links.contains(where: { $0.text != nil }) { passage.type = .passage }
            }
        }
        var passage = StoryGraph.Passage(name: title, text: text)
        passage.links = links
        passage.type = links.contains { $0.text != nil } ? .passage : .line
        passage.kept["headers"] = kept
        for (name, value) in headers {
            if name == "tags" { passage.tags = value.split(whereSeparator: \.isWhitespace).map(String.init) }
            if name == "position" { passage.corner = Point(pair: value) }
        }
        story.add(passage)
    }

    /// Makes a document of the nodes.
    private mutating func document() throws(EditError) -> Format.Content {
        if !head.isEmpty { story.graph.members.append(("foreign", story.kept(["head": .string(head)]))) }
        return try story.document(start: story.place(of: "Start"))
    }
}

extension JSONObject {
    /// Adds an element to a member with a list.
    fileprivate mutating func add(_ element: JSON, to name: JSONString) {
        var list: [JSON] = []
        if case .array(let elements)? = self[name] { list = elements }
        self[name] = nil
        list.append(element)
        self[name] = .array(list)
    }
}
