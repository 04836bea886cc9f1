/// Places across the flow: four layouts with blocks of aligned items, and for each item the mean of its two middle
/// places.
///
/// Brandes and Köpf 2001, with inner shifts for ends off the middle (Rüegg et al. 2015). Blocks are packed over the
/// graph of their constraints, so that they never overlap; the published compaction can overlap (Brandes, Walter and
/// Zink 2020). Linear time.
struct BrandesKopf {
    private let levels: Levels
    private let spacing: Spacing
    /// The segments at each item, from left to right by their other ends.
    private let above: [Int]
    private let below: [Int]
    /// A flag for each segment, by its number: true if it crosses a segment that must be straight.
    private var isConflict: [Bool]

    /// The middle of each item.
    static func places(_ levels: Levels, _ spacing: Spacing, _ watch: LayoutWatch) -> [Double]? {
        var run = BrandesKopf(levels, spacing)
        if levels.nesting != nil { run.markConflicts(atSides: true) }
        run.markConflicts(atSides: false)
        var four: [[Double]] = []
        for isDown in [true, false] {
            for isRight in [true, false] {
                guard watch(Double(four.count) / 4) else { return nil }
                let blocks = run.align(isDown: isDown, isRight: isRight)
                four.append(BlockPacking(levels, spacing, blocks, isMirrored: !isRight).places())
            }
        }
        return middle(four, spacing)
    }

    private init(_ levels: Levels, _ spacing: Spacing) {
        (self.levels, self.spacing) = (levels, spacing)
        above = BrandesKopf.sorted(levels, levels.up, levels.down)
        below = BrandesKopf.sorted(levels, levels.down, levels.up)
        isConflict = Array(repeating: false, count: levels.up.items.count)
    }

    /// The segments of one side of each item, in the order of their other ends.
    private static func sorted(_ levels: Levels, _ segments: Segments, _ opposite: Segments) -> [Int] {
        var index = Array(repeating: 0, count: segments.numbers.count)
        for (at, number) in segments.numbers.enumerated() { index[number] = at }
        var result = index
        var free = segments.starts
        for row in levels.rows {
            for item in row {
                for segment in opposite.range(item) {
                    let other = opposite.items[segment]
                    result[free[other]] = index[opposite.numbers[segment]]
                    free[other] += 1
                }
            }
        }
        return result
    }

    /// Marks segments that cross a segment between two bends, or a side of a group: these stay straight.
    private mutating func markConflicts(atSides: Bool) {
        for row in levels.rows.dropFirst() {
            var left = -1
            var start = 0
            for (at, item) in row.enumerated() {
                let inner = innerNeighbor(item, atSides)
                guard inner >= 0 || at == row.count - 1 else { continue }
                let right = inner >= 0 ? levels.place[inner] : Int.max
                for other in row[start...at] {
                    for segment in levels.up.range(other) {
                        let place = levels.place[levels.up.items[segment]]
                        if place < left || place > right { isConflict[levels.up.numbers[segment]] = true }
                    }
                }
                start = at + 1
                left = max(left, right)
            }
        }
    }

    /// The bend above a bend, or the item above a side of a group; -1 for others.
    private func innerNeighbor(_ item: Int, _ atSides: Bool) -> Int {
        if let nesting = levels.nesting {
            let isSide = nesting.sides[item] != 0
            if isSide != atSides && atSides || levels.up.degree(item) == 0 { return -1 }
            if isSide { return levels.up.items[levels.up.starts[item]] }
            if isConflict[levels.up.numbers[levels.up.starts[item]]] { return -1 }
        }
        guard levels.isBend(item) else { return -1 }
        let above = levels.up.items[levels.up.starts[item]]
        return levels.isBend(above) ? above : -1
    }

    private func align(isDown: Bool, isRight: Bool) -> Blocks {
        var blocks = Blocks(count: levels.itemCount)
        let segments = isDown ? levels.up : levels.down
        let order = isDown ? above : below
        for step in 1..<max(1, levels.layerCount) {
            let row = levels.rows[isDown ? step : levels.layerCount - 1 - step]
            var limit = isRight ? -1 : Int.max
            for at in row.indices {
                let item = row[isRight ? at : row.count - 1 - at]
                let range = segments.range(item)
                if range.isEmpty { continue }
                let low = range.lowerBound + (range.count - 1) / 2
                let high = range.lowerBound + range.count / 2
                for candidate in 0...(high - low) {
                    let segment = order[isRight ? low + candidate : high - candidate]
                    let other = segments.items[segment]
                    let place = levels.place[other]
                    let isFree = isRight ? place > limit : place < limit
                    guard isFree, !isConflict[segments.numbers[segment]] else { continue }
                    blocks.join(item, to: other, by: segments.offsets[segment] - segments.ownOffsets[segment])
                    limit = place
                    break
                }
            }
        }
        return blocks
    }

    /// Aligns the four layouts with the narrowest one and takes the mean of the two middle places of each item.
    private static func middle(_ four: [[Double]], _ spacing: Spacing) -> [Double] {
        let bounds = four.map { places in
            var low = Double.infinity
            var high = -Double.infinity
            for (item, place) in places.enumerated() {
                low = min(low, place - spacing.lefts[item])
                high = max(high, place + spacing.rights[item])
            }
            return (low: low, high: high)
        }
        var narrowest = 0
        for at in bounds.indices
        where bounds[at].high - bounds[at].low < bounds[narrowest].high - bounds[narrowest].low { narrowest = at }
        let shifts = bounds.indices.map { at in
            at % 2 == 0 ? bounds[narrowest].low - bounds[at].low : bounds[narrowest].high - bounds[at].high
        }
        return four[0].indices.map { item in
            let places = four.indices.map { four[$0][item] + shifts[$0] }
            var low = places[0]
            var high = places[0]
            for place in places {
                low = min(low, place)
                high = max(high, place)
            }
            // The sum minus the extremes is the sum of the middle two.
            return ((places[0] - low) + (places[1] - low) + (places[2] - low) + (places[3] - low) - (high - low)) / 2
                + low
        }
    }
}

/// Items with the same place across the flow, apart from their shifts.
struct Blocks {
    private(set) var root: [Int]
    /// The distance from the middle of the root to the middle of the item.
    private(set) var shift: [Double]

    init(count: Int) {
        root = Array(0..<count)
        shift = Array(repeating: 0, count: count)
    }

    /// Adds a single item to the block of another.
    mutating func join(_ item: Int, to other: Int, by offset: Double) {
        root[item] = root[other]
        shift[item] = shift[other] + offset
    }
}
