import Geometry
import Graph
import Wire

/// Reads a Mermaid flowchart as a document.
///
/// The text is read in one pass; open subgraphs are kept in a list, without recursion.
/// The syntax is Mermaid's grammar. Some texts that Mermaid refuses are read, too, if they have only one meaning.
///
/// - Complexity: O(*n*) in the bytes and the edges.
struct MermaidReader {
    /// A subgraph whose end has not been read yet.
    struct OpenSubgraph {
        /// The id; nil if it has only a title that cannot be one.
        var id: String?
        var title: String?
        var richLabel: RichLabel?
        /// The position where it begins.
        let start: Int
        /// The nodes that its statements mention.
        var members: [Int] = []
        var direction: TextGraph.Direction?
    }

    var scanner: TextScanner
    var graph: TextGraph
    /// The nodes, by id.
    var places: [Identifier: Int] = [:]
    /// The edges with ids.
    var edges: [Identifier: Int] = [:]
    var open: [OpenSubgraph] = []
    private var subgraphCount = 0
    var looks = MermaidStatedLooks()
    /// The last text if it has marks, until it becomes the label of an element.
    var richLabel: RichLabel?
    /// The title in the front matter.
    private var title: String?

    /// - Throws: `format` with line and column, `limits`.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(EditError) -> Format.Content {
        var reader = MermaidReader(scanner: TextScanner(text, format: "Mermaid"))
        try reader.read()
        reader.loseRichLabel()
        return try reader.graph.document()
    }

    private init(scanner: TextScanner) {
        self.scanner = scanner
        graph = TextGraph(textBytes: scanner.text.count)
    }

    private mutating func read() throws(EditError) {
        guard let header = MermaidHeader(scanner.text) else {
            _ = MermaidHeader.skipComments(&scanner)
            throw scanner.error("a line with `flowchart` or `graph` and a direction is expected")
        }
        guard case .flowchart(let direction) = header.kind else {
            if case .other(let name) = header.kind {
                throw scanner.error("of its diagrams only flowcharts are read, no \(name)", at: header.start)
            }
            return
        }
        title = header.title
        for name in header.settings { lose("settings", "the setting `\(name)` of the front matter is left out") }
        if header.hasDirectives { lose("settings", "directives are left out") }
        scanner.index = header.end
        while skipToStatement() { try readStatement() }
        if let last = open.last { throw scanner.error("`subgraph` has no `end`", at: last.start) }
        inheritDirections(direction, closedGroups())
        applyLooks()
        finishNodes()
        if let title { graph.setTitle(title) }
        let kept: JSONObject = ["direction": .string(direction.rawValue)]
        graph.members.append(("foreign", JSON.object([JSONString(Format.mermaid.name): .object(kept)]).text))
    }

    /// Keeps the names of shapes that documents do not have, and sets the sizes of shapes without text.
    private mutating func finishNodes() {
        for place in graph.nodes.indices where !graph.nodes[place].isGroup {
            MermaidShape.fit(&graph.nodes[place])
            guard let name = graph.nodes[place].lostShape, MermaidShape(name: name).isKnown else { continue }
            let kept: JSON = ["shape": .string(name)]
            graph.nodes[place].members.append(("foreign", JSON.object([JSONString(Format.mermaid.name): kept]).text))
        }
    }

    /// Sets the direction of each node: that of the innermost group around it that states one.
    ///
    /// A closed group without a stated direction is laid out across its surroundings, as in Mermaid.
    ///
    /// - Complexity: O(*n*): each node gets its direction once, from the outermost groups inwards.
    private mutating func inheritDirections(_ outermost: TextGraph.Direction, _ closed: [Bool]) {
        var isDone = [Bool](repeating: false, count: graph.nodes.count)
        for start in graph.nodes.indices {
            var chain: [Int] = []
            var place: Int? = start
            while let here = place, !isDone[here] {
                chain.append(here)
                place = graph.nodes[here].parent
            }
            for here in chain.reversed() {
                isDone[here] = true
                let around = graph.nodes[here].parent
                let direction = around.map { inside[$0] ?? graph.nodes[$0].direction } ?? outermost
                graph.nodes[here].direction = direction
                if closed[here], inside[here] == nil { layOut(inside: here, direction == .down ? .right : .down) }
            }
        }
    }

    private mutating func layOut(inside place: Int, _ direction: TextGraph.Direction) {
        inside[place] = direction
        let layout: JSON = ["algorithm": "layered", "options": ["direction": .string(direction.layout)]]
        graph.nodes[place].members.removeAll { $0.name == "layout" }
        graph.nodes[place].members.append(("layout", layout.text))
    }

    /// A flag for each node: true for a group of at least two nodes without edges to nodes outside.
    ///
    /// Both ends of an edge get the same pseudo-random number. The numbers in a group cancel out if it has both ends or
    /// none of every edge.
    ///
    /// - Complexity: O(*n*).
    private mutating func closedGroups() -> [Bool] {
        graph.breakCycles()
        var sums = [UInt64](repeating: 0, count: graph.nodes.count)
        for (number, edge) in graph.edges.enumerated() {
            // The mixer of SplitMix64 (Steele, Lea and Flood 2014).
            var mixed = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            mixed ^= mixed >> 31
            sums[edge.source] ^= mixed
            sums[edge.target] ^= mixed
        }
        var waiting = [Int](repeating: 0, count: graph.nodes.count)
        for node in graph.nodes { if let parent = node.parent { waiting[parent] += 1 } }
        let counts = waiting
        var inner = [UInt64](repeating: 0, count: graph.nodes.count)
        for start in graph.nodes.indices where counts[start] == 0 {
            var here = start
            while let parent = graph.nodes[here].parent {
                inner[parent] ^= inner[here] ^ sums[here]
                waiting[parent] -= 1
                if waiting[parent] > 0 { break }
                here = parent
            }
        }
        return graph.nodes.indices.map { graph.nodes[$0].isGroup && counts[$0] > 1 && inner[$0] == 0 }
    }

    /// The stated directions of the contents of groups.
    private var inside: [Int: TextGraph.Direction] = [:]

    /// Reports a loss of the document.
    mutating func lose(_ code: String, _ message: String) { graph.tally.add(.document, nil, code, message) }

    // MARK: Statements

    /// Skips separators of statements. Returns false at the end of the text.
    private mutating func skipToStatement() -> Bool {
        while true {
            if MermaidHeader.skipComments(&scanner) { lose("settings", "directives are left out") }
            if !scanner.looks(at: ";") { return !scanner.isAtEnd }
            scanner.index += 1
        }
    }

    private mutating func readStatement() throws(EditError) {
        switch MermaidKeyword(at: scanner) {
        case .subgraph: try readSubgraph()
        case .end: try endSubgraph()
        case .direction: readDirection()
        case .style: readStyle()
        case .linkStyle: readLinkStyle()
        case .classDef: readClassDefinition()
        case .class: readClass()
        case .click: try readClick()
        case .accTitle, .accDescr:
            lose("accessibility", "titles and descriptions for accessibility are left out")
            skipAccessibility()
        case nil: try readNodes()
        }
    }

    /// Skips the rest of the line, or up to a semicolon outside strings.
    mutating func skipStatement() {
        var isQuoted = false
        while let byte = scanner.byte, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
            if byte == UInt8(ascii: ";") && !isQuoted { return }
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            scanner.index += 1
        }
    }

    private mutating func skipAccessibility() {
        scanner.skip { $0.isLetter }
        scanner.skipSpace()
        if !scanner.looks(at: "{") { return scanner.skipLine() }
        scanner.skip { $0 != UInt8(ascii: "}") }
        scanner.index = min(scanner.index + 1, scanner.text.count)
    }

    private mutating func readDirection() {
        scanner.skip { $0.isLetter }
        scanner.skipBlanks()
        if let direction = MermaidHeader.direction(&scanner), !open.isEmpty {
            open[open.count - 1].direction = direction
        }
        skipStatement()
    }

    // MARK: Subgraphs

    private mutating func readSubgraph() throws(EditError) {
        let start = scanner.index
        _ = scanner.skip("subgraph")
        scanner.skipBlanks()
        var subgraph = OpenSubgraph(start: start)
        if scanner.looks(at: "\"") {
            // Words after a string belong to the title.
            let text = try readQuoted() + readWords(until: "[;\n\r")
            (subgraph.title, subgraph.id) = (text, text)
        } else {
            let first = scanner.index
            scanner.skip { !"[;\n\r".utf8.contains($0) }
            let words = scanner.string(first..<scanner.index).trimmed
            (subgraph.title, subgraph.id) = (text(words), words)
        }
        scanner.skipBlanks()
        if scanner.looks(at: "[") {
            scanner.index += 1
            subgraph.title = try readText(until: ["]"], from: scanner.index - 1).text
            scanner.skipBlanks()
        } else if let id = subgraph.id, id.utf8.contains(where: { $0 <= 0x20 }) {
            subgraph.id = nil
        }
        if subgraph.id?.isEmpty ?? false { subgraph.id = nil }
        subgraph.richLabel = takeRichLabel(of: subgraph.title)
        try endStatement()
        open.append(subgraph)
    }

    /// Reads words and the blanks before them, up to one of the given bytes.
    private mutating func readWords(until ends: String) throws(EditError) -> String {
        let first = scanner.index
        scanner.skip { !ends.utf8.contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "%") }
        let words = scanner.string(first..<scanner.index).trimmed
        return words.isEmpty ? "" : " " + text(words)
    }

    private mutating func endSubgraph() throws(EditError) {
        guard let subgraph = open.popLast() else { throw scanner.error("`end` without `subgraph`") }
        _ = scanner.skip("end")
        let place = node(subgraph.id ?? "subGraph\(subgraphCount)")
        subgraphCount += 1
        MermaidShape(name: "rectangle").apply(to: &graph.nodes[place])
        graph.nodes[place].isGroup = true
        graph.nodes[place].label = subgraph.title ?? ""
        graph.nodes[place].look.rich = subgraph.richLabel
        if let direction = subgraph.direction { layOut(inside: place, direction) }
        for member in subgraph.members where graph.nodes[member].parent == nil && member != place {
            graph.nodes[member].parent = place
        }
        try endStatement()
    }

    /// Checks that the statement ends: with the line, a semicolon, a comment or the text.
    func endStatement() throws(EditError) {
        var scanner = scanner
        scanner.skipBlanks()
        if scanner.looks(at: "%%") { return }
        switch scanner.byte {
        case nil, UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ";"): return
        default: throw scanner.error("the end of the statement is expected")
        }
    }
}
