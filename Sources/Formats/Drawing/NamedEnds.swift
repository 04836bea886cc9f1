import Graph

/// The nodes of a graph by their ids in a file, and edges whose ends may come later in the file.
struct NamedEnds {
    private enum End {
        case named(String?)
        case node(Int)
    }

    private struct Waiting {
        var edge: TextGraph.Edge
        let source: End
        let target: End
    }

    private var places: [Identifier: Int] = [:]
    private var waiting: [Waiting] = []

    /// The index of the node with an id; nil if there is none yet.
    subscript(_ id: String) -> Int? { places[Identifier(id)] }

    /// Adds a node to the graph and returns its index. A second node with an id gets another id, and no edge of the
    /// file ends at it.
    mutating func add(_ node: TextGraph.Node, to graph: inout TextGraph) -> Int {
        let place = graph.nodes.count
        graph.nodes.append(node)
        if node.id.isEmpty { return place }
        let id = Identifier(node.id)
        if let first = places.updateValue(place, forKey: id) {
            places[id] = first
            graph.tally.add(.node, id, "duplicateId", "a second node of an id gets another id")
        }
        return place
    }

    /// Records an edge between two ids; the ends in the edge itself are ignored.
    mutating func add(_ edge: TextGraph.Edge, from source: String?, to target: String?) {
        waiting.append(Waiting(edge: edge, source: .named(source), target: .named(target)))
    }

    /// Records an edge from a known node.
    mutating func add(_ edge: TextGraph.Edge, fromPlace source: Int, to target: String?) {
        waiting.append(Waiting(edge: edge, source: .node(source), target: .named(target)))
    }

    /// Records an edge to a known node.
    mutating func add(_ edge: TextGraph.Edge, from source: String?, toPlace target: Int) {
        waiting.append(Waiting(edge: edge, source: .named(source), target: .node(target)))
    }

    private func place(_ end: End) -> Int? {
        switch end {
        case .named(let id): id.flatMap { self[$0] }
        case .node(let place): place
        }
    }

    /// Adds the recorded edges to the graph in their order. An edge without a node at an end is a loss.
    ///
    /// - Complexity: O(*n*).
    mutating func join(_ graph: inout TextGraph) {
        graph.edges.reserveCapacity(graph.edges.count + waiting.count)
        var ids: Set<Identifier> = []
        for entry in waiting {
            guard let source = place(entry.source), let target = place(entry.target) else {
                graph.leaveOut(
                    .edge, entry.edge.id, "noSuchNode", "an edge without a node at an end is left out")
                continue
            }
            var edge = entry.edge
            (edge.source, edge.target) = (source, target)
            if let id = edge.id {
                let isPossible = !id.isEmpty && id.utf8.count <= Limits.identifierBytes
                if !isPossible || !ids.insert(Identifier(id)).inserted {
                    edge.id = nil
                    if isPossible {
                        graph.tally.add(
                            .edge, Identifier(id), "duplicateId", "a second edge of an id gets another id")
                    }
                }
            }
            graph.edges.append(edge)
        }
        waiting = []
    }
}
