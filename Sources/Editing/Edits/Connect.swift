import Graph

extension Transaction {
    /// Adds an edge with nothing but its ends, as `connect(_: Edge)` does.
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
    /// - Throws: `connectionRefused`, `duplicateId`, `invalidValue` (the id), `limits`.
    @discardableResult
    public mutating func connect(_ edge: Edge) throws(EditError) -> Edge.ID {
        if let refusal = refusal(of: ConnectionProposal(edge)) { throw .refused(refusal) }
        try insert(edge)
        return edge.id
    }
}
