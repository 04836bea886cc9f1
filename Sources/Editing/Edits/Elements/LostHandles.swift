import Graph
import Storage
import Wire

extension Transaction {
    /// Removes the edges that name a handle which the node no longer has.
    ///
    /// - Throws: `locked`.
    /// - Complexity: O(1) if the handles are unchanged, else O(the node's edges).
    mutating func removeEdges(of slot: Node.Slot, whoseHandlesWere former: [Handle]) throws(EditError) {
        let handles = document.handles(slot)
        if handles == former { return }
        let kept = Set(handles.map { HandleKey($0) })
        let had = HandleTable(former)
        if had.keys.allSatisfy({ kept.contains($0) }) { return }
        func loses(_ symbol: Symbol?, _ kind: Handle.Kind) -> Bool {
            guard let symbol, let key = had.key(document.symbols[symbol], kind) else { return false }
            return !kept.contains(key)
        }
        var lost: [Edge.Slot] = []
        document.visitEdges(of: slot) { edge in
            let ends = document.edges.ends(edge)
            let losesSource = ends.source == slot && loses(ends.sourceHandle, .source)
            let losesTarget = ends.target == slot && loses(ends.targetHandle, .target)
            if losesSource || losesTarget { lost.append(edge) }
        }
        try removeUnlocked(edges: lost)
    }

    /// Lets edges follow handles of a node that get other ids, and removes those at removed handles (nil).
    ///
    /// - Parameter former: the handles of the node when its edges named them.
    /// - Throws: `locked`.
    /// - Complexity: O(the node's edges and handles).
    mutating func rename(
        _ ids: [HandleKey: Identifier?], at slot: Node.Slot, _ former: [Handle]
    ) throws(EditError) {
        if ids.isEmpty { return }
        let had = HandleTable(former)
        func change(_ symbol: Symbol?, _ kind: Handle.Kind) -> Identifier?? {
            symbol.flatMap { had.key(document.symbols[$0], kind) }.flatMap { ids[$0] }
        }
        var lost: [Edge.Slot] = []
        var renamed: [(slot: Edge.Slot, edge: Edge)] = []
        document.visitEdges(of: slot) { place in
            let ends = document.edges.ends(place)
            let source = ends.source == slot ? change(ends.sourceHandle, .source) : nil
            let target = ends.target == slot ? change(ends.targetHandle, .target) : nil
            if source == .some(nil) || target == .some(nil) { return lost.append(place) }
            guard source != nil || target != nil else { return }
            var edge = document.edge(at: place)
            if case .some(let id) = source { edge.sourceHandle = id }
            if case .some(let id) = target { edge.targetHandle = id }
            renamed.append((place, edge))
        }
        let locked = renamed.map(\.slot).filter { document.edges.flags($0).contains(.locked) }
        if !locked.isEmpty { throw .locked(edges: document.edgesInOrder(locked).map { document.edgeID($0) }) }
        try removeUnlocked(edges: lost)
        for (place, edge) in renamed { try replace(edge: place, with: edge) }
    }

    /// Removes edges, the last first, or refuses if one is locked.
    ///
    /// - Throws: `locked`.
    mutating func removeUnlocked(edges slots: [Edge.Slot]) throws(EditError) {
        if slots.isEmpty { return }
        let ordered = document.edgesInOrder(slots)
        let locked = ordered.filter { document.edges.flags($0).contains(.locked) }
        if !locked.isEmpty { throw .locked(edges: locked.map { document.edgeID($0) }) }
        for edge in ordered.reversed() { removeEdge(edge) }
    }
}

/// The id and the kind of a handle of a node, which identify it.
struct HandleKey: Hashable {
    let id: Identifier
    let kind: Handle.Kind
}

extension HandleKey {
    init(_ handle: Handle) {
        self.init(id: handle.id, kind: handle.kind)
    }
}

/// The handles of a node, found as ends of edges name them.
private struct HandleTable {
    let keys: Set<HandleKey>

    init(_ handles: [Handle]) {
        keys = Set(handles.map { HandleKey($0) })
    }

    /// The handle that an end with this id means: of the wanted kind, else of the other one.
    func key(_ id: Identifier, _ kind: Handle.Kind) -> HandleKey? {
        for kind in [kind, kind.opposite] {
            let key = HandleKey(id: id, kind: kind)
            if keys.contains(key) { return key }
        }
        return nil
    }
}
