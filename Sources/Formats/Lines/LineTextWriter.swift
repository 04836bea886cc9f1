import Graph
import Storage
import Wire

/// Writes a document so that its lines can be compared: each element on a line of its own, sorted by kind and id.
///
/// A line has all that the hash of the content counts, in the one spelling of equal values. The order of the elements is
/// not in it.
struct LineTextWriter: FormatWriter {
    /// The members that stand at the start of a line, or do not count.
    private static let leftOfNodes: Set<JSONString> = ["id", "measured"]
    private static let leftOfEdges: Set<JSONString> = ["id", "source", "sourceHandle", "target", "targetHandle"]

    private let document: Document
    private let transients: TransientElements
    private var values = CanonicalValueWriter()
    let losses: [ExportLoss] = []

    init(_ document: Document) { (self.document, transients) = (document, TransientElements(of: document)) }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        writeContent(into: &writer)
        for slot in nodes {
            writeNode(slot, into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        for slot in edges {
            writeEdge(slot, into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        try flush(&writer)
    }

    /// The nodes in the order of their ids.
    private var nodes: [Node.Slot] {
        document.nodeSlots.filter { !transients.nodes.contains($0) }.map { (document.nodeID($0), $0) }
            .sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The edges in the order of their ids.
    private var edges: [Edge.Slot] {
        document.edgeSlots.filter { !transients.edges.contains($0) }.map { (document.edgeID($0), $0) }
            .sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Members of the document a line each; of settings and types each a line.
    private mutating func writeContent(into writer: inout JSONWriter) {
        for member in document.countedContent.members.sorted(by: { $0.name < $1.name }) {
            if Document.dividedMembers.contains(member.name), case .object(let object) = member.value {
                for entry in object.members.sorted(by: { $0.name < $1.name }) {
                    writeStart(of: "\(member.name)", entry.name, into: &writer)
                    writer.append(": ")
                    write(entry.value, into: &writer)
                    writer.append("\n")
                }
                if !object.isEmpty { continue }
            }
            writeStart(of: "document", member.name, into: &writer)
            writer.append(": ")
            write(member.value, into: &writer)
            writer.append("\n")
        }
    }

    private mutating func writeNode(_ slot: Node.Slot, into writer: inout JSONWriter) {
        let node = document.node(at: slot).json
        writeStart(of: "node", JSONString(document.nodeID(slot).string), into: &writer)
        writeMembers(of: node, without: Self.leftOfNodes, into: &writer)
    }

    private mutating func writeEdge(_ slot: Edge.Slot, into writer: inout JSONWriter) {
        let edge = document.edge(at: slot).json
        writeStart(of: "edge", JSONString(document.edgeID(slot).string), into: &writer)
        writer.append(" ")
        writeEnd(edge["source"], edge["sourceHandle"], into: &writer)
        writer.append(" -> ")
        writeEnd(edge["target"], edge["targetHandle"], into: &writer)
        writeMembers(of: edge, without: Self.leftOfEdges, into: &writer)
    }

    private mutating func writeEnd(_ node: JSON?, _ handle: JSON?, into writer: inout JSONWriter) {
        write(node ?? .null, into: &writer)
        guard let handle else { return }
        writer.append(".")
        write(handle, into: &writer)
    }

    private mutating func writeStart(of kind: String, _ name: JSONString, into writer: inout JSONWriter) {
        writer.append(string: kind + " ")
        write(.string(name), into: &writer)
    }

    private mutating func writeMembers(of element: JSON, without left: Set<JSONString>, into writer: inout JSONWriter) {
        var isFirst = true
        for member in (element.objectValue?.members ?? []).sorted(by: { $0.name < $1.name })
        where !left.contains(member.name) {
            if isFirst { writer.append(": ") } else { writer.append("; ") }
            isFirst = false
            name(member.name, into: &writer)
            writer.append(" ")
            write(member.value, into: &writer)
        }
        writer.append("\n")
    }

    /// Writes a name, in quotes unless it is a word.
    private mutating func name(_ name: JSONString, into writer: inout JSONWriter) {
        let text = name.description
        if !text.isEmpty, text.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }) {
            writer.append(string: text)
        } else {
            write(.string(name), into: &writer)
        }
    }

    /// Writes a value between texts that are no JSON.
    private mutating func write(_ value: JSON, into writer: inout JSONWriter) {
        values.write(value, into: &writer)
        writer.append("")
    }
}
