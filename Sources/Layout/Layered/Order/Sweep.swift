/// Orders layer after layer by the neighbors' places in the layer before: by barycenters or medians.
///
/// Sugiyama, Tagawa and Toda 1981; Gansner, Koutsofios, North and Vo 1993. A sweep takes O(*m* + *n* log *n*).
struct Sweep {
    private var ranks: [Int]
    private var entries: [(key: Double, place: Int, item: Int)] = []
    private var values: [(rank: Int, weight: Int)] = []

    init(_ levels: Levels) { ranks = Array(repeating: 0, count: levels.itemCount) }

    /// Goes down from the second layer, or up from the last but one.
    mutating func run(_ levels: inout Levels, isDown: Bool, byMedian: Bool, turnsTies: Bool) {
        if levels.layerCount < 2 { return }
        for step in 1..<levels.layerCount {
            let layer = isDown ? step : levels.layerCount - 1 - step
            if levels.isOrdered[layer] { continue }
            rank(levels, isDown ? layer - 1 : layer + 1, isDown ? levels.slotsBelow : levels.slotsAbove)
            let segments = isDown ? levels.up : levels.down
            if let nesting = levels.nesting {
                levels.arrange(layer, turnsTies: turnsTies) { item in
                    if nesting.sides[item] != 0 || segments.degree(item) == 0 { return nil }
                    return byMedian ? median(item, segments) : barycenter(item, segments)
                }
            } else {
                order(&levels, layer, segments, byMedian, turnsTies)
            }
        }
    }

    private mutating func rank(_ levels: Levels, _ layer: Int, _ slots: [Int]) {
        var sum = 0
        for item in levels.rows[layer] {
            ranks[item] = sum
            sum += slots[item]
        }
    }

    /// Sorts the items with neighbors among their places; items without neighbors keep theirs.
    private mutating func order(
        _ levels: inout Levels, _ layer: Int, _ segments: Segments, _ byMedian: Bool, _ turnsTies: Bool
    ) {
        entries.removeAll(keepingCapacity: true)
        let row = levels.rows[layer]
        for (place, item) in row.enumerated() where segments.degree(item) > 0 {
            let key = byMedian ? median(item, segments) : barycenter(item, segments)
            entries.append((key, turnsTies ? -place : place, item))
        }
        entries.sort { $0.key != $1.key ? $0.key < $1.key : $0.place < $1.place }
        var next = 0
        for (place, item) in row.enumerated() where segments.degree(item) > 0 {
            levels.rows[layer][place] = entries[next].item
            next += 1
        }
        for (place, item) in levels.rows[layer].enumerated() { levels.place[item] = place }
    }

    private func barycenter(_ item: Int, _ segments: Segments) -> Double {
        var sum = 0
        var weights = 0
        for segment in segments.range(item) {
            sum += segments.weights[segment] * (ranks[segments.items[segment]] + segments.slots[segment])
            weights += segments.weights[segment]
        }
        return Double(sum) / Double(weights)
    }

    /// Returns a value between the two middle ranks, nearer to the side where neighbors are denser.
    private mutating func median(_ item: Int, _ segments: Segments) -> Double {
        values.removeAll(keepingCapacity: true)
        for segment in segments.range(item) {
            values.append((ranks[segments.items[segment]] + segments.slots[segment], segments.weights[segment]))
        }
        if values.count == 1 { return Double(values[0].rank) }
        values.sort { $0.rank < $1.rank }
        let middle = values.count / 2
        if values.count % 2 == 1 { return Double(values[middle].rank) }
        if values.count == 2 { return Double(values[0].rank + values[1].rank) / 2 }
        let left = Double(values[middle - 1].rank - values[0].rank)
        let right = Double(values[values.count - 1].rank - values[middle].rank)
        if left + right == 0 { return Double(values[middle].rank) }
        return (Double(values[middle - 1].rank) * right + Double(values[middle].rank) * left) / (left + right)
    }
}
