import Geometry
import Graph
import Wire

/// Reads JSON Canvas 1.0 (jsoncanvas.org/spec/1.0).
///
/// Each element of the file is kept as it is; the members of the document are derived from it.
struct JSONCanvasReader {
    private var graph: TextGraph
    private var places: [Identifier: Int] = [:]
    /// The index and the frame of each group.
    private var groups: [(place: Int, frame: Rect)] = []
    private var types: Set<JSONString> = []

    /// - Throws: the errors in the lists of elements.
    /// - Complexity: O(*n*) in the bytes, plus that of `Containment`.
    static func read(_ text: DocumentText) throws(ShapeError) -> Format.Content {
        var reader = JSONCanvasReader(graph: TextGraph(textBytes: text.start.end))
        if let nodes = text.member("nodes") {
            try nodes.eachElement { (node) throws(ShapeError) in try reader.readNode(node) }
        }
        reader.graph.findParents(of: reader.graph.nodes.map(\.frame), among: reader.groups)
        if let edges = text.member("edges") {
            try edges.eachElement { (edge) throws(ShapeError) in try reader.readEdge(edge) }
        }
        reader.graph.members = [("types", reader.typesText)]
        try reader.graph.keep(text, of: .jsonCanvas)
        return try reader.graph.content()
    }

    private init(graph: TextGraph) { self.graph = graph }

    // MARK: Nodes

    private mutating func readNode(_ cursor: JSONCursor) throws(ShapeError) {
        let members = ObjectMembers(at: cursor)
        guard let id = graph.newID(members.id("id"), besides: places) else { return }
        places[Identifier(id)] = graph.nodes.count
        var node = TextGraph.Node(id: id)
        let type = members.string("type")
        node.isGroup = type == "group"
        if let x = members.number("x"), let y = members.number("y") {
            let size = Size(width: max(members.number("width") ?? 0, 0), height: max(members.number("height") ?? 0, 0))
            node.frame = Rect(statedOrigin: Point(x: x, y: y), size: size)
        }
        let names = JSONCanvas.labelMembers(type)
        node.label = names.lazy.compactMap { members.string($0) }.first ?? ""
        if let type {
            types.insert(JSONString(type))
            if !node.isGroup, let text = members.text("type") { node.members.append(("type", text)) }
        }
        if let color = members.string("color").flatMap({ JSONCanvasColor.css($0) }) {
            node.members.append(("style", JSON.object(["backgroundColor": .string(color)]).text))
        }
        node.members.append(("foreign", JSONText(native: try cursor.kept(), of: .jsonCanvas)))
        if node.isGroup, let frame = node.frame { groups.append((graph.nodes.count, frame)) }
        graph.nodes.append(node)
    }

    /// The types of the nodes: each type has handles of both kinds on each side.
    private var typesText: JSONText {
        var handles: [JSON] = []
        for kind in Handle.Kind.allCases {
            for side in Side.allCases where side != .center {
                handles.append(
                    ["id": .string(side.rawValue), "type": .string(kind.rawValue), "position": .string(side.rawValue)])
            }
        }
        var object = JSONObject()
        for type in types.sorted() {
            object[type] =
                type == "group" ? ["acceptsChildren": true, "handles": .array(handles)] : ["handles": .array(handles)]
        }
        return JSON.object(object).text
    }

    // MARK: Edges

    private mutating func readEdge(_ cursor: JSONCursor) throws(ShapeError) {
        let members = ObjectMembers(at: cursor)
        let id = members.id("id")
        guard let source = members.id("fromNode").flatMap({ places[Identifier($0)] }),
            let target = members.id("toNode").flatMap({ places[Identifier($0)] })
        else {
            return graph.leaveOut(
                .edge, id, "noSuchNode", "an edge is left out if one of its nodes is missing")
        }
        var edge = TextGraph.Edge(id: id, source: source, target: target)
        edge.sourceHandle = members.string("fromSide").flatMap { JSONCanvas.side($0) }
        edge.targetHandle = members.string("toSide").flatMap { JSONCanvas.side($0) }
        edge.label = members.string("label")
        if members.string("fromEnd") == "arrow" { edge.markerStart = "arrowclosed" }
        if members.string("toEnd") == "none" { edge.markerEnd = "none" }
        if let color = members.string("color").flatMap({ JSONCanvasColor.css($0) }) {
            edge.members.append(("style", JSON.object(["stroke": .string(color)]).text))
        }
        edge.members.append(("foreign", JSONText(native: try cursor.kept(), of: .jsonCanvas)))
        graph.edges.append(edge)
    }
}

/// The terms of JSON Canvas.
enum JSONCanvas {
    /// The members of a node that may be its label; a node of a known type has one.
    static func labelMembers(_ type: String?) -> [StaticString] {
        switch type {
        case "text": ["text"]
        case "file": ["file"]
        case "link": ["url"]
        case "group": ["label"]
        default: ["text", "label", "file", "url"]
        }
    }

    /// The id of the handle on a side; nil if the text is not a side.
    static func side(_ text: String) -> String? {
        guard let side = Side(rawValue: text), side != .center else { return nil }
        return side.rawValue
    }
}
