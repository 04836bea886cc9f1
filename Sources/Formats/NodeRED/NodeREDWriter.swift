import Geometry
import Graph
import Storage
import Wire

/// Writes a document as flows of Node-RED: the elements of the file in its order, with the changes since, and wires
/// from the edges.
struct NodeREDWriter: FormatWriter {
    private let graph: ExportGraph
    private var document: Document { graph.document }
    private var tally = ExportTally()
    var losses: [ExportLoss] { tally.losses }
    /// The tab of new nodes outside all tabs.
    private var firstTab: String?
    /// The tabs and subflows.
    private var canvases = SlotSet<Node>()
    /// The tab of each node; nil for none.
    private var tabs: [Node.Slot: Node.Slot?] = [:]

    init(_ document: Document) {
        graph = ExportGraph(document, &tally)
        tally.addContent(of: document, .nodeRed)
    }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        for slot in document.nodeSlots {
            guard let native = members(of: slot, reports: false).native else { continue }
            if NodeRED.isCanvas(native.string("type")) { canvases.insert(slot) }
            firstTab = firstTab ?? native.string("z")
        }
        findTabs()
        for slot in graph.edges { checkEdge(slot) }
        var others = (document.native(of: .nodeRed)?["others"]?.elements ?? []).map { NativeObject($0) }[...]
        var index = 0
        var file = NativeFile(indentedBy: "    ")
        file.begin("[", into: &writer)
        for slot in graph.nodes {
            while let other = others.first, other.number("at").map({ $0 <= Double(index) }) ?? true {
                others.removeFirst()
                index += 1
                if let element = other["element"] { try file.elements([element], into: &writer, flush) { $0 } }
            }
            index += 1
            try file.elements([slot], into: &writer, flush) { node($0).text }
        }
        try file.elements(others, into: &writer, flush) { $0["element"] }
        file.end("]", into: &writer)
        try flush(&writer)
    }

    private mutating func members(of slot: Node.Slot, reports: Bool) -> ElementMembers {
        let id = document.nodeID(slot)
        return document.withNodeMembers(slot) { text in
            ElementMembers(text, of: .nodeRed, taking: ["type"]) {
                if reports { tally.add(.node, id, "member", "Node-RED has no `\($0)`") }
            }
        }
    }

    private mutating func checkEdge(_ slot: Edge.Slot) {
        let edge = document.edge(at: slot)
        let members = edge.members.withUnsafeBufferPointer { text in
            ElementMembers(text, of: .nodeRed, taking: ["type"]) {
                tally.add(.edge, edge.id, "member", "Node-RED has no `\($0)` of a wire")
            }
        }
        if members.label != nil { tally.add(.edge, edge.id, "member", "Node-RED has no `label` of a wire") }
        if let handle = edge.sourceHandle, NodeRED.outputIndex(handle.string) == nil, handle.string != "source" {
            tally.add(.edge, edge.id, "handle", "Node-RED has no such output; the first one is written")
        }
    }

    // MARK: Nodes

    private mutating func node(_ slot: Node.Slot) -> NativeObject {
        let id = document.nodeID(slot)
        let members = members(of: slot, reports: true)
        var object = members.native ?? NativeObject()
        object.set("id", string: id.string)
        let own = members["type"]?.stringValue
        let isGroup = own == "group"
        if members.native == nil || !isGroup { object.set("type", string: own ?? object.string("type") ?? "function") }
        let type = object.string("type") ?? ""
        setLabel(members.label, type, isNew: members.native == nil, of: &object)
        if NodeRED.isCanvas(type) { return object }
        setParents(slot, of: &object)
        setPlace(slot, id, isGroup: type == "group", of: &object)
        if type == "group" { setContents(slot, of: &object) } else { setEdges(slot, type, of: &object) }
        return object
    }

    private func setLabel(_ label: String?, _ type: String, isNew: Bool, of object: inout NativeObject) {
        let shown = object.text.cursorValue { NodeREDReader.label(of: ObjectMembers(at: $0), type) }
        if label == shown && !isNew { return }
        object.set(type == "tab" ? "label" : "name", string: label ?? "")
        if isNew && type == "function" {
            object.set("func", string: "return msg;")
            object.set("outputs", number: 1)
        }
    }

    /// Finds the tab of each node.
    ///
    /// - Complexity: O(*n*), regardless of the depth.
    private mutating func findTabs() {
        for slot in document.nodeSlots {
            var walk: [Node.Slot] = []
            var next: Node.Slot? = slot
            var tab: Node.Slot??
            while tab == nil, let node = next {
                if canvases.contains(node) && node != slot {
                    tab = node
                } else if let known = tabs[node] {
                    tab = known
                } else {
                    walk.append(node)
                    next = document.nodes.parent(node)
                }
            }
            for node in walk { tabs[node] = tab ?? .some(nil) }
        }
    }

    private func tab(of slot: Node.Slot) -> Node.Slot? { tabs[slot] ?? nil }

    private mutating func setParents(_ slot: Node.Slot, of object: inout NativeObject) {
        let group = document.nodes.parent(slot).flatMap { canvases.contains($0) ? nil : $0 }
        if let tab = tab(of: slot) {
            object.set("z", string: document.nodeID(tab).string)
        } else if object["z"] == nil, let firstTab {
            object.set("z", string: firstTab)
        }
        if let group {
            object.set("g", string: document.nodeID(group).string)
        } else if object["g"] != nil {
            object["g"] = nil
        }
    }

    private mutating func setPlace(_ slot: Node.Slot, _ id: Identifier, isGroup: Bool, of object: inout NativeObject) {
        var frame = document.openFrame(slot)
        if !document.isPlaced(slot) || !frame.isFinite {
            tally.add(.node, id, "unplaced", "Node-RED wants a position; 0, 0 is written")
            frame = Rect(origin: .zero, size: Node.defaultSize)
        }
        // Coordinates are relative to the tab, even if the node has left it for the canvas.
        let tab = tab(of: slot) ?? object.string("z").flatMap { document.node(Identifier($0)) }
        if let tab, canvases.contains(tab), document.isPlaced(tab) {
            let origin = document.frame(tab).origin
            frame = frame.offset(by: Point(x: -origin.x, y: -origin.y))
        }
        let point = isGroup ? frame.origin : frame.center
        object.set("x", number: point.x.withoutNoise(ofTerms: point.x))
        object.set("y", number: point.y.withoutNoise(ofTerms: point.y))
        if isGroup {
            object.set("w", number: frame.width.withoutNoise(ofTerms: frame.maxX))
            object.set("h", number: frame.height.withoutNoise(ofTerms: frame.maxY))
        }
    }

    /// Sets the list of a group's contents: those still in it, in their order, then the others.
    private func setContents(_ slot: Node.Slot, of object: inout NativeObject) {
        let children = document.children(slot).filter { graph.contains($0) }
            .map { document.nodeID($0).string }
        let stated = object["nodes"]?.elements.compactMap { $0.cursorValue { $0.string } } ?? []
        let present = Set(children)
        let known = Set(stated)
        let list = stated.filter { present.contains($0) } + children.filter { !known.contains($0) }
        if object["nodes"] == nil || list != stated {
            object["nodes"] = JSON.array(list.map { .string($0) }).text
        }
    }

    private func setEdges(_ slot: Node.Slot, _ type: String, of object: inout NativeObject) {
        var outputs: [[String]] = []
        var next = document.nodes.firstOut(slot)
        var edges: [Edge.Slot] = []
        while let edge = next {
            if graph.contains(edge) { edges.append(edge) }
            next = document.edges.nextOut(edge)
        }
        edges.sort { document.edges.order.key($0) < document.edges.order.key($1) }
        for edge in edges {
            let ends = document.edges.ends(edge)
            let index = ends.sourceHandle.flatMap { NodeRED.outputIndex(document.symbols[$0].string) } ?? 0
            while outputs.count <= index { outputs.append([]) }
            outputs[index].append(document.nodeID(ends.target).string)
        }
        let stated = object["wires"]?.elements.map { $0.elements.compactMap { $0.cursorValue { $0.string } } }
        while outputs.count < stated?.count ?? (type == "comment" ? 0 : 1) { outputs.append([]) }
        if stated != outputs {
            object["wires"] = JSON.array(outputs.map { .array($0.map { .string($0) }) }).text
        }
    }
}
