import Geometry
import Graph
import Storage
import Wire

/// Writes a document as JSON Canvas 1.0: the elements of the file, with the changes since.
///
/// New numbers are rounded to integers, half away from zero, since the specification only allows integers.
struct JSONCanvasWriter: FormatWriter {
    private let graph: ExportGraph
    private var document: Document { graph.document }
    private var tally = ExportTally()
    var losses: [ExportLoss] { tally.losses }

    init(_ document: Document) {
        graph = ExportGraph(document, &tally)
        tally.addContent(of: document, .jsonCanvas, besides: ["types"])
    }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let (nodes, edges) = (graph.nodes, graph.edges)
        var file = NativeFile(indentedBy: "\t", hasLines: true)
        try file.object(
            document.native(of: .jsonCanvas), parts: [("nodes", !nodes.isEmpty), ("edges", !edges.isEmpty)],
            into: &writer
        ) { (name, file, writer) throws(Failure) in
            if name == "nodes" {
                try file.list(nodes, into: &writer, flush) { node($0).text }
            } else {
                try file.list(edges, into: &writer, flush) { edge($0).text }
            }
        }
        try flush(&writer)
    }

    // MARK: Nodes

    private mutating func node(_ slot: Node.Slot) -> NativeObject {
        let id = document.nodeID(slot)
        let members = document.withNodeMembers(slot) { text in
            ElementMembers(text, of: .jsonCanvas, taking: ["type", "style"]) {
                tally.add(.node, id, "member", "JSON Canvas has no `\($0)`")
            }
        }
        var object = members.native ?? NativeObject()
        object.set("id", id: id.string)
        let type = type(members["type"]?.stringValue, id)
        if let type { object.set("type", string: type) }
        setFrame(slot, id, of: &object)
        setLabel(members, type, of: &object)
        setColor(members["style"]?["backgroundColor"] ?? members["style"]?["background"], .node, id, of: &object)
        return object
    }

    private mutating func type(_ own: String?, _ id: Identifier) -> String? {
        switch own {
        case "text", "file", "link", "group": return own
        case let own?:
            tally.add(.node, id, "type", "JSON Canvas has no type \(own)")
            return own
        case nil: return "text"
        }
    }

    private mutating func setFrame(_ slot: Node.Slot, _ id: Identifier, of object: inout NativeObject) {
        var frame = document.openFrame(slot)
        if !document.isPlaced(slot) || !frame.isFinite {
            tally.add(.node, id, "unplaced", "JSON Canvas wants a position; 0, 0 is written")
            frame = Rect(origin: .zero, size: frame.size.width.isFinite ? frame.size : Node.defaultSize)
        }
        object.setRounded("x", frame.minX)
        object.setRounded("y", frame.minY)
        object.setRounded("width", frame.width, atLeast: 1)
        object.setRounded("height", frame.height, atLeast: 1)
    }

    private func setLabel(_ members: ElementMembers, _ type: String?, of object: inout NativeObject) {
        let names = JSONCanvas.labelMembers(type).map { JSONString("\($0)") }
        let name = names.first { object.string($0) != nil } ?? names[0]
        if let label = members.label, !label.isEmpty || name != "label" || object[name] != nil {
            object.set(name, string: label)
        } else if object.string(name) != nil || name != "label" && object[name] == nil {
            object[name] = name == "label" ? nil : JSON.string("").text
        }
    }

    private mutating func setColor(
        _ own: JSON?, _ kind: ExportLoss.Kind, _ id: Identifier, of object: inout NativeObject
    ) {
        let old = object.string("color").flatMap { JSONCanvasColor.css($0) }
        guard let own = own?.stringValue else {
            if old != nil { object["color"] = nil }
            return
        }
        if own == old { return }
        guard let text = JSONCanvasColor.text(own) else {
            return tally.add(kind, id, "color", "JSON Canvas has presets and hexadecimal colors only")
        }
        object.set("color", string: text)
    }

    // MARK: Edges

    private mutating func edge(_ slot: Edge.Slot) -> NativeObject {
        let edge = document.edge(at: slot)
        let members = edge.members.withUnsafeBufferPointer { text in
            ElementMembers(text, of: .jsonCanvas, taking: ["style", "markerStart", "markerEnd", "type"]) {
                tally.add(.edge, edge.id, "member", "JSON Canvas has no `\($0)`")
            }
        }
        var object = members.native ?? NativeObject()
        object.set("id", id: edge.id.string)
        object.set("fromNode", id: edge.source.string)
        setSide("fromSide", edge.sourceHandle, edge.id, of: &object)
        let style = document.style(ofEdge: slot)
        setEnd("fromEnd", style.start.kind != .none, isDefault: false, of: &object)
        object.set("toNode", id: edge.target.string)
        setSide("toSide", edge.targetHandle, edge.id, of: &object)
        setEnd("toEnd", style.end.kind != .none, isDefault: true, of: &object)
        if let label = members.label { object.set("label", string: label) } else { object["label"] = nil }
        setColor(members["style"]?["stroke"], .edge, edge.id, of: &object)
        return object
    }

    private mutating func setSide(
        _ name: JSONString, _ handle: Identifier?, _ id: Identifier, of object: inout NativeObject
    ) {
        guard let handle else {
            if object.string(name).flatMap({ JSONCanvas.side($0) }) != nil { object[name] = nil }
            return
        }
        guard let side = JSONCanvas.side(handle.string) else {
            object[name] = nil
            return tally.add(.edge, id, "handle", "JSON Canvas has a handle on each side and no other")
        }
        object.set(name, string: side)
    }

    private func setEnd(_ name: JSONString, _ hasHead: Bool, isDefault: Bool, of object: inout NativeObject) {
        let old = object.string(name).map { $0 == "arrow" || isDefault && $0 != "none" } ?? isDefault
        if old != hasHead { object[name] = JSON.string(hasHead ? "arrow" : "none").text }
    }
}

extension NativeObject {
    /// Sets a changed number to the nearest integer, half away from zero.
    fileprivate mutating func setRounded(_ name: JSONString, _ value: Double, atLeast least: Double = -1e15) {
        if let old = number(name), old.isSame(as: value) || max(old, 0) == value && least > 0 { return }
        self[name] = JSON.number(min(max(value.rounded(.toNearestOrAwayFromZero), least), 1e15)).text
    }
}
