/// Hands out slots: the one released last, else a new one. An undo can take a certain free slot back.
public struct SlotPool: Sendable {
    /// One more than the greatest slot ever taken.
    public private(set) var count = 0
    private var next = PagedArray<Int32>(default: -1)
    private var previous = PagedArray<Int32>(default: -1)
    private var head: Int32 = -1

    /// A pool that has handed out nothing.
    public init() {}

    /// Takes the slot that was released last, else a new one. O(1).
    public mutating func take() -> Int32 {
        if head >= 0 {
            let slot = head
            take(slot)
            return slot
        }
        precondition(count < Int(Int32.max), "limits keep documents smaller")
        count += 1
        return Int32(count - 1)
    }

    /// Takes a certain slot that is free.
    public mutating func take(_ slot: Int32) {
        if Int(slot) >= count {
            precondition(Int(slot) == count, "slots are given out without gaps")
            count += 1
            return
        }
        let after = next[Int(slot)]
        let before = previous[Int(slot)]
        if before >= 0 { next[Int(before)] = after } else { head = after }
        if after >= 0 { previous[Int(after)] = before }
        next[Int(slot)] = -1
        previous[Int(slot)] = -1
    }

    /// Frees a slot, which must be taken. O(1).
    public mutating func release(_ slot: Int32) {
        next[Int(slot)] = head
        previous[Int(slot)] = -1
        if head >= 0 { previous[Int(head)] = slot }
        head = slot
    }
}
