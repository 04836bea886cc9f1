import Editing
import Geometry
import Graph
import Seeding
import Wire

/// Draws edits of a document, most of them possible; a run is the same for a seed.
public struct EditProgram: Sendable {
    private var random: Seeded
    /// The number of a hundred elements that are drawn transient; as many changes turn one.
    public var transients = 0
    /// The number of a hundred elements that bring a measured size, and of as many changes that state one.
    public var measured = 0
    /// The number of a hundred nodes that state a layout of what they hold, and of as many changes that state one.
    public var layouts = 0

    public init(seed: Int) {
        random = Seeded(UInt64(seed) &* 0x2545_F491_4F6C_DD1D)
    }

    public mutating func below(_ bound: Int) -> Int { random.below(bound) }

    public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    public mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    public mutating func node(_ document: Document) -> Node.ID {
        if chance(3) || document.nodes.count == 0 { return "nobody" }
        return document.nodeID(pick(document.nodeSlots))
    }

    public mutating func nodes(_ document: Document) -> [Node.ID] { (0...below(4)).map { _ in node(document) } }

    public mutating func edge(_ document: Document) -> Edge.ID {
        if chance(3) || document.edges.count == 0 { return "nothing" }
        return document.edgeID(pick(document.edgeSlots))
    }

    private mutating func group(_ document: Document) -> Node.ID {
        let groups = document.nodeSlots.filter { document.isContainer($0) }
        return groups.isEmpty ? node(document) : document.nodeID(pick(groups))
    }

    public mutating func number() -> Double { Double(below(800) - 400) / 4 }
    public mutating func point() -> Point { Point(x: number(), y: number()) }
    private mutating func handle() -> Identifier? {
        pick([nil, nil, nil, "source", "target", "o", "i", "i1", "a", "b", "list-0", "list-1"])
    }

    private mutating func handles() -> JSON {
        var list: [JSON] = []
        if chance(70) { list.append(["id": "o", "type": "source"]) }
        if chance(50) { list.append(["id": "i", "type": "target", "limit": .number(1 + below(3))]) }
        if chance(30) {
            list.append(["id": "source", "type": "source", "dataType": .string(pick(["p", "q", "any"]))])
        }
        if chance(20) { list.append(["id": "a", "type": "target", "limit": 1, "whenFull": "replace"]) }
        if chance(30) { list.append(["id": "target", "type": "target", "dataType": .string(pick(["p", "q"]))]) }
        return .array(list)
    }

    private mutating func nodeMembers(_ document: Document) -> JSONObject {
        var members = JSONObject()
        if chance(80) { members["position"] = ["x": .number(number()), "y": .number(number())] }
        if chance(30) { members["width"] = .number(Double(below(100))) }
        if chance(30) { members["height"] = chance(10) ? .null : .number(Double(below(100))) }
        if chance(30) { members["parentId"] = .string(node(document).string) }
        if chance(20) { members["handles"] = handles() }
        if chance(40) { members["type"] = .string(pick(["t", "u", "group"])) }
        if chance(10) { members["zIndex"] = .number(below(7) - 2) }
        if chance(5) { members["locked"] = .boolean(chance(30)) }
        if chance(15) { members["hidden"] = .boolean(chance(30)) }
        if chance(25) { members["collapsed"] = .boolean(chance(60)) }
        if chance(15) { members["collapsedSize"] = ["width": .number(below(60)), "height": .number(below(40))] }
        if chance(30) { members["data"] = ["k\"\u{e9}": .array([.null, .number(below(9))]), "label": "l"] }
        if chance(30) { members["data"] = ["list": .array((0..<below(4)).map { _ in item() })] }
        if chance(20) { members["shape"] = .string(pick(NodeShape.allCases).rawValue) }
        if transients > 0, chance(transients) { members["transient"] = .boolean(chance(80)) }
        if layouts > 0, chance(layouts) { members["layout"] = layout() }
        if measured > 0, chance(measured) {
            members["measured"] = ["width": .number(below(300)), "height": .number(below(90))]
        }
        return members
    }

