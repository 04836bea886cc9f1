/// Packs blocks as close as their constraints allow, then moves them back towards their neighbors if there is space.
struct BlockPacking {
    private let levels: Levels
    private let blocks: Blocks
    /// 1; or -1 if blocks are packed from the right.
    private let sign: Double
    /// Constraints between neighbors in rows: two blocks and their least distance.
    private var lefts: [Int] = []
    private var rights: [Int] = []
    private var distances: [Double] = []
    /// The blocks in topological order: each after those to its left.
    private var order: [Int] = []

    init(_ levels: Levels, _ spacing: Spacing, _ blocks: Blocks, isMirrored: Bool) {
        (self.levels, self.blocks, sign) = (levels, blocks, isMirrored ? -1 : 1)
        for row in levels.rows where row.count > 1 {
            for at in 1..<row.count {
                let (a, b) = (row[at - 1], row[at])
                let distance = spacing.between(a, b) + blocks.shift[a] - blocks.shift[b]
                lefts.append(isMirrored ? blocks.root[b] : blocks.root[a])
                rights.append(isMirrored ? blocks.root[a] : blocks.root[b])
                distances.append(distance)
            }
        }
        for (left, right, width) in levels.nesting?.widths ?? [] {
            let distance = width + blocks.shift[left] - blocks.shift[right]
            lefts.append(isMirrored ? blocks.root[right] : blocks.root[left])
            rights.append(isMirrored ? blocks.root[left] : blocks.root[right])
            distances.append(distance)
        }
    }

    func places() -> [Double] {
        let outgoing = Adjacency(count: levels.itemCount, ends: lefts)
        var waiting = Array(repeating: 0, count: levels.itemCount)
        for right in rights { waiting[right] += 1 }
        var order: [Int] = []
        for item in 0..<levels.itemCount where blocks.root[item] == item && waiting[item] == 0 { order.append(item) }
        var places = Array(repeating: 0.0, count: levels.itemCount)
        var at = 0
        while at < order.count {
            let block = order[at]
            at += 1
            for slot in 0..<outgoing.degree(block) {
                let constraint = outgoing.item(block, slot)
                let right = rights[constraint]
                places[right] = max(places[right], places[block] + distances[constraint])
                waiting[right] -= 1
                if waiting[right] == 0 { order.append(right) }
            }
        }
        moveBack(&places, order, outgoing)
        return levels.layer.indices.map { sign * places[blocks.root[$0]] + blocks.shift[$0] }
    }

    private func moveBack(_ places: inout [Double], _ order: [Int], _ outgoing: Adjacency) {
        let wishes = Wishes(levels, blocks)
        for block in order.reversed() {
            var limit = Double.infinity
            for slot in 0..<outgoing.degree(block) {
                let constraint = outgoing.item(block, slot)
                limit = min(limit, places[rights[constraint]] - distances[constraint])
            }
            guard limit > places[block], let wish = wishes.place(of: block, places, sign) else { continue }
            places[block] = max(places[block], min(limit, wish))
        }
    }
}

/// The positions at which blocks would be nearest to the blocks joined to them.
private struct Wishes {
    private let levels: Levels
    private let blocks: Blocks
    private let members: Adjacency

    init(_ levels: Levels, _ blocks: Blocks) {
        (self.levels, self.blocks) = (levels, blocks)
        members = Adjacency(count: levels.itemCount, ends: blocks.root)
    }

    /// The median of the places that a block's segments to other blocks ask for; nil without any.
    func place(of block: Int, _ places: [Double], _ sign: Double) -> Double? {
        var wishes: [Double] = []
        for slot in 0..<members.degree(block) {
            let item = members.item(block, slot)
            for segments in [levels.up, levels.down] {
                for segment in segments.range(item) {
                    let other = segments.items[segment]
                    if blocks.root[other] == block { continue }
                    let offset = blocks.shift[other] + segments.offsets[segment] - blocks.shift[item]
                    wishes.append(places[blocks.root[other]] + sign * (offset - segments.ownOffsets[segment]))
                }
            }
        }
        if wishes.isEmpty { return nil }
        wishes.sort()
        return wishes[wishes.count / 2]
    }
}
