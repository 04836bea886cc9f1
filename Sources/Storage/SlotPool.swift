/// Hands out slots: the one released last, else a new one. An undo can claim a particular free slot.
///
/// Separate slots belong to elements that no undo knows; they are reused only among themselves.
public struct SlotPool<Element>: Sendable {
    /// One more than the greatest slot ever taken.
    public var count: Int { @inlinable get { handedOut } }
    @usableFromInline var handedOut = 0
    @usableFromInline var next = PagedArray<Link<Element>>(default: .none)
    @usableFromInline var previous = PagedArray<Link<Element>>(default: .none)
    @usableFromInline var head = Link<Element>.none
    @usableFromInline var apartHead = Link<Element>.none
    @usableFromInline var apart = SlotSet<Element>()

    /// A pool that has handed out no slot.
    @inlinable public init() {}

    /// Returns the slot that was released last, else a new one. O(1).
    @inlinable public mutating func take() -> Slot<Element> {
        if let slot = head.slot {
            take(slot)
            return slot
        }
        return takeNew()
    }

    /// Returns the separate slot that was released last, else a new separate one. O(1).
    @inlinable public mutating func takeApart() -> Slot<Element> {
        if let slot = apartHead.slot {
            take(slot)
            return slot
        }
        let slot = takeNew()
        apart.insert(slot)
        return slot
    }

    /// Makes a separate slot an ordinary one; it must be in use. O(1).
    @inlinable public mutating func join(_ slot: Slot<Element>) { apart.remove(slot) }

    @inlinable mutating func takeNew() -> Slot<Element> {
        precondition(count < Int(Int32.max), "limits keep documents smaller")
        handedOut += 1
        return Slot(index: count - 1)
    }

    /// Claims a particular free slot.
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

    /// Frees a slot, which must be in use. O(1).
    @inlinable public mutating func release(_ slot: Slot<Element>) {
        let isApart = apart.contains(slot)
        let first = isApart ? apartHead : head
        next[slot] = first
        previous[slot] = .none
        if let first = first.slot { previous[first] = Link(slot) }
        if isApart { apartHead = Link(slot) } else { head = Link(slot) }
    }
}
