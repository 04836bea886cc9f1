/// Hands out slots: the one released last, else a new one. An undo can take a certain free slot back.
///
/// Slots of their own are for elements of which no undo knows: they are handed out again only among these.
public struct SlotPool<Element>: Sendable {
    /// One more than the greatest slot ever taken.
    public var count: Int { @inlinable get { handedOut } }
    @usableFromInline var handedOut = 0
    @usableFromInline var next = PagedArray<Link<Element>>(default: .none)
    @usableFromInline var previous = PagedArray<Link<Element>>(default: .none)
    @usableFromInline var head = Link<Element>.none
    @usableFromInline var apartHead = Link<Element>.none
    @usableFromInline var apart = SlotSet<Element>()

    /// A pool that has handed out nothing.
    @inlinable public init() {}

    /// Takes the slot that was released last, else a new one. O(1).
    @inlinable public mutating func take() -> Slot<Element> {
        if let slot = head.slot {
            take(slot)
            return slot
        }
        return takeNew()
    }

    /// Takes the slot of those kept apart that was released last, else a new one that is kept apart from now on. O(1).
    @inlinable public mutating func takeApart() -> Slot<Element> {
        if let slot = apartHead.slot {
            take(slot)
            return slot
        }
        let slot = takeNew()
        apart.insert(slot)
        return slot
    }

    /// Lets a slot be one of the others, if it was kept apart; it must be taken. O(1).
    @inlinable public mutating func join(_ slot: Slot<Element>) { apart.remove(slot) }

    @inlinable mutating func takeNew() -> Slot<Element> {
        precondition(count < Int(Int32.max), "limits keep documents smaller")
        handedOut += 1
        return Slot(index: count - 1)
    }

    /// Takes a certain slot that is free.
    @inlinable public mutating func take(_ slot: Slot<Element>) {
        if slot.index >= count {
            precondition(slot.index == count, "slots are given out without gaps")
            handedOut += 1
            return
        }
        let after = next[slot]
        let before = previous[slot]
        if let before = before.slot {
            next[before] = after
        } else if apart.contains(slot) {
            apartHead = after
        } else {
            head = after
        }
        if let after = after.slot { previous[after] = before }
        next[slot] = .none
        previous[slot] = .none
    }

    /// Frees a slot, which must be taken. O(1).
    @inlinable public mutating func release(_ slot: Slot<Element>) {
        let isApart = apart.contains(slot)
        let first = isApart ? apartHead : head
        next[slot] = first
        previous[slot] = .none
        if let first = first.slot { previous[first] = Link(slot) }
        if isApart { apartHead = Link(slot) } else { head = Link(slot) }
    }
}
