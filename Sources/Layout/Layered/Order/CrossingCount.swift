/// Counts crossings between neighboring layers with an accumulator tree: O(*m* log *n*) (Barth, Jünger and Mutzel
/// 2002).
struct CrossingCount {
    private var ranks: [Int]
    private var buckets: [Int] = []
    private var sequence: [Int] = []
    private var sequenceWeights: [Int] = []
    private var tree: [Int] = []

    init(_ levels: Levels) { ranks = Array(repeating: 0, count: levels.itemCount) }

    /// The number of crossings of the whole order, weighted by the number of edges that each edge represents.
    mutating func total(_ levels: Levels) -> Int {
        var sum = 0
        for layer in 1..<max(1, levels.layerCount) { sum += between(layer, levels) }
        return sum
    }

    /// The number of crossings between a layer and the one above it.
    mutating func between(_ layer: Int, _ levels: Levels) -> Int {
        let upperSlots = rank(levels.rows[layer - 1], levels.slotsBelow)
        let lowerSlots = rank(levels.rows[layer], levels.slotsAbove)
        var buckets = Array(repeating: 0, count: upperSlots + 1)
        for item in levels.rows[layer] {
            for segment in levels.up.range(item) {
                buckets[ranks[levels.up.items[segment]] + levels.up.slots[segment] + 1] += 1
            }
        }
        for at in 0..<upperSlots { buckets[at + 1] += buckets[at] }
        sequence = Array(repeating: 0, count: buckets[upperSlots])
        sequenceWeights = sequence
        fill(layer, levels, &buckets)
        return inversions(below: lowerSlots)
    }

    /// Computes the first slot of each item of a row; returns the number of slots.
    private mutating func rank(_ row: [Int], _ slots: [Int]) -> Int {
        var sum = 0
        for item in row {
            ranks[item] = sum
            sum += slots[item]
        }
        return sum
    }

    /// Lists the lower slots in the order of the upper ones.
    private mutating func fill(_ layer: Int, _ levels: Levels, _ free: inout [Int]) {
        // The segments of an item come in the order of its slots.
        for item in levels.rows[layer] {
            for segment in levels.up.range(item) {
                let upper = ranks[levels.up.items[segment]] + levels.up.slots[segment]
                sequence[free[upper]] = ranks[item] + levels.up.ownSlots[segment]
                sequenceWeights[free[upper]] = levels.up.weights[segment]
                free[upper] += 1
            }
        }
    }

    private mutating func inversions(below count: Int) -> Int {
        var first = 1
        while first < count { first *= 2 }
        tree = Array(repeating: 0, count: 2 * first)
        var crossings = 0
        for (at, rank) in sequence.enumerated() {
            let weight = sequenceWeights[at]
            var index = rank + first
            tree[index] += weight
            while index > 1 {
                if index & 1 == 0 { crossings += weight * tree[index + 1] }
                index /= 2
                tree[index] += weight
            }
        }
        return crossings
    }
}
