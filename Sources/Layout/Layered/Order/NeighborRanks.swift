/// The positions of the neighbors of the items of one layer, for a fast gain of an exchange of two items.
struct NeighborRanks {
    private var upper: [End]
    private var lower: [End]
    private var free: [Int]

    private struct End {
        var rank: Int32
        var weight: Int32
    }

    init(_ levels: Levels) {
        upper = Array(repeating: End(rank: 0, weight: 0), count: levels.up.items.count)
        lower = upper
        free = Array(repeating: 0, count: levels.itemCount)
    }

    /// Collects the neighbors of each item of a layer, from left to right.
    mutating func gather(_ levels: Levels, _ layer: Int) {
        if layer > 0 {
            NeighborRanks.fill(
                &upper, &free, levels.up.starts, levels.rows[layer], levels.rows[layer - 1], levels.down,
                levels.slotsBelow)
        }
        if layer + 1 < levels.layerCount {
            NeighborRanks.fill(
                &lower, &free, levels.down.starts, levels.rows[layer], levels.rows[layer + 1], levels.up,
                levels.slotsAbove)
        }
    }

    private static func fill(
        _ ends: inout [End], _ free: inout [Int], _ starts: [Int], _ row: [Int], _ others: [Int], _ segments: Segments,
        _ slots: [Int]
    ) {
        for item in row { free[item] = starts[item] }
        var rank = 0
        for other in others {
            for segment in segments.range(other) {
                let item = segments.items[segment]
                ends[free[item]] = End(
                    rank: Int32(truncatingIfNeeded: rank + segments.ownSlots[segment]),
                    weight: Int32(truncatingIfNeeded: segments.weights[segment]))
                free[item] += 1
            }
            rank += slots[other]
        }
    }

    /// Returns the number of crossings saved by exchanging two adjacent items.
    @inline(__always) func gain(_ levels: Levels, _ left: Int, _ right: Int) -> Int {
        upper.withUnsafeBufferPointer { NeighborRanks.gain($0, levels.up.range(left), levels.up.range(right)) }
            + lower.withUnsafeBufferPointer {
                NeighborRanks.gain($0, levels.down.range(left), levels.down.range(right))
            }
    }

    @inline(__always)
    private static func gain(_ ends: UnsafeBufferPointer<End>, _ left: Range<Int>, _ right: Range<Int>) -> Int {
        if left.isEmpty || right.isEmpty { return 0 }
        if left.count * right.count > 8 { return merged(ends, left, right) }
        // Now ends of the left item cross ends of the right item that lie further left; after the exchange, the others.
        var result = 0
        for a in left {
            let end = ends[a]
            for b in right {
                let other = ends[b]
                let sign = (end.rank > other.rank ? 1 : 0) - (end.rank < other.rank ? 1 : 0)
                result += sign * Int(end.weight) * Int(other.weight)
            }
        }
        return result
    }

    /// The same for many ends, in linear time.
    private static func merged(_ ends: UnsafeBufferPointer<End>, _ left: Range<Int>, _ right: Range<Int>) -> Int {
        var result = 0
        var a = left.lowerBound
        var b = right.lowerBound
        var (weightA, weightB) = (0, 0)
        while a < left.upperBound || b < right.upperBound {
            let rankA = a < left.upperBound ? ends[a].rank : Int32.max
            let rankB = b < right.upperBound ? ends[b].rank : Int32.max
            let rank = min(rankA, rankB)
            var (atA, atB) = (0, 0)
            while a < left.upperBound, ends[a].rank == rank {
                atA += Int(ends[a].weight)
                a += 1
            }
            while b < right.upperBound, ends[b].rank == rank {
                atB += Int(ends[b].weight)
                b += 1
            }
            result += atA * weightB - atB * weightA
            weightA += atA
            weightB += atB
        }
        return result
    }
}
