import Geometry
import Graph
import Wire

/// Makes a document of a graph of DOT.
///
/// The text is read in one pass; subgraphs that are open lie on a list and not on the stack.
///
/// - Complexity: O(*n*) in the bytes and the edges.
struct DOTReader {
    /// An end of edges: a node with its handle, or the nodes of a subgraph.
    struct End {
        var nodes: [Int]
        var handle: DOTHandle?
        var isSubgraph = false
    }

    /// The token that is expected next inside of braces.
    enum Expectation { case statement, end, arrow }

    /// Braces that are open.
    struct Scope {
        /// The cluster these are the braces of.
        var cluster: Int?
        /// The innermost cluster around the current position.
        var around: Int?
        var nodeDefaults: [DOTName: DOTText] = [:]
        var edgeDefaults: [DOTName: DOTText] = [:]
        /// The index of its first one among the mentioned nodes.
        var firstMention = 0
        var expectation = Expectation.statement
        /// The ends of the statement that is being read.
        var ends: [End] = []
        /// The position where it begins.
        let start: Int
    }

    var scanner: DOTScanner
    var header: DOTHeader
    var graph: TextGraph
    var scopes: [Scope] = []
    var places: [Identifier: Int] = [:]
    /// The nodes in the order in which they are mentioned, as often as they are.
    var mentioned: [Int] = []
    /// The attributes of each node, by its place.
    var attributes: [DOTAttributes] = []
    var clusters: [Identifier: Int] = [:]
    /// The number of open braces of each cluster.
    var openCount: [Int: Int] = [:]
    /// The edges of a strict graph, by their ends.
    var pairs: [Pair: Int] = [:]
    var handles: Set<HandleKey> = []
    /// The handles to which no edge has given a side.
    var sideless: Set<HandleKey> = []
    /// The index of each handle of a field among the handles of its node.
    var fieldHandles: [HandleKey: Int] = [:]
    var direction = TextGraph.Direction.down
    /// Is true if edges may end on clusters.
    var isCompound = false
    /// The edges that state a cluster for an end: whether it is the tail, and the name.
    var clusterEnds: [(edge: Int, isTail: Bool, cluster: Identifier)] = []
    var edgeIDs: Set<Identifier> = []

    struct Pair: Hashable {
        let source: Int
        let target: Int
    }

    /// - Throws: `format` with line and column, `limits`.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(EditError) -> Format.Content {
        // Graphviz, too, takes what is not UTF-8 for Latin-1.
        guard String(validating: text, as: UTF8.self) == nil else { return try readUTF8(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count + text.count / 4)
        for byte in text {
            if byte < 0x80 { bytes.append(byte) } else { bytes += [0xC0 | byte >> 6, 0x80 | byte & 0x3F] }
        }
        return try bytes.withUnsafeBufferPointer { (bytes) throws(EditError) in try readUTF8(bytes) }
    }

    private static func readUTF8(
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(EditError) -> Format.Content {
        var scanner = DOTScanner(text)
        guard let header = DOTHeader(&scanner) else {
            throw scanner.error("`graph` or `digraph`, a name and `{` are expected")
        }
        var reader = DOTReader(scanner: scanner, header: header, TextGraph(textBytes: text.count))
        try reader.read()
        try reader.finish()
        reader.keepHeader()
        return try reader.graph.document()
    }

    /// Notes in the document what the writer of DOT puts back.
    private mutating func keepHeader() {
        var kept: JSONObject = ["rankdir": .string(direction.rawValue)]
        if !header.name.isEmpty { kept["name"] = .string(header.name) }
        graph.members.append(("foreign", JSON.object([JSONString(Format.dot.name): .object(kept)]).text))
    }

    /// Notes something that no document has.
    mutating func lose(_ kind: ExportLoss.Kind, _ place: Int?, _ code: String, _ message: String) {
        graph.tally.add(kind, place.map { Identifier(graph.nodes[$0].id) }, code, message)
    }

    private init(scanner: DOTScanner, header: DOTHeader, _ graph: TextGraph) {
        self.scanner = scanner
        self.header = header
        self.graph = graph
    }

    private mutating func read() throws(EditError) {
        scopes.append(Scope(start: scanner.start))
        // No copy of the scope is held, so that its lists grow in place.
        while let expectation = scopes.last?.expectation {
            switch expectation {
            case .statement: try readStatement()
            case .end: try readEnd(try scanner.next())
            case .arrow: try readArrow()
            }
        }
        let token = try scanner.next()
        if token == .keyword(.graph) || token == .keyword(.digraph) || token == .keyword(.strict) {
            graph.tally.add(.document, nil, "graph", "only the first graph of the text is read")
        } else if token != .end {
            throw scanner.error("the end of the text is expected")
        }
    }

    /// Changes the innermost scope.
    mutating func update(_ body: (inout Scope) -> Void) {
        if !scopes.isEmpty { body(&scopes[scopes.count - 1]) }
    }

    // MARK: Statements

    private mutating func readStatement() throws(EditError) {
        let token = try scanner.next()
        switch token {
        case .sign(UInt8(ascii: "}")): try closeScope()
        case .sign(UInt8(ascii: ";")), .sign(UInt8(ascii: ",")): break
        case .keyword(.graph), .keyword(.node), .keyword(.edge): try readDefaults(token)
        case .id(let name):
            guard try scanner.peek() == .sign("=") else { return try readEnd(token) }
            _ = try scanner.next()
            try setGraphAttribute(name.string, try readValue())
        case .end:
            let start = scopes.last?.start ?? 0
            throw scanner.scanner.error("`}` is missing", at: start)
        default: try readEnd(token)
        }
    }

    private mutating func readDefaults(_ token: DOTToken) throws(EditError) {
        var list = DOTAttributes()
        try readAttributes(into: &list)
        if token == .keyword(.graph) {
            for (name, value) in list.known.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                try setGraphAttribute(name.rawValue, value)
            }
            for (name, value) in list.others { try setGraphAttribute(name, value) }
            return
        }
        let kind = token == .keyword(.node) ? "nodes" : "edges"
        for (name, _) in list.others {
            graph.tally.add(.document, nil, "attribute", "the default \"\(name)\" of \(kind) is left out")
        }
        update { scope in
            if token == .keyword(.node) {
                scope.nodeDefaults.merge(list.known) { $1 }
            } else {
                scope.edgeDefaults.merge(list.known) { $1 }
            }
        }
    }

