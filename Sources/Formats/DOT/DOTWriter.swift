import Geometry
import Graph
import Storage
import Wire

/// Writes a document as a graph in DOT: nodes with positions and sizes, clusters for groups, and edges.
///
/// `DOTReader` reads the text as the same graph. Edges in DOT end only on nodes, so the cluster of a group with edges
/// contains an invisible node of the cluster's name; Graphviz draws the edges to the border of the cluster.
struct DOTWriter: FormatWriter {
    let graph: ExportGraph
    var document: Document { graph.document }
    let names: DOTNames
    let isDirected: Bool
    /// Is true unless the ids of edges equal those that a reader counts.
    let statesEdgeIDs: Bool
    let direction: TextGraph.Direction
    var tally = ExportTally()
    var losses: [ExportLoss] { tally.losses }
    /// The groups on which edges end, and empty groups.
    private var anchored = SlotSet<Node>()
    /// The used handles of nodes that state handles, by node.
    private var usedHandles: [Int32: Set<HandleUse>] = [:]

    /// The fields of records, by node.
    private var recordFields: [Int32: [String: DOTRecord.Leaf]] = [:]

    /// A handle at an end of edges.
    private struct HandleUse: Hashable {
        let id: Symbol
        let isSource: Bool
    }

    /// The greatest depth of indentation, in groups.
    private static let deepest = 16
    private let kept: JSON?

