/// One bit for each level of nested containers; the grammar records its surroundings there.
protocol NestingLevels {
    /// The bit of a level, from 0; each is written before it is read.
    subscript(depth: Int) -> Bool { get set }
}

/// A stack of as many levels as a depth limit may allow, without allocation.
struct FewLevels: NestingLevels {
    private var bits = InlineArray<8, UInt64>(repeating: 0)

    @inline(__always)
    subscript(depth: Int) -> Bool {
        get { bits[depth >> 6] &>> UInt64(truncatingIfNeeded: depth) & 1 == 1 }
        set {
            let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: depth)
            if newValue { bits[depth >> 6] |= bit } else { bits[depth >> 6] &= ~bit }
        }
    }
}

/// A stack of as many levels as a text has.
struct ManyLevels: NestingLevels {
    private var bits: [UInt64] = []

    subscript(depth: Int) -> Bool {
        get { depth >> 6 < bits.count && bits[depth >> 6] >> UInt64(depth & 63) & 1 == 1 }
        set {
            if depth >> 6 == bits.count { bits.append(0) }
            let bit: UInt64 = 1 << UInt64(depth & 63)
            if newValue { bits[depth >> 6] |= bit } else { bits[depth >> 6] &= ~bit }
        }
    }
}
