import Graph
import Storage
import Wire

/// Writes a document in the form of React Flow's `toObject`: nodes with parents first, edges and a viewport.
///
/// Members that only Nodewire has are left out; unknown ones are kept, as in React Flow. A document that was opened
/// from React Flow keeps everything; only the types of edges are renamed.
struct ReactFlowWriter: FormatWriter {
    private let graph: ExportGraph
    var document: Document { graph.document }
    var tally = ExportTally()
    var losses: [ExportLoss] { tally.losses }
    /// The types whose nodes have a size that React Flow does not know.
    let sizedTypes: Set<Identifier>

    init(_ document: Document) {
        let types = document.content["types"]?.objectValue?.members ?? []
        sizedTypes = Set(
            types.filter { $0.value["defaultSize"] != nil }.map { Identifier($0.name.description) })
        var tally = ExportTally()
        graph = ExportGraph(document, &tally)
        if !document.isReactFlow { self.tally = tally }
    }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        if document.isReactFlow {
            try document.write(CanonicalJSON(.reactFlow), into: &writer, flush: flush)
            return addIgnored()
        }
        writer.append("{\n")
        for (index, member) in members.enumerated() {
            if index > 0 { writer.append(",\n") }
            writer.name(member.name)
            switch member.name {
            case "edges":
                try writeList(graph.edges, into: &writer, flush) { file, slot in file.members(ofEdge: slot) }
            case "nodes":
                try writeList(nodesParentsFirst(), into: &writer, flush) { file, slot in file.members(ofNode: slot) }
            default: writer.raw(member.value)
            }
        }
        writer.append("\n}\n")
        try flush(&writer)
    }

    /// The members of the document in order; the elements are written separately, bit by bit.
    private var members: [(name: JSONString, value: JSONText)] {
        mutating get {
            var list = MemberList()
            list.add("edges", JSON.null)
            list.add("nodes", JSON.null)
            list.add("viewport", document.viewport ?? ["x": 0, "y": 0, "zoom": 1])
            for member in document.content.members {
                switch member.name {
                case "nodes", "edges", "viewport", "nodewire", "counters": break
                case "settings", "types", "edgeTypes", "dataTypes":
                    tally.add(.document, nil, "member", "React Flow has no `\(member.name)`")
                default: list.add(member.name, member.value)
                }
            }
            return list.sorted
        }
    }

    private mutating func writeList<Element, Failure: Error>(
        _ slots: [Slot<Element>], into writer: inout JSONWriter,
        _ flush: (inout JSONWriter) throws(Failure) -> Void,
        _ members: (inout ReactFlowWriter, Slot<Element>) -> MemberList
    ) throws(Failure) {
        writer.append("[\n")
        for (index, slot) in slots.enumerated() {
            if index > 0 { writer.append(",\n") }
            members(&self, slot).write(into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        if slots.isEmpty { writer.append("]") } else { writer.append("\n]") }
    }

    /// The nodes in their order, except that parents come first.
    private mutating func nodesParentsFirst() -> [Node.Slot] {
        let (slots, moved) = graph.nodesParentsFirst()
        for node in moved {
            tally.add(
                .node, document.nodeID(node), "order",
                "React Flow wants parents before children; their order is another")
        }
        return slots
    }

    /// Reports the members that React Flow ignores in its own document.
    private mutating func addIgnored() {
        for slot in document.nodeSlots {
            let id = document.nodeID(slot)
            if let parent = document.nodes.parent(slot),
                document.nodes.order.key(parent) > document.nodes.order.key(slot)
            {
                tally.add(.node, id, "order", "React Flow wants parents before children")
            }
            if !document.isPlaced(slot) { tally.add(.node, id, "unplaced", "React Flow wants a position") }
        }
        for slot in document.edgeSlots {
            let type = EdgeType(number: document.edges.flags(slot).typeNumber)
            guard let type, type == .horizontalBezier || type == .orthogonal else { continue }
            tally.add(.edge, document.edgeID(slot), "edgeType", "React Flow has no type \(type)")
        }
    }
}
