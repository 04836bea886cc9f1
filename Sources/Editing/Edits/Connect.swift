import Graph

extension Transaction {
    /// Adds an edge in front of all others if the rules allow it; one with the empty id gets a new one.
    @discardableResult
    public mutating func connect(_ edge: Edge) throws(EditError) -> Edge.ID {
        if let refusal = refusal(of: ConnectionProposal(edge)) { throw .refused(refusal) }
        var edge = edge
        if edge.id.string.isEmpty { edge.id = makeEdgeID() }
        do throws(EditError) {
            try insert(edge)
        } catch {
            throw error.inside("edge")
        }
        return edge.id
    }
}