    private mutating func layout() -> JSON {
        pick([
            ["algorithm": "grid", "auto": true],
            ["algorithm": "layered", "options": ["direction": "right"], "auto": true],
            ["algorithm": "tree", "options": ["stable": false, "groups": "rigid"], "auto": true],
            ["algorithm": "removeOverlaps", "auto": true], ["algorithm": "layered"],
        ])
    }

    private mutating func item() -> JSON {
        pick([["id": "a"], ["id": "b", "text": "B"], ["id": "o"], [:], ["id": 3], "text", .null])
    }

    private mutating func nodePatch(_ document: Document) -> JSONObject {
        var patch = nodeMembers(document)
        for name in [
            "handles", "parentId", "locked", "data", "position", "width", "collapsedSize", "shape",
        ] where chance(10) {
            patch[name] = .null
        }
        if transients > 0, chance(transients) { patch["transient"] = .null }
        if layouts > 0, chance(layouts) { patch["layout"] = chance(20) ? .null : layout() }
        return patch
    }

    private mutating func waypoints() -> JSON {
        .array((0...below(3)).map { _ in ["x": .number(number()), "y": .number(number())] })
    }

    /// One edit; its result as text.
    public mutating func step(_ document: Document) -> (inout Transaction) throws(EditError) -> String {
        switch below(24) {
        case 0, 1, 2: return insertion(document)
        case 3, 4, 5: return connection(document)
        case 6, 7: return update(document)
        case 8: return edgeUpdate(document)
        case 9: return reconnection(document)
        case 10, 11, 12: return motion(document)
        case 13: return removal(document)
        case 14, 15: return grouping(document)
        case 16, 17: return arrangement(document)
        case 18: return types()
        case 19: return scaling(document)
        case 20: return copying(document)
        case 21, 22: return itemEdit(document)
        default: return settings()
        }
    }

    private mutating func insertion(_ document: Document) -> (inout Transaction) throws(EditError) -> String {
        var members = nodeMembers(document)
        if chance(20) { members["id"] = .string("x\(below(30))") }
        let text = JSON.object(members).text
        return { open throws(EditError) in
            let node = try Node(text) { open.makeNodeID() }
            return try open.insertNode(node).string
        }
    }

    private mutating func connection(_ document: Document) -> (inout Transaction) throws(EditError) -> String {
        let id = chance(20) ? Identifier("y\(below(30))") : nil
        var edge = Edge(id: id ?? "", source: node(document), target: node(document))
        edge.sourceHandle = handle()
        edge.targetHandle = handle()
        var members = JSONObject()
        if chance(30) { members["waypoints"] = waypoints() }
        if chance(20) { members["labelPosition"] = .number(Double(below(11)) / 10) }
        if chance(20) { members["labelOffset"] = ["x": .number(number()), "y": .number(number())] }
        if chance(5) { members["locked"] = true }
        if transients > 0, chance(transients) { members["transient"] = true }
        if chance(20) { members["zIndex"] = .number(below(7) - 2) }
        if chance(20) { members["type"] = edgeType() }
        if chance(15) { members["parentId"] = .string(group(document).string) }
        edge.members = JSON.object(members).text.bytes
        return { open throws(EditError) in
            if id == nil { edge.id = open.makeEdgeID() }
            return try open.connect(edge).string
        }
    }

    private mutating func update(_ document: Document) -> (inout Transaction) throws(EditError) -> String {
        let id = node(document)
        if chance(20) {
            return { open throws(EditError) in
                try open.updateNode(id, patch: ["locked": .null])
                return ""
            }
        }
        let patch = nodePatch(document)
        if chance(50) {
            return { open throws(EditError) in
                try open.updateNode(id, patch: patch)
                return ""
            }
        }
        let unset = ["data", "handles", "position", "height", "type"].filter { patch[$0] == nil && chance(20) }
        return { open throws(EditError) in
            try open.updateNode(id, set: patch, unset: unset)
            return ""
        }
    }

