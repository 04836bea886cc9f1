import Geometry
import Graph
import Wire

/// Reads lists of nodes and links; the ends of links are ids, indices of nodes, names, or the nodes themselves.
struct NodeLinkReader {
    private var graph: TextGraph
    private var places: [Identifier: Int] = [:]
    /// Nodes by name, if names are not ids.
    private var names: [Identifier: Int] = [:]
    /// Is true if a node states its id; then a number is an id, not an index.
    private var hasIDs = false
    private let isDirected: Bool

    private static let identities: [StaticString] = ["id", "key"]
    private static let labels: [StaticString] = ["label", "name", "title", "text", "caption"]

    /// - Throws: if there are no lists of nodes and links.
    /// - Complexity: O(*n*) in the bytes.
    static func read(_ text: DocumentText) throws(ShapeError) -> Format.Content {
        let lists = NodeLinkLists(text)
        guard let nodes = lists.nodes, (lists.links ?? lists.adjacency) != nil else {
            throw ShapeError("there are no lists of nodes and links")
        }
        var reader = NodeLinkReader(
            graph: TextGraph(textBytes: text.start.end), isDirected: lists.outer["directed"]?.isTrue ?? true)
        for (name, node) in values(of: nodes) { reader.readNode(node, name) }
        if let links = lists.links {
            for (name, link) in values(of: links) { reader.readLink(link, name) }
        } else {
            reader.readAdjacency(lists.adjacency)
        }
        try reader.keepRest(of: text, lists)
        return try reader.graph.content()
    }

    private init(graph: TextGraph, isDirected: Bool) { (self.graph, self.isDirected) = (graph, isDirected) }

    /// The elements of a list, or the members of an object with their names.
    private static func values(of list: JSONCursor) -> [(name: String?, value: JSONCursor)] {
        var cursor = list
        var values: [(String?, JSONCursor)] = []
        if cursor.peek() == .array {
            list.eachElement { values.append((nil, $0)) }
        } else {
            ObjectMembers(at: list).eachMember { values.append((JSONString($0).description, $1)) }
        }
        return values
    }

    private mutating func readNode(_ cursor: JSONCursor, _ name: String?) {
        // A list of ids has no other members.
        let members = ObjectMembers(at: cursor)
        let label = NodeLinkReader.labels.first { members.string($0) != nil }
        let member = NodeLinkReader.identities.first { members.id($0) != nil }
        let stated = name ?? cursor.id ?? member.flatMap { members.id($0) }
        if stated != nil { hasIDs = true }
        // Nodes without ids are numbered.
        guard let id = graph.newID(stated ?? "\(graph.nodes.count)", besides: places) else { return }
        places[Identifier(id)] = graph.nodes.count
        var node = TextGraph.Node(id: id)
        node.label = label.flatMap { members.string($0) }
        if stated == nil, let name = node.label, names[Identifier(name)] == nil {
            names[Identifier(name)] = graph.nodes.count
        }
        var known: [StaticString] = ["index"]
        if let member { known.append(member) }
        if let label { known.append(label) }
        let inner = members.object("attributes") ?? members
        if let x = inner.number("x"), let y = inner.number("y"), abs(x) <= 1e15, abs(y) <= 1e15 {
            node.center = Point(x: x, y: y)
            known += ["x", "y"]
        }
        node.set(NodeLinkReader.data(members, besides: known))
        graph.nodes.append(node)
    }

    private mutating func readLink(_ cursor: JSONCursor, _ name: String?) {
        let members = ObjectMembers(at: cursor)
        let id = name ?? members.id("id")
        guard let ends = NodeLinkLists.ends(of: cursor) else {
            return graph.leaveOut(.edge, id, "noSuchNode", "a link without two ends is left out")
        }
        join(node(at: ends.source), node(at: ends.target), members, id)
    }

