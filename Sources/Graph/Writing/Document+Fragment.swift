import Geometry
import Storage
import Wire

// Fragments: what is copied of a document, as a document of its own.

extension Document {
    /// Nodes with their contents, and edges, as in `fragment(of:and:)`.
    ///
    /// Transient elements are left out.
    ///
    /// - Throws: `nothingThere` (neither a node nor an edge), `invalidValue`, `limits`.
    public func fragment(nodes: [Node.Slot], edges: [Edge.Slot]) throws(EditError) -> JSONText {
        var writer = try writtenFragment(nodes: nodes, edges: edges)
        return JSONText(trusted: writer.take())
    }

    /// The same in its written form, which saves copying a long one.
    ///
    /// - Throws: `nothingThere` (neither a node nor an edge), `invalidValue`, `limits`.
    public func writtenFragment(nodes: [Node.Slot], edges: [Edge.Slot]) throws(EditError) -> JSONWriter {
        let (nodes, edges) = (lasting(nodes), lasting(edges))
        if nodes.isEmpty && edges.isEmpty { throw EditError(.nothingThere, "there is nothing to copy") }
        let subgraph = Subgraph(nodes, in: self, lastingOnly: true)
        return try fragment(of: subgraph, and: edges + lasting(subgraph.groupedEdges(in: self)))
    }

    /// Nodes with their contents as a document in Nodewire's own format, on one line.
    ///
    /// It has the edges among the nodes and the types of nodes and edges. Its outermost nodes have no parent and keep
    /// their positions on the canvas; edges keep only a parent among the nodes. The member `fragment` has the bounds
    /// and the outgoing edges.
    ///
    /// - Parameter named: further edges to list among the outgoing ones.
    /// - Throws: `invalidValue` (a position on the canvas is beyond the doubles), `limits` (longer than a message).
    /// - Complexity: O(*n* log *n*) in the copied elements and the outgoing edges.
    private func fragment(of subgraph: Subgraph, and named: [Edge.Slot] = []) throws(EditError) -> JSONWriter {
        let edges = lasting(subgraph.innerEdges(in: self))
        var writer = JSONWriter(capacity: 256 * subgraph.nodes.count + 128 * edges.count + 256)
        writer.beginObject()
        writer.name("nodewire")
        writer.integer(1)
        writer.name("nodes")
        writer.beginArray()
        for slot in subgraph.nodes { try writeCopy(of: slot, in: subgraph, into: &writer) }
        writer.endArray()
        try writeEdges("edges", edges, in: subgraph, into: &writer)
        let outside = lasting(subgraph.outerEdges(and: named, in: self))
        for (name, types) in [("types", types(of: subgraph)), ("edgeTypes", edgeTypes(of: edges + outside, and: []))]
        where !types.isEmpty {
            writer.name(name)
            JSON.object(types).write(into: &writer)
        }
        writer.name("fragment")
        writer.beginObject()
        try writeEdges("outside", outside, in: subgraph, into: &writer)
        writer.name("bounds")
        let bounds = subgraph.bounds(in: self)
        if bounds.isFinite && !bounds.isEmpty { writer.bounds(bounds) } else { writer.null() }
        writer.endObject()
        writer.endObject()
        return writer
    }

    private func writeCopy(
        of slot: Node.Slot, in subgraph: Subgraph, into writer: inout JSONWriter
    ) throws(EditError) {
        try writer.checkFragment()
        guard let parent = nodes.parent(slot), !subgraph.contains(parent) else {
            return writeNode(slot, into: &writer)
        }
        var node = node(at: slot)
        var geometry = node.geometry
        let origin = parentOrigin(slot)
        geometry.x += origin.x
        geometry.y += origin.y
        if geometry.x.isInfinite || geometry.y.isInfinite {
            throw .invalid("\"\(node.id)\" lies out of range on the canvas")
        }
        node.setGeometry(geometry)
        node.members = JSONMembers.removing(["parentId", "parentNode"], from: node.members)
        node.write(into: &writer)
    }

    private func writeEdges(
        _ name: StaticString, _ slots: [Edge.Slot], in subgraph: Subgraph, into writer: inout JSONWriter
    ) throws(EditError) {
        writer.name(name)
        writer.beginArray()
        for slot in slots {
            try writer.checkFragment()
            let group = group(ofEdge: slot)
            if !edges.flags(slot).contains(.grouped) || group.map({ subgraph.contains($0) }) == true {
                writeEdge(slot, into: &writer)
                continue
            }
            var edge = edge(at: slot)
            edge.setGroup(nil)
            edge.write(into: &writer)
        }
        writer.endArray()
    }

    /// The descriptions of the types that nodes have, in their order.
    public func types(of subgraph: Subgraph) -> JSONObject {
        guard case .object(let all)? = content["types"] else { return [:] }
        var used: Set<Symbol> = []
        for slot in subgraph.nodes { if let type = nodes.type(slot) { used.insert(type) } }
        return all.entries(named: Set(used.map { JSONString(symbols[$0].string) }))
    }

    /// The descriptions of the types that edges name, in order. Edges without a type look like such edges in any
    /// document.
    ///
    /// - Parameter others: edges that are not in the document.
    public func edgeTypes(of slots: [Edge.Slot], and others: [Edge]) -> JSONObject {
        guard case .object(let all)? = content["edgeTypes"] else { return [:] }
        var used = Set(others.compactMap { $0.members.withUnsafeBufferPointer { EdgeTypes.name(in: $0) } })
        for slot in slots where edges.flags(slot).contains(.described) {
            if let name = withEdgeMembers(slot, { EdgeTypes.name(in: $0) }) { used.insert(name) }
        }
        return all.entries(named: Set(used.map { JSONString($0.string) }))
    }
}

extension JSONObject {
    /// The members with these names, in their order.
    fileprivate func entries(named names: Set<JSONString>) -> JSONObject {
        JSONObject(members.filter { names.contains($0.name) })
    }
}

extension JSONWriter {
    /// Refuses to go on with a fragment that no message can carry.
    fileprivate func checkFragment() throws(EditError) {
        if count > Limits.messageBytes {
            throw EditError(.limits, "a fragment is at most as long as a message, \(Limits.messageBytes) bytes")
        }
    }

    fileprivate mutating func bounds(_ rect: Rect) {
        beginObject()
        name("x")
        number(rect.minX)
        name("y")
        number(rect.minY)
        name("width")
        number(rect.width)
        name("height")
        number(rect.height)
        endObject()
    }
}
