import Geometry
import Graph
import Storage
import Wire

/// Writes a document as a workflow of ComfyUI: the elements of the file, with the changes since.
///
/// A link is stated in the list of links, in its input and in its output; all three are updated from the edge.
struct ComfyUIWriter: FormatWriter {
    private let document: Document
    private var tally = ExportTally()
    var losses: [ExportLoss] { tally.losses }
    private let outer: NativeObject?
    /// The names of the file's subgraphs by their ids; the types of nodes refer to these ids.
    private var subgraphs: [String: String] = [:]
    private var nodes: [Node.Slot] = []
    private var groups: [Node.Slot] = []
    private var links: [(text: JSONText, id: JSONText)] = []
    private var nodeIDs: [Node.Slot: JSONText] = [:]
    /// The links at each input and output, by index.
    private var inputs: [Node.Slot: [Int: JSONText]] = [:]
    private var outputs: [Node.Slot: [Int: [JSONText]]] = [:]
    private var handleNumbers: [HandleList: HandleNumbers] = [:]
    private var lastNode = 0
    private var lastLink = 0

    /// The indices of a list's handles among handles of the same kind.
    private struct HandleNumbers {
        private(set) var places: [Handle.Kind: [Identifier: Int]] = [:]
        private(set) var sources: [Handle] = []

        init(_ handles: [Handle]) {
            for kind in Handle.Kind.allCases {
                let own = handles.filter { $0.kind == kind }
                if kind == .source { sources = own }
                for (place, handle) in own.enumerated() where places[kind]?[handle.id] == nil {
                    places[kind, default: [:]][handle.id] = place
                }
            }
        }
    }

    init(_ document: Document) {
        let graph = ExportGraph(document, &tally)
        self.document = graph.document
        outer = document.native(of: .comfyUI)
        tally.addContent(of: document, .comfyUI)
        if case .array(let list)? = outer?["definitions"]?.json?["subgraphs"] {
            for subgraph in list {
                if let id = subgraph["id"]?.stringValue { subgraphs[id] = subgraph["name"]?.stringValue }
            }
        }
        for slot in graph.nodes {
            let members = members(of: slot, reports: false)
            let isGroup = members.native.map { $0["bounding"] != nil } ?? (members["type"]?.stringValue == "group")
            if isGroup { groups.append(slot) } else { nodes.append(slot) }
        }
        numberNodes()
        makeLinks(graph.edges)
    }

    /// A counter of the file: `last_node_id` and the like, or the one in `state`.
    private func counter(_ name: JSONString, _ stateName: JSONString) -> Int {
        let number = outer?.number(name) ?? outer?.object("state")?.number(stateName) ?? 0
        return Int(exactly: number).flatMap { (0..<1 << 53).contains($0) ? $0 : nil } ?? 0
    }

    private mutating func numberNodes() {
        var numbers = ComfyUINumbers(last: counter("last_node_id", "lastNodeId"))
        var new: [Node.Slot] = []
        for slot in nodes {
            let native = members(of: slot, reports: false).native?["id"]
            if let id = numbers.keep(document.nodeID(slot).string, native) {
                nodeIDs[slot] = id
            } else {
                new.append(slot)
            }
        }
        for slot in new {
            let id = document.nodeID(slot)
            nodeIDs[slot] = numbers.new(id.string)
            if nodeIDs[slot]?.bytes.elementsEqual(id.string.utf8) != true {
                tally.add(.node, id, "id", "ComfyUI wants numbers as ids; the next one is written")
            }
        }
        lastNode = numbers.last
    }

