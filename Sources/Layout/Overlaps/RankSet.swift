/// A set of numbers below a bound with fast predecessors and successors: a tree of bits, 64 in a word.
///
/// - Complexity: O(log₆₄ *n*) for all operations, with the bound *n*.
struct RankSet {
    private var words: [UInt64]
    /// The index in `words` at which each level begins, the lowest first.
    private var starts: [Int]

    /// An empty set of numbers below `bound`.
    init(bound: Int) {
        var total = 0
        var count = max(bound, 1)
        starts = []
        repeat {
            count = (count + 63) / 64
            starts.append(total)
            total += count
        } while count > 1
        words = Array(repeating: 0, count: total)
    }

    mutating func insert(_ number: Int) {
        var place = number
        for start in starts {
            words[start + place >> 6] |= 1 << UInt64(place & 63)
            place >>= 6
        }
    }

    mutating func remove(_ number: Int) {
        var place = number
        for start in starts {
            words[start + place >> 6] &= ~(1 << UInt64(place & 63))
            if words[start + place >> 6] != 0 { return }
            place >>= 6
        }
    }

    /// The greatest number of the set below this one; −1 without one.
    func before(_ number: Int) -> Int {
        var place = number
        for level in starts.indices {
            let low = words[starts[level] + place >> 6] & ((1 << UInt64(place & 63)) &- 1)
            if low != 0 {
                place = (place & ~63) + (63 - low.leadingZeroBitCount)
                for below in (0..<level).reversed() {
                    place = place << 6 + (63 - words[starts[below] + place].leadingZeroBitCount)
                }
                return place
            }
            place >>= 6
        }
        return -1
    }

    /// The least number of the set above this one; −1 without one.
    func after(_ number: Int) -> Int {
        var place = number
        for level in starts.indices {
            let high = words[starts[level] + place >> 6] & ~(UInt64.max >> UInt64(63 - place & 63))
            if high != 0 {
                place = (place & ~63) + high.trailingZeroBitCount
                for below in (0..<level).reversed() {
                    place = place << 6 + words[starts[below] + place].trailingZeroBitCount
                }
                return place
            }
            place >>= 6
        }
        return -1
    }
}
