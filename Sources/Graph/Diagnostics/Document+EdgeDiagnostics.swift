import Storage
import Wire

// What is wrong with one edge: its members, and the rules it is against.

extension Document {
    /// All that is wrong with one edge and follows from it, its nodes and their edges.
    ///
    /// - Complexity: O(the bytes of the edge), plus the cost of the census.
    func diagnostics(of slot: Edge.Slot, _ census: inout EdgeCensus) -> [Diagnostic] {
        let edge = edge(at: slot)
        let isLocked = edges.flags(slot).contains(.locked)
        var found = withEdgeMembers(slot) { members in
            Document.memberDiagnostics(members, .edge, ["edges", edge.id.string], edges: [edge.id]) { name in
                isLocked ? nil : .removeEdgeMember(edge.id, name)
            } rename: { name, known, value in
                isLocked ? nil : .renameEdgeMember(edge.id, name, known, value)
            }
        }
        if let group = edge.group, node(group) == nil {
            found.append(
                Diagnostic(
                    .warning, "groupMissing", of: ["edges", edge.id.string], edges: [edge.id],
                    message: "edge \"\(edge.id)\" goes with the group \"\(group)\", which is not there",
                    fixes: isLocked ? [] : [.removeEdgeMember(edge.id, "parentId")]))
        }
        guard let refusal = storedRefusal(slot, edge, &census) else { return graded(found) }
        let isAmbiguous = refusal.reason == .limit && census.crowdedEnd(of: slot, in: self)?.handle.isExit == true
        found.append(
            Diagnostic(
                isAmbiguous ? .warning : .error,
                isAmbiguous ? "dialogAmbiguous" : "connection." + refusal.reason.rawValue,
                of: ["edges", edge.id.string], nodes: refusal.nodes,
                edges: [edge.id] + refusal.edges, message: "edge \"\(edge.id)\": \(refusal.message)",
                fixes: isLocked ? [] : [.removeEdges([edge.id])]))
        return graded(found)
    }

    /// Returns the reason why the gate would refuse an edge that exists.
    /// The census is asked for facts that depend on other edges.
    private func storedRefusal(
        _ slot: Edge.Slot, _ edge: Edge, _ census: inout EdgeCensus
    ) -> ConnectionRefusal? {
        let proposal = ConnectionProposal(edge, replacing: edge.id)
        // Locks bind edits, not stored edges; cycles are found all at once.
        let refusal = refusal(of: proposal, ignoring: [.locked, .cycle, .duplicate, .limit])
        if let refusal, ![.dataType, .nodeType, .valueType].contains(refusal.reason) { return refusal }
        census.include(slot, self)
        if let first = census.firstDuplicate(of: slot, in: self) {
            // The first of the edges that join the same handles is allowed.
            if first == slot { return nil }
            let id = edgeID(first)
            return ConnectionRefusal(reason: .duplicate, message: "edge \"\(id)\" joins the same handles", edges: [id])
        }
        if let end = census.crowdedEnd(of: slot, in: self) {
            return limitRefusal(end.handle, of: nodeID(end.node), end.limit, end.others)
        }
        return refusal
    }
}
