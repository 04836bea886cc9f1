import Geometry
import Graph
import Wire

/// Reads GraphML (http://graphml.graphdrawing.org/specification.html, 2007) with the additions of yEd.
///
/// Only the first graph of a file is read; graphs inside nodes make these groups.
struct GraphMLReader {
    var graph: TextGraph
    var ends = NamedEnds()
    var keys: [Identifier: GraphMLKey] = [:]
    /// The keys with a default, in their order.
    private var defaults: [Identifier] = []
    /// Is true for a file of Gephi, in which places are middles, with y up.
    private(set) var isGephi = false
    private var data = DataMembers()
    private var hasGraph = false
    private var handles: Set<HandleKey> = []

    private struct HandleKey: Hashable {
        let node: Int
        let isSource: Bool
        let id: Identifier
    }

    /// Makes a document of a text.
    ///
    /// - Throws: `format`, `limits`.
    /// - Complexity: O(*n*) in the bytes.
    static func read(_ text: UnsafeBufferPointer<UInt8>) throws(EditError) -> Format.Content {
        try XMLReader.read(text, format: "GraphML") { (xml) throws(EditError) in
            var reader = GraphMLReader(graph: TextGraph(textBytes: text.count))
            try reader.readFile(&xml)
            return try reader.graph.document()
        }
    }

    private init(graph: TextGraph) { self.graph = graph }

    private mutating func readFile(_ xml: inout XMLReader) throws(EditError) {
        guard case .start("graphml")? = try xml.next() else { throw xml.error("`<graphml>` is expected") }
        try xml.eachChild { (xml, name) throws(EditError) in
            switch name {
            case "key": try readKey(&xml)
            case "graph" where !hasGraph:
                hasGraph = true
                try readGraph(&xml, in: nil)
            case "graph": graph.tally.add(.document, nil, "graph", "a second graph is left out")
            case "data": try readDocumentData(&xml)
            default: break
            }
        }
        while try xml.next() != nil {}
        ends.join(&graph)
        for place in graph.edges.indices {
            for isSource in [true, false] { addHandle(ofEdge: place, isSource) }
        }
        if !data.isEmpty { graph.members.append(("data", data.text)) }
    }

    // MARK: Keys

    private mutating func readKey(_ xml: inout XMLReader) throws(EditError) {
        guard let id = xml["id"] else { throw xml.error("a key has no id") }
        var key = GraphMLKey(name: xml["attr.name"] ?? id)
        key.kind = xml["attr.type"].flatMap(GraphMLKey.Kind.init) ?? .string
        let elements = xml["for"] ?? "all"
        key.isForNodes = elements == "node" || elements == "all"
        key.isForEdges = elements == "edge" || elements == "all"
        key.role = GraphMLReader.role(of: key)
        try xml.eachChild { (xml, name) throws(EditError) in
            if name == "default" {
                let content = try xml.content()
                if content.children == 0 && !content.text.isEmpty { key.initial = content.text }
            }
        }
        if keys.updateValue(key, forKey: Identifier(id)) != nil {
            throw xml.error("the key \"\(id)\" is declared twice")
        }
        if key.initial != nil { defaults.append(Identifier(id)) }
        let isColored = ["r", "g", "b"].allSatisfy { name in keys[Identifier(name)]?.name == name }
        isGephi = isGephi || isColored
    }

    private static func role(of key: GraphMLKey) -> GraphMLKey.Role {
        if key.isForEdges && !key.isForNodes {
            return key.name == "label" || key.name == "Edge Label" ? .label : .data
        }
        switch key.name {
        case "label": return .label
        case "x": return .x
        case "y": return .y
        case "width": return .width
        case "height": return .height
        case "size": return .size
        case "r": return .red
        case "g": return .green
        case "b": return .blue
        default: return .data
        }
    }

    private mutating func readDocumentData(_ xml: inout XMLReader) throws(EditError) {
        guard let name = xml["key"], let key = keys[Identifier(name)] else { return }
        var (text, children) = ("", 0)
        reading: while let event = try xml.next() {
            switch event {
            // The pictures of nodes in a file of yEd; usually there are none.
            case .start("Resources"): children += try xml.content().children
            case .start:
                children += 1
                _ = try xml.content()
            case .text: text += xml.text
            case .end: break reading
            }
        }
        if children > 0 { graph.tally.add(.document, nil, "data", "`data` with elements is left out") }
        if text.utf8.contains(where: { $0 > 0x20 }) { data.add(key.name, key.value(text)) }
    }

    // MARK: Graphs

    private mutating func readGraph(_ xml: inout XMLReader, in parent: Int?) throws(EditError) {
        let isDirected = xml["edgedefault"] != "undirected"
        try xml.eachChild { (xml, name) throws(EditError) in
            switch name {
            case "node": try readNode(&xml, in: parent)
            case "edge": try readEdge(&xml, isDirected: isDirected)
            case "hyperedge":
                graph.leaveOut(.edge, xml["id"], "hyperedge", "a hyperedge is left out")
            case "data" where parent == nil: try readDocumentData(&xml)
            case "data": graph.tally.add(.document, nil, "data", "`data` of an inner graph is left out")
            case "desc" where parent == nil: data.add("desc", try xml.content().text)
            default: break
            }
        }
    }