    private mutating func edgeUpdate(_ document: Document) -> (inout Transaction) throws(EditError) -> String {
        let id = edge(document)
        var patch: JSONObject = [:]
        if chance(30) { patch["locked"] = .null }
        if chance(30) { patch["waypoints"] = chance(20) ? .null : waypoints() }
        if chance(20) { patch["labelPosition"] = chance(20) ? .null : .number(Double(below(11)) / 10) }
        if chance(20) { patch["labelOffset"] = chance(20) ? .null : ["x": .number(number())] }
        if chance(30) { patch["source"] = .string(node(document).string) }
        if chance(30) { patch["targetHandle"] = handle().map { .string($0.string) } ?? .null }
        if chance(30) { patch["label"] = "l" }
        if chance(20) { patch["type"] = chance(30) ? .null : edgeType() }
        if chance(30) { patch["zIndex"] = chance(30) ? .null : .number(below(7) - 2) }
        if chance(20) { patch["parentId"] = chance(20) ? .null : .string(group(document).string) }
        if transients > 0, chance(transients) { patch["transient"] = chance(50) ? .null : true }
        return { open throws(EditError) in
            try open.updateEdge(id, patch: patch)
            return ""
        }
    }

    private mutating func reconnection(_ document: Document) -> (inout Transaction) throws(EditError) -> String {
        let id = edge(document)
        let source = chance(40) ? node(document) : nil
        let target = chance(40) ? node(document) : nil
        let handles = (handle(), handle())
        let ids = [id, edge(document)]
        switch below(8) {
        case 0:
            return { open throws(EditError) in
                try open.reverse(ids)
                return ""
            }
        case 1:
            return { open throws(EditError) in
                try open.straighten(ids)
                return ""
            }
        case 2:
            let (node, kind) = (node(document), pick(Handle.Kind.allCases))
            return { open throws(EditError) in
                try open.swapEdges(of: node, handles.0 ?? "i", handles.1 ?? "o", kind: kind)
                return ""
            }
        default: break
        }
        return { open throws(EditError) in
            try open.reconnect(id, source: source, sourceHandle: handles.0, target: target, targetHandle: handles.1)
            return ""
        }
    }

    private mutating func motion(_ document: Document) -> (inout Transaction) throws(EditError) -> String {
        let ids = nodes(document)
        let point = point()
        let size = (Double(below(90)), Double(below(90)))
        let snap: Bool? = pick([nil, true, false])
        let kind = below(3)
        return { open throws(EditError) in
            switch kind {
            case 0: try open.moveNodes(ids, by: point, snap: snap)
            case 1: try open.moveNodes(ids, to: point, snap: snap)
            default:
                try open.resizeNode(ids[0], width: size.0, height: size.1, position: snap == true ? point : nil)
            }
            return ""
        }
    }

    private mutating func removal(_ document: Document) -> (inout Transaction) throws(EditError) -> String {
        let ids = chance(50) ? [node(document)] : []
        let edges = chance(70) ? [edge(document)] : []
        return { open throws(EditError) in "\(try open.removeElements(nodes: ids, edges: edges))" }
    }

    private mutating func grouping(_ document: Document) -> (inout Transaction) throws(EditError) -> String {
        let ids = nodes(document)
        let parent = chance(30) ? nil : node(document)
        let kind = below(3)
        return { open throws(EditError) in
            switch kind {
            case 0: return try open.createGroup(ids, label: "g").string
            case 1: return "\(try open.dissolveGroup(ids[0]))"
            default:
                try open.reparent(ids, to: parent)
                return ""
            }
        }
    }

    private mutating func arrangement(_ document: Document) -> (inout Transaction) throws(EditError) -> String {
        let ids = nodes(document)
        let step = pick(OrderStep.allCases)
        let alignment = pick(Alignment.allCases)
        let axis = pick(Axis.allCases)
        let kind = below(3)
        return { open throws(EditError) in
            switch kind {
            case 0: try open.reorder(ids, to: step)
            case 1: try open.align(ids, alignment)
            default: try open.distribute(ids, along: axis)
            }
            return ""
        }
    }

