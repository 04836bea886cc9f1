import Geometry
import Graph
import Storage
import Wire

/// Writes a document as SwiftFlow's `FlowDocument`: pretty printed, members sorted, as its encoder does.
///
/// Elements that SwiftFlow's own export leaves out are left out here: transient elements and selection.
/// A lock, which it would take away, stays.
/// Members that SwiftFlow does not know are written too, since it passes over them.
/// Members that have a meaning here are reported, since it drops them when it saves.
struct SwiftFlowWriter {
    private(set) var document: Document
    var tally = ExportTally()
    /// Nodes that are not written.
    private(set) var transient = SlotSet<Node>()
    private var pretty = PrettyWriter()

    init(_ document: Document) {
        self.document = document
        self.document.updateInheritance()
        transient = TransientElements(of: document).nodes
        for slot in document.nodesInOrder(transient) {
            tally.add(.node, document.nodeID(slot), "transient", "a transient node is not written, nor are its edges")
        }
    }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        writer.append("{")
        pretty.level = 1
        for (index, member) in members.enumerated() {
            if index > 0 { writer.append(",") }
            pretty.breakLine(into: &writer)
            pretty.writeName(member.name, into: &writer)
            switch member.name {
            case "edges": try writeEdges(into: &writer, flush)
            case "nodes": try writeNodes(into: &writer, flush)
            default: member.value.bytes.withUnsafeBufferPointer { pretty.write($0, into: &writer) }
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
            list.add("viewport", viewport)
            for member in document.content.members {
                switch member.name {
                case "nodes", "edges", "viewport", "nodewire", "counters": break
                case "settings", "types", "edgeTypes", "dataTypes":
                    tally.add(.document, nil, "member", "SwiftFlow does not know `\(member.name)`")
                    list.add(member.name, member.value)
                default: list.add(member.name, member.value)
                }
            }
            return list.sorted
        }
    }

    private var viewport: JSON {
        guard case .object(var object)? = document.viewport else { return ["offset": [0, 0], "zoom": 1] }
        let offset: JSON = .array([object["x"] ?? 0, object["y"] ?? 0])
        object["x"] = nil
        object["y"] = nil
        object["offset"] = offset
        object["zoom"] = object["zoom"] ?? 1
        return .object(object)
    }

    private mutating func writeNodes<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try writeList(document.nodeSlots, into: &writer, flush) { file, slot in
            file.transient.contains(slot) ? nil : file.members(ofNode: slot)
        }
    }

    private mutating func writeEdges<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try writeList(document.edgeSlots, into: &writer, flush) { file, slot in
            let ends = file.document.edges.ends(slot)
            if file.transient.contains(ends.source) || file.transient.contains(ends.target) { return nil }
            if file.document.edges.flags(slot).contains(.transient) {
                file.tally.add(.edge, file.document.edgeID(slot), "transient", "a transient edge is not written")
                return nil
            }
            return file.members(ofEdge: slot)
        }
    }

    private mutating func writeList<Element, Failure: Error>(
        _ slots: [Slot<Element>], into writer: inout JSONWriter,
        _ flush: (inout JSONWriter) throws(Failure) -> Void,
        _ members: (inout SwiftFlowWriter, Slot<Element>) -> MemberList?
    ) throws(Failure) {
        writer.append("[")
        pretty.level = 2
        var isFirst = true
        for slot in slots {
            guard let list = members(&self, slot) else { continue }
            if !isFirst { writer.append(",") }
            isFirst = false
            pretty.breakLine(into: &writer)
            pretty.write(list, into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        pretty.level = 1
        if !isFirst { pretty.breakLine(into: &writer) }
        writer.append("]")
    }
}

extension Document {
    /// Writes the document as SwiftFlow's and returns what SwiftFlow does not hold.
    ///
    /// - Complexity: O(*n* log *n*) in the bytes at most, for the order of members.
    func writeSwiftFlow<Failure: Error>(
        into writer: inout JSONWriter, flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> [ExportLoss] {
        var file = SwiftFlowWriter(self)
        try file.write(into: &writer, flush)
        return file.tally.losses
    }
}
