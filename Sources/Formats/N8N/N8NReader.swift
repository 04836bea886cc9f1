import Geometry
import Graph
import Wire

/// Reads a workflow of n8n.
///
/// Its connections refer to nodes by names, types and indices; each connection is an edge between two handles.
struct N8NReader {
    private var graph: TextGraph
    /// The first node with each name.
    private var names: [Identifier: Int] = [:]
    private var ids: Set<Identifier> = []
    private var sockets: [N8NSockets] = []

    /// - Throws: if an element is nested too deeply.
    /// - Complexity: O(*n*) in the bytes.
    static func read(_ text: DocumentText) throws(ShapeError) -> Format.Content {
        var reader = N8NReader(graph: TextGraph(textBytes: text.start.end))
        try text.member("nodes")?.eachElement { (node) throws(ShapeError) in try reader.readNode(node) }
        var outline = NativeObject()
        if let connections = text.member("connections") {
            try ObjectMembers(at: connections).eachMember { (name, outputs) throws(ShapeError) in
                if let text = try reader.readOutputs(outputs, of: name.description) {
                    outline.append(JSONString(name), text)
                }
            }
        }
        for place in reader.graph.nodes.indices {
            if reader.sockets[place].isNode { reader.graph.nodes[place].handles = reader.sockets[place].handles }
        }
        try reader.graph.keep(text, of: .n8n, with: [("nodes", .null), ("connections", outline.text)])
        return try reader.graph.content()
    }

    private init(graph: TextGraph) { self.graph = graph }

    private mutating func readNode(_ cursor: JSONCursor) throws(ShapeError) {
        let members = ObjectMembers(at: cursor)
        let name = members.string("name")
        guard let id = members.id("id") ?? name else {
            return graph.leaveOut(.node, nil, "missingId", "a node without an id and a name is left out")
        }
        guard ids.insert(Identifier(id)).inserted else {
            return graph.leaveOut(.node, id, "duplicateId", "an earlier node has this id")
        }
        if let name {
            if names[Identifier(name)] == nil {
                names[Identifier(name)] = graph.nodes.count
            } else {
                graph.tally.add(.node, Identifier(id), "duplicateName", "an earlier node has this name")
            }
        }
        var node = TextGraph.Node(id: id)
        let type = members.string("type")
        let isNote = type == N8N.note
        let parameters = isNote ? members.object("parameters") : nil
        node.label = isNote ? parameters?.string("content") : name
        let size =
            isNote
            ? Size(
                width: parameters?.number("width") ?? N8N.noteSize.width,
                height: parameters?.number("height") ?? N8N.noteSize.height) : N8N.nodeSize
        if let (x, y) = members["position"]?.pair, size.width >= 0, size.height >= 0 {
            node.frame = Rect(statedOrigin: Point(x: x, y: y), size: size)
        }
        if isNote {
            node.members.append(("zIndex", JSON.number(-1).text))
            node.members.append(("style", JSON.object(N8N.noteStyle).text))
        }
        if type != nil, let text = members.text("type") { node.members.append(("type", text)) }
        node.members.append(("foreign", JSONText(native: try cursor.kept(), of: .n8n)))
        graph.nodes.append(node)
        sockets.append(N8NSockets(isNode: !isNote, isTrigger: type?.lowercased().contains("trigger") == true))
    }

    /// Reads the outputs of a node; returns them without their targets, or nil if there is no such node.
    private mutating func readOutputs(_ outputs: JSONCursor, of name: String) throws(ShapeError) -> JSONText? {
        guard let source = names[Identifier(name)] else {
            var count = 0
            ObjectMembers(at: outputs).eachMember { _, list in
                list.eachElement { $0.eachElement { _ in count += 1 } }
            }
            graph.leaveOut(
                .edge, nil, "noSuchNode", "connections of a node that is missing are left out", count: count)
            return nil
        }
        var outline = NativeObject()
        try ObjectMembers(at: outputs).eachMember { (typeName, list) throws(ShapeError) in
            let type = typeName.description
            var lists: [JSONText] = []
            try list.eachElement { (output) throws(ShapeError) in
                var output = output
                lists.append(output.peek() == .array ? JSONText(elements: []) : .null)
                sockets[source].addOutput(type, lists.count - 1)
                try output.eachElement { (target) throws(ShapeError) in
                    try readTarget(target, from: source, type, lists.count - 1)
                }
            }
            outline.append(JSONString(typeName), JSONText(elements: lists))
        }
        return outline.text
    }

