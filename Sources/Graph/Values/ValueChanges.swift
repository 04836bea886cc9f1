import Storage

/// The changed values since the last report; recorded for clients that subscribed to them.
struct ValueChanges: Sendable {
    private struct Entry {
        let slot: Node.Slot
        /// The value it had; nil for none.
        var before: NodeValue?
        var isAlive = true
    }

    private var entries: [Entry] = []
    private var places = SlotMap<Node>()
    /// Nodes that are gone, or were for a while, with the value they had.
    private var removed: [Identifier: NodeValue] = [:]
    private var removedIDs: [Identifier] = []

    /// Is true if no value was recorded.
    var isEmpty: Bool { entries.isEmpty && removedIDs.isEmpty }

    /// A node has another value than before.
    mutating func note(_ slot: Node.Slot, before: NodeValue?) {
        guard let place = places[slot] else {
            places.insert(slot, entries.count)
            return entries.append(Entry(slot: slot, before: before))
        }
        if entries[place].isAlive { return }
        // Another node has the slot now.
        entries[place].before = before
        entries[place].isAlive = true
    }

    /// Records a removed node with its value.
    mutating func noteRemoval(_ slot: Node.Slot, _ id: Identifier, value: NodeValue?) {
        var before = value
        if let place = places[slot], entries[place].isAlive {
            before = entries[place].before
            entries[place].isAlive = false
        }
        guard let before, removed[id] == nil else { return }
        removed[id] = before
        removedIDs.append(id)
    }

    /// The nodes with changed values since the last report, in document order; then removed nodes.
    ///
    /// - Complexity: O(*n* log *n*) in the values that changed.
    func changed(_ values: PagedArray<NodeValue?>, _ graph: ValueGraph) -> [(id: Identifier, value: NodeValue?)] {
        var changed: [(Identifier, NodeValue?)] = []
        var left = removed
        let order = graph.nodes.order
        for entry in entries.filter(\.isAlive).sorted(by: { order.key($0.slot) < order.key($1.slot) }) {
            let id = graph.id(entry.slot)
            let before = left.removeValue(forKey: id) ?? entry.before
            let value = values[entry.slot]
            if value != before { changed.append((id, value)) }
        }
        for id in removedIDs where left[id] != nil { changed.append((id, nil)) }
        return changed
    }
}
