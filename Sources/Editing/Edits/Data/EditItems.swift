import Graph
import Storage
import Wire

/// An item of a list: by its index, or by its id.
public struct ItemReference: Sendable {
    /// The index, counted from 0.
    public var index: Int?
    /// The id, if no index is given.
    public var id: String?

    /// A reference by one of the two.
    public init(index: Int? = nil, id: String? = nil) {
        self.index = index
        self.id = id
    }
}

extension Transaction {
    /// Inserts an item into a list in the data of a node; a missing list, and missing steps to it, are made.
    ///
    /// An object without the id that the type's `handlesFrom` requires gets one. Edges stay at their items.
    ///
    /// - Parameter index: the index; nil is the end.
    /// - Returns: the index of the item, and its id if it has one.
    /// - Throws: `noSuchNode`, `locked` (the node, or an edge whose handle is removed or gets another id),
    ///   `invalidValue`, `duplicateId`.
    /// - Complexity: O(*n*) in the node's data and edges.
    public mutating func insertItem(
        _ item: JSON, in node: Node.ID, at path: JSONPointer, index: Int?
    ) throws(EditError) -> (index: Int, id: String?) {
        let slot = try unlocked(node)
        var list = try ItemList(at: path, of: slot, in: document, mayBeAbsent: true)
        let place = index ?? list.items.count
        let count = list.items.count
        let id = try list.insert(item, at: place)
        try put(list, into: slot, { $0 < place ? $0 : $0 + 1 }, count: count)
        return (place, id)
    }

    /// Changes an item by a merge patch (RFC 7396); if it gets another id, its edges follow.
    ///
    /// - Throws: as `insertItem`.
    public mutating func updateItem(
        _ item: ItemReference, in node: Node.ID, at path: JSONPointer, patch: JSON
    ) throws(EditError) {
        let slot = try unlocked(node)
        var list = try ItemList(at: path, of: slot, in: document, mayBeAbsent: false)
        try list.update(try list.place(index: item.index, id: item.id), by: patch)
        try put(list, into: slot, { $0 }, count: list.items.count)
    }

    /// Moves an item within its list.
    ///
    /// - Parameter index: the resulting index.
    /// - Throws: as `insertItem`, but `duplicateId`.
    public mutating func moveItem(
        _ item: ItemReference, in node: Node.ID, at path: JSONPointer, to index: Int
    ) throws(EditError) {
        let slot = try unlocked(node)
        var list = try ItemList(at: path, of: slot, in: document, mayBeAbsent: false)
        let place = try list.place(index: item.index, id: item.id)
        try list.move(place, to: index)
        try put(list, into: slot, { $0.moved(from: place, to: index) }, count: list.items.count)
    }

    /// Removes an item from its list, and the edges at its handle from the document.
    ///
    /// - Throws: as `insertItem`, but `duplicateId`.
    public mutating func removeItem(
        _ item: ItemReference, in node: Node.ID, at path: JSONPointer
    ) throws(EditError) {
        let slot = try unlocked(node)
        var list = try ItemList(at: path, of: slot, in: document, mayBeAbsent: false)
        let place = try list.place(index: item.index, id: item.id)
        let count = list.items.count
        list.remove(place)
        try put(list, into: slot, { $0 == place ? nil : ($0 < place ? $0 : $0 - 1) }, count: count)
    }

    /// Writes a list into the data of its node; edges follow the items whose handles have other ids.
    ///
    /// - Parameters:
    ///   - place: the new index of the item at an old index; nil if it is removed.
    ///   - count: the old number of items.
    private mutating func put(
        _ list: ItemList, into slot: Node.Slot, _ place: (Int) -> Int?, count: Int
    ) throws(EditError) {
        let data = document.withNodeMembers(slot) { JSONMembers.value("data", in: $0) } ?? .null
        guard let changed = data.setting(.array(list.items), at: list.path) else {
            throw .invalid("the path leads to no list", path: ["path"])
        }
        if changed == data { return }
        if changed.depth > Limits.depth - 3 {
            throw EditError(.limits, "the data would be nested too deep", path: ["path"])
        }
        var node = document.node(at: slot)
        node.members = JSONMembers.setting([("data", changed.text)], in: node.members)
        let before = document.itemHandles(at: list.path, of: slot)
        let former = document.handles(slot)
        try replace(slot, with: node)
        let after = document.itemHandles(at: list.path, of: slot)
        var renamed: [HandleKey: Identifier?] = [:]
        for (old, new) in zip(before, after) {
            for index in 0..<count where index < old.ids.count {
                let id = place(index).flatMap { new.ids.indices.contains($0) ? new.ids[$0] : nil }
                if id != old.ids[index] { renamed[HandleKey(id: old.ids[index], kind: old.kind)] = .some(id) }
            }
        }
        try rename(renamed, at: slot, former)
        try removeEdges(of: slot, whoseHandlesWere: former)
    }
}

extension Int {
    /// Returns the new value of an index after the item at `place` is moved to `target`.
    fileprivate func moved(from place: Int, to target: Int) -> Int {
        if self == place { return target }
        if place < self && self <= target { return self - 1 }
        return target <= self && self < place ? self + 1 : self
    }
}
