import Graph
import Storage

extension Transaction {
    /// Removes the edges that name a handle which the node had and has no more.
    ///
    /// - Throws: `locked`.
    /// - Complexity: O(1) if the handles are what they were, else O(the node's edges).
    mutating func removeEdges(of slot: Node.Slot, whoseHandlesWere former: [Handle]) throws(EditError) {
        let handles = document.handles(slot)
        if handles == former { return }
        let kept = Set(handles.map { HandleKey($0) })
        if former.allSatisfy({ kept.contains(HandleKey($0)) }) { return }
        var lost: [Edge.Slot] = []
        document.visitEdges(of: slot) { edge in
            let ends = document.edges.ends(edge)
            let losesSource = ends.source == slot && names(ends.sourceHandle, .source, lostFrom: former, kept)
            let losesTarget = ends.target == slot && names(ends.targetHandle, .target, lostFrom: former, kept)
            if losesSource || losesTarget { lost.append(edge) }
        }
        try removeUnlocked(edges: lost)
    }

    /// Removes edges, the last first, or refuses if one is locked.
    ///
    /// - Throws: `locked`.
    mutating func removeUnlocked(edges slots: [Edge.Slot]) throws(EditError) {
        let ordered = document.edgesInOrder(slots)
        let locked = ordered.filter { document.edges.flags($0).contains(.locked) }
        if !locked.isEmpty { throw .locked(edges: locked.map { document.edgeID($0) }) }
        for edge in ordered.reversed() { removeEdge(edge) }
    }

    private func names(
        _ symbol: Symbol?, _ kind: Handle.Kind, lostFrom former: [Handle], _ kept: Set<HandleKey>
    ) -> Bool {
        guard let symbol else { return false }
        let id = document.symbols[symbol]
        let handle = former.first { $0.id == id && $0.kind == kind } ?? former.first { $0.id == id }
        guard let handle else { return false }
        return !kept.contains(HandleKey(handle))
    }
}

/// What makes a handle of a node the same handle: its id and its kind.
private struct HandleKey: Hashable {
    let id: Identifier
    let kind: Handle.Kind

    init(_ handle: Handle) {
        id = handle.id
        kind = handle.kind
    }
}
