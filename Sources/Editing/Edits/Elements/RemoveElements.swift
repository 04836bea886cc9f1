import Graph
import Storage

extension Transaction {
    /// Removes nodes with their contents, the edges on any of these or in their groups, and edges.
    ///
    /// Removes nothing if anything that would be removed is locked.
    ///
    /// - Throws: `noSuchNode`, `noSuchEdge`, `locked` (anything that would be removed).
    /// - Complexity: O(*n* log *n*) in the elements removed.
    @discardableResult
    public mutating func removeElements(
        nodes: [Node.ID] = [], edges: [Edge.ID] = []
    ) throws(EditError) -> (nodes: Int, edges: Int) {
        let named = try find(nodes, edges)
        var seenNodes = SlotMap<Node>(minimumCapacity: named.nodes.count)
        var goingNodes: [Node.Slot] = []
        for root in named.nodes where seenNodes.insert(root) {
            goingNodes.append(root)
            document.visitDescendants(of: root) { if seenNodes.insert($0) { goingNodes.append($0) } }
        }
        var seenEdges = SlotMap<Edge>(minimumCapacity: named.edges.count)
        var goingEdges: [Edge.Slot] = []
        for edge in named.edges where seenEdges.insert(edge) { goingEdges.append(edge) }
        for node in goingNodes {
            document.visitEdges(of: node) { if seenEdges.insert($0) { goingEdges.append($0) } }
            document.visitEdges(in: node) { if seenEdges.insert($0) { goingEdges.append($0) } }
        }
        goingNodes = document.nodesInOrder(goingNodes)
        let lockedNodes = goingNodes.filter { document.nodes.flags($0).contains(.locked) }
        let lockedEdges = document.edgesInOrder(goingEdges.filter { document.edges.flags($0).contains(.locked) })
        if !lockedNodes.isEmpty || !lockedEdges.isEmpty {
            throw .locked(
                nodes: lockedNodes.map { document.nodeID($0) }, edges: lockedEdges.map { document.edgeID($0) })
        }
        try removeUnlocked(edges: goingEdges)
        for node in goingNodes.reversed() { removeNode(node) }
        return (goingNodes.count, goingEdges.count)
    }

    /// The slots of all listed elements, or one error that lists every missing one.
    private func find(
        _ nodes: [Node.ID], _ edges: [Edge.ID]
    ) throws(EditError) -> (nodes: [Node.Slot], edges: [Edge.Slot]) {
        do throws(EditError) {
            return (try document.slots(nodes: nodes), try document.slots(edges: edges))
        } catch {
            var error = error
            if error.reason == .noSuchNode { error.edges = edges.filter { document.edge($0) == nil } }
            throw error
        }
    }
}
