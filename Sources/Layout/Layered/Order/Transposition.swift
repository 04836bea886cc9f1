/// Exchanges neighbors in a layer where that saves crossings, until none does (Gansner et al. 1993; greedy switch).
struct Transposition {
    private var upper: [Int]
    private var upperWeights: [Int]
    private var lower: [Int]
    private var lowerWeights: [Int]
    private var free: [Int]

    init(_ levels: Levels) {
        upper = Array(repeating: 0, count: levels.up.items.count)
        upperWeights = upper
        lower = upper
        lowerWeights = upper
        free = Array(repeating: 0, count: levels.itemCount)
    }

    /// Passes over all layers; returns how many crossings were saved.
    mutating func run(_ levels: inout Levels, passes: Int) -> Int {
        var saved = 0
        for pass in 0..<passes {
            var now = 0
            for step in 0..<levels.layerCount {
                now += improve(&levels, pass % 2 == 0 ? step : levels.layerCount - 1 - step)
            }
            saved += now
            if now == 0 { break }
        }
        return saved
    }

    private mutating func improve(_ levels: inout Levels, _ layer: Int) -> Int {
        if levels.rows[layer].count < 2 { return 0 }
        gather(levels, layer)
        var row = levels.rows[layer]
        var saved = 0
        var rounds = 0
        var improved = true
        while improved, rounds < 8 {
            improved = false
            rounds += 1
            for at in 1..<row.count {
                let gain = gain(levels, row[at - 1], row[at])
                if gain > 0 {
                    row.swapAt(at - 1, at)
                    saved += gain
                    improved = true
                }
            }
        }
        levels.rows[layer] = row
        for (place, item) in row.enumerated() { levels.place[item] = place }
        return saved
    }

    /// Where the neighbors of each item lie, from left to right.
    private mutating func gather(_ levels: Levels, _ layer: Int) {
        if layer > 0 {
            for item in levels.rows[layer] { free[item] = levels.up.starts[item] }
            var rank = 0
            for item in levels.rows[layer - 1] {
                for segment in levels.down.range(item) {
                    let other = levels.down.items[segment]
                    upper[free[other]] = rank + levels.down.ownSlots[segment]
                    upperWeights[free[other]] = levels.down.weights[segment]
                    free[other] += 1
                }
                rank += levels.slotsBelow[item]
            }
        }
        if layer + 1 < levels.layerCount {
            for item in levels.rows[layer] { free[item] = levels.down.starts[item] }
            var rank = 0
            for item in levels.rows[layer + 1] {
                for segment in levels.up.range(item) {
                    let other = levels.up.items[segment]
                    lower[free[other]] = rank + levels.up.ownSlots[segment]
                    lowerWeights[free[other]] = levels.up.weights[segment]
                    free[other] += 1
                }
                rank += levels.slotsAbove[item]
            }
        }
    }

    /// How many crossings it saves to exchange two items.
    private func gain(_ levels: Levels, _ left: Int, _ right: Int) -> Int {
        difference(upper, upperWeights, levels.up.range(left), levels.up.range(right))
            + difference(lower, lowerWeights, levels.down.range(left), levels.down.range(right))
    }

    private func difference(_ ranks: [Int], _ weights: [Int], _ left: Range<Int>, _ right: Range<Int>) -> Int {
        if left.isEmpty || right.isEmpty { return 0 }
        var result = 0
        var a = left.lowerBound
        var b = right.lowerBound
        var weightA = 0
        var weightB = 0
        while a < left.upperBound || b < right.upperBound {
            let rankA = a < left.upperBound ? ranks[a] : Int.max
            let rankB = b < right.upperBound ? ranks[b] : Int.max
            let rank = min(rankA, rankB)
            var atA = 0
            var atB = 0
            while a < left.upperBound, ranks[a] == rank {
                atA += weights[a]
                a += 1
            }
            while b < right.upperBound, ranks[b] == rank {
                atB += weights[b]
                b += 1
            }
            // In this order ends of the left item cross those of the right one that lie further left; else the others.
            result += atA * weightB - atB * weightA
            weightA += atA
            weightB += atB
        }
        return result
    }
}
