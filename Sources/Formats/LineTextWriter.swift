import Graph
import Storage
import Wire

/// Writes a document for line-by-line comparison: each element on its own line, sorted by kind and id.
///
/// A line contains everything that the content hash includes, in the canonical spelling. The order of the elements is
/// left out.
struct LineTextWriter: FormatWriter {
    /// The members at the start of a line, and those that do not count.
    private static let leftOfNodes: Set<JSONString> = ["id", "measured"]
    private static let leftOfEdges: Set<JSONString> = ["id", "source", "sourceHandle", "target", "targetHandle"]

    private let document: Document
    /// The format of its file; parts that only reading has made are left out.
    private var origin: TextOrigin?
    private let transients: TransientElements
    private var values = CanonicalValueWriter()
    let losses: [ExportLoss] = []

    init(_ document: Document) { (self.document, transients) = (document, TransientElements(of: document)) }

    init(_ document: Document, from origin: TextOrigin) {
        self.init(document)
        self.origin = origin
    }

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

    /// The edges in the order of their ids, or of their ends if the ids are generated.
    private var edges: [Edge.Slot] {
        if origin?.countsEdges == true {
            return document.edgeSlots.filter { !transients.edges.contains($0) }.map { (document.edge(at: $0), $0) }
                .sorted { ($0.0.source, $0.0.target, $0.1) < ($1.0.source, $1.0.target, $1.1) }.map(\.1)
        }
        return document.edgeSlots.filter { !transients.edges.contains($0) }.map { (document.edgeID($0), $0) }
            .sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Writes a line for each member of the document, and a line for each setting and type.
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
            let isNative = origin != nil && member.name == "foreign"
            guard let value = isNative ? LineTextWriter.rest(of: member.value, besides: []) : member.value else {
                continue
            }
            writeStart(of: "document", member.name, into: &writer)
            writer.append(": ")
            write(value, into: &writer)
            writer.append("\n")
        }
    }

    private mutating func writeNode(_ slot: Node.Slot, into writer: inout JSONWriter) {
        let node = shown(document.node(at: slot).json, isEdge: false)
        writeStart(of: "node", JSONString(document.nodeID(slot).string), into: &writer)
        writeMembers(of: node, without: Self.leftOfNodes, into: &writer)
    }

    private mutating func writeEdge(_ slot: Edge.Slot, into writer: inout JSONWriter) {
        let edge = shown(document.edge(at: slot).json, isEdge: true)
        let id = document.edgeID(slot).string
        if origin?.isCounted(id) == true {
            writer.append("edge ")
        } else {
            writeStart(of: "edge", JSONString(id), into: &writer)
            writer.append(" ")
        }
        writeEnd(edge["source"], edge["sourceHandle"], into: &writer)
        writer.append(" -> ")
        writeEnd(edge["target"], edge["targetHandle"], into: &writer)
        writeMembers(of: edge, without: Self.leftOfEdges, into: &writer)
    }

    /// The element without the parts that reading has made: computed places, and repetitions in `foreign`.
    private func shown(_ element: JSON, isEdge: Bool) -> JSON {
        guard let origin, var object = element.objectValue else { return element }
        for member in object.members where origin.isComputed(member.name, isEdge: isEdge) { object[member.name] = nil }
        guard let others = object["foreign"] else { return .object(object) }
        object["foreign"] = nil
        var known: Set<String> = []
        LineTextWriter.collect(.object(object), into: &known)
        object["foreign"] = LineTextWriter.rest(of: others, besides: known)
        return .object(object)
    }

    private static func collect(_ value: JSON, into known: inout Set<String>) {
        switch value {
        case .object(let object): for member in object.members { collect(member.value, into: &known) }
        case .array(let values): for value in values { collect(value, into: &known) }
        default: known.insert(value.description)
        }
    }

    /// The part of a value that is not known; nil if everything is.
    private static func rest(of value: JSON, besides known: Set<String>) -> JSON? {
        guard case .object(let object) = value else {
            var found: Set<String> = []
            collect(value, into: &found)
            return found.isSubset(of: known) ? nil : value
        }
        var rest = JSONObject()
        // Members that follow from edges are on the edges' lines.
        for member in object.members where !NativeMerge.derived.contains(member.name) {
            rest[member.name] = self.rest(of: member.value, besides: known)
        }
        return rest.isEmpty ? nil : .object(rest)
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

    /// Writes a name; it is quoted unless it is a word.
    private mutating func name(_ name: JSONString, into writer: inout JSONWriter) {
        let text = name.description
        if !text.isEmpty, text.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }) {
            writer.append(string: text)
        } else {
            write(.string(name), into: &writer)
        }
    }

    /// Writes a value between texts that are not JSON.
    private mutating func write(_ value: JSON, into writer: inout JSONWriter) {
        values.write(value, into: &writer)
        writer.append("")
    }
}
