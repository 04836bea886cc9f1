import Graph
import Storage

/// The items that a view has sent to its client, found by slot.
struct SentItems<Item: SentItem>: Sendable {
    private(set) var items: ContiguousArray<Item> = []
    /// The indices by slot; −1 if there is no item.
    private var indices = PagedArray<Int32>(default: -1)
    /// The slots of items with pending members; some of these may have left.
    private(set) var changed: [Slot<Item.Element>] = []
    /// The items that left, with the keys that sort them.
    private var left: [(key: UInt64, slot: Slot<Item.Element>, id: Identifier)] = []
    /// The items of removed elements, in the order of removal.
    private var removed: [Identifier] = []
    /// The version of the order of elements that the items have.
    var placements = 0

    /// The index of an item.
    @inline(__always) func index(of slot: Slot<Item.Element>) -> Int? {
        let index = indices[slot]
        return index < 0 ? nil : Int(index)
    }

    @inline(__always) func contains(_ slot: Slot<Item.Element>) -> Bool { indices[slot] >= 0 }

    /// Returns true if an item has the document's coordinates and is moved by the client.
    @inline(__always) func isCarried(_ slot: Slot<Item.Element>) -> Bool {
        index(of: slot).map { items[$0].outline.isCarried } ?? false
    }

    @inline(__always)
    mutating func withItem<R>(at index: Int, _ body: (inout Item) -> R) -> R { body(&items[index]) }

    /// Adds `members` to the changes of an item.
    @inline(__always)
    mutating func mark(_ members: ItemMembers, at index: Int) {
        if members.isEmpty { return }
        if items[index].pending.isEmpty { changed.append(items[index].slot) }
        items[index].pending.formUnion(members)
    }

    mutating func markAll(_ members: ItemMembers) {
        for index in items.indices { mark(members, at: index) }
    }

    /// Calls `body` with the slots of the items that satisfy a predicate, the last first. The body may remove its item.
    @inline(__always)
    mutating func forEachReversed(
        where isWanted: (Outline<Item.Element>) -> Bool = { _ in true },
        _ body: (inout Self, Slot<Item.Element>) -> Void
    ) {
        var index = items.count - 1
        while index >= 0 {
            let outline = items[index].outline
            if isWanted(outline) { body(&self, outline.slot) }
            index -= 1
        }
    }

    // MARK: Entering and leaving

    mutating func enter(_ item: Item) {
        indices[item.slot] = Int32(items.count)
        items.append(item)
        items[items.count - 1].pending = .entered
        changed.append(item.slot)
    }

    /// Removes an item that is no longer visible.
    mutating func leave(_ slot: Slot<Item.Element>, key: UInt64, id: Identifier) {
        if remove(slot) { left.append((key, slot, id)) }
    }

    /// Removes an item whose element was removed; its slot may be reused soon.
    mutating func forget(_ slot: Slot<Item.Element>, id: Identifier) {
        if remove(slot) { removed.append(id) }
    }

    /// Removes an item; returns whether it had been sent.
    private mutating func remove(_ slot: Slot<Item.Element>) -> Bool {
        guard let index = index(of: slot) else { return false }
        let wasSent = !items[index].pending.contains(.entered)
        let last = items.removeLast()
        indices[slot] = -1
        if index < items.count {
            items[index] = last
            indices[last.slot] = Int32(index)
        }
        return wasSent
    }

    /// Removes every item.
    mutating func leaveAll(_ order: ElementOrder<Item.Element>, _ id: (Slot<Item.Element>) -> Identifier) {
        for item in items where !item.pending.contains(.entered) {
            left.append((order.key(item.slot), item.slot, id(item.slot)))
        }
        items = []
        indices.removeAll()
    }

    // MARK: Changes

    /// Returns the changes in document order: that of the keys of slots.
    ///
    /// - Complexity: O(*n* log *n*) for *n* changes; the changes share the items until the next one.
    mutating func takeChanges(orderedBy key: (Slot<Item.Element>) -> UInt64) -> ItemChanges<Item> {
        var changes = ItemChanges<Item>()
        changes.left = removed
        removed = []
        if !left.isEmpty {
            left.sort { $0.key != $1.key ? $0.key < $1.key : $0.slot < $1.slot }
            changes.left += left.map(\.id)
            left = []
        }
        if changed.isEmpty { return changes }
        let sorted = sortedChanges(orderedBy: key)
        changes.updated.reserveCapacity(sorted.count)
        for (_, number) in sorted {
            let index = Int(number)
            let members = items[index].pending
            items[index].pending = []
            if members.contains(.entered) {
                changes.entered.append(index)
            } else if !members.isEmpty {
                changes.updated.append((index, members))
            }
        }
        changed.removeAll(keepingCapacity: true)
        changes.items = items
        return changes
    }

    /// The indices of changed items by their keys in an order. An item that left and entered again is there twice.
    private func sortedChanges(orderedBy key: (Slot<Item.Element>) -> UInt64) -> ContiguousArray<
        (key: UInt64, index: Int32)
    > {
        var sorted: ContiguousArray<(key: UInt64, index: Int32)> = []
        sorted.reserveCapacity(changed.count)
        var isSorted = true
        for slot in changed {
            let index = indices[slot]
            if index < 0 { continue }
            let key = key(slot)
            if let last = sorted.last, key < last.key { isSorted = false }
            sorted.append((key, index))
        }
        if !isSorted { sorted.sort { $0.key < $1.key } }
        return sorted
    }
}
