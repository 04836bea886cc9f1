import Graph
import Wire

extension Transaction {
    /// Changes members of a node by a merge patch (RFC 7396).
    ///
    /// A changed parent leaves the stored position as it is. Edges that name a handle the node has no more are removed.
    /// A locked node takes only an update of `locked` alone.
    ///
    /// - Throws: `noSuchNode` (the node or its new parent), `locked`, `parentCycle`, `notAccepted`, `invalidValue`.
    public mutating func updateNode(_ id: Node.ID, patch: JSONObject) throws(EditError) {
        try updateNode(id, .merge(patch))
    }

    /// Gives members of a node whole new values, nulls among them, and takes others away.
    ///
    /// - Throws: `noSuchNode` (the node or its new parent), `locked`, `parentCycle`, `notAccepted`, `invalidValue`.
    public mutating func updateNode(_ id: Node.ID, set: JSONObject, unset: [String]) throws(EditError) {
        try updateNode(id, .assign(set: set, unset: unset))
    }

    private mutating func updateNode(_ id: Node.ID, _ patch: MemberPatch) throws(EditError) {
        let slot = try document.slot(node: id)
        if document.nodes.flags(slot).contains(.locked) && !patch.isOnlyAboutLocked { throw .locked(nodes: [id]) }
        guard let result = try patch.applied(to: document.node(at: slot).text, id: id) else { return }
        let parent = document.nodes.parent(slot)
        do throws(EditError) {
            try change(slot, to: Node(result.text, checking: result.names))
            if document.nodes.parent(slot) != parent { try checkTakes(document.nodes.parent(slot), path: ["parentId"]) }
        } catch {
            throw patch.locate(error)
        }
    }

    /// Replaces everything of a node but its id, and removes the edges at handles that it has no more.
    ///
    /// - Throws: the errors of `replace`, `locked`.
    mutating func change(_ slot: Node.Slot, to node: Node) throws(EditError) {
        let handles = document.handles(slot)
        try replace(slot, with: node)
        try removeEdges(of: slot, whoseHandlesWere: handles)
    }
}
