import Graph
import Storage
import Wire

/// Writes a document of our own as what React Flow's `toObject` gives: nodes with parents first, edges and a viewport.
///
/// Members that only the own format has are left out; those that neither knows are kept, as React Flow does. A document that was
/// opened as React Flow's is written as it is instead (`Document.writeReactFlow`).
struct ReactFlowWriter {
    let document: Document
    var tally = ExportTally()
    /// The types whose nodes have a size that React Flow would not know.
    let sizedTypes: Set<Identifier>

    /// Elements that are not written.
    private let transients: TransientElements

    init(_ document: Document) {
        self.document = document
        transients = TransientElements(of: document)
        let types = document.content["types"]?.objectValue?.members ?? []
        sizedTypes = Set(
            types.filter { $0.value["defaultSize"] != nil }.map { Identifier($0.name.description) })
        for slot in document.nodesInOrder(transients.nodes) {
            tally.add(.node, document.nodeID(slot), "transient", "a transient node is not written, nor are its edges")
        }
        for slot in document.edgesInOrder(transients.edges) where document.edges.flags(slot).contains(.transient) {
            tally.add(.edge, document.edgeID(slot), "transient", "a transient edge is not written")
        }
    }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        writer.append("{\n")
        for (index, member) in members.enumerated() {
            if index > 0 { writer.append(",\n") }
            writer.name(member.name)
            switch member.name {
            case "edges":
                try writeList(document.edgeSlots.filter { !transients.edges.contains($0) }, into: &writer, flush) {
                    file, slot in file.members(ofEdge: slot)
                }
            case "nodes":
                try writeList(nodesParentsFirst(), into: &writer, flush) { file, slot in file.members(ofNode: slot) }
            default: writer.raw(member.value)
            }
        }
        writer.append("\n}\n")
        try flush(&writer)
    }

    /// The members of the document in their order; the values of the elements are written bit by bit.
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

    /// The nodes in their order, but each behind its parent.
    private mutating func nodesParentsFirst() -> [Node.Slot] {
        let (slots, moved) = document.nodesParentsFirst(without: transients.nodes)
        for node in moved {
            tally.add(
                .node, document.nodeID(node), "order",
                "React Flow wants parents before children; their order is another")
        }
        return slots
    }
}

extension Document {
    /// Writes the document as React Flow's and returns what React Flow does not hold.
    ///
    /// One that was opened as React Flow's keeps all that it has; only the types of edges are renamed.
    func writeReactFlow<Failure: Error>(
        into writer: inout JSONWriter, flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> [ExportLoss] {
        if isReactFlow {
            try write(CanonicalJSON(.reactFlow), into: &writer, flush: flush)
            return reactFlowLosses()
        }
        var file = ReactFlowWriter(self)
        try file.write(into: &writer, flush)
        return file.tally.losses
    }

    /// Returns the members that React Flow ignores in a document of its own.
    private func reactFlowLosses() -> [ExportLoss] {
        var tally = ExportTally()
        for slot in nodeSlots {
            if let parent = nodes.parent(slot), nodes.order.key(parent) > nodes.order.key(slot) {
                tally.add(.node, nodeID(slot), "order", "React Flow wants parents before children")
            }
            if !isPlaced(slot) { tally.add(.node, nodeID(slot), "unplaced", "React Flow wants a position") }
        }
        for slot in edgeSlots {
            let type = EdgeType(number: edges.flags(slot).typeNumber)
            guard let type, type == .horizontalBezier || type == .orthogonal else { continue }
            tally.add(.edge, edgeID(slot), "edgeType", "React Flow has no type \(type)")
        }
        return tally.losses
    }
}
