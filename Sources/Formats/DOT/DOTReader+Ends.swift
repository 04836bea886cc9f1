import Graph

extension DOTReader {
    /// Reads a node or the beginning of a subgraph.
    mutating func readEnd(_ token: DOTToken) throws(EditError) {
        switch token {
        case .id(let name):
            let handle = try readHandle()
            let place = node(name.string)
            update { scope in
                scope.ends.append(End(nodes: [place], handle: handle))
                scope.expectation = .arrow
            }
        case .keyword(.subgraph):
            var name: String?
            if case .id(let text) = try scanner.peek() {
                _ = try scanner.next()
                name = text.string
            }
            guard try scanner.next() == .sign("{") else { throw scanner.error("`{` is expected") }
            openScope(name)
        case .sign(UInt8(ascii: "{")): openScope(nil)
        default: throw scanner.error("a node or a subgraph is expected")
        }
    }

    /// Reads `:field`, `:field:n` or `:n`.
    private mutating func readHandle() throws(EditError) -> DOTHandle? {
        guard try scanner.isNext(":") else { return nil }
        _ = try scanner.next()
        let field = try readValue().string
        guard try scanner.isNext(":") else { return DOTHandle(field, nil) }
        _ = try scanner.next()
        return DOTHandle(field, try readValue().string)
    }

    /// Reads the token after an end: an arrow, or the attributes that end the statement.
    mutating func readArrow() throws(EditError) {
        if try scanner.peek() == .arrow {
            _ = try scanner.next()
            if scanner.isDirected != header.isDirected {
                throw scanner.error(header.isDirected ? "`->` is expected in a digraph" : "`--` is expected in a graph")
            }
            return update { $0.expectation = .end }
        }
        var list = DOTAttributes()
        try readAttributes(into: &list)
        guard var scope = scopes.popLast() else { return }
        let ends = scope.ends
        scope.ends = []
        scope.expectation = .statement
        let defaults = scope.edgeDefaults
        scopes.append(scope)
        if ends.count == 1, let end = ends.first {
            if end.nodes.count == 1, !end.isSubgraph, let place = end.nodes.first { add(list, to: place) }
            return
        }
        for (source, target) in zip(ends, ends.dropFirst()) { try addEdges(source, target, list, defaults) }
    }

    private mutating func add(_ list: DOTAttributes, to place: Int) {
        // Attributes of a node that represents its own cluster are ignored.
        if graph.nodes[place].isGroup { return }
        attributes[place].known.merge(list.known)
        attributes[place].others += list.others
    }

    /// The node with an id; a new one gets the current defaults.
    private mutating func node(_ id: String) -> Int {
        let key = Identifier(id)
        var place = graph.nodes.count
        if let known = places[key] {
            place = known
        } else if let cluster = clusters[key], openCount[cluster, default: 0] > 0 {
            // A node inside a cluster of the same name represents the cluster.
            places[key] = cluster
            return cluster
        } else {
            places[key] = place
            append(TextGraph.Node(id: id), DOTAttributes(known: scopes.last?.nodeDefaults ?? DOTKnownAttributes()))
        }
        mentioned.append(place)
        if graph.nodes[place].isGroup { return place }
        if let cluster = scopes.last?.around {
            // The node belongs to the innermost cluster that first mentions it.
            let parent = graph.nodes[place].parent
            if parent.map({ openCount[$0, default: 0] > 0 }) ?? true { graph.nodes[place].parent = cluster }
        }
        return place
    }

    mutating func append(_ node: TextGraph.Node, _ list: DOTAttributes) {
        graph.nodes.append(node)
        attributes.append(list)
    }
}
