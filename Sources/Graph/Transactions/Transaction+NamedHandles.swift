import Storage

// Handles that nodes have because edges name them.

extension Transaction {
    /// Gives the nodes of an edge the handles that it names, if they declare none at all, as if the edge had been
    /// there when the document was opened.
    public mutating func adoptHandles(namedBy slot: Edge.Slot) throws(EditError) {
        let (edge, ends) = (document.edge(at: slot), document.edges.ends(slot))
        try adoptHandle(edge.sourceHandle, .source, of: ends.source)
        try adoptHandle(edge.targetHandle, .target, of: ends.target)
    }

    private mutating func adoptHandle(_ id: Identifier?, _ kind: Handle.Kind, of slot: Node.Slot) throws(EditError) {
        guard let id, !document.declaresHandles(slot), document.handle(id, of: slot, kind: kind) == nil else { return }
        // In loose mode an edge may end on a source and begin at a target.
        let isLoose = document.settings.connectionMode == .loose
        if isLoose && document.handle(id, of: slot, kind: kind.opposite) != nil { return }
        var node = document.node(at: slot)
        let known = node.inferredHandles == .standard ? [] : document.catalog[node.inferredHandles]
        node.inferredHandles = adoptedHandles(known + [Handle(id: id, kind: kind, side: kind.defaultSide)])
        try replaceInTurn(slot, with: node)
    }

    /// Removes handles that nodes got in this transaction for edges that are gone again, unless other edges name them.
    ///
    /// - Complexity: O(the edges, and all edges of their nodes).
    public mutating func withdrawHandles(namedBy gone: [Edge]) throws(EditError) {
        var named: [Node.Slot: Set<NamedHandle>] = [:]
        for edge in gone {
            if let slot = document.node(edge.source), let id = edge.sourceHandle {
                named[slot, default: []].insert(NamedHandle(id: id, kind: .source))
            }
            if let slot = document.node(edge.target), let id = edge.targetHandle {
                named[slot, default: []].insert(NamedHandle(id: id, kind: .target))
            }
        }
        for slot in named.keys.sorted() { try withdraw(named[slot] ?? [], from: slot) }
    }

    private mutating func withdraw(_ handles: Set<NamedHandle>, from slot: Node.Slot) throws(EditError) {
        var node = document.node(at: slot)
        if node.inferredHandles == .standard { return }
        var kept = Set(inferredHandles(before: slot).map { NamedHandle(id: $0.id, kind: $0.kind) })
        let isLoose = document.settings.connectionMode == .loose
        document.visitEdges(of: slot) { edge in
            let ends = document.edges.ends(edge)
            for (node, symbol, kind) in [
                (ends.source, ends.sourceHandle, Handle.Kind.source), (ends.target, ends.targetHandle, .target),
            ] where node == slot {
                guard let id = symbol.map({ document.symbols[$0] }) else { continue }
                kept.insert(NamedHandle(id: id, kind: kind))
                if isLoose { kept.insert(NamedHandle(id: id, kind: kind.opposite)) }
            }
        }
        let known = document.catalog[node.inferredHandles]
        let rest = known.filter {
            let handle = NamedHandle(id: $0.id, kind: $0.kind)
            return !handles.contains(handle) || kept.contains(handle)
        }
        if rest.count == known.count { return }
        node.inferredHandles = rest.isEmpty ? .standard : adoptedHandles(rest)
        try replaceInTurn(slot, with: node)
    }
}

/// A handle as edges name it.
private struct NamedHandle: Hashable {
    let id: Identifier
    let kind: Handle.Kind
}
