import Geometry
import Graph
import Wire

/// Reads the elements of Cytoscape.js, in one list or in lists of nodes and edges.
struct CytoscapeReader {
    private var graph: TextGraph
    private var places: [Identifier: Int] = [:]
    /// The parents that nodes name; a parent may come later in the file.
    private var parents: [(node: Int, parent: String)] = []
    private var edges: [JSONCursor] = []

    /// The size of a node without a style in Cytoscape, which the positions in its files assume.
    private static let size = Size(width: 30, height: 30)

    /// - Throws: if there are no elements.
    /// - Complexity: O(*n*) in the bytes.
    static func read(_ text: DocumentText) throws(ShapeError) -> Format.Content {
        guard let elements = CytoscapeElements(text) else { throw ShapeError("there are no elements of Cytoscape") }
        var reader = CytoscapeReader(graph: TextGraph(textBytes: text.start.end))
        try elements.mixed?.eachElement { (element) throws(ShapeError) in
            let members = ObjectMembers(at: element)
            let isEdge = members.string("group").map { $0 == "edges" } ?? (members.object("data")?["source"] != nil)
            if isEdge { reader.edges.append(element) } else { try reader.readNode(element, members) }
        }
        try elements.nodes?.eachElement { (element) throws(ShapeError) in
            try reader.readNode(element, ObjectMembers(at: element))
        }
        elements.edges?.eachElement { reader.edges.append($0) }
        reader.findParents()
        for edge in reader.edges { try reader.readEdge(edge) }
        try reader.keep(text)
        return try reader.graph.content()
    }

    private init(graph: TextGraph) { self.graph = graph }

    private mutating func readNode(_ cursor: JSONCursor, _ members: ObjectMembers) throws(ShapeError) {
        let data = members.object("data")
        guard let id = graph.newID(data?.id("id"), besides: places), let data else { return }
        places[Identifier(id)] = graph.nodes.count
        var node = TextGraph.Node(id: id)
        if let position = members.object("position"), let x = position.number("x"), let y = position.number("y"),
            abs(x) <= 1e15, abs(y) <= 1e15
        {
            node.center = Point(x: x, y: y)
            node.size = CytoscapeReader.size
        }
        if let parent = data.id("parent") { parents.append((graph.nodes.count, parent)) }
        (node.label, node.members) = try CytoscapeReader.split(cursor, data)
        graph.nodes.append(node)
    }

    private mutating func findParents() {
        for (node, parent) in parents {
            guard let place = places[Identifier(parent)] else {
                graph.tally.add(.node, Identifier(graph.nodes[node].id), "noSuchNode", "there is no such parent")
                continue
            }
            graph.nodes[node].parent = place
            graph.nodes[place].isGroup = true
            // A compound node gets the size of its contents.
            graph.nodes[place].center = nil
        }
    }

    private mutating func readEdge(_ cursor: JSONCursor) throws(ShapeError) {
        let data = ObjectMembers(at: cursor).object("data") ?? ObjectMembers(at: cursor)
        let id = data.id("id")
        guard let source = data.id("source").flatMap({ places[Identifier($0)] }),
            let target = data.id("target").flatMap({ places[Identifier($0)] })
        else {
            return graph.leaveOut(
                .edge, id, "noSuchNode", "an edge is left out if one of its nodes is missing")
        }
        var edge = TextGraph.Edge(id: id, source: source, target: target)
        (edge.label, edge.members) = try CytoscapeReader.split(cursor, data)
        graph.edges.append(edge)
    }

    /// The label, and the members `data` and `foreign`: the element's data without the known members, and the element
    /// with only these.
    private static func split(
        _ cursor: JSONCursor, _ data: ObjectMembers
    ) throws(ShapeError) -> (label: String?, members: [(name: String, value: JSONText)]) {
        let kept = try cursor.kept()
        let (label, text, own) = kept.bytes.withUnsafeBufferPointer { split(ObjectMembers(at: JSONCursor($0))) }
        var members = [(name: "foreign", value: text)]
        if let own { members.append(("data", own)) }
        return (label, members)
    }

    /// The same for the members of an element; the remaining data is nil if it is empty.
    private static func split(_ element: ObjectMembers) -> (label: String?, text: JSONText, own: JSONText?) {
        let data = element.object("data")
        let label = CytoscapeData.labels.first { data?.string($0) != nil }
        var (ends, own) = (JSONWriter(), JSONWriter())
        ends.beginObject()
        own.beginObject()
        var isEmpty = true
        data?.eachMember { name, value in
            let member = JSONString(name)
            if CytoscapeData.ends.contains(member) || label.map({ name == $0 }) ?? false {
                ends.add(member, value)
            } else {
                own.add(member, value)
                isEmpty = false
            }
        }
        ends.endObject()
        own.endObject()
        var whole = JSONWriter(capacity: 512)
        whole.beginObject()
        whole.name(Format.cytoscape.name)
        whole.beginObject()
        let place = element["data"]?.index
        element.eachMember { name, value in
            if value.index != place { return whole.add(JSONString(name), value) }
            whole.name("data")
            ends.withBytes { whole.raw($0) }
        }
        if place == nil {
            whole.name("data")
            whole.raw("{}")
        }
        whole.endObject()
        whole.endObject()
        return (
            label.flatMap { data?.string($0) }, JSONText(trusted: whole.take()),
            isEmpty ? nil : JSONText(trusted: own.take())
        )
    }

    /// Keeps the parts of the file around the elements; an empty list if the file is a list itself.
    private mutating func keep(_ text: DocumentText) throws(ShapeError) {
        guard text.isObject else { return graph.keep(JSONText(elements: []), of: .cytoscape) }
        guard let elements = text.member("elements") else { return try graph.keep(text, of: .cytoscape) }
        var divided = NativeObject()
        ObjectMembers(at: elements).eachMember { name, _ in divided.append(JSONString(name), .null) }
        let lists = CytoscapeElements.isList(elements) ? JSONText(elements: []) : divided.text
        try graph.keep(text, of: .cytoscape, with: [("elements", lists)])
    }
}

extension CytoscapeElements {
    fileprivate static func isList(_ cursor: JSONCursor) -> Bool {
        var cursor = cursor
        return cursor.peek() == .array
    }
}

extension JSONWriter {
    /// Writes a member whose value begins at a cursor.
    fileprivate mutating func add(_ name: JSONString, _ value: JSONCursor) {
        var cursor = value
        let range = cursor.rawValue()
        self.name(name)
        raw(UnsafeBufferPointer(start: value.base + range.lowerBound, count: range.count))
    }
}
