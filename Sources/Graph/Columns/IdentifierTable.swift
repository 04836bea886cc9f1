import Storage

/// Finds the slot of an element by the bytes of its id.
///
/// An open-addressing table (linear probing, backward-shift deletion after Knuth, volume 3, algorithm 6.4R) of 64-bit
/// entries: half a hash and a slot. The elements keep the ids themselves, so the caller compares.
///
/// - Complexity: O(1) expected for every operation; growing is amortized.
struct IdentifierTable<Element>: Sendable {
    private var entries: ContiguousArray<UInt64>
    private var mask: Int
    private(set) var count = 0

    /// An empty table allocates nothing.
    init() {
        entries = []
        mask = -1
    }

    /// Reserves the table for a number of elements.
    mutating func reserve(_ capacity: Int) {
        var size = max(16, entries.count)
        while capacity * 5 > size * 4 { size *= 2 }
        if size > entries.count { resize(to: size) }
    }

    /// The entry at which a search for this hash begins; early reads let the cache misses of many searches overlap.
    @inline(__always)
    func home(of hash: UInt32) -> UInt64 { entries.isEmpty ? 0 : entries[Int(hash) & mask] }

    /// The first slot whose id has this hash; the caller checks the id.
    @inline(__always)
    func candidate(hash: UInt32) -> Slot<Element>? { find(hash: hash) { _ in true } }

    var bytes: Int { entries.count * 8 }

    /// The slot whose id has these bytes.
    @inline(__always)
    func find(hash: UInt32, _ isSame: (Slot<Element>) -> Bool) -> Slot<Element>? {
        if entries.isEmpty { return nil }
        var index = Int(hash) & mask
        while true {
            let entry = entries[index]
            if entry == 0 { return nil }
            if UInt32(truncatingIfNeeded: entry >> 32) == hash {
                let slot = Slot<Element>(index: Int(entry & 0xFFFF_FFFF) - 1)
                if isSame(slot) { return slot }
            }
            index = (index + 1) & mask
        }
    }

    /// Adds a slot whose id is not in the table.
    mutating func insert(hash: UInt32, slot: Slot<Element>) {
        if (count + 1) * 5 > entries.count * 4 { grow() }
        place(UInt64(hash) << 32 | UInt64(slot.index + 1))
        count += 1
    }

    /// Adds a slot if no id with its hash is in the table; false if there is one, and then nothing is added.
    @inline(__always)
    mutating func insertFirst(hash: UInt32, slot: Slot<Element>) -> Bool {
        if (count + 1) * 5 > entries.count * 4 { grow() }
        var index = Int(hash) & mask
        while entries[index] != 0 {
            if UInt32(truncatingIfNeeded: entries[index] >> 32) == hash { return false }
            index = (index + 1) & mask
        }
        entries[index] = UInt64(hash) << 32 | UInt64(slot.index + 1)
        count += 1
        return true
    }

    mutating func remove(hash: UInt32, slot: Slot<Element>) {
        var index = Int(hash) & mask
        let wanted = UInt64(hash) << 32 | UInt64(slot.index + 1)
        while entries[index] != wanted {
            precondition(entries[index] != 0, "the slot is in the table")
            index = (index + 1) & mask
        }
        var hole = index
        var next = (hole + 1) & mask
        while entries[next] != 0 {
            let home = Int(entries[next] >> 32) & mask
            if (next &- home) & mask >= (next &- hole) & mask {
                entries[hole] = entries[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        entries[hole] = 0
        count -= 1
    }

    private mutating func place(_ entry: UInt64) {
        var index = Int(entry >> 32) & mask
        while entries[index] != 0 { index = (index + 1) & mask }
        entries[index] = entry
    }

    private mutating func grow() { resize(to: max(16, entries.count * 2)) }

    private mutating func resize(to size: Int) {
        let old = entries
        entries = ContiguousArray(repeating: 0, count: size)
        mask = entries.count - 1
        for entry in old where entry != 0 { place(entry) }
    }
}

/// Numbers made of the bytes of an id.
enum IdentifierHash {
    /// The number of ids that are looked up together, so that their cache misses overlap; pages hold a multiple of it.
    static let batch = 128

    /// A multiply-and-fold hash over eight bytes at a time (the construction of wyhash, Wang Yi 2019).
    @inline(__always)
    static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let count = bytes.count
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: count)
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return UInt32(truncatingIfNeeded: state) }
        var index = 0
        while index + 8 < count {
            state = fold(state ^ base.loadUnaligned(fromByteOffset: index, as: UInt64.self), 0xA076_1D64_78BD_642F)
            index += 8
        }
        state = fold(state ^ tail(base, count), 0xE703_7ED1_A0B4_28DB)
        return UInt32(truncatingIfNeeded: state ^ (state >> 32))
    }

    /// The bytes of a short id as one number that no other id has, or 0: for ids of more than eight bytes or with a NUL.
    @inline(__always)
    static func word(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard bytes.count <= 8, let base = UnsafeRawPointer(bytes.baseAddress), bytes.count > 0 else { return 0 }
        let count = bytes.count
        var word: UInt64
        if count >= 4 {
            let high = UInt64(base.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            word = UInt64(base.loadUnaligned(as: UInt32.self)) | high &<< UInt64(truncatingIfNeeded: 8 &* (count &- 4))
        } else {
            word = 0
            for index in 0..<count { word |= UInt64(bytes[index]) &<< UInt64(truncatingIfNeeded: 8 &* index) }
        }
        let filled = count == 8 ? word : word | UInt64.max &<< UInt64(truncatingIfNeeded: 8 &* count)
        let hasZero = (filled &- 0x0101_0101_0101_0101) & ~filled & 0x8080_8080_8080_8080 != 0
        return hasZero ? 0 : word
    }

    /// The last eight bytes, or all of fewer.
    @inline(__always)
    private static func tail(_ base: UnsafeRawPointer, _ count: Int) -> UInt64 {
        if count >= 8 { return base.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self) }
        if count >= 4 {
            let low = base.loadUnaligned(as: UInt32.self)
            let high = base.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            return UInt64(high) << 32 | UInt64(low)
        }
        if count == 0 { return 0 }
        let (first, middle) = (base.load(as: UInt8.self), base.load(fromByteOffset: count >> 1, as: UInt8.self))
        return UInt64(first) | UInt64(middle) << 8 | UInt64(base.load(fromByteOffset: count &- 1, as: UInt8.self)) << 16
    }

    @inline(__always)
    private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }
}
