import Geometry
import Graph
import Storage
import Wire

/// Writes a document as elements of Cytoscape.js, in the form of the file that it was read from; a new document has
/// separate lists of nodes and edges.
struct CytoscapeWriter: FormatWriter {
    private let graph: ExportGraph
    private var document: Document { graph.document }
    private var tally = ExportTally()
    var losses: [ExportLoss] { tally.losses }

    init(_ document: Document) {
        graph = ExportGraph(document, &tally)
        tally.addContent(of: document, .cytoscape)
    }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        var file = NativeFile(indentedBy: "  ")
        let outer = document.native(of: .cytoscape)
        if document.content["foreign"]?[Format.cytoscape.name]?.arrayValue != nil {
            try writeMixed(&file, into: &writer, flush)
        } else if let outer, let elements = outer["elements"] {
            try file.object(outer, parts: [("elements", true)], into: &writer) {
                (_, file, writer) throws(Failure) in
                if elements.bytes.first == UInt8(ascii: "[") {
                    try writeMixed(&file, into: &writer, flush)
                } else {
                    try writeDivided(NativeObject(elements), &file, into: &writer, flush)
                }
            }
        } else {
            try writeDivided(outer, &file, into: &writer, flush)
        }
        try flush(&writer)
    }

    private mutating func writeDivided<Failure: Error>(
        _ outer: NativeObject?, _ file: inout NativeFile, into writer: inout JSONWriter,
        _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let (nodes, edges) = (graph.nodes, graph.edges)
        try file.object(
            outer, parts: [("nodes", !nodes.isEmpty), ("edges", !edges.isEmpty)], into: &writer
        ) { (name, file, writer) throws(Failure) in
            if name == "nodes" {
                try file.list(nodes, into: &writer, flush) { node($0).text }
            } else {
                try file.list(edges, into: &writer, flush) { edge($0).text }
            }
        }
    }

    private mutating func writeMixed<Failure: Error>(
        _ file: inout NativeFile, into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        file.begin("[", into: &writer)
        try file.elements(graph.nodes, into: &writer, flush) { node($0, isMixed: true).text }
        try file.elements(graph.edges, into: &writer, flush) { edge($0, isMixed: true).text }
        file.end("]", into: &writer)
    }

    private mutating func node(_ slot: Node.Slot, isMixed: Bool = false) -> NativeObject {
        let id = document.nodeID(slot)
        let members = document.withNodeMembers(slot) { text in
            ElementMembers(text, of: .cytoscape, taking: ["data", "type", "shape"]) {
                tally.add(.node, id, "member", "Cytoscape has no `\($0)`")
            }
        }
        var object = begun(members, isMixed ? "nodes" : nil)
        var data = object.object("data") ?? NativeObject()
        data.set("id", id: id.string)
        if let parent = document.nodes.parent(slot) {
            data.set("parent", id: document.nodeID(parent).string)
        } else if data.id("parent") != nil {
            data["parent"] = nil
        }
        finish(&data, members, .node, id)
        object["data"] = data.text
        if document.nodes.firstChild(of: slot) == nil, document.isPlaced(slot) {
            let center = document.frame(slot).center
            var position = object.object("position") ?? NativeObject()
            position.set("x", number: center.x.withoutNoise(ofTerms: center.x))
            position.set("y", number: center.y.withoutNoise(ofTerms: center.y))
            object["position"] = position.text
        }
        return object
    }

    private mutating func edge(_ slot: Edge.Slot, isMixed: Bool = false) -> NativeObject {
        let edge = document.edge(at: slot)
        let members = edge.members.withUnsafeBufferPointer { text in
            ElementMembers(text, of: .cytoscape, taking: ["data", "type"]) {
                tally.add(.edge, edge.id, "member", "Cytoscape has no `\($0)`")
            }
        }
        if edge.sourceHandle != nil || edge.targetHandle != nil {
            tally.add(.edge, edge.id, "handle", "Cytoscape has no handles")
        }
        var object = begun(members, isMixed ? "edges" : nil)
        var data = object.object("data") ?? NativeObject()
        if members.native == nil || data["id"] != nil { data.set("id", id: edge.id.string) }
        data.set("source", id: edge.source.string)
        data.set("target", id: edge.target.string)
        finish(&data, members, .edge, edge.id)
        object["data"] = data.text
        return object
    }

    /// The element as it was in the file; a new one in a mixed list states its group.
    private func begun(_ members: ElementMembers, _ group: String?) -> NativeObject {
        if let native = members.native { return native }
        var object = NativeObject()
        if let group { object.set("group", string: group) }
        return object
    }

    /// Adds the label and the element's own data.
    private mutating func finish(
        _ data: inout NativeObject, _ members: ElementMembers, _ kind: ExportLoss.Kind, _ id: Identifier
    ) {
        let labelMember = CytoscapeData.labelMember { data.string($0) != nil } ?? "label"
        if let label = members.label {
            data.set(labelMember, string: label)
        } else if data.string(labelMember) != nil {
            data[labelMember] = nil
        }
        guard let own = members["data"], own != .null else { return }
        guard case .object(let object) = own else {
            return tally.add(kind, id, "data", "Cytoscape wants an object as `data`")
        }
        let known = Set(data.members.map(\.name))
        for member in object.members {
            if CytoscapeData.ends.contains(member.name) {
                tally.add(kind, id, "data", "`data.\(member.name)` has a meaning of its own in Cytoscape")
            } else if member.name != labelMember || members.label == nil {
                if known.contains(member.name) {
                    data[member.name] = member.value.text
                } else {
                    data.append(member.name, member.value.text)
                }
            }
        }
    }
}
