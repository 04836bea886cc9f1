/// Suppressed elements, by the nodes for which they wait: an end, a parent, or one in a cycle of parents.
///
/// As long as nothing happens to these nodes, the elements stay suppressed and need no check.
struct WaitingElements: Sendable {
    private var waiters: [Identifier: Set<Identifier>] = [:]
    /// The nodes that each element waits for.
    private var causes: [Identifier: [Identifier]] = [:]

    /// Returns the elements that wait for a node, sorted.
    func waiting(for node: Node.ID) -> [Identifier] {
        if waiters.isEmpty { return [] }
        return waiters[node]?.sorted() ?? []
    }

    /// Returns true if any element waits for a node.
    func isAwaited(_ node: Node.ID) -> Bool { waiters[node] != nil }

    /// Records the elements for which an element waits, in place of the former ones.
    mutating func set(_ id: Identifier, waitsFor nodes: [Node.ID]) {
        for node in causes[id] ?? [] {
            waiters[node]?.remove(id)
            if waiters[node]?.isEmpty == true { waiters[node] = nil }
        }
        causes[id] = nodes.isEmpty ? nil : nodes
        for node in nodes { waiters[node, default: []].insert(id) }
    }
}