    private mutating func setGraphAttribute(_ name: String, _ value: DOTText) throws(EditError) {
        if let cluster = scopes.last?.cluster {
            attributes[cluster].add(name, value)
        } else if name == "rankdir" && scopes.count == 1 {
            direction = TextGraph.Direction(rawValue: value.string) ?? direction
        } else if name == "compound" && scopes.count == 1 {
            isCompound = value.string != "false"
        } else if name == "bb" && scopes.count == 1 {
            // It follows from the nodes.
            return
        } else {
            graph.tally.add(.document, nil, "attribute", "the attribute \"\(name)\" of the graph is left out")
        }
    }

    /// Reads lists in brackets, as many as there are.
    mutating func readAttributes(into list: inout DOTAttributes) throws(EditError) {
        while try scanner.peek() == .sign("[") {
            _ = try scanner.next()
            while true {
                let token = try scanner.next()
                if token == .sign("]") { break }
                if token == .sign(",") || token == .sign(";") { continue }
                guard case .id(let name) = token else { throw scanner.error("an attribute or `]` is expected") }
                guard try scanner.peek() == .sign("=") else {
                    list.add(name.string, DOTText(string: "true"))
                    continue
                }
                _ = try scanner.next()
                list.add(name.string, try readValue())
            }
        }
    }

    private mutating func readValue() throws(EditError) -> DOTText {
        guard case .id(let value) = try scanner.next() else { throw scanner.error("a value is expected") }
        return value
    }

    // MARK: Ends

    /// Reads a node or the beginning of a subgraph.
    private mutating func readEnd(_ token: DOTToken) throws(EditError) {
        switch token {
        case .id(let name):
            let handle = try readHandle()
            let place = node(name.string)
            update { scope in
                scope.ends.append(End(nodes: [place], handle: handle))
                scope.expectation = .arrow
            }
        case .keyword(.subgraph):
            var name: String?
            if case .id(let text) = try scanner.peek() {
                _ = try scanner.next()
                name = text.string
            }
            guard try scanner.next() == .sign("{") else { throw scanner.error("`{` is expected") }
            openScope(name)
        case .sign(UInt8(ascii: "{")): openScope(nil)
        default: throw scanner.error("a node or a subgraph is expected")
        }
    }

    /// Reads `:field`, `:field:n` or `:n`.
    private mutating func readHandle() throws(EditError) -> DOTHandle? {
        guard try scanner.peek() == .sign(":") else { return nil }
        _ = try scanner.next()
        let field = try readValue().string
        guard try scanner.peek() == .sign(":") else { return DOTHandle(field, nil) }
        _ = try scanner.next()
        return DOTHandle(field, try readValue().string)
    }

    private mutating func readArrow() throws(EditError) {
        if try scanner.peek() == .arrow {
            _ = try scanner.next()
            if scanner.isDirected != header.isDirected {
                throw scanner.error(header.isDirected ? "`->` is expected in a digraph" : "`--` is expected in a graph")
            }
            return update { $0.expectation = .end }
        }
        var list = DOTAttributes()
        try readAttributes(into: &list)
        guard var scope = scopes.popLast() else { return }
        let ends = scope.ends
        scope.ends = []
        scope.expectation = .statement
        let defaults = scope.edgeDefaults
        scopes.append(scope)
        if ends.count == 1, let end = ends.first {
            if end.nodes.count == 1, !end.isSubgraph, let place = end.nodes.first { add(list, to: place) }
            return
        }
        for (source, target) in zip(ends, ends.dropFirst()) { try addEdges(source, target, list, defaults) }
    }

    private mutating func add(_ list: DOTAttributes, to place: Int) {
        // A node that stands for the cluster it is in says nothing of it.
        if graph.nodes[place].isGroup { return }
        attributes[place].known.merge(list.known) { $1 }
        attributes[place].others += list.others
    }

    /// The node of an id, which is made with the defaults that hold here if there is none yet.
    private mutating func node(_ id: String) -> Int {
        let key = Identifier(id)
        var place = graph.nodes.count
        if let known = places[key] {
            place = known
        } else if let cluster = clusters[key], openCount[cluster, default: 0] > 0 {
            // A node in a cluster of the same name stands for the cluster.
            places[key] = cluster
            return cluster
        } else {
            places[key] = place
            append(TextGraph.Node(id: id), DOTAttributes(known: scopes.last?.nodeDefaults ?? [:]))
        }
        mentioned.append(place)
        if graph.nodes[place].isGroup { return place }
        if let cluster = scopes.last?.around {
            // The innermost cluster of the first that mention it.
            let parent = graph.nodes[place].parent
            if parent.map({ openCount[$0, default: 0] > 0 }) ?? true { graph.nodes[place].parent = cluster }
        }
        return place
    }

    mutating func append(_ node: TextGraph.Node, _ list: DOTAttributes) {
        graph.nodes.append(node)
        attributes.append(list)
    }
}