    private mutating func readTarget(
        _ cursor: JSONCursor, from source: Int, _ type: String, _ output: Int
    ) throws(ShapeError) {
        let members = ObjectMembers(at: cursor)
        guard let target = members.string("node").flatMap({ names[Identifier($0)] }) else {
            return graph.leaveOut(
                .edge, nil, "noSuchNode", "a connection to a node that is missing is left out")
        }
        let input = (members.string("type") ?? "main", members.number("index") ?? 0)
        guard let index = Int(exactly: input.1), max(index, output) <= N8N.greatestIndex, index >= 0 else {
            return graph.leaveOut(.edge, nil, "handle", "a connection with an impossible index is left out")
        }
        sockets[target].addInput(input.0, index)
        var edge = TextGraph.Edge(source: source, target: target)
        edge.sourceHandle = N8N.handle(type, output)
        edge.targetHandle = N8N.handle(input.0, index)
        if !members.areNamed(["node", "type", "index"]) || members.id("index") != "\(index)" {
            edge.members.append(("foreign", JSONText(native: try cursor.kept(), of: .n8n)))
        }
        graph.edges.append(edge)
    }
}

extension N8N {
    /// The end of a connection in the form of n8n.
    static func target(_ name: String, _ type: String, _ index: Int) -> JSONText {
        JSON.object(["node": .string(name), "type": .string(type), "index": .number(index)]).text
    }
}

/// The inputs and outputs of a node that connections use.
private struct N8NSockets {
    /// Is false for a note, which has no sockets.
    let isNode: Bool
    let isTrigger: Bool
    private var outputs: [(type: String, index: Int)] = []
    private var inputs: [(type: String, index: Int)] = []
    /// The handles if there are many; few are compared one by one.
    private var known: Set<String> = []

    init(isNode: Bool, isTrigger: Bool) { (self.isNode, self.isTrigger) = (isNode, isTrigger) }

    mutating func addOutput(_ type: String, _ index: Int) {
        if index <= N8N.greatestIndex { N8NSockets.add(type, index, to: &outputs, "o", &known) }
    }

    mutating func addInput(_ type: String, _ index: Int) {
        N8NSockets.add(type, index, to: &inputs, "i", &known)
    }

    private static func add(
        _ type: String, _ index: Int, to list: inout [(type: String, index: Int)], _ mark: String,
        _ known: inout Set<String>
    ) {
        let isKnown =
            list.count < 16
            ? list.contains { $0.type == type && $0.index == index }
            : !known.insert(mark + N8N.handle(type, index)).inserted
        if isKnown { return }
        list.append((type, index))
        if list.count == 16 { for socket in list { known.insert(mark + N8N.handle(socket.type, socket.index)) } }
    }

    /// The handles: `main` on the left and right, inputs of other types at the bottom, and their outputs at the top. A
    /// node with only outputs of other types has no `main`.
    var handles: [TextGraph.Handle] {
        var copy = self
        if !outputs.contains(where: { $0.type != "main" }) {
            if !isTrigger { copy.addInput("main", 0) }
            copy.addOutput("main", 0)
        }
        var handles: [TextGraph.Handle] = []
        for (list, isSource) in [(copy.inputs, false), (copy.outputs, true)] {
            let main = list.filter { $0.type == "main" }.sorted { $0.index < $1.index }
            let others = list.filter { $0.type != "main" }
            for (part, side) in [(main, isSource ? Side.right : .left), (others, isSource ? .top : .bottom)] {
                for (k, socket) in part.enumerated() {
                    var handle = TextGraph.Handle(
                        id: N8N.handle(socket.type, socket.index), isSource: isSource, side: side)
                    if part.count > 1 { handle.offset = Double(k + 1) / Double(part.count + 1) }
                    handle.dataTypes = [socket.type]
                    handles.append(handle)
                }
            }
        }
        return handles
    }
}
