/// A set of slots as bits: the selected, visible or dragged elements.
///
/// - Complexity: O(1) to ask and to change; whole-set operations cost a 64th of the greatest slot.
public struct SlotSet<Element>: Sendable, Equatable {
    @usableFromInline var words: ContiguousArray<UInt64> = []
    @usableFromInline var size = 0

    /// The number of slots that are members. O(1).
    public var count: Int { @inlinable get { size } }

    /// An empty set.
    @inlinable public init() {}

    /// A set of these slots; repetitions count once.
    @inlinable public init(_ slots: some Sequence<Slot<Element>>) {
        for slot in slots { insert(slot) }
    }

    /// Is true if no slot is a member.
    @inlinable public var isEmpty: Bool { size == 0 }

    /// Returns true if the slot is a member. O(1).
    @inlinable @inline(__always)
    public func contains(_ slot: Slot<Element>) -> Bool {
        let word = slot.index >> 6
        return word < words.count && words[word] >> UInt64(slot.index & 63) & 1 == 1
    }

    /// Inserts a slot.
    /// Returns true if it was not there before.
    @inlinable @inline(__always) @discardableResult
    public mutating func insert(_ slot: Slot<Element>) -> Bool {
        let word = slot.index >> 6
        if word >= words.count { grow(to: word) }
        let bit: UInt64 = 1 << UInt64(slot.index & 63)
        if words[word] & bit != 0 { return false }
        words[word] |= bit
        size += 1
        return true
    }

    /// Removes a slot and returns whether it was a member. O(1).
    @inlinable @discardableResult
    public mutating func remove(_ slot: Slot<Element>) -> Bool {
        let word = slot.index >> 6
        guard word < words.count else { return false }
        let bit: UInt64 = 1 << UInt64(slot.index & 63)
        if words[word] & bit == 0 { return false }
        words[word] &= ~bit
        size -= 1
        return true
    }

    @usableFromInline mutating func grow(to word: Int) {
        words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }

    /// The members, in growing order.
    @inlinable public var slots: [Slot<Element>] {
        var slots: [Slot<Element>] = []
        slots.reserveCapacity(count)
        forEach { slots.append($0) }
        return slots
    }

    /// Calls `body` with every slot, the least first.
    @inlinable @inline(__always)
    public func forEach(_ body: (Slot<Element>) -> Void) {
        if count == 0 { return }
        for (index, word) in words.enumerated() where word != 0 {
            var rest = word
            while rest != 0 {
                body(Slot(index: index << 6 | rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
    }

    /// The only member of a set of one.
    public var single: Slot<Element>? {
        guard count == 1 else { return nil }
        var result: Slot<Element>?
        forEach { result = $0 }
        return result
    }

    /// Adds the members of another set. O(the words of both).
    public mutating func formUnion(_ other: SlotSet) { combine(other) { $0 | $1 } }
    /// Removes the members of another set. O(the words of both).
    public mutating func subtract(_ other: SlotSet) { combine(other) { $0 & ~$1 } }
    /// Keeps only members of another set. O(the words of both).
    public mutating func formIntersection(_ other: SlotSet) { combine(other) { $0 & $1 } }
    /// Keeps the slots that are members of exactly one of the sets. O(the words of both).
    public mutating func formSymmetricDifference(_ other: SlotSet) { combine(other) { $0 ^ $1 } }

    /// Returns true if both sets have the same members, whatever their capacity.
    public static func == (a: SlotSet, b: SlotSet) -> Bool {
        if a.count != b.count { return false }
        for index in 0..<max(a.words.count, b.words.count) {
            if (index < a.words.count ? a.words[index] : 0) != (index < b.words.count ? b.words[index] : 0) {
                return false
            }
        }
        return true
    }

    private mutating func combine(_ other: SlotSet, _ operation: (UInt64, UInt64) -> UInt64) {
        if other.words.count > words.count { grow(to: other.words.count - 1) }
        size = 0
        for index in words.indices {
            words[index] = operation(words[index], index < other.words.count ? other.words[index] : 0)
            size += words[index].nonzeroBitCount
        }
    }
}
