/// A binary heap (Williams 1964): the least item comes out first.
struct Heap<Item: Comparable> {
    private var items: [Item] = []

    /// The least item; nil without any.
    var first: Item? { items.first }

    /// Removes all items.
    mutating func removeAll() { items.removeAll(keepingCapacity: true) }

    mutating func insert(_ item: Item) {
        var place = items.count
        items.append(item)
        while place > 0, item < items[(place - 1) / 2] {
            items[place] = items[(place - 1) / 2]
            place = (place - 1) / 2
        }
        items[place] = item
    }

    mutating func removeFirst() -> Item? {
        guard let first = items.first, let last = items.popLast() else { return nil }
        var place = 0
        while place * 2 + 1 < items.count {
            var child = place * 2 + 1
            if child + 1 < items.count, items[child + 1] < items[child] { child += 1 }
            guard items[child] < last else { break }
            items[place] = items[child]
            place = child
        }
        if place < items.count { items[place] = last }
        return first
    }
}

extension Heap: Sendable where Item: Sendable {}
