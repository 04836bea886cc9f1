import Graph
import Wire

extension Transaction {
    /// Changes members of a node by a merge patch (RFC 7396).
    ///
    /// A changed parent leaves the stored position unchanged. Edges that name a removed handle are removed. A locked
    /// node accepts only an update of `locked`.
    ///
    /// - Throws: `noSuchNode` (the node or its new parent), `locked`, `parentCycle`, `notAccepted`, `invalidValue`.
    public mutating func updateNode(_ id: Node.ID, patch: JSONObject) throws(EditError) {
        try updateNode(id, .merge(patch))
    }

    /// The same patch as text.
    ///
    /// - Throws: the errors of the other.
    public mutating func updateNode(_ id: Node.ID, patch: JSONText) throws(EditError) {
        let slot = try document.slot(node: id)
        if document.nodes.flags(slot).isDisjoint(with: [.locked, .writtenGeometry]) {
            let node = document.node(at: slot)
            if let patched = PatchedMembers(node, patch) {
                if patched.names.isEmpty { return }
                do throws(EditError) {
                    let new = try node.with(members: patched.bytes, checking: patched.names)
                    return try change(slot, to: new, insteadOf: node)
                } catch {
                    throw error.inside("patch")
                }
            }
        }
        try updateNode(id, patch: (try? JSON(patch))?.objectValue ?? [:])
    }

    /// Sets whole new values of a node's members, including nulls, and removes others.
    ///
    /// - Throws: `noSuchNode` (the node or its new parent), `locked`, `parentCycle`, `notAccepted`, `invalidValue`.
    public mutating func updateNode(_ id: Node.ID, set: JSONObject, unset: [String]) throws(EditError) {
        try updateNode(id, .assign(set: set, unset: unset))
    }

    private mutating func updateNode(_ id: Node.ID, _ patch: MemberPatch) throws(EditError) {
        let slot = try document.slot(node: id)
        if document.nodes.flags(slot).contains(.locked) && !patch.isOnlyAboutLocked { throw .locked(nodes: [id]) }
        let geometry = patch.geometry(from: document.storedGeometry(slot))
        if let geometry, !document.nodes.flags(slot).contains(.writtenGeometry) {
            return try setGeometry(slot, geometry)
        }
        guard let node = try patch.applied(to: document.node(at: slot)) else { return }
        let parent = document.nodes.parent(slot)
        do throws(EditError) {
            try change(slot, to: node)
            if document.nodes.parent(slot) != parent { try checkTakes(document.nodes.parent(slot), path: ["parentId"]) }
        } catch {
            throw patch.locate(error)
        }
    }

    /// Replaces everything of a node except its id, and removes the edges at removed handles.
    ///
    /// - Parameter known: the node as it is, if the caller knows it.
    /// - Throws: the errors of `replace`, `locked`.
    mutating func change(_ slot: Node.Slot, to node: Node, insteadOf known: Node? = nil) throws(EditError) {
        let handles = document.handles(slot)
        try replace(slot, with: node, insteadOf: known)
        try removeEdges(of: slot, whoseHandlesWere: handles)
    }
}
