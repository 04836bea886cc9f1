import Graph

extension Transaction {
    /// Removes the edge that joins the same handles, or else makes this one.
    ///
    /// If the target accepts no more edges, the new one replaces its edges.
    ///
    /// - Throws: `connectionRefused`, `locked`, `limits`.
    public mutating func toggle(_ proposal: ConnectionProposal) throws(EditError) {
        guard let refusal = refusal(of: proposal) else {
            try connect(proposal)
            return
        }
        switch refusal.reason {
        case .duplicate: try removeElements(nodes: [], edges: refusal.edges)
        case .limit where refusal.nodes == [proposal.target]:
            try removeElements(nodes: [], edges: refusal.edges)
            try connect(proposal)
        default: throw .refused(refusal)
        }
    }
}
