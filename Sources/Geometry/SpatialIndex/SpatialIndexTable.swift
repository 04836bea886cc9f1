/// The hash table from cells to the first chunk of each, open addressing with linear probing; one word an entry.
///
/// An entry is the cell's 35 bits above the chunk's 28. Removal shifts entries back (Knuth 1973, algorithm R), so that
/// endless moves leave no tombstones.
@usableFromInline struct SpatialIndexTable: Sendable {
    @usableFromInline var entries: ContiguousArray<UInt64> = [Self.free]
    @usableFromInline var shift: UInt64 = 63
    @usableFromInline var count = 0

    @inlinable init() {}

    /// A table for so many cells, at most three quarters full.
    @inlinable init(capacity: Int) {
        resize(toHold: capacity)
    }

    @inlinable static var free: UInt64 { .max }
    @inlinable static var chunkBits: UInt64 { 28 }
    @inlinable static var chunkMask: UInt64 { 0x0FFF_FFFF }

    @inlinable static func entry(_ cell: SpatialIndexCell, _ chunk: Int) -> UInt64 {
        cell.bits &<< chunkBits | UInt64(truncatingIfNeeded: chunk)
    }

    @inlinable func home(of cell: UInt64) -> Int {
        Int(truncatingIfNeeded: (cell &* 0x9E37_79B9_7F4A_7C15) &>> shift)
    }

    /// The index of a cell's entry, or −1.
    @inlinable func find(_ cell: SpatialIndexCell) -> Int {
        entries.withUnsafeBufferPointer { entries in
            let mask = entries.count &- 1
            var at = home(of: cell.bits) & mask
            while true {
                let entry = entries[at]
                if entry &>> Self.chunkBits == cell.bits { return at }
                if entry == Self.free { return -1 }
                at = (at &+ 1) & mask
            }
        }
    }

    @inlinable func chunk(at index: Int) -> Int {
        Int(truncatingIfNeeded: entries[index] & Self.chunkMask)
    }

    /// The first chunk of a cell, or −1.
    @inlinable func chunk(of cell: SpatialIndexCell) -> Int {
        let index = find(cell)
        return index < 0 ? -1 : chunk(at: index)
    }

    /// Adds a cell that is not in the table.
    @inlinable mutating func insert(_ cell: SpatialIndexCell, chunk: Int) {
        if (count &+ 1) &* 4 > entries.count &* 3 { resize(toHold: count &* 3 / 2 &+ 4) }
        place(Self.entry(cell, chunk))
        count &+= 1
    }

    @inlinable mutating func setChunk(_ chunk: Int, at index: Int) {
        entries[index] = entries[index] & ~Self.chunkMask | UInt64(truncatingIfNeeded: chunk)
    }

    @inlinable mutating func remove(at index: Int) {
        let mask = entries.count &- 1
        var hole = index
        var at = (index &+ 1) & mask
        while entries[at] != Self.free {
            let distance = (at &- home(of: entries[at] &>> Self.chunkBits)) & mask
            if distance >= (at &- hole) & mask {
                entries[hole] = entries[at]
                hole = at
            }
            at = (at &+ 1) & mask
        }
        entries[hole] = Self.free
        count &-= 1
    }

    @inlinable mutating func place(_ entry: UInt64) {
        let mask = entries.count &- 1
        var at = home(of: entry &>> Self.chunkBits) & mask
        while entries[at] != Self.free { at = (at &+ 1) & mask }
        entries[at] = entry
    }

    @inline(never) @usableFromInline mutating func resize(toHold cells: Int) {
        var size = 2
        while size * 3 < cells * 4 { size *= 2 }
        let old = entries
        entries = ContiguousArray(repeating: Self.free, count: size)
        shift = UInt64(64 - size.trailingZeroBitCount)
        for entry in old where entry != Self.free { place(entry) }
    }
}
