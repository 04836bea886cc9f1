/// Hands out slots: the one released last, else a new one. An undo can take a certain free slot back.
public struct SlotPool<Element>: Sendable {
    /// One more than the greatest slot ever taken.
    public private(set) var count = 0
    private var next = PagedArray<Link<Element>>(default: .none)
    private var previous = PagedArray<Link<Element>>(default: .none)
    private var head = Link<Element>.none

    /// A pool that has handed out nothing.
    public init() {}

    /// Takes the slot that was released last, else a new one. O(1).
    public mutating func take() -> Slot<Element> {
        if let slot = head.slot {
            take(slot)
            return slot
        }
        precondition(count < Int(Int32.max), "limits keep documents smaller")
        count += 1
        return Slot(index: count - 1)
    }

    /// Takes a certain slot that is free.
    public mutating func take(_ slot: Slot<Element>) {
        if slot.index >= count {
            precondition(slot.index == count, "slots are given out without gaps")
            count += 1
            return
        }
        let after = next[slot]
        let before = previous[slot]
        if let before = before.slot { next[before] = after } else { head = after }
        if let after = after.slot { previous[after] = before }
        next[slot] = .none
        previous[slot] = .none
    }

    /// Frees a slot, which must be taken. O(1).
    public mutating func release(_ slot: Slot<Element>) {
        next[slot] = head
        previous[slot] = .none
        if let head = head.slot { previous[head] = Link(slot) }
        head = Link(slot)
    }
}
