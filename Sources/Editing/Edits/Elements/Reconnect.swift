import Graph
import Wire

extension Transaction {
    /// Moves ends of an edge if the rules allow it.
    ///
    /// An end with a new node but no handle leaves the handle out; one with only a handle stays on its node.
    ///
    /// - Throws: `noSuchEdge`, `locked`, `connectionRefused`.
    public mutating func reconnect(
        _ id: Edge.ID, source: Node.ID? = nil, sourceHandle: Identifier? = nil, target: Node.ID? = nil,
        targetHandle: Identifier? = nil
    ) throws(EditError) {
        let slot = try document.slot(edge: id)
        let before = document.edge(at: slot)
        var edge = before
        if source != nil || sourceHandle != nil {
            edge.source = source ?? before.source
            edge.sourceHandle = sourceHandle
            edge.members = JSONMembers.removing(["sourceHandle"], from: edge.members)
        }
        if target != nil || targetHandle != nil {
            edge.target = target ?? before.target
            edge.targetHandle = targetHandle
            edge.members = JSONMembers.removing(["targetHandle"], from: edge.members)
        }
        try checkEnds(of: edge, insteadOf: before)
        if document.edges.flags(slot).contains(.locked) { throw .locked(edges: [id]) }
        if edge.hasSameEnds(as: before) { return }
        try replace(edge: slot, with: edge)
    }
}
