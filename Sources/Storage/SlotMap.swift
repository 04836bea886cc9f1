/// Numbers by slot, for the few slots that one edit touches.
///
/// An open-addressing table with linear probing and multiplicative hashing (Knuth, volume 3, section 6.4); nothing is
/// ever removed. Eight slots in a row are hashed as one and lie side by side, so neighbors share a cache line.
/// A single slot is kept in the map itself: most edits touch only one, and then nothing is allocated.
///
/// - Complexity: O(1) to read and write, whatever the greatest slot.
public struct SlotMap<Element>: Sendable {
    /// The entry of a single slot, while there is no table; 0 without one.
    @usableFromInline var single: UInt64 = 0
    /// A slot and one more than its number; 0 is free.
    @usableFromInline var entries: ContiguousArray<UInt64> = []
    /// The shift of a hash that gives the number of a row of eight.
    @usableFromInline var shift: UInt64 = 63
    /// The number of slots that have a value.
    public var count: Int { @inlinable get { size } }
    @usableFromInline var size = 0

    /// An empty map that takes so many slots before it grows.
    @inlinable public init(minimumCapacity: Int = 0) {
        if minimumCapacity > 1 { resize(to: minimumCapacity) }
    }

    /// Returns true if the slot has a value. O(1) expected.
    @inlinable public func contains(_ slot: Slot<Element>) -> Bool { self[slot] != nil }

    /// The number of a slot; nil without one. O(1) expected.
    @inlinable public subscript(slot: Slot<Element>) -> Int? {
        let entry = entries.isEmpty ? singleEntry(of: slot) : entries[place(of: slot)]
        return entry == 0 ? nil : Int(entry & 0xFFFF_FFFF) - 1
    }

    /// Inserts a slot.
    /// Returns true if it was not there before; if it was, it keeps its number.
    @inlinable @discardableResult
    public mutating func insert(_ slot: Slot<Element>, _ number: Int = 0) -> Bool {
        self.number(of: slot, orInsert: number) == nil
    }

    /// The number of a slot; a slot without one gets the given number, and nil is returned.
    @inlinable public mutating func number(of slot: Slot<Element>, orInsert number: Int) -> Int? {
        let new = UInt64(slot.index) << 32 | UInt64(UInt32(number + 1))
        if entries.isEmpty {
            let known = singleEntry(of: slot)
            if known != 0 { return Int(known & 0xFFFF_FFFF) - 1 }
            if size == 0 {
                (single, size) = (new, 1)
                return nil
            }
        }
        if (count + 1) * 4 > entries.count * 3 { resize(to: count + 1) }
        let place = place(of: slot)
        if entries[place] != 0 { return Int(entries[place] & 0xFFFF_FFFF) - 1 }
        entries[place] = new
        size += 1
        return nil
    }

    /// The single entry if it belongs to this slot, or 0.
    @inlinable func singleEntry(of slot: Slot<Element>) -> UInt64 {
        single >> 32 == UInt64(slot.index) ? single : 0
    }

    /// Calls `body` with every slot, in no defined order.
    public func visitSlots(_ body: (Slot<Element>) -> Void) {
        if entries.isEmpty && single != 0 { body(Slot(index: Int(single >> 32))) }
        for entry in entries where entry != 0 { body(Slot(index: Int(entry >> 32))) }
    }

    /// The index of the slot, or the index where it would be.
    @inlinable func place(of slot: Slot<Element>) -> Int {
        let key = UInt64(slot.index)
        var index = Int((key >> 3 &* 0x9E37_79B9_7F4A_7C15) &>> shift) << 3 | Int(key & 7)
        while entries[index] != 0 && entries[index] >> 32 != key { index = (index + 1) & (entries.count - 1) }
        return index
    }

    @usableFromInline mutating func resize(to capacity: Int) {
        var size = 16
        while capacity * 2 > size { size *= 2 }
        let old = entries
        entries = ContiguousArray(repeating: 0, count: size)
        shift = UInt64(64 + 3 - size.trailingZeroBitCount)
        if old.isEmpty && single != 0 { put(single) }
        for entry in old where entry != 0 { put(entry) }
    }

    private mutating func put(_ entry: UInt64) { entries[place(of: Slot(index: Int(entry >> 32)))] = entry }
}
