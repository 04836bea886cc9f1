import Graph

/// The treatment of edges that come in from outside and that the connection rules refuse.
public enum RulePolicy: String, CaseIterable, Sendable {
    /// The whole edit is refused.
    case refuse
    /// The edges are added, and the diagnostics of the document report them.
    case report
    /// The edges are left out, each a loss.
    case skip
}

extension Transaction {
    /// Asks the rules about all persistent edges of a document that comes in as a whole.
    ///
    /// - Returns: the edges that were left out, by their ids.
    /// - Throws: `connectionRefused` of the first edge that the rules refuse.
    /// - Complexity: a question to the rules for each edge.
    public mutating func enforceOnAll(_ policy: RulePolicy) throws(EditError) -> [Loss] {
        if policy == .report { return [] }
        return try enforce(policy, on: document.lasting(document.edgeSlots))
    }

    /// Asks the rules about edges that have come in or end elsewhere than before.
    ///
    /// Among edges that exclude each other the first one stays. Nodes lose the handles that came with omitted edges.
    /// Locks are not checked, since they protect existing elements.
    ///
    /// - Parameter slots: the edges, in the order of the document.
    /// - Returns: the edges that were left out, by their ids here.
    /// - Throws: `connectionRefused` of the first edge that the rules refuse.
    /// - Complexity: a question to the rules for each edge.
    mutating func enforce(_ policy: RulePolicy, on slots: [Edge.Slot]) throws(EditError) -> [Loss] {
        if policy == .report { return [] }
        var losses: [Loss] = []
        if policy == .refuse {
            for slot in slots {
                guard var refusal = refusal(ofStored: slot) else { continue }
                let id = document.edgeID(slot)
                refusal.message = "edge \"\(id)\": \(refusal.message)"
                refusal.edges.insert(id, at: 0)
                throw .refused(refusal)
            }
            return losses
        }
        var gone: [Edge] = []
        for slot in slots.reversed() {
            guard let refusal = refusal(ofStored: slot) else { continue }
            let edge = document.edge(at: slot)
            losses.append(Loss(edge, refusal))
            removeEdge(slot)
            gone.append(edge)
        }
        try withdrawHandles(namedBy: gone)
        return losses.reversed()
    }

    private mutating func refusal(ofStored slot: Edge.Slot) -> ConnectionRefusal? {
        let edge = document.edge(at: slot)
        let proposal = ConnectionProposal(edge, replacing: edge.id)
        return refusal(of: proposal, ignoring: [.locked]) ?? document.refusal(ofReplacingBy: proposal)
    }
}

extension Loss {
    /// The loss of an edge that the rules refuse.
    init(_ edge: Edge, _ refusal: ConnectionRefusal) {
        self.init(
            kind: .edge, id: edge.id.string, code: "connection.\(refusal.reason.rawValue)", message: refusal.message,
            element: edge.text)
    }
}
