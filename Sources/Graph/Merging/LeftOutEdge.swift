import Wire

/// An edge that an undo by view leaves out, or left out until now, because its ends are missing: the stamps record it
/// like the steps do, so that changes of others find the same edge.
public struct LeftOutEdge: Sendable {
    let id: Edge.ID
    /// The members that it had before; nil if it was not to be there.
    let before: JSONObject?
    /// Its members; nil if it must no longer exist.
    let after: JSONObject?
    /// Are true if the document showed it before, and shows it now.
    let (wasShown, isShown): (Bool, Bool)

    /// Makes the record of an edge; returns nil if the change of the document is enough, or nothing has changed.
    ///
    /// - Parameters:
    ///   - before: the edge by the steps that were done before; nil if it was not to be there.
    ///   - after: the edge according to the steps that are now done.
    public init?(_ id: Edge.ID, from before: Edge?, to after: Edge?, wasShown: Bool, isShown: Bool) {
        if isShown ? wasShown || before == nil : wasShown ? after == nil : before == after { return nil }
        (self.id, self.before, self.after) = (id, before?.stamped, after?.stamped)
        (self.wasShown, self.isShown) = (wasShown, isShown)
    }
}

extension StampTable {
    /// Notes a change, and the edges that it leaves out.
    mutating func note(_ delta: Delta, leavingOut edges: [LeftOutEdge], in document: Document, _ stamp: Stamp) {
        let former = edges.map { self.edges[$0.id] }
        note(delta, in: document, stamp)
        for (edge, former) in zip(edges, former) { self.edges.note(edge, former, stamp) }
    }
}

extension StampedElements<Edge> {
    /// - Parameter former: its state before the change.
    fileprivate mutating func note(_ edge: LeftOutEdge, _ former: StampedElement?, _ stamp: Stamp) {
        let known = edge.wasShown ? self[edge.id] ?? former : former
        var state = known ?? StampedElement()
        if edge.wasShown {
            // It waits for its ends, and no step has removed it.
            (state.presence, state.isPresent) = (former?.presence ?? .unwritten, true)
        } else if known == nil {
            state.isPresent = false
        }
        if edge.isShown, let placed = self[edge.id] { (state.key, state.placed) = (placed.key, placed.placed) }
        guard let after = edge.after else {
            if stamp == .unwritten { return forget(edge.id) }
            (state.presence, state.isPresent) = (stamp, false)
            return set(edge.id, state)
        }
        state.content = state.content ?? edge.before ?? [:]
        var record = state.record(shown: nil, Edge.split)
        let isNew = !record.isPresent
        let old = isNew ? record.values.compactMap { $1.value } : Edge.split.fields(of: edge.before ?? [:])
        let written = FieldTable<StampedValue>.joining(old, Edge.split.fields(of: after)) { field, old, new in
            if old == new { return nil }
            // What others wrote after its removal stays.
            if isNew, let own = record.values[field], own.value != nil, record.presence < own.stamp { return nil }
            return StampedValue(stamp, new)
        }
        record.values.update(by: written)
        if isNew { (record.presence, record.isPresent) = (stamp, true) }
        if known == nil { record.rest = stamp }
        set(edge.id, StampedElement(record, shown: edge.isShown ? after : nil, Edge.split))
    }
}