    private mutating func readNode(_ xml: inout XMLReader, in parent: Int?) throws(EditError) {
        var node = TextGraph.Node(id: xml["id"] ?? "")
        node.parent = parent
        node.isGroup = xml["yfiles.foldertype"] == "group" || xml["yfiles.foldertype"] == "folder"
        let place = ends.add(node, to: &graph)
        var parts = GraphMLParts()
        var handleNames: [String] = []
        try xml.eachChild { (xml, name) throws(EditError) in
            switch name {
            case "data": try readData(&xml, into: &parts, isNode: true)
            case "port": if let name = xml["name"] { handleNames.append(name) }
            case "desc": parts.data.add("desc", try xml.content().text)
            case "graph":
                node.isGroup = true
                try readGraph(&xml, in: place)
            default: break
            }
        }
        try addDefaults(to: &parts, isNode: true)
        for handle in handleNames {
            for isSource in [false, true] { addHandle(handle, isSource, to: place) }
        }
        graph.nodes[place].isGroup = node.isGroup
        parts.finish(&graph, node: place, isGephi: isGephi)
    }

    private mutating func readEdge(_ xml: inout XMLReader, isDirected: Bool) throws(EditError) {
        var edge = TextGraph.Edge(source: 0, target: 0)
        edge.id = xml["id"]
        let (source, target) = (xml["source"], xml["target"])
        (edge.sourceHandle, edge.targetHandle) = (xml["sourceport"], xml["targetport"])
        let isDirected = xml["directed"].map { $0 != "false" } ?? isDirected
        if !isDirected { edge.markerEnd = "none" }
        var parts = GraphMLParts()
        try xml.eachChild { (xml, name) throws(EditError) in
            switch name {
            case "data": try readData(&xml, into: &parts, isNode: false)
            case "desc": parts.data.add("desc", try xml.content().text)
            default: break
            }
        }
        try addDefaults(to: &parts, isNode: false)
        parts.finish(&edge, &graph.tally)
        ends.add(edge, from: source, to: target)
    }

    // MARK: Properties

    private mutating func readData(
        _ xml: inout XMLReader, into parts: inout GraphMLParts, isNode: Bool
    ) throws(EditError) {
        guard let id = xml["key"] else { throw xml.error("`data` has no key") }
        let key = keys[Identifier(id)] ?? GraphMLKey(name: id)
        let outer = xml.depth
        var text = ""
        while let event = try xml.next() {
            switch event {
            case .start(let name):
                if !parts.isDrawing(name) {
                    graph.tally.add(isNode ? .node : .edge, nil, "data", "`data` with elements is left out")
                    while xml.depth > outer { _ = try xml.next() }
                } else {
                    try parts.readDrawing(&xml, name, isNode: isNode, &graph.tally)
                }
            case .text: text += xml.text
            case .end:
                if !parts.hasDrawing || text.utf8.contains(where: { $0 > 0x20 }) {
                    if !defaults.isEmpty { parts.found.insert(Identifier(id)) }
                    parts.set(key, text)
                }
                return
            }
        }
    }

    private mutating func addDefaults(to parts: inout GraphMLParts, isNode: Bool) throws(EditError) {
        for id in defaults where !parts.found.contains(id) {
            guard let key = keys[id], isNode ? key.isForNodes : key.isForEdges, let text = key.initial else { continue }
            try graph.countText(text.utf8.count + key.name.utf8.count)
            parts.set(key, text)
        }
    }

    // MARK: Handles

    private mutating func addHandle(ofEdge place: Int, _ isSource: Bool) {
        let edge = graph.edges[place]
        guard let id = isSource ? edge.sourceHandle : edge.targetHandle else { return }
        if addHandle(id, isSource, to: isSource ? edge.source : edge.target) { return }
        if isSource { graph.edges[place].sourceHandle = nil } else { graph.edges[place].targetHandle = nil }
        graph.tally.add(
            .edge, edge.id.map(Identifier.init), "handle", "a port that is none is left out at the end of an edge")
    }

    /// Gives a node a handle, unless it has it already; false if that is not possible.
    @discardableResult
    private mutating func addHandle(_ id: String, _ isSource: Bool, to place: Int) -> Bool {
        if id.isEmpty || id.utf8.count > Limits.identifierBytes { return false }
        let key = HandleKey(node: place, isSource: isSource, id: Identifier(id))
        if handles.contains(key) { return true }
        if graph.nodes[place].handles.count >= Limits.handles { return false }
        handles.insert(key)
        let side = isSource ? Side.bottom : .top
        graph.nodes[place].handles.append(TextGraph.Handle(id: id, isSource: isSource, side: side))
        return true
    }
}
