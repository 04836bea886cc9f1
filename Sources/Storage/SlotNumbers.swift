/// Numbers by slot, for a search of unknown extent: hashed while they are few, then in pages.
///
/// So the memory of a short search does not depend on the greatest slot, and a long search does not hash.
public struct SlotNumbers<Element>: Sendable {
    private var few = SlotMap<Element>()
    /// One more than the number; 0 is none.
    private var many = PagedArray<Int32>(default: 0)
    private var isLarge = false

    /// The count of slots beyond which pages are cheaper than hashing.
    private static var limit: Int { 4096 }

    /// No slot has a number.
    public init() {}

    /// The number of a slot; nil without one. O(1) expected.
    public subscript(slot: Slot<Element>) -> Int? {
        if !isLarge { return few[slot] }
        let number = many[slot]
        return number == 0 ? nil : Int(number) - 1
    }

    /// Gives a number, not negative, to a slot that has none.
    public mutating func insert(_ slot: Slot<Element>, _ number: Int) {
        if isLarge { return many[slot] = Int32(truncatingIfNeeded: number + 1) }
        few.insert(slot, number)
        if few.count <= SlotNumbers.limit { return }
        few.visitSlots { many[$0] = Int32(truncatingIfNeeded: (few[$0] ?? 0) + 1) }
        few = SlotMap()
        isLarge = true
    }
}
