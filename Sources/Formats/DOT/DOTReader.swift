import Geometry
import Graph
import Wire

/// Reads a graph in DOT as a document.
///
/// The text is read in one pass; open subgraphs are kept in a list, without recursion.
///
/// - Complexity: O(*n*) in the bytes and the edges.
struct DOTReader {
    /// An end of edges: a node with its handle, or the nodes of a subgraph.
    struct End {
        var nodes: [Int]
        var handle: DOTHandle?
        var isSubgraph = false
    }

    /// The kind of token that is expected next inside braces.
    enum Expectation { case statement, end, arrow }

    /// The state of open braces.
    struct Scope {
        /// The cluster of these braces.
        var cluster: Int?
        /// The innermost cluster around the current position.
        var around: Int?
        var nodeDefaults = DOTKnownAttributes()
        var edgeDefaults = DOTKnownAttributes()
        /// The rank of its nodes.
        var rank: DOTRank?
        /// The index of its first node in `mentioned`.
        var firstMention = 0
        var expectation = Expectation.statement
        /// The ends of the current statement.
        var ends: [End] = []
        /// The position of its beginning.
        let start: Int
    }

    var scanner: DOTScanner
    var header: DOTHeader
    var graph: TextGraph
    var scopes: [Scope] = []
    var places: [Identifier: Int] = [:]
    /// The nodes in the order of their mentions, with repetitions.
    var mentioned: [Int] = []
    /// The attributes of each node, by its index.
    var attributes: [DOTAttributes] = []
    var clusters: [Identifier: Int] = [:]
    /// The number of open braces of each cluster.
    var openCount: [Int: Int] = [:]
    /// The edges of a strict graph, by their ends.
    var pairs: [Pair: Int] = [:]
    var handles: Set<HandleKey> = []
    /// The handles without a stated side.
    var sideless: Set<HandleKey> = []
    /// The handles whose names are sides unless fields have these names.
    var sidesByName: Set<HandleKey> = []
    /// The index of each field's handle in the handles of its node.
    var fieldHandles: [HandleKey: Int] = [:]
    var direction = TextGraph.Direction.down
    /// The label of the graph.
    private var title = ""
    /// Is true if edges may end at clusters.
    var isCompound = false
    /// The edges with a cluster at an end: true for the tail, and the cluster's name.
    var clusterEnds: [(edge: Int, isTail: Bool, cluster: Identifier)] = []
    var edgeIDs: Set<Identifier> = []
    /// The sets of nodes with the same rank.
    var ranks: [(rank: DOTRank, nodes: [Int])] = []

    struct Pair: Hashable {
        let source: Int
        let target: Int
    }

    /// - Throws: `format` with line and column, `limits`.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(EditError) -> Format.Content {
        var scanner = DOTScanner(text)
        guard let header = DOTHeader(&scanner) else {
            throw scanner.error("`graph` or `digraph`, a name and `{` are expected")
        }
        var reader = DOTReader(scanner: scanner, header: header, TextGraph(textBytes: text.count))
        if header.isStrict { reader.graph.settings = TextGraph.loops }
        try reader.read()
        try reader.finish()
        reader.keepHeader()
        try reader.keepRanks()
        return try reader.graph.document()
    }

    /// Keeps the parts of the header that the writer of DOT restores.
    private mutating func keepHeader() {
        var kept: JSONObject = ["rankdir": .string(direction.rawValue)]
        if !header.name.isEmpty { kept["name"] = .string(header.name) }
        if !title.isEmpty { graph.setTitle(title) }
        graph.members.append(("foreign", JSON.object([JSONString(Format.dot.name): .object(kept)]).text))
    }

    /// Reports a loss.
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
        // No copy of the scope exists here, so that its lists grow in place.
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
            guard try scanner.isNext("=") else { return try readEnd(token) }
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
            for (name, value) in list.known.list.sorted(by: { $0.name.text < $1.name.text }) {
                try setGraphAttribute(name.text, value)
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
                scope.nodeDefaults.merge(list.known)
            } else {
                scope.edgeDefaults.merge(list.known)
            }
        }
    }

    private mutating func setGraphAttribute(_ name: String, _ value: DOTText) throws(EditError) {
        if name == "rank", scopes.count > 1, scopes.last?.cluster == nil, let rank = DOTRank(value.string) {
            update { $0.rank = rank }
        } else if let cluster = scopes.last?.cluster {
            attributes[cluster].add(name, value)
        } else if name == "rankdir" && scopes.count == 1 {
            direction = TextGraph.Direction(rawValue: value.string) ?? direction
        } else if name == "label" && scopes.count == 1 {
            let text = try text(of: value, DOTLabel.Names(element: header.name, graph: header.name), .document, nil)
            if text.rich != nil { graph.tally.add(.document, nil, "tags", "the title of the graph has no parts") }
            title = text.text
        } else if name == "labelloc" && scopes.count == 1 && value.string == "t" {
            // Titles are above.
            return
        } else if name == "compound" && scopes.count == 1 {
            isCompound = value.string != "false"
        } else if name == "bb" && scopes.count == 1 {
            // The nodes determine this value.
            return
        } else {
            graph.tally.add(.document, nil, "attribute", "the attribute \"\(name)\" of the graph is left out")
        }
    }

    /// Reads any number of lists in brackets.
    mutating func readAttributes(into list: inout DOTAttributes) throws(EditError) {
        while try scanner.isNext("[") {
            _ = try scanner.next()
            while true {
                let token = try scanner.next()
                if token == .sign("]") { break }
                if token == .sign(",") || token == .sign(";") { continue }
                guard case .id(let name) = token else { throw scanner.error("an attribute or `]` is expected") }
                guard try scanner.isNext("=") else {
                    list.add(name.string, DOTText(string: "true"))
                    continue
                }
                _ = try scanner.next()
                list.add(name.string, try readValue())
            }
        }
    }

    mutating func readValue() throws(EditError) -> DOTText {
        guard case .id(let value) = try scanner.next() else { throw scanner.error("a value is expected") }
        return value
    }
}