    private mutating func readAdjacency(_ lists: JSONCursor?) {
        var source = 0
        lists?.eachElement { list in
            list.eachElement { link in
                let members = ObjectMembers(at: link)
                let target = members.id("id").flatMap { places[Identifier($0)] }
                // In an undirected graph, each of two adjacent nodes lists the other.
                if isDirected || target.map({ $0 >= source }) ?? true {
                    join(source < graph.nodes.count ? source : nil, target, members, nil)
                }
            }
            source += 1
        }
    }

    private mutating func join(_ source: Int?, _ target: Int?, _ members: ObjectMembers, _ id: String?) {
        guard let source, let target else {
            return graph.leaveOut(.edge, id, "noSuchNode", "a link is left out if one of its nodes is missing")
        }
        var edge = TextGraph.Edge(id: id, source: source, target: target)
        let label = NodeLinkReader.labels.first { members.string($0) != nil }
        edge.label = label.flatMap { members.string($0) }
        if !isDirected { edge.markerEnd = "none" }
        let ends = NodeLinkLists.endNames.first { members[$0.source] != nil && members[$0.target] != nil }
        var known: [StaticString] = ["id", "index"]
        if let ends { known += [ends.source, ends.target] }
        if let label { known.append(label) }
        edge.set(NodeLinkReader.data(members, besides: known))
        graph.edges.append(edge)
    }

    /// The index of the node at an end of a link.
    private func node(at end: JSONCursor) -> Int? {
        var cursor = end
        guard let id = end.id else {
            // D3 replaces indices with the nodes themselves.
            let members = ObjectMembers(at: end)
            let identity = NodeLinkReader.identities.lazy.compactMap { members.id($0) }.first
            let name = NodeLinkReader.labels.lazy.compactMap { members.string($0) }.first
            return identity.flatMap { places[Identifier($0)] } ?? members.number("index").flatMap(place)
                ?? name.flatMap { names[Identifier($0)] }
        }
        if cursor.peek() == .number, !hasIDs { return cursor.number.flatMap(place) }
        return places[Identifier(id)] ?? names[Identifier(id)]
    }

    private func place(_ number: Double) -> Int? {
        Int(exactly: number).flatMap { graph.nodes.indices.contains($0) ? $0 : nil }
    }

    /// The members without a known meaning.
    private static func data(_ members: ObjectMembers, besides known: [StaticString]) -> DataMembers {
        var data = DataMembers()
        members.eachMember { name, value in
            var cursor = value
            if known.contains(where: { name == $0 }) { return }
            if let text = try? JSONText(copying: &cursor, checked: false) {
                data.add(JSONString(name).description, text)
            }
        }
        return data
    }

    /// Keeps the parts around the lists, and reports other members that may be links.
    private mutating func keepRest(of text: DocumentText, _ lists: NodeLinkLists) throws(ShapeError) {
        let own: [StaticString] = ["nodes", "vertices", "nodeDataArray", "adjacency", lists.linksName]
        for name in NodeLinkLists.names(
            ofLinksIn: text, but: lists.isNested ? [] : own, isNode: { places[Identifier($0)] != nil })
        {
            graph.tally.add(.document, nil, "links", NodeLinkLists.message(of: name))
        }
        if !lists.isNested {
            return try graph.keep(text, of: .nodeLink, with: own.map { (JSONString($0.description), .null) })
        }
        var inner = NativeObject()
        try lists.outer.eachMember { (name, value) throws(ShapeError) in
            let isKept = !own.contains { name == $0 }
            inner.append(JSONString(name), isKept ? try value.kept() : .null)
        }
        try graph.keep(text, of: .nodeLink, with: [("graph", inner.text)])
    }
}

extension JSONCursor {
    /// The next boolean; nil for other kinds.
    fileprivate var isTrue: Bool? {
        var cursor = self
        guard cursor.peek() == .boolean else { return nil }
        return cursor.rawValue().count == 4
    }
}
