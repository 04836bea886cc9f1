import Graph
import Storage

/// The nodes or the edges that an update adds, changes and removes, each in the order of the document.
public struct ItemChanges<Item: Sendable>: Sendable {
    /// All items the client has with this update; `entered` and `updated` are indices into it.
    public internal(set) var items: ContiguousArray<Item> = []
    /// Items that the client did not have.
    public internal(set) var entered: [Int] = []
    /// Items that the client has, with the members that are different.
    public internal(set) var updated: [(index: Int, members: ItemMembers)] = []
    /// First the removed elements, in the order of removal, then those out of sight.
    public internal(set) var left: [Identifier] = []

    var isEmpty: Bool { entered.isEmpty && updated.isEmpty && left.isEmpty }
}

extension ItemChanges where Item: SentItem {
    /// The elements of the items that changed.
    var updatedSlots: [Slot<Item.Element>] { updated.map { items[$0.index].slot } }
}
