import Storage

/// The pairs of nodes, and the limited handles, at which edges were added or removed: the other edges there are
/// checked again.
///
/// They are collected first, so that each is walked once, however many of its edges changed.
struct JoinedEnds {
    /// The targets of changed edges, by their sources.
    private var targets: [Node.Slot: Set<Node.Slot>] = [:]
    /// The limited handles, by their indices in the lists of their nodes.
    private var seats: [Node.Slot: Set<Int>] = [:]

    /// The number of targets of a node that are looked up one by one; for more, all outgoing edges of the node are
    /// walked.
    private static let mostLookedUp = 8

    mutating func insert(from source: Node.Slot, to target: Node.Slot, _ document: Document) {
        if !document.settings.allowDuplicates { targets[source, default: []].insert(target) }
    }

    /// Takes note of the handle of an end, if it has a limit.
    mutating func insert(_ node: Node.Slot, _ symbol: Symbol?, _ kind: Handle.Kind, _ document: Document) {
        let list = document.handleList(node)
        guard let place = document.handlePlace(list: list, symbol: symbol, kind: kind),
            document.handles(node)[place].limit != nil
        else { return }
        seats[node, default: []].insert(place)
    }

    /// Calls `body` with every edge there, with some more than once.
    ///
    /// - Complexity: O(the edges of the nodes), for a pair the edges of the node with fewer.
    func visitEdges(_ document: Document, _ body: (Edge.Slot) -> Void) {
        for (source, targets) in targets {
            if targets.count <= JoinedEnds.mostLookedUp {
                for target in targets { document.edges(from: source, to: target).forEach(body) }
            } else {
                document.visitEdges(of: source) { if targets.contains(document.edges.ends($0).target) { body($0) } }
            }
        }
        for (node, seats) in seats {
            document.visitEdges(of: node) { edge in
                let places = document.handlePlaces(ofEdge: edge, at: node)
                if [places.leaving, places.arriving].contains(where: { $0.map(seats.contains) == true }) { body(edge) }
            }
        }
    }
}
