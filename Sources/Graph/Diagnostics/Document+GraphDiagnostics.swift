import Storage

// What only follows from all elements together.

extension Document {
    /// All problems of the whole graph: cycles, values that wait for each other, dialogs, hidden members, constraints.
    ///
    /// - Complexity: O(nodes + edges) at most; if types have roles, O(*n*) in the data of the nodes.
    func graphDiagnostics() -> [Diagnostic] {
        graded(
            cycleDiagnostics() + valueCycleDiagnostics() + dialogDiagnostics() + unshownDiagnostics()
                + constraintDiagnostics())
    }

    private func cycleDiagnostics() -> [Diagnostic] {
        // Where the nodes have an order, there is no cycle.
        if settings.allowCycles || topology != nil { return [] }
        return cycles().map { component in
            let members = Set(component)
            var inside: [Edge.Slot] = []
            for slot in component {
                var next = nodes.firstOut(slot)
                while let edge = next {
                    if members.contains(edges.ends(edge).target) && edges.ends(edge).target != slot {
                        inside.append(edge)
                    }
                    next = edges.nextOut(edge)
                }
            }
            let closing = edgesClosingCycles(among: component)
            let isLocked = closing.contains { edges.flags($0).contains(.locked) }
            return Diagnostic(
                .error, "connection.cycle", of: ["nodes", nodeID(component[0]).string],
                nodes: component.map { nodeID($0) }, edges: edgesInOrder(inside).map { edgeID($0) },
                message: "\(component.count) nodes lead to each other, and cycles are not allowed",
                fixes: (isLocked ? [] : [.removeEdges(closing.map { edgeID($0) })]) + [.allowCycles])
        }
    }

    /// Returns the members that change the look of elements in React Flow and not here, one entry a kind of member.
    private func unshownDiagnostics() -> [Diagnostic] {
        UnshownMembers(of: self).kinds.map { kind in
            Diagnostic(
                .information, "notShown", of: [kind.isNode ? "nodes" : "edges", kind.member],
                nodes: kind.isNode ? kind.ids : [], edges: kind.isNode ? [] : kind.ids, message: kind.message)
        }
    }
}
