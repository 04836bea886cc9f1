import Graph
import Wire

/// Makes a document of a graph file of METIS, as section 4.1.1 of the manual of METIS 5.1 describes it.
///
/// After a header with the numbers of nodes and edges, each line lists the neighbors of a node. Each edge is in two
/// lines, and is read once.
struct METISReader {
    /// The numbers of a header.
    private struct Header {
        var nodes: Int
        var edges: Int
        var hasSizes = false
        var hasWeights = false
        var hasEdgeWeights = false
        var constraints = 1

        /// The number of values before a node's neighbors.
        var own: Int { (hasSizes ? 1 : 0) + (hasWeights ? constraints : 0) }
    }

    private var scanner: TextScanner
    private var header = Header(nodes: 0, edges: 0)
    private var graph: TextGraph
    /// The edges by their ends, the lesser one first.
    private var pairs: Set<UInt64> = []
    /// The edges listed by their greater end: the ends and the weight.
    private var backward: [(lesser: Int, greater: Int, weight: Int)] = []

    /// Returns true if the text consists of numbers and comments, as many as the first line states.
    ///
    /// - Complexity: O(*n*) in the bytes, if the first line is a header.
    static func recognizes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var reader = METISReader(text)
        guard (try? reader.readHeader()) != nil, reader.header.nodes > 0, reader.header.edges > 0 else {
            return false
        }
        var (lines, count) = (0, 0)
        while reader.skipComments() {
            let before = count
            while let number = reader.number() { count = number < 0 ? Int.max / 2 : count + 1 }
            guard reader.endLine() else { return false }
            // Blank lines may follow the last node.
            lines += 1
            if lines > reader.header.nodes {
                if count > before { return false }
                lines -= 1
            }
        }
        let header = reader.header
        let (own, overflows) = header.own.multipliedReportingOverflow(by: lines)
        let (ends, alsoOverflows) = header.edges.multipliedReportingOverflow(by: header.hasEdgeWeights ? 4 : 2)
        return lines == header.nodes && !overflows && !alsoOverflows && count - own == ends
    }

    /// Reads a graph.
    ///
    /// - Throws: `format` with line and column, `limits`.
    /// - Complexity: O(*n*) in the bytes.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(EditError) -> Format.Content {
        var reader = METISReader(text)
        try reader.readHeader()
        while reader.graph.nodes.count < reader.header.nodes {
            guard reader.skipComments() else {
                throw reader.scanner.error("\(reader.header.nodes) lines of neighbors are expected")
            }
            try reader.readNode()
        }
        reader.addMissing()
        if reader.graph.edges.count != reader.header.edges {
            let message = "the first line has \(reader.header.edges) edges, and the others \(reader.graph.edges.count)"
            reader.graph.tally.add(.document, nil, "count", message)
        }
        return try reader.graph.document()
    }

    private init(_ text: UnsafeBufferPointer<UInt8>) {
        scanner = TextScanner(text, format: "a graph of METIS")
        graph = TextGraph(textBytes: text.count)
        graph.settings = [:]
    }

    // MARK: Lines

    /// Skips comment lines; false at the end of the text.
    private mutating func skipComments() -> Bool {
        while scanner.looks(at: "%") {
            scanner.skipLine()
            _ = endLine()
        }
        return !scanner.isAtEnd
    }

    /// Reads the next number of the line; negative if it is too large, nil at the end of the line or at another
    /// character.
    private mutating func number() -> Int? {
        scanner.skip { $0 == 0x20 || $0 == 0x09 }
        var value = 0
        let digits = scanner.skip { byte in
            if !byte.isDigit { return false }
            value = value < 0 || value > 1 << 40 ? -1 : value * 10 + Int(byte - UInt8(ascii: "0"))
            return true
        }
        return digits == 0 ? nil : value
    }

    /// Skips the end of a line; false if there is something else.
    private mutating func endLine() -> Bool {
        scanner.skipBlanks()
        if scanner.isAtEnd || scanner.skip("\r\n") || scanner.skip("\n") { return true }
        return false
    }

    private mutating func readHeader() throws(EditError) {
        scanner.skipSpace()
        _ = skipComments()
        guard let nodes = number(), let edges = number(), nodes >= 0, edges >= 0 else {
            throw scanner.error("the counts of nodes and edges are expected")
        }
        header = Header(nodes: nodes, edges: edges)
        if let format = number() {
            guard [0, 1, 10, 11, 100, 101, 110, 111].contains(format) else {
                throw scanner.error("the third number has three digits, each 0 or 1")
            }
            header.hasSizes = format >= 100
            header.hasWeights = format / 10 % 10 == 1
            header.hasEdgeWeights = format % 10 == 1
            if let constraints = number() {
                guard (1...1000).contains(constraints) else { throw scanner.error("1 to 1000 weights are expected") }
                header.constraints = constraints
            }
        }
        if !endLine() { throw scanner.error("the end of the line is expected") }
    }

    // MARK: Nodes

    private mutating func readNode() throws(EditError) {
        let place = graph.nodes.count + 1
        var node = TextGraph.Node(id: "\(place)")
        var data = JSONObject()
        if header.hasSizes { data["size"] = .number(try value("the size")) }
        if header.hasWeights {
            var weights: [JSON] = []
            for _ in 0..<header.constraints { weights.append(.number(try value("a weight"))) }
            data["weight"] = weights.count == 1 ? weights[0] : .array(weights)
        }
        if !data.isEmpty { node.members = [("data", JSON.object(data).text)] }
        node.label = node.id
        graph.nodes.append(node)
        while let neighbor = number() {
            guard (1...header.nodes).contains(neighbor) else {
                throw scanner.error("a neighbor is a number from 1 to \(header.nodes)")
            }
            let weight = header.hasEdgeWeights ? try value("the weight of an edge") : 1
            if neighbor < place {
                backward.append((neighbor, place, weight))
            } else {
                pairs.insert(METISReader.pair(place, neighbor))
                addEdge(place, neighbor, weight)
            }
        }
        if !endLine() { throw scanner.error("a number is expected") }
    }

    private mutating func value(_ name: String) throws(EditError) -> Int {
        guard let value = number(), value >= 0 else { throw scanner.error("\(name) is expected") }
        return value
    }

    private static func pair(_ lesser: Int, _ greater: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: lesser) << 32 | UInt64(truncatingIfNeeded: greater)
    }

    /// Adds an edge by node numbers, since its ends may come on later lines.
    private mutating func addEdge(_ lesser: Int, _ greater: Int, _ weight: Int) {
        var edge = TextGraph.Edge(source: lesser - 1, target: greater - 1)
        edge.markerEnd = "none"
        if header.hasEdgeWeights { edge.members = [("data", JSON.object(["weight": .number(weight)]).text)] }
        graph.edges.append(edge)
    }

    /// Adds the edges that only their greater end lists.
    private mutating func addMissing() {
        for edge in backward where pairs.insert(METISReader.pair(edge.lesser, edge.greater)).inserted {
            addEdge(edge.lesser, edge.greater, edge.weight)
            graph.tally.add(.edge, nil, "oneSided", "an edge is in the line of one end only")
        }
    }
}
