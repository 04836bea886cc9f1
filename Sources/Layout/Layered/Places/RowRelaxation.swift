/// Moves the items of each row towards their neighbors in the rows above and below, as far as the spacing allows.
///
/// A single row has an optimal solution in least squares: blocks of touching items are pooled from left to right
/// (isotonic regression; Ayer et al. 1955; Dwyer, Marriott and Stuckey 2005). A sweep over all rows takes linear time.
struct RowRelaxation {
    private let levels: Levels
    private let spacing: Spacing
    var middles: [Double]
    /// The least distance of each item of a row to the first.
    private var offsets: [Double] = []
    /// Blocks of touching items: the wanted place of the first, its weight, and its index in the row.
    private var blocks: [(value: Double, weight: Double, start: Int)] = []

    init(_ middles: [Double], _ levels: Levels, _ spacing: Spacing) {
        (self.levels, self.spacing, self.middles) = (levels, spacing, middles)
    }

    /// Sweeps down and up in turn.
    mutating func run(sweeps: Int, _ watch: LayoutWatch) -> Bool {
        for sweep in 0..<sweeps {
            if !watch(Double(sweep) / Double(sweeps)) { return false }
            for step in 0..<levels.layerCount {
                relax(sweep % 2 == 0 ? step : levels.layerCount - 1 - step)
            }
        }
        return true
    }

    /// Moves the items of one row.
    ///
    /// The sides of groups do not move, as they are straight.
    mutating func relax(_ layer: Int) {
        let row = levels.rows[layer]
        guard let nesting = levels.nesting else { return relax(row[...]) }
        var start = 0
        for (at, item) in row.enumerated() where nesting.sides[item] != 0 {
            relax(row[start..<at])
            start = at + 1
        }
        relax(row[start...])
    }

    /// Moves a range of a row, between the sides of groups beside it.
    private mutating func relax(_ slice: ArraySlice<Int>) {
        if slice.isEmpty { return }
        let row = Array(slice)
        offsets.removeAll(keepingCapacity: true)
        blocks.removeAll(keepingCapacity: true)
        var offset = 0.0
        for (at, item) in row.enumerated() {
            if at > 0 { offset += spacing.between(row[at - 1], item) }
            offsets.append(offset)
            var sum = 0.0
            var weight = 0.0
            add(levels.up, item, &sum, &weight)
            add(levels.down, item, &sum, &weight)
            let wish = weight > 0 ? sum / weight : middles[item]
            pool(value: wish - offset, weight: max(weight, 0.01), start: at)
        }
        for (index, block) in blocks.enumerated() {
            let end = index + 1 < blocks.count ? blocks[index + 1].start : row.count
            for at in block.start..<end { middles[row[at]] = block.value + offsets[at] }
        }
        if levels.nesting != nil { keepBetweenSides(row) }
    }

    /// Clamps the places to the sides beside them; the best places between bounds are the best free places clamped.
    private mutating func keepBetweenSides(_ row: [Int]) {
        let all = levels.rows[levels.layer[row[0]]]
        let (before, after) = (levels.place[row[0]] - 1, levels.place[row[row.count - 1]] + 1)
        let last = offsets[row.count - 1]
        var (low, high) = (-Double.infinity, Double.infinity)
        if before >= 0 { low = middles[all[before]] + spacing.between(all[before], row[0]) }
        if after < all.count {
            high = middles[all[after]] - spacing.between(row[row.count - 1], all[after]) - last
        }
        for (at, item) in row.enumerated() {
            middles[item] = max(min(middles[item], high + offsets[at]), low + offsets[at])
        }
    }

    @inline(__always)
    private func add(_ segments: Segments, _ item: Int, _ sum: inout Double, _ weight: inout Double) {
        for segment in segments.range(item) {
            let other = segments.items[segment]
            let own = levels.isBend(item) && levels.isBend(other) ? 2.0 : 1.0
            sum += own * (middles[other] + segments.offsets[segment] - segments.ownOffsets[segment])
            weight += own
        }
    }

    private mutating func pool(value: Double, weight: Double, start: Int) {
        var block = (value: value, weight: weight, start: start)
        while let last = blocks.last, last.value >= block.value {
            let weight = last.weight + block.weight
            block = (last.value + (block.value - last.value) * (block.weight / weight), weight, last.start)
            blocks.removeLast()
        }
        blocks.append(block)
    }
}
