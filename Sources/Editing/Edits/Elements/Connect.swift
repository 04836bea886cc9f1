import Graph

extension Transaction {
    /// Adds an edge with only its ends, as `connect(_: Edge)` does.
    ///
    /// - Throws: `connectionRefused`, `limits`.
    @discardableResult
    public mutating func connect(_ proposal: ConnectionProposal) throws(EditError) -> Edge.ID {
        try connect(
            Edge(
                id: makeEdgeID(), source: proposal.source, sourceHandle: proposal.sourceHandle, target: proposal.target,
                targetHandle: proposal.targetHandle))
    }

    /// Adds an edge in front of all others if the rules allow it.
    ///
    /// At a full handle with replacement it replaces the first edges there.
    ///
    /// - Throws: `connectionRefused`, `locked` (a replaced edge, the group), `duplicateId`, `noSuchNode` (the group),
    ///   `invalidValue` (the id, the group), `limits`.
    @discardableResult
    public mutating func connect(_ edge: Edge) throws(EditError) -> Edge.ID {
        try checkGroup(of: edge)
        try removeEdges(replacedBy: ConnectionProposal(edge))
        try insert(edge)
        return edge.id
    }

    /// The group of an edge must hold or accept nodes and must not be locked.
    ///
    /// - Throws: `noSuchNode`, `invalidValue`, `locked`.
    func checkGroup(of edge: Edge, insteadOf before: Edge? = nil) throws(EditError) {
        guard let group = edge.group, group != before?.group else { return }
        guard let slot = document.node(group) else { throw .noSuchNode([group]) }
        if !document.isContainer(slot) { throw .invalid("\"\(group)\" is no group", path: ["parentId"]) }
        try checkTakes(slot, path: ["parentId"])
    }

    /// Asks the rules, and removes the edges that a new or moved one replaces.
    ///
    /// - Throws: `connectionRefused`, `locked`.
    mutating func removeEdges(replacedBy proposal: ConnectionProposal) throws(EditError) {
        let refusal = refusal(of: proposal)
        let replaced = document.replacedEdges(by: proposal)
        guard let refusal else { return try removeUnlocked(edges: replaced) }
        let isReplaced = refusal.reason == .locked && !refusal.edges.isEmpty && refusal.edges.first != proposal.edge
        throw isReplaced ? .locked(edges: refusal.edges) : .refused(refusal)
    }
}
