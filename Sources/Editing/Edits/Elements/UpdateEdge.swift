import Graph
import Wire

extension Transaction {
    /// Changes members of an edge by a merge patch (RFC 7396); other ends must be allowed by the rules.
    ///
    /// A locked edge accepts only an update of `locked`.
    ///
    /// - Throws: `noSuchEdge`, `locked`, `connectionRefused` (other ends), `invalidValue`.
    public mutating func updateEdge(_ id: Edge.ID, patch: JSONObject) throws(EditError) {
        try updateEdge(id, .merge(patch))
    }

    /// Sets whole new values of an edge's members, including nulls, and removes others.
    ///
    /// - Throws: `noSuchEdge`, `locked`, `connectionRefused` (other ends), `invalidValue`.
    public mutating func updateEdge(_ id: Edge.ID, set: JSONObject, unset: [String]) throws(EditError) {
        try updateEdge(id, .assign(set: set, unset: unset))
    }

    private mutating func updateEdge(_ id: Edge.ID, _ patch: MemberPatch) throws(EditError) {
        let slot = try document.slot(edge: id)
        let isLocked = document.edges.flags(slot).contains(.locked) && !patch.isOnlyAboutLocked
        let before = document.edge(at: slot)
        guard let result = try patch.applied(to: before.text, id: id) else {
            if isLocked { throw .locked(edges: [id]) }
            return
        }
        let after: Edge
        do throws(EditError) {
            after = try Edge(result.text, checking: result.names)
        } catch {
            throw isLocked ? .locked(edges: [id]) : patch.locate(error)
        }
        try checkEnds(of: after, insteadOf: before)
        if isLocked { throw .locked(edges: [id]) }
        try checkGroup(of: after, insteadOf: before)
        try replace(edge: slot, with: after)
    }

    /// Asks the rules if an edge has new ends, and removes the edges that it replaces there.
    ///
    /// - Throws: `connectionRefused`, `locked`.
    mutating func checkEnds(of after: Edge, insteadOf before: Edge) throws(EditError) {
        if after.hasSameEnds(as: before) { return }
        try removeEdges(replacedBy: ConnectionProposal(after, replacing: before.id))
    }
}
