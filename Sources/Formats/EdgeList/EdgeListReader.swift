import Graph
import Wire

/// Makes a document of a list of edges with separated values: a record is an edge, each distinct end a node.
struct EdgeListReader {
    private var scanner: CSVScanner
    private var columns = EdgeListColumns(count: 2, hasWeight: false)
    private var graph: TextGraph
    private var places: [Identifier: Int] = [:]
    private var ids: Set<Identifier> = []
    private var scratch = JSONWriter(capacity: 256)

    /// The greatest length of a header in a recognized text.
    private static let mostHeaderBytes = 1 << 16

    /// Returns true if the first record names two ends, and a second has as many fields.
    ///
    /// - Complexity: O(*n*) in the bytes of two records; the first must end within `mostHeaderBytes`.
    static func recognizes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.first, first != UInt8(ascii: "{"), first != UInt8(ascii: "["),
            text.prefix(mostHeaderBytes).contains(UInt8(ascii: "\n"))
        else { return false }
        var scanner = CSVScanner(text, format: "an edge list")
        var fields: [CSVScanner.Field] = []
        guard (try? scanner.next(&fields)) == true,
            EdgeListColumns(header: fields.map { scanner.string($0) }) != nil
        else { return false }
        let count = fields.count
        return (try? scanner.next(&fields)) == true && fields.count == count
    }

    /// Reads a list with or without a header.
    ///
    /// - Throws: `format` with line and column, `limits`.
    /// - Complexity: O(*n*) in the bytes.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(EditError) -> Format.Content {
        var reader = EdgeListReader(
            scanner: CSVScanner(text, format: "an edge list"), graph: TextGraph(textBytes: text.count))
        try reader.read()
        return try reader.graph.document()
    }

    private init(scanner: CSVScanner, graph: TextGraph) {
        self.scanner = scanner
        self.graph = graph
    }

    private mutating func read() throws(EditError) {
        var fields: [CSVScanner.Field] = []
        guard try scanner.next(&fields) else { throw scanner.scanner.error("a record is expected") }
        if let columns = EdgeListColumns(header: fields.map { scanner.string($0) }) {
            self.columns = columns
            noteRepeatedColumns()
        } else {
            if fields.count < 2 { throw scanner.scanner.error("two ends and a separator are expected", at: 0) }
            let isNumber = fields.count > 2 && number(fields[2])
            columns = EdgeListColumns(count: fields.count, hasWeight: isNumber)
            add(fields)
        }
        while try scanner.next(&fields) { add(fields) }
    }

    /// Removes columns with the name of an earlier one.
    private mutating func noteRepeatedColumns() {
        var known: Set<Identifier> = []
        for (index, name) in columns.data.enumerated() {
            guard let name, !known.insert(Identifier(name)).inserted else { continue }
            columns.data[index] = nil
            graph.tally.add(.document, nil, "column", "a second column \"\(name)\" is left out")
        }
    }

    private mutating func add(_ fields: [CSVScanner.Field]) {
        let source = text(columns.source, fields)
        let target = text(columns.target, fields)
        if fields.count > columns.data.count {
            graph.tally.add(.document, nil, "field", "fields behind the last column are left out")
        }
        switch (source, target) {
        case (nil, nil): graph.tally.add(.document, nil, "record", "a record without ends is left out")
        case (let name?, nil), (nil, let name?): _ = node(name)
        case (let source?, let target?):
            var edge = TextGraph.Edge(source: node(source), target: node(target))
            if let id = columns.id.flatMap({ text($0, fields) }) {
                if ids.insert(Identifier(id)).inserted {
                    edge.id = id
                } else {
                    graph.tally.add(.edge, Identifier(id), "id", "another edge has the id; a new one is made")
                }
            }
            if let label = columns.label, label < fields.count, fields[label].isQuoted || !fields[label].range.isEmpty {
                edge.label = scanner.string(fields[label])
            }
            if let type = columns.type.flatMap({ text($0, fields) }), type.lowercased() == "undirected" {
                edge.markerEnd = "none"
            }
            if let data = data(fields) { edge.members = [("data", data)] }
            graph.edges.append(edge)
        }
    }

    /// The text of a field; nil if it is absent or empty.
    private func text(_ column: Int, _ fields: [CSVScanner.Field]) -> String? {
        guard column < fields.count else { return nil }
        let text = scanner.string(fields[column])
        return text.isEmpty ? nil : text
    }

    private mutating func node(_ name: String) -> Int {
        let key = Identifier(name)
        if let place = places[key] { return place }
        places[key] = graph.nodes.count
        var node = TextGraph.Node(id: name)
        node.label = name
        graph.nodes.append(node)
        return graph.nodes.count - 1
    }

    /// The data fields as an object; nil if all are empty.
    private mutating func data(_ fields: [CSVScanner.Field]) -> JSONText? {
        scratch.removeAll()
        scratch.beginObject()
        var isEmpty = true
        for (index, field) in fields.enumerated() where index < columns.data.count {
            guard let name = columns.data[index], field.isQuoted || !field.range.isEmpty else { continue }
            isEmpty = false
            scratch.name(JSONString(name))
            if field.isQuoted && name != "weight" || !isValue(field) {
                scratch.string(scanner.string(field))
            } else {
                scratch.raw(UnsafeBufferPointer(rebasing: scanner.scanner.text[field.range]))
            }
        }
        scratch.endObject()
        return isEmpty ? nil : JSONText(trusted: scratch.take())
    }

    private func number(_ field: CSVScanner.Field) -> Bool {
        EdgeListReader.isNumber(scanner.scanner.text[field.range])
    }

    /// Returns true for `true`, `false` and numbers.
    private func isValue(_ field: CSVScanner.Field) -> Bool {
        EdgeListReader.isValue(scanner.scanner.text[field.range])
    }

    /// Returns true for `true`, `false` and numbers.
    static func isValue(_ text: some Collection<UInt8>) -> Bool {
        isNumber(text) || text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8)
    }

    /// Returns true for a number in JSON's grammar that is a finite double.
    static func isNumber(_ text: some Collection<UInt8>) -> Bool {
        guard let first = text.first, first == UInt8(ascii: "-") || first.isDigit, text.count <= 40 else {
            return false
        }
        var rest = text[...]
        if first == UInt8(ascii: "-") { rest.removeFirst() }
        let whole = rest.prefix { $0.isDigit }
        if whole.isEmpty || whole.count > 1 && whole.first == UInt8(ascii: "0") { return false }
        rest = rest.dropFirst(whole.count)
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { $0.isDigit }
            if digits.isEmpty { return false }
            rest = rest.dropFirst(digits.count + 1)
        }
        guard let sign = rest.first else { return true }
        if sign | 0x20 != UInt8(ascii: "e") { return false }
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        // An exponent of three digits might be too large.
        return (1...2).contains(rest.count) && rest.allSatisfy { $0.isDigit }
    }
}
