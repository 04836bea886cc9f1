import Graph
import Storage

extension Transaction {
    /// Removes a group; its children keep their positions, in the parent of the group.
    ///
    /// Edges on the group itself are removed, and edges in the group get its parent; refused if one of these is
    /// locked. Returns the children.
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
        let around = document.nodes.parent(slot)
        var grouped: [Edge.Slot] = []
        document.visitEdges(in: slot) { grouped.append($0) }
        for edge in try unlocked(edges: grouped.map { document.edgeID($0) }) {
            var moved = document.edge(at: edge)
            moved.setGroup(around.map { document.nodeID($0) })
            try replace(edge: edge, with: moved)
        }
        try reparent(children, to: around)
        removeNode(slot)
        return children.map { document.nodeID($0) }
    }
}
