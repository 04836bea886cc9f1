import Geometry
import Graph
import Wire

/// Reads a workflow of ComfyUI: nodes with typed slots, links between slots, and groups, which are rectangles.
struct ComfyUIReader {
    private var graph: TextGraph
    private var places: [Identifier: Int] = [:]
    private var groups: [(place: Int, frame: Rect)] = []
    /// The names of subgraphs by their ids; the types of nodes refer to these ids.
    private var subgraphs: [Identifier: String] = [:]

    /// - Throws: if an element is nested too deeply.
    /// - Complexity: O(*n*) in the bytes, plus that of `Containment`.
    static func read(_ text: DocumentText) throws(ShapeError) -> Format.Content {
        var reader = ComfyUIReader(graph: TextGraph(textBytes: text.start.end))
        reader.graph.settings = [:]
        if let definitions = text.member("definitions") {
            ObjectMembers(at: definitions)["subgraphs"]?.eachElement { reader.readSubgraph($0) }
        }
        var count = 0
        // Groups come first, since they lie below all nodes.
        try text.member("groups")?.eachElement { (group) throws(ShapeError) in
            count += 1
            try reader.readGroup(group, count)
        }
        try text.member("nodes")?.eachElement { (node) throws(ShapeError) in try reader.readNode(node) }
        reader.findParents()
        try text.member("links")?.eachElement { (link) throws(ShapeError) in try reader.readLink(link) }
        try reader.graph.keep(
            text, of: .comfyUI, with: [("nodes", .null), ("links", .null), ("groups", .null)])
        return try reader.graph.content()
    }

    private init(graph: TextGraph) { self.graph = graph }

    private mutating func readSubgraph(_ cursor: JSONCursor) {
        let members = ObjectMembers(at: cursor)
        if let id = members.string("id"), let name = members.string("name") { subgraphs[Identifier(id)] = name }
    }

    private mutating func readGroup(_ cursor: JSONCursor, _ number: Int) throws(ShapeError) {
        let members = ObjectMembers(at: cursor)
        var node = TextGraph.Node(id: "group-\(number)")
        node.isGroup = true
        node.label = members.string("title")
        if let bounding = members["bounding"]?.numbers(4) {
            let size = Size(width: max(bounding[2], 0), height: max(bounding[3], 0))
            node.frame = Rect(statedOrigin: Point(x: bounding[0], y: bounding[1]), size: size)
            if let frame = node.frame { groups.append((graph.nodes.count, frame)) }
        }
        node.members.append(("foreign", JSONText(native: try cursor.kept(), of: .comfyUI)))
        graph.nodes.append(node)
    }

    private mutating func readNode(_ cursor: JSONCursor) throws(ShapeError) {
        let members = ObjectMembers(at: cursor)
        guard let id = graph.newID(members.id("id"), besides: places) else { return }
        places[Identifier(id)] = graph.nodes.count
        var node = TextGraph.Node(id: id)
        let type = members.string("type")
        node.label = members.string("title") ?? type.flatMap { subgraphs[Identifier($0)] } ?? type
        if let (x, y) = members["pos"]?.pair {
            let (width, height) = members["size"]?.pair ?? (ComfyUI.nodeSize.width, ComfyUI.nodeSize.height)
            let size = Size(width: max(width, 0), height: max(height, 0) + ComfyUI.titleHeight)
            node.frame = Rect(statedOrigin: Point(x: x, y: y - ComfyUI.titleHeight), size: size)
        }
        for (name, isSource) in [("inputs", false), ("outputs", true)] as [(StaticString, Bool)] {
            var index = 0
            members[name]?.eachElement { slot in
                node.handles.append(ComfyUIReader.handle(slot, isSource, index))
                index += 1
            }
        }
        if node.handles.isEmpty { node.members.append(("handles", JSONText(elements: []))) }
        if type != nil, let text = members.text("type") { node.members.append(("type", text)) }
        node.members.append(("foreign", JSONText(native: try cursor.kept(), of: .comfyUI)))
        graph.nodes.append(node)
    }

    /// The handle of a slot; an input takes one link.
    private static func handle(_ cursor: JSONCursor, _ isSource: Bool, _ index: Int) -> TextGraph.Handle {
        let slot = ObjectMembers(at: cursor)
        var handle = TextGraph.Handle(
            id: isSource ? ComfyUI.output(index) : ComfyUI.input(index), isSource: isSource,
            side: isSource ? .right : .left)
        handle.distance = ComfyUI.distance(index)
        handle.label = slot.string("label") ?? slot.string("localized_name") ?? slot.string("name")
        handle.dataTypes = ComfyUI.dataTypes(slot.string("type"))
        handle.isSingle = !isSource
        return handle
    }

    /// Finds the groups of nodes: a node is in the smallest group that contains its middle, a group in the smallest
    /// that contains all of it.
    private mutating func findParents() {
        let held = graph.nodes.map { node -> Rect? in
            guard let frame = node.frame, !node.isGroup else { return node.frame }
            return Rect(origin: frame.center, size: Size(width: 0, height: 0))
        }
        graph.findParents(of: held, among: groups)
    }

    private mutating func readLink(_ cursor: JSONCursor) throws(ShapeError) {
        let text = try cursor.kept()
        if text == .null { return }
        let link = ComfyUILink(text)
        guard let source = link.source.flatMap({ places[Identifier($0)] }), let output = link.output,
            let target = link.target.flatMap({ places[Identifier($0)] }), let input = link.input
        else {
            return graph.leaveOut(
                .edge, link.id, "noSuchNode", "a link is left out if one of its slots is missing"
            )
        }
        var edge = TextGraph.Edge(id: link.id, source: source, target: target)
        (edge.sourceHandle, edge.targetHandle) = (ComfyUI.output(output), ComfyUI.input(input))
        edge.members.append(("foreign", JSONText(native: text, of: .comfyUI)))
        graph.edges.append(edge)
    }
}