    init(_ document: Document) {
        graph = ExportGraph(document, &tally)
        names = DOTNames(graph, &tally)
        kept = document.content["foreign"]?[Format.dot.name]
        tally.addContent(
            of: document, "DOT",
            besides: document.keptAlone(by: .dot).union(document.titleMember).union(["constraints"]))
        direction = kept?["rankdir"]?.stringValue.flatMap { TextGraph.Direction(rawValue: $0) } ?? graph.direction()
        var hasHeads = graph.edges.isEmpty
        for slot in graph.edges {
            let ends = document.edges.ends(slot)
            for end in [ends.source, ends.target] where graph.isGroup(end) { anchored.insert(end) }
            if let id = ends.sourceHandle, document.nodes.flags(ends.source).contains(.hasHandles) {
                usedHandles[ends.source.number, default: []].insert(HandleUse(id: id, isSource: true))
            }
            if let id = ends.targetHandle, document.nodes.flags(ends.target).contains(.hasHandles) {
                usedHandles[ends.target.number, default: []].insert(HandleUse(id: id, isSource: false))
            }
            let style = document.style(ofEdge: slot)
            if style.start.kind != .none || style.end.kind != .none { hasHeads = true }
        }
        isDirected = hasHeads
        statesEdgeIDs = graph.edges.enumerated().contains { document.edgeID($1) != Identifier("e\($0 + 1)") }
    }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        writeHeader(into: &writer)
        let graph = graph
        try graph.walk(graph.nodes) { (step) throws(Failure) in
            write(step, into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        for slot in graph.edges {
            writeEdge(slot, into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        writeRanks(into: &writer)
        writer.append("}\n")
        try flush(&writer)
    }

    private mutating func writeHeader(into writer: inout JSONWriter) {
        let name = kept?["name"]?.stringValue.map { DOTText.quoted($0) + " " } ?? ""
        writer.append(string: "\(isDirected ? "digraph" : "graph") \(name){\n")
        var list = DOTAttributeList()
        if !anchored.isEmpty { list.add(.compound, "true") }
        if direction != .down { list.add(.rankdir, direction.rawValue) }
        if let title = document.title {
            list.add(label: .label, title)
            list.add(other: "labelloc", "t")
        }
        if !list.isEmpty { writer.append(string: "  graph\(list.text)\n") }
        writer.append("  node [shape=box]\n")
    }

    // MARK: Nodes

    /// The members of nodes that are written or follow from the direction.
    private static let members: Set<JSONString> = [
        "data", "hidden", "style", "richLabel", "fields", "sourcePosition", "targetPosition",
    ]

    private mutating func write(_ step: ExportGraph.Step, into writer: inout JSONWriter) {
        switch step {
        case .node(let slot, let depth):
            indent(depth, into: &writer)
            writer.append(string: names[slot])
            writer.append(string: attributes(ofNode: slot).text)
            writer.append("\n")
        case .open(let slot, let depth):
            indent(depth, into: &writer)
            writer.append(string: "subgraph \(names[slot]) {\n")
            indent(depth + 1, into: &writer)
            writer.append(string: "graph\(attributes(ofGroup: slot).text)\n")
            if anchored.contains(slot) || document.nodes.firstChild(of: slot) == nil {
                indent(depth + 1, into: &writer)
                var list = DOTAttributeList()
                list.add(.shape, "point")
                list.add(.style, "invis")
                if document.isPlaced(slot) { list.add(place: document.frame(slot)) }
                writer.append(string: "\(names[slot])\(list.text)\n")
            }
        case .close(let depth):
            indent(depth, into: &writer)
            writer.append("}\n")
        }
    }

    private func indent(_ depth: Int, into writer: inout JSONWriter) {
        for _ in 0...min(depth, DOTWriter.deepest) { writer.append("  ") }
    }

    private mutating func attributes(ofNode slot: Node.Slot) -> DOTAttributeList {
        let node = ExportNode(graph, slot, for: .dot, taking: DOTWriter.members)
        let (id, label) = (node.id, node.shownLabel(in: document))
        var list = DOTAttributeList()
        if let record = DOTWriter.record(of: node, label) {
            list.add(.label, record.label)
            list.add(.shape, record.shape)
            list.add(node.look, isHidden: node.isHidden)
            if document.isPlaced(slot) { list.add(place: document.frame(slot)) }
            list.add(size: size(of: slot))
            finish(node, label, &list, isRecord: true)
            return list
        }
        let isOwn = label != id.string || id.string.utf8.contains(where: { "\\&".utf8.contains($0) })
        if isOwn || node.look.rich != nil { list.add(label: label, node.look.rich) }
        if let name = node.kept?["shape"]?.stringValue, DOTShape(name).shape == node.shape {
            list.add(.shape, name)
        } else if let (name, isSame) = DOTShape.name(of: node.shape) {
            if name != "box" { list.add(.shape, name) }
            if !isSame {
                let round = node.shape == .capsule ? " with round corners" : ""
                tally.add(.node, id, "shape", "DOT has no shape \(node.shape.rawValue); \(name)\(round) is written")
            }
        }
        let isRound = node.shape == .capsule || node.isRound && node.shape == .rectangle
        list.add(node.look, isHidden: node.isHidden, isRound: isRound)
        let columns = document.columnGeometry(slot)
        if document.isPlaced(slot) {
            list.add(place: document.frame(slot))
        }
        if document.isPlaced(slot) || !columns.width.isNaN && !columns.height.isNaN {
            list.add(size: size(of: slot))
        }
        finish(node, label, &list)
        return list
    }

    /// The label and the shape that a node with fields had in DOT; nil if the node has other fields now.
    private static func record(of node: ExportNode, _ label: String) -> (label: String, shape: String)? {
        guard let record = node.kept?["record"]?.stringValue, let shape = node.kept?["shape"]?.stringValue,
            node.look.fields?.text == label
        else { return nil }
        return (record.description, shape == "Mrecord" ? "Mrecord" : "record")
    }

    /// The written fields of a node, by name; empty if the node is not written as a record.
    mutating func fields(of slot: Node.Slot) -> [String: DOTRecord.Leaf] {
        if let known = recordFields[slot.number] { return known }
        let node = ExportNode(graph, slot, for: .dot, taking: DOTWriter.members)
        var fields: [String: DOTRecord.Leaf] = [:]
        if let record = DOTWriter.record(of: node, node.shownLabel(in: document)) {
            let read = DOTRecord(record.label, isLevel: direction == .down || direction == .up) { $0 }
            for leaf in read.leaves(in: read.size) { if let name = leaf.name { fields[name] = leaf } }
        }
        recordFields[slot.number] = fields
        return fields
    }

    /// The size of a node, even if it has no position.
    func size(of slot: Node.Slot) -> Size {
        let geometry = document.nodes.geometry(slot)
        return Size(width: geometry.width, height: geometry.height)
    }

    private mutating func attributes(ofGroup slot: Node.Slot) -> DOTAttributeList {
        let node = ExportNode(graph, slot, for: .dot, taking: DOTWriter.members)
        let (id, label) = (node.id, node.shownLabel(in: document))
        var list = DOTAttributeList()
        if names[slot] != DOTText.quoted(id.string) { list.add(.id, id.string) }
        list.add(label: label, node.look.rich)
        list.add(node.look, isHidden: node.isHidden, isRound: node.isRound)
        if document.isPlaced(slot) { list.add(bounds: document.openFrame(slot)) }
        if node.shape != .rectangle { tally.add(.node, id, "shape", "clusters are rectangles") }
        finish(node, label, &list)
        return list
    }

    /// Adds the data of a node and reports its losses.
    private mutating func finish(
        _ node: ExportNode, _ label: String, _ list: inout DOTAttributeList, isRecord: Bool = false
    ) {
        let (id, slot) = (node.id, node.slot)
        if !list.add(data: node.data(besides: label)) {
            tally.add(.node, id, "data", "of `data` only texts and numbers are written")
        }
        let lost = [
            ("opacity", node.look.opacity != nil), ("fontWeight", node.look.isBold != nil),
            ("fontStyle", node.look.isItalic != nil),
        ]
        for (name, isStated) in lost where isStated {
            tally.add(.node, id, "style", "the style `\(name)` is not written")
        }
        if document.nodes.flags(slot).contains(.hasHandles) && !isRecord {
            let used = usedHandles[slot.number] ?? []
            let sites = document.handleSites(list: document.handleList(slot))
            if sites.contains(where: { !used.contains(HandleUse(id: $0.symbol, isSource: $0.kind == .source)) }) {
                tally.add(.node, id, "handles", "only handles at which edges end are written")
            }
        }
        lose(.node, id, styles: node.lostStyles + node.look.lostMarks, members: node.others)
    }

    /// Reports lost styles and members.
    mutating func lose(_ kind: ExportLoss.Kind, _ id: Identifier, styles: [String], members: [String]) {
        for name in styles { tally.add(kind, id, "style", "the style `\(name)` is not written") }
        for name in members { tally.add(kind, id, "member", "DOT has no `\(name)`") }
    }
}
