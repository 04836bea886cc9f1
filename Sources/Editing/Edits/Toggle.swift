import Graph

extension Transaction {
    /// Removes the edge that joins the same handles, or else makes this one.
    ///
    /// Where the target takes no more edges, the new one takes the place of those it has.
    public mutating func toggle(_ edge: Edge) throws(EditError) {
        guard let refusal = refusal(of: ConnectionProposal(edge)) else {
            try connect(edge)
            return
        }
        switch refusal.reason {
        case .duplicate: try removeElements(nodes: [], edges: refusal.edges)
        case .limit where refusal.nodes == [edge.target]:
            try removeElements(nodes: [], edges: refusal.edges)
            try connect(edge)
        default: throw .refused(refusal)
        }
    }
}
