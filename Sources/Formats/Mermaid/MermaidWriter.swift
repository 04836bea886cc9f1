import Graph
import Storage
import Wire

/// Writes a document as a Mermaid flowchart: a line for each node with its shape and for each edge, subgraphs for
/// groups, and the looks at the end.
///
/// The text follows the grammar of Mermaid's own parser, and `MermaidReader` reads it back as the same structure.
struct MermaidWriter: FormatWriter {
    let graph: ExportGraph
    var document: Document { graph.document }
    let identifiers: MermaidIdentifiers
    let direction: TextGraph.Direction
    var tally = ExportTally()
    var losses: [ExportLoss] { tally.losses }
    /// The looks of nodes in the order of first occurrence, with their nodes.
    var nodeLooks = MermaidLooks()
    /// The looks of edges, with the numbers of the edges.
    var edgeLooks = MermaidLooks()
    /// The lines after all edges: links and animations.
    var links: [String] = []

    /// The limits beyond which Mermaid refuses a text, unless its settings allow more.
    private static let (mostCharacters, mostEdges) = (50_000, 500)
    /// The greatest depth of indentation.
    private static let deepest = 16

    private let kept: JSON?

    init(_ document: Document) {
        graph = ExportGraph(document, &tally)
        identifiers = MermaidIdentifiers(graph, &tally)
        kept = document.content["foreign"]?[Format.mermaid.name]
        tally.addContent(of: document, "Mermaid", besides: document.keptAlone(by: .mermaid).union(document.titleMember))
        direction =
            kept?["direction"]?.stringValue.flatMap { TextGraph.Direction(rawValue: $0) } ?? graph.direction()
    }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        var written = 0
        func flushIfLong(_ writer: inout JSONWriter) throws(Failure) {
            guard writer.count >= CanonicalJSON.chunkBytes else { return }
            written += writer.count
            try flush(&writer)
        }
        writeHeader(into: &writer)
        let graph = graph
        try graph.walk(graph.nodes) { (step) throws(Failure) in
            write(step, into: &writer)
            try flushIfLong(&writer)
        }
        for (number, slot) in graph.edges.enumerated() {
            writeEdge(slot, number, into: &writer)
            try flushIfLong(&writer)
        }
        for line in links {
            writer.append(string: line)
            try flushIfLong(&writer)
        }
        try writeLooks(into: &writer, flushIfLong)
        if written + writer.count > MermaidWriter.mostCharacters || graph.edges.count > MermaidWriter.mostEdges {
            let message =
                "Mermaid draws such a long flowchart only with greater `maxTextSize` and `maxEdges` in its settings"
            tally.add(.document, nil, "limit", message)
        }
        try flush(&writer)
    }

    private func writeHeader(into writer: inout JSONWriter) {
        // Documents of earlier versions keep the title of their flowchart beside its direction.
        if let title = graph.document.title ?? kept?["title"]?.stringValue {
            writer.append(string: "---\ntitle: \(JSON.string(title).description)\n---\n")
        }
        writer.append(string: "flowchart \(direction == .down ? "TD" : direction.rawValue)\n")
    }

    private mutating func write(_ step: ExportGraph.Step, into writer: inout JSONWriter) {
        switch step {
        case .node(let slot, let depth):
            indent(depth, into: &writer)
            writeNode(slot, into: &writer)
        case .open(let slot, let depth):
            indent(depth, into: &writer)
            openGroup(slot, depth, into: &writer)
        case .close(let depth):
            indent(depth, into: &writer)
            writer.append("end\n")
        }
    }

    /// Begins a line at a depth of groups.
    func indent(_ depth: Int, into writer: inout JSONWriter) {
        for _ in 0...min(depth, MermaidWriter.deepest) { writer.append("  ") }
    }

    // MARK: Losses

    /// Reports lost styles and members.
    mutating func lose(_ kind: ExportLoss.Kind, _ id: Identifier, styles: [String], members: [String]) {
        for name in styles { tally.add(kind, id, "style", "the style `\(name)` is not written") }
        for name in members { tally.add(kind, id, "member", "Mermaid has no `\(name)`") }
    }
}