    /// Copies, cuts, duplicates and pastes in the same document.
    private mutating func copying(_ document: Document) -> (inout Transaction) throws(EditError) -> String {
        let ids = nodes(document)
        let (isCut, isDuplicate, keeps) = (chance(10), chance(30), chance(50))
        let parent = chance(30) ? node(document) : nil
        let place = chance(50) ? point() : nil
        return { open throws(EditError) in
            if isDuplicate { return "\(try open.duplicate(nodes: ids))" }
            let slots = try open.document.slots(nodes: ids)
            let text = try isCut ? open.cut(nodes: ids, edges: []) : open.document.fragment(nodes: slots, edges: [])
            let copied = text.bytes.withUnsafeBufferPointer { try? DocumentReader.read($0, isFile: true).document }
            guard let copied else { throw EditError(.format, "no document") }
            return "\(try open.paste(copied, at: place, into: parent, connectsOutside: keeps))"
        }
    }

    private mutating func scaling(_ document: Document) -> (inout Transaction) throws(EditError) -> String {
        let ids = nodes(document)
        let factor = pick([0.5, 1, 1.5, 2, 0])
        let center = chance(50) ? point() : nil
        return { open throws(EditError) in
            try open.scale(ids, by: factor, about: center)
            return ""
        }
    }

    private mutating func edgeType() -> JSON { .string(pick(["yes", "step", "orthogonal", "other"])) }

    private mutating func types() -> (inout Transaction) throws(EditError) -> String {
        if chance(20) {
            let accepts: JSON = .array([.string(pick(["p", "q"]))])
            let patch: JSONObject = [JSONString(pick(["p", "q"])): chance(50) ? .null : ["accepts": accepts]]
            return { open throws(EditError) in
                try open.updateDataTypes(patch)
                return ""
            }
        }
        if chance(20) {
            let name = JSONString(pick(["yes", "step", "default"]))
            let path: JSON = chance(50) ? .null : .string(pick(EdgeType.names))
            let look: JSON = ["path": path, "stroke": "#0a0", "selected": ["dash": [.number(below(9) + 1), 2]]]
            let entry = chance(30) ? .null : look
            return { open throws(EditError) in
                try open.updateEdgeTypes([name: entry])
                return ""
            }
        }
        var description: JSON = ["handles": handles(), "defaultSize": ["width": 80, "height": 30]]
        if chance(50) {
            let step: JSON = chance(50) ? .null : .number(below(20))
            description.merge([
                "handlesFrom": [["path": "/list", "type": .string(pick(["source", "target"])), "step": step]],
                "heightFrom": pick([
                    ["base": 20, "step": 10, "path": "/list"], ["base": 20, "step": 9, "handles": "source"],
                ]),
            ])
        }
        if chance(20) { description.merge(["accepts": ["t", "group"], "defaultData": ["list": ["x", ["id": "a"]]]]) }
        if chance(20) { description.merge(["connects": ["to": ["u", "default"]]]) }
        if chance(30) { description.merge(["collapsedSize": ["width": 40, "height": 20]]) }
        if chance(30) { description.merge(["shape": .string(pick(NodeShape.allCases).rawValue)]) }
        if chance(30) { description = .null }
        let name = pick(["t", "u"])
        return { open throws(EditError) in
            try open.updateTypes([JSONString(name): description])
            return ""
        }
    }

    private mutating func itemEdit(_ document: Document) -> (inout Transaction) throws(EditError) -> String {
        let id = node(document)
        let path = JSONPointer(tokens: chance(90) ? ["list"] : ["more", "list"])
        let reference = chance(70) ? ItemReference(index: below(3)) : ItemReference(id: pick(["a", "b", "i1"]))
        let (value, place, kind) = (item(), below(4), below(5))
        return { open throws(EditError) in
            switch kind {
            case 0, 1: return "\(try open.insertItem(value, in: id, at: path, index: kind == 0 ? nil : place))"
            case 2: try open.updateItem(reference, in: id, at: path, patch: value)
            case 3: try open.moveItem(reference, in: id, at: path, to: place)
            default: try open.removeItem(reference, in: id, at: path)
            }
            return ""
        }
    }

    private mutating func settings() -> (inout Transaction) throws(EditError) -> String {
        var patch: JSONObject = [:]
        for name in ["allowCycles", "allowSelfLoops", "allowDuplicates", "snapToGrid"] where chance(40) {
            patch[name] = chance(30) ? .null : .boolean(chance(50))
        }
        if chance(5) { patch["minZoom"] = -1 }
        return { open throws(EditError) in
            try open.updateSettings(patch)
            return ""
        }
    }
}