    private mutating func makeLinks(_ linkSlots: [Edge.Slot]) {
        var numbers = ComfyUINumbers(last: counter("last_link_id", "lastLinkId"))
        var texts: [Edge.Slot: JSONText] = [:]
        var ids: [Edge.Slot: JSONText] = [:]
        for slot in linkSlots {
            let id = document.edgeID(slot)
            let members = document.withEdgeMembers(slot) { text in
                ElementMembers(text, of: .comfyUI, taking: ["type"]) {
                    tally.add(.edge, id, "member", "ComfyUI has no `\($0)` of a link")
                }
            }
            if members.label != nil { tally.add(.edge, id, "member", "ComfyUI has no `label` of a link") }
            texts[slot] = members.nativeText
            let native = members.nativeText.flatMap { text in
                members.native?["id"] ?? text.elements.first
            }
            ids[slot] = numbers.keep(id.string, native)
        }
        let isObject = (outer?.number("version") ?? 0.4) >= 1
        for slot in linkSlots {
            let (id, ends) = (document.edgeID(slot), document.edges.ends(slot))
            guard let source = nodeIDs[ends.source], let target = nodeIDs[ends.target] else {
                tally.add(.edge, id, "noSuchNode", "an edge on a group is left out")
                continue
            }
            let output = place(of: ends.sourceHandle, .source, on: ends.source, id)
            let input = place(of: ends.targetHandle, .target, on: ends.target, id)
            let link = ids[slot] ?? numbers.new(id.string)
            if ids[slot] == nil, !link.bytes.elementsEqual(id.string.utf8) {
                tally.add(.edge, id, "id", "ComfyUI wants numbers as ids; the next one is written")
            }
            if inputs[ends.target]?[input] != nil {
                tally.add(.edge, id, "limit", "an input has one link; further ones are left out")
                continue
            }
            inputs[ends.target, default: [:]][input] = link
            outputs[ends.source, default: [:]][output, default: []].append(link)
            var object = texts[slot].map { ComfyUILink($0) } ?? ComfyUILink(isObject: isObject)
            object.set(id: link, from: (source, output), to: (target, input), type: dataType(output, ends.source))
            links.append((object.text, link))
        }
        lastLink = numbers.last
    }

    /// The index of a handle among those of its kind; 0 if an edge names none or a missing one.
    private mutating func place(
        of handle: Symbol?, _ kind: Handle.Kind, on slot: Node.Slot, _ edge: Identifier
    ) -> Int {
        guard let handle = handle.map({ document.symbols[$0] }) else { return 0 }
        let prefix = kind == .source ? "out:" : "in:"
        if handle.string.hasPrefix(prefix), let index = Int(handle.string.dropFirst(prefix.utf8.count)),
            (0..<Limits.handles).contains(index)
        {
            return index
        }
        if let place = handles(slot).places[kind]?[handle] { return place }
        tally.add(.edge, edge, "handle", "its node has no such handle; the first slot is written")
        return 0
    }

    /// The handle numbers of a node; nodes with equal lists share them.
    private mutating func handles(_ slot: Node.Slot) -> HandleNumbers {
        let list = document.handleList(slot)
        if let known = handleNumbers[list] { return known }
        let numbers = HandleNumbers(document.handles(of: list))
        handleNumbers[list] = numbers
        return numbers
    }

