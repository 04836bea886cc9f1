import Geometry
import Graph
import Storage
import Wire

/// Writes a document as SwiftFlow's `FlowDocument`: pretty printed with sorted members, like its encoder.
///
/// Elements that SwiftFlow's own export leaves out are left out here: transient elements and selection. A lock, which
/// it would remove, stays. Unknown members are written, too, since SwiftFlow ignores them. Members with a meaning in
/// Nodewire are reported, since SwiftFlow drops them when it saves.
struct SwiftFlowWriter: FormatWriter {
    let graph: ExportGraph
    var document: Document { graph.document }
    var tally = ExportTally()
    var losses: [ExportLoss] { tally.losses }
    private var pretty = PrettyWriter()

    init(_ document: Document) { graph = ExportGraph(document, &tally) }

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
            case "edges": try writeList(graph.edges, into: &writer, flush) { file, slot in file.members(ofEdge: slot) }
            case "nodes": try writeList(graph.nodes, into: &writer, flush) { file, slot in file.members(ofNode: slot) }
            default: member.value.bytes.withUnsafeBufferPointer { pretty.write($0, into: &writer) }
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

    private mutating func writeList<Element, Failure: Error>(
        _ slots: [Slot<Element>], into writer: inout JSONWriter,
        _ flush: (inout JSONWriter) throws(Failure) -> Void,
        _ members: (inout SwiftFlowWriter, Slot<Element>) -> MemberList
    ) throws(Failure) {
        writer.append("[")
        pretty.level = 2
        for (index, slot) in slots.enumerated() {
            if index > 0 { writer.append(",") }
            pretty.breakLine(into: &writer)
            pretty.write(members(&self, slot), into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        pretty.level = 1
        if !slots.isEmpty { pretty.breakLine(into: &writer) }
        writer.append("]")
    }
}
