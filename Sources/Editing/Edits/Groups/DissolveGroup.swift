import Graph
import Storage

extension Transaction {
    /// Takes a group away and leaves its children where they are, in the node around it.
    ///
    /// Edges that end on the group itself are removed; refused if one of these is locked. Returns the children.
    ///
    /// - Throws: `noSuchNode`, `locked`, `invalidValue` (the node is not a group).
    /// - Complexity: O(the children and the group's edges).
    @discardableResult
    public mutating func dissolveGroup(_ id: Node.ID) throws(EditError) -> [Node.ID] {
        let slot = try unlocked(id)
        if !document.isContainer(slot) { throw .invalid("\"\(id)\" is no group", path: ["id"]) }
        let children = document.children(slot)
        var edges: [Edge.Slot] = []
        document.visitEdges(of: slot) { edges.append($0) }
        try removeUnlocked(edges: edges)
        try reparent(children, to: document.nodes.parent(slot))
        removeNode(slot)
        return children.map { document.nodeID($0) }
    }
}
