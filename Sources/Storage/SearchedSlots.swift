/// The slots that a search has come to: hashed while they are few, then as bits.
///
/// The memory of a short search then does not depend on the greatest slot, and a long search does not hash.
public struct SearchedSlots: Sendable {
    private var few = SlotMap()
    private var many = SlotSet()

    /// Beyond this a bit for each slot of the document is cheaper than hashing.
    private static let limit = 4096

    /// A search that has come to no slot.
    public init() {}

    /// A search that has come to these slots.
    public init(_ slots: [Int32]) {
        if slots.count > SearchedSlots.limit {
            for slot in slots { many.insert(slot) }
        } else {
            few = SlotMap(minimumCapacity: slots.count)
            for slot in slots { few.insert(slot) }
        }
    }

    /// Whether the search has come to the slot. O(1) expected.
    public func contains(_ slot: Int32) -> Bool { many.isEmpty ? few.contains(slot) : many.contains(slot) }

    /// Whether the search comes to the slot for the first time.
    @discardableResult
    public mutating func insert(_ slot: Int32) -> Bool {
        if !many.isEmpty { return many.insert(slot) }
        guard few.insert(slot) else { return false }
        if few.count > SearchedSlots.limit { few.visitSlots { many.insert($0) } }
        return true
    }
}
