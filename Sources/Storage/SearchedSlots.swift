/// The slots that a search has reached: hashed while they are few, then as bits.
///
/// So the memory of a short search does not depend on the greatest slot, and a long search does not hash.
public struct SearchedSlots<Element>: Sendable {
    @usableFromInline var few = SlotMap<Element>()
    @usableFromInline var many = SlotSet<Element>()

    /// The count of slots beyond which a bit for each slot of the document is cheaper than hashing.
    @inlinable static var limit: Int { 4096 }

    /// A search that has reached no slot.
    @inlinable public init() {}

    /// A search that has reached these slots.
    @inlinable public init(_ slots: [Slot<Element>]) {
        if slots.count > SearchedSlots.limit {
            for slot in slots { many.insert(slot) }
        } else {
            few = SlotMap(minimumCapacity: slots.count)
            for slot in slots { few.insert(slot) }
        }
    }

    /// Returns true if the search has reached the slot. O(1) expected.
    @inlinable public func contains(_ slot: Slot<Element>) -> Bool {
        many.isEmpty ? few.contains(slot) : many.contains(slot)
    }

    /// Returns true if the search reaches the slot for the first time.
    @discardableResult
    @inlinable public mutating func insert(_ slot: Slot<Element>) -> Bool {
        if !many.isEmpty { return many.insert(slot) }
        guard few.insert(slot) else { return false }
        if few.count > SearchedSlots.limit { few.visitSlots { many.insert($0) } }
        return true
    }
}
