import Geometry
import Graph
import Storage
import Wire

/// Writes a document as an n8n workflow: the nodes of the file with the changes since, and connections from the edges.
struct N8NWriter: FormatWriter {
    private let graph: ExportGraph
    private var document: Document { graph.document }
    private var tally = ExportTally()
    var losses: [ExportLoss] { tally.losses }
    /// The names of written nodes in connections.
    private var names: [Node.Slot: String] = [:]
    /// The nodes by their names in the file.
    private var slots: [String: Node.Slot] = [:]

    init(_ document: Document) {
        graph = ExportGraph(document, &tally)
        tally.addContent(of: document, .n8n)
    }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        nameNodes()
        let outer = document.native(of: .n8n)
        var file = NativeFile(indentedBy: "  ")
        try file.object(outer, parts: [("nodes", true), ("connections", true)], into: &writer) {
            (name, file, writer) throws(Failure) in
            if name == "nodes" {
                let slots = graph.nodes.filter { names[$0] != nil }
                try file.list(slots, into: &writer, flush) { node($0).text }
            } else {
                try writeConnections(outer?.object("connections"), &file, into: &writer, flush)
            }
        }
        try flush(&writer)
    }

    // MARK: Nodes

    /// Gives each written node a unique name, for connections.
    private mutating func nameNodes() {
        var taken: Set<String> = []
        var counts: [String: Int] = [:]
        for slot in graph.nodes {
            let id = document.nodeID(slot)
            let members = members(of: slot, reports: false)
            if members.native == nil, members["type"]?.stringValue == "group" {
                tally.add(.node, id, "group", "n8n has no groups; what they hold is written without them")
                continue
            }
            let old = members.native?.string("name")
            if let old, slots[old] == nil { slots[old] = slot }
            let isNote = members["type"]?.stringValue == N8N.note
            let wanted = (isNote ? old : members.label) ?? old ?? id.string
            var name = wanted
            while !taken.insert(name).inserted {
                counts[wanted, default: 0] += 1
                name = "\(wanted)\(counts[wanted] ?? 0)"
            }
            if name != wanted { tally.add(.node, id, "name", "n8n wants names that differ; another one is written") }
            names[slot] = name
        }
    }

    private mutating func members(of slot: Node.Slot, reports: Bool) -> ElementMembers {
        let id = document.nodeID(slot)
        return document.withNodeMembers(slot) { text in
            let members = ElementMembers(text, of: .n8n, taking: ["type", "style"]) {
                if reports { tally.add(.node, id, "member", "n8n has no `\($0)`") }
            }
            let isNote = members["type"]?.stringValue == N8N.note
            if reports, let style = members["style"], style != .object(isNote ? N8N.noteStyle : [:]) {
                tally.add(.node, id, "member", "n8n has no `style`")
            }
            return members
        }
    }

    private mutating func node(_ slot: Node.Slot) -> NativeObject {
        let id = document.nodeID(slot)
        let members = members(of: slot, reports: true)
        var object = members.native ?? NativeObject()
        let type = members["type"]?.stringValue ?? object.string("type") ?? "n8n-nodes-base.noOp"
        let isNote = type == N8N.note
        if members.native == nil { object["parameters"] = .emptyObject }
        object.set("type", string: type)
        if members.native == nil { object["typeVersion"] = JSON.number(1).text }
        var origin = document.frame(slot).origin
        if !document.isPlaced(slot) || !origin.x.isFinite || !origin.y.isFinite {
            tally.add(.node, id, "unplaced", "n8n wants a position; 0, 0 is written")
            origin = .zero
        }
        object.set("position", numbers: [origin.x, origin.y].map { $0.withoutNoise(ofTerms: $0) })
        if members.native == nil || object["id"] != nil { object.set("id", id: id.string) }
        object.set("name", string: names[slot] ?? id.string)
        let size = document.openFrame(slot).size
        if isNote {
            setNote(size, members.label, of: &object)
        } else if members.native != nil, size != N8N.nodeSize {
            tally.add(.node, id, "size", "n8n gives all nodes one size")
        }
        return object
    }

    private func setNote(_ size: Size, _ label: String?, of object: inout NativeObject) {
        var parameters = object.object("parameters") ?? NativeObject()
        if let label { parameters.set("content", string: label) }
        for (name, value, unstated) in [
            ("width", size.width, N8N.noteSize.width), ("height", size.height, N8N.noteSize.height),
        ] as [(JSONString, Double, Double)] where parameters[name] != nil || value != unstated {
            parameters.set(name, number: value)
        }
        object["parameters"] = parameters.text
    }

    // MARK: Connections

    /// The targets of a node's outputs, by type and index.
    private struct Outputs {
        var types: [String] = []
        var lists: [String: [[JSONText]?]] = [:]

        mutating func append(_ text: JSONText, _ type: String, _ index: Int) {
            if lists[type] == nil {
                types.append(type)
                lists[type] = []
            }
            while let count = lists[type]?.count, count <= index { lists[type]?.append([]) }
            if lists[type]?[index] == nil { lists[type]?[index] = [] }
            lists[type]?[index]?.append(text)
        }
    }

    private mutating func writeConnections<Failure: Error>(
        _ outline: NativeObject?, _ file: inout NativeFile, into writer: inout JSONWriter,
        _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        var sources: [Node.Slot] = []
        var outputs: [Node.Slot: Outputs] = [:]
        for member in outline?.members ?? [] {
            guard let slot = slots[member.name.description], outputs[slot] == nil else { continue }
            sources.append(slot)
            var found = Outputs()
            for type in NativeObject(member.value).members where found.lists[type.name.description] == nil {
                found.types.append(type.name.description)
                found.lists[type.name.description] = type.value.elements.map { $0 == .null ? nil : [] }
            }
            outputs[slot] = found
        }
        for slot in graph.edges {
            guard let (source, type, index, text) = connection(slot) else { continue }
            if outputs[source] == nil { sources.append(source) }
            outputs[source, default: Outputs()].append(text, type, index)
        }
        try file.members(sources, into: &writer, flush) { slot in
            guard let name = names[slot], let found = outputs[slot] else { return nil }
            var object = NativeObject()
            for type in found.types {
                let lists = found.lists[type] ?? []
                object.append(
                    JSONString(type), JSONText(elements: lists.map { $0.map { JSONText(elements: $0) } ?? .null }))
            }
            return (JSONString(name), object.text)
        }
    }

    private mutating func connection(
        _ slot: Edge.Slot
    ) -> (source: Node.Slot, type: String, index: Int, text: JSONText)? {
        let edge = document.edge(at: slot)
        let ends = document.edges.ends(slot)
        guard names[ends.source] != nil, let target = names[ends.target] else {
            tally.add(.edge, edge.id, "noSuchNode", "an edge on a node that is not written is left out")
            return nil
        }
        let members = edge.members.withUnsafeBufferPointer { text in
            ElementMembers(text, of: .n8n, taking: ["type", "label"]) {
                tally.add(.edge, edge.id, "member", "n8n has no `\($0)` of a connection")
            }
        }
        if members.label != nil { tally.add(.edge, edge.id, "member", "n8n has no `label` of a connection") }
        let (source, isSource) = end(edge.sourceHandle)
        let (input, isTarget) = end(edge.targetHandle)
        if !isSource || !isTarget {
            tally.add(.edge, edge.id, "handle", "n8n has no such handle; the first `main` is written")
        }
        guard var object = members.native else {
            return (ends.source, source.type, source.index, N8N.target(target, input.type, input.index))
        }
        object.set("node", string: target)
        if object["type"] != nil || input.type != "main" { object.set("type", string: input.type) }
        if object["index"] != nil || input.index != 0 { object.set("index", number: Double(input.index)) }
        return (ends.source, source.type, source.index, object.text)
    }

    private func end(_ handle: Identifier?) -> (end: (type: String, index: Int), isKnown: Bool) {
        guard let handle else { return (("main", 0), true) }
        guard let found = N8N.connection(handle.string) else {
            return (("main", 0), handle.string == "source" || handle.string == "target")
        }
        return (found, true)
    }
}