    private mutating func dataType(_ output: Int, _ slot: Node.Slot) -> String {
        let sources = handles(slot).sources
        let types = sources.indices.contains(output) ? sources[output].dataTypes : []
        return types.isEmpty ? "*" : types.map(\.string).joined(separator: ",")
    }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        var file = NativeFile(indentedBy: "  ")
        try file.object(
            counted, parts: [("nodes", true), ("links", true), ("groups", !groups.isEmpty)], into: &writer
        ) { (name, file, writer) throws(Failure) in
            if name == "nodes" {
                try file.list(nodes, into: &writer, flush) { node($0).text }
            } else if name == "links" {
                try file.list(links, into: &writer, flush) { $0.text }
            } else {
                try file.list(groups, into: &writer, flush) { group($0).text }
            }
        }
        try flush(&writer)
    }

    /// The outermost object with the updated counters of ids.
    private var counted: NativeObject {
        var object = outer ?? NativeObject()
        if outer == nil {
            for name in ["last_node_id", "last_link_id"] as [JSONString] { object.set(name, number: 0) }
            for name in ["nodes", "links", "groups"] as [JSONString] { object[name] = .null }
            for name in ["config", "extra"] as [JSONString] { object[name] = .emptyObject }
            object["version"] = JSON.number(0.4).text
        }
        if let last = object.number("last_node_id"), Double(lastNode) > last {
            object.set("last_node_id", number: Double(lastNode))
        }
        if let last = object.number("last_link_id"), Double(lastLink) > last {
            object.set("last_link_id", number: Double(lastLink))
        }
        if var state = object.object("state") {
            for (name, last) in [("lastNodeId", lastNode), ("lastLinkId", lastLink)] as [(JSONString, Int)] {
                if let old = state.number(name), Double(last) > old { state.set(name, number: Double(last)) }
            }
            object["state"] = state.text
        }
        return object
    }

    private mutating func members(of slot: Node.Slot, reports: Bool) -> ElementMembers {
        let id = document.nodeID(slot)
        return document.withNodeMembers(slot) { text in
            ElementMembers(text, of: .comfyUI, taking: ["type"]) {
                if reports { tally.add(.node, id, "member", "ComfyUI has no `\($0)`") }
            }
        }
    }

    private mutating func frame(_ slot: Node.Slot) -> Rect {
        let frame = document.openFrame(slot)
        if document.isPlaced(slot) && frame.isFinite { return frame }
        tally.add(.node, document.nodeID(slot), "unplaced", "ComfyUI wants a position; 0, 0 is written")
        return Rect(origin: .zero, size: Node.defaultSize)
    }

    // MARK: Groups

    private mutating func group(_ slot: Node.Slot) -> NativeObject {
        let members = members(of: slot, reports: true)
        var object = members.native ?? NativeObject()
        if let label = members.label {
            object.set("title", string: label)
        } else if object.string("title") != nil || members.native == nil {
            object["title"] = JSON.string("").text
        }
        let frame = frame(slot)
        object.set("bounding", numbers: [frame.minX, frame.minY, frame.width, frame.height].map(ComfyUIWriter.plain))
        return object
    }

    private static func plain(_ number: Double) -> Double { number.withoutNoise(ofTerms: 1e6) }

    // MARK: Nodes

    private mutating func node(_ slot: Node.Slot) -> NativeObject {
        let members = members(of: slot, reports: true)
        var object = members.native ?? NativeObject()
        if let id = nodeIDs[slot], object["id"] != id { object["id"] = id }
        let type = members["type"]?.stringValue ?? object.string("type") ?? "Note"
        let shown = object.string("title") ?? object.string("type").map { subgraphs[$0] ?? $0 }
        object.set("type", string: type)
        let frame = frame(slot)
        object.set(
            "pos", numbers: [frame.minX, frame.minY + ComfyUI.titleHeight].map(ComfyUIWriter.plain))
        let isUnstated = object["size"] == nil && members.native != nil
        let size = Size(width: frame.width, height: max(frame.height - ComfyUI.titleHeight, 0))
        if !isUnstated || size != ComfyUI.nodeSize {
            object.set("size", numbers: [size.width, size.height].map(ComfyUIWriter.plain))
        }
        if members.native == nil { addNew(slot, to: &object) }
        if let label = members.label, label != shown { object.set("title", string: label) }
        setInputs(slot, of: &object)
        setOutputs(slot, of: &object)
        return object
    }

    /// Adds the members that a node needs if it is not from a file.
    private func addNew(_ slot: Node.Slot, to object: inout NativeObject) {
        object["flags"] = .emptyObject
        object["order"] = JSON.number(0).text
        object["mode"] = JSON.number(0).text
        for (name, kind) in [("inputs", .target), ("outputs", .source)] as [(JSONString, Handle.Kind)] {
            let slots = document.handles(slot).filter { $0.kind == kind }.map { handle -> JSON in
                let types = handle.dataTypes.map(\.string)
                return [
                    "name": .string(handle.label ?? handle.id.string),
                    "type": .string(types.isEmpty ? "*" : types.joined(separator: ",")),
                    kind == .target ? "link" : "links": .null,
                ]
            }
            object[name] = JSON.array(slots).text
        }
        object["properties"] = .emptyObject
    }

    private func setInputs(_ slot: Node.Slot, of object: inout NativeObject) {
        guard let old = object["inputs"]?.elements else { return }
        var hasChanged = false
        let new = old.enumerated().map { index, text -> JSONText in
            var input = NativeObject(text)
            let link = inputs[slot]?[index]
            if (input["link"].flatMap { $0 == .null ? nil : $0 }) == link { return text }
            hasChanged = true
            input["link"] = link ?? .null
            return input.text
        }
        if hasChanged { object["inputs"] = JSONText(elements: new) }
    }

    private func setOutputs(_ slot: Node.Slot, of object: inout NativeObject) {
        guard let old = object["outputs"]?.elements else { return }
        var hasChanged = false
        let new = old.enumerated().map { index, text -> JSONText in
            var output = NativeObject(text)
            let links = outputs[slot]?[index] ?? []
            let stated = output["links"]?.elements ?? []
            if Set(links) == Set(stated) && links.count == stated.count { return text }
            hasChanged = true
            let (present, known) = (Set(links), Set(stated))
            let list = stated.filter { present.contains($0) } + links.filter { !known.contains($0) }
            output["links"] = list.isEmpty ? .null : JSONText(elements: list)
            return output.text
        }
        if hasChanged { object["outputs"] = JSONText(elements: new) }
    }
}
