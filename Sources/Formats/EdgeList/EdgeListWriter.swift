import Graph
import Storage
import Wire

/// Writes a document as a list of edges with comma-separated values (RFC 4180), with a header.
///
/// Nodes are named by their ids, so that tables can be joined. A node without edges is a record with a source only.
struct EdgeListWriter: FormatWriter {
    private let graph: ExportGraph
    private var document: Document { graph.document }
    private let names: ElementNames
    private var tally = ExportTally()
    var losses: [ExportLoss] { tally.losses }
    private var hasIDs = false
    private var hasLabels = false
    /// The members of the edges' data; each is a column.
    private var columns: [JSONString] = []
    private var places: [JSONString: Int] = [:]

    /// The greatest number of columns.
    private static let mostColumns = 100

    init(_ document: Document) {
        graph = ExportGraph(document, &tally)
        names = ElementNames(document, graph.nodes, byLabels: false)
        findColumns()
    }

    // MARK: Columns

    /// Finds the columns, and reports losses.
    private mutating func findColumns() {
        for slot in graph.nodes { note(slot) }
        if document.nodeSlots.contains(where: { document.isPlaced($0) }) {
            tally.add(.document, nil, "place", "an edge list has no positions and sizes")
        }
        for slot in graph.edges {
            let id = document.edgeID(slot)
            if !EdgeListWriter.isMade(id) { hasIDs = true }
            let ends = document.edges.ends(slot)
            if ends.sourceHandle != nil || ends.targetHandle != nil {
                tally.add(.edge, id, "handle", "an edge list has no handles")
            }
            document.withEdgeMembers(slot) { members in
                JSONMembers.visit(members) { name, value in
                    let name = JSONString(name)
                    switch name {
                    case "label": hasLabels = true
                    case "data": noteData(value, id)
                    default: lose(name, value, .edge, id)
                    }
                }
            }
        }
        tally.addContent(of: document, "an edge list", besides: ["stamps"])
    }

    private mutating func note(_ slot: Node.Slot) {
        let id = document.nodeID(slot)
        if names[slot] != document.withLabel(ofNode: slot, { $0?.description }) ?? id.string {
            tally.add(.node, id, "name", "an edge list has no labels of nodes")
        }
        document.withNodeMembers(slot) { members in
            JSONMembers.visit(members) { name, value in
                let name = JSONString(name)
                if name != "label" && name != "measured" { lose(name, value, .node, id) }
            }
        }
    }

    private mutating func noteData(_ data: UnsafeBufferPointer<UInt8>, _ id: Identifier) {
        guard data.first == UInt8(ascii: "{") else { return lose("data", data, .edge, id) }
        JSONMembers.visit(data) { name, value in
            if value.isNull { return }
            let name = JSONString(name)
            if value.first == UInt8(ascii: "{") || value.first == UInt8(ascii: "[") {
                tally.add(.edge, id, "data", "`data.\(name)` is written as JSON")
            }
            if places[name] != nil { return }
            guard columns.count < EdgeListWriter.mostColumns, EdgeListColumns.use(name.description) == nil else {
                return tally.add(.edge, id, "data", "`data.\(name)` has no column")
            }
            places[name] = columns.count
            columns.append(name)
        }
    }

    private mutating func lose(
        _ name: JSONString, _ value: UnsafeBufferPointer<UInt8>, _ kind: ExportLoss.Kind, _ id: Identifier
    ) {
        if saysNothing(name, value) { return }
        tally.add(kind, id, "member", "an edge list has no `\(name)`")
    }

    /// Returns true for an id that the server has generated; such ids get no column.
    private static func isMade(_ id: Identifier) -> Bool {
        let bytes = id.string.utf8
        return bytes.first == UInt8(ascii: "e") && bytes.count > 1 && bytes.dropFirst().allSatisfy { $0.isDigit }
    }

    // MARK: Records

    func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        writer.append("source,target")
        if hasIDs { writer.append(",id") }
        if hasLabels { writer.append(",label") }
        for column in columns {
            writer.append(",")
            writer.field(column.description, isText: false)
        }
        writer.append("\n")
        var cells = [JSONText?](repeating: nil, count: columns.count)
        for slot in graph.edges {
            writeEdge(slot, &cells, into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        let ends = 1 + (hasIDs ? 1 : 0) + (hasLabels ? 1 : 0) + columns.count
        for slot in graph.nodes
        where document.nodes.firstIn(slot) == nil && document.nodes.firstOut(slot) == nil {
            guard let name = names[slot] else { continue }
            writer.field(name, isText: false)
            for _ in 0..<ends { writer.append(",") }
            writer.append("\n")
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        try flush(&writer)
    }

    private func writeEdge(_ slot: Edge.Slot, _ cells: inout [JSONText?], into writer: inout JSONWriter) {
        let ends = document.edges.ends(slot)
        writer.field(names[ends.source] ?? "", isText: false)
        writer.append(",")
        writer.field(names[ends.target] ?? "", isText: false)
        if hasIDs {
            writer.append(",")
            writer.field(document.edgeID(slot).string, isText: false)
        }
        if hasLabels {
            writer.append(",")
            document.withLabel(ofEdge: slot) { label in
                if let label { writer.field(label.description, isText: false) }
            }
        }
        for index in cells.indices { cells[index] = nil }
        if !columns.isEmpty {
            document.withEdgeMembers(slot) { members in
                JSONMembers.visit(members) { name, data in
                    guard name == "data", data.first == UInt8(ascii: "{") else { return }
                    JSONMembers.visit(data) { name, value in
                        guard let place = places[JSONString(name)], !value.isNull else { return }
                        cells[place] = JSONText(copy: value)
                    }
                }
            }
        }
        for cell in cells {
            writer.append(",")
            guard let cell else { continue }
            if cell.bytes.first == UInt8(ascii: "\"") {
                writer.field(cell.json?.stringValue ?? "", isText: true)
            } else {
                writer.field(String(decoding: cell.bytes, as: UTF8.self), isText: false)
            }
        }
        writer.append("\n")
    }
}

extension JSONWriter {
    /// Writes a field of separated values, in quotes if necessary.
    ///
    /// - Parameter isText: true if a text that looks like a number or is empty is quoted, too.
    fileprivate mutating func field(_ text: String, isText: Bool) {
        let bytes = text.utf8
        let isPlain =
            !bytes.contains {
                $0 < 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ";")
            }
            && bytes.first.map { $0 > 0x20 } ?? false && bytes.last.map { $0 > 0x20 } ?? false
        if isPlain && !(isText && EdgeListReader.isValue(bytes)) { return append(string: text) }
        append("\"")
        for (index, part) in bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).enumerated() {
            if index > 0 { append("\"\"") }
            append(string: String(Substring(part)))
        }
        append("\"")
    }
}
