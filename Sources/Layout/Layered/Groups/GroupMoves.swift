/// Exchanges neighboring groups in all rows that both span, and mirrors groups, if that saves crossings.
///
/// Moves of single items cannot do this, since groups have the same order in all rows.
struct GroupMoves {
    private var count: CrossingCount
    private let nesting: Nesting
    /// The number of items that may still be visited.
    private var work: Int
    /// The number of following groups that are searched for one that shares rows with a group.
    private static let reach = 64

    /// Returns how many crossings were saved until the work was used up or it was stopped.
    static func run(_ levels: inout Levels, work: Int, _ isWanted: () -> Bool) -> Int {
        guard let nesting = levels.nesting else { return 0 }
        var moves = GroupMoves(count: CrossingCount(levels), nesting: nesting, work: work)
        var saved = 0
        for _ in 0..<4 {
            let now = moves.pass(&levels, isWanted)
            saved += now
            if now == 0 || moves.work <= 0 { break }
        }
        return saved
    }

    private mutating func pass(_ levels: inout Levels, _ isWanted: () -> Bool) -> Int {
        var saved = 0
        for var siblings in siblings(levels) {
            var at = 0
            while at < siblings.count, work > 0 {
                if at % 16 == 0, !isWanted() { work = 0 }
                let group = siblings[at]
                saved += mirror(group, &levels)
                let gain = exchange(at, &siblings, &levels)
                saved += gain
                if gain == 0 { at += 1 }
            }
            // The siblings keep the same set of ranks.
            let ranks = siblings.map { levels.groupRanks[$0] }.sorted()
            for (group, rank) in zip(siblings, ranks) { levels.groupRanks[group] = rank }
        }
        return saved
    }

    /// The groups of each parent, in their order.
    private func siblings(_ levels: Levels) -> [[Int]] {
        var lists = Array(repeating: [Int](), count: nesting.tree.count + 1)
        for group in 0..<nesting.tree.count { lists[nesting.tree.parents[group] + 1].append(group) }
        return lists.filter { !$0.isEmpty }.map { $0.sorted { levels.groupRanks[$0] < levels.groupRanks[$1] } }
    }

    private func rows(of a: Int, _ b: Int) -> ClosedRange<Int>? {
        let first = max(nesting.firsts[a], nesting.firsts[b])
        let last = min(nesting.lasts[a], nesting.lasts[b])
        return first <= last ? first...last : nil
    }

    /// Changes the orders of some rows if that saves crossings; returns how many.
    private mutating func gain(
        _ levels: inout Levels, _ rows: ClosedRange<Int>, _ change: (Levels, _ layer: Int) -> [Int]
    ) -> Int {
        let before = crossings(levels, rows)
        if before == 0 { return 0 }
        let old = rows.map { levels.rows[$0] }
        for layer in rows { levels.put(change(levels, layer), layer) }
        let after = crossings(levels, rows)
        if after < before { return before - after }
        for (layer, row) in zip(rows, old) { levels.put(row, layer) }
        return 0
    }

    private mutating func crossings(_ levels: Levels, _ rows: ClosedRange<Int>) -> Int {
        var sum = 0
        let first = max(1, rows.lowerBound)
        for layer in first..<max(first, min(levels.layerCount, rows.upperBound + 2)) {
            sum += count.between(layer, levels)
            work -= levels.rows[layer].count
        }
        return sum
    }

    private func block(_ group: Int, _ layer: Int, _ levels: Levels) -> ClosedRange<Int> {
        let left = levels.place[nesting.side(group, layer, isLeft: true)]
        return left...levels.place[nesting.side(group, layer, isLeft: false)]
    }

    /// Moves a group behind the next one that it shares rows with, past all between them.
    private mutating func exchange(_ at: Int, _ siblings: inout [Int], _ levels: inout Levels) -> Int {
        let group = siblings[at]
        let others = siblings[(at + 1)...].prefix(GroupMoves.reach)
        guard let behind = others.firstIndex(where: { rows(of: group, $0) != nil }),
            let rows = rows(of: group, siblings[behind])
        else { return 0 }
        let next = siblings[behind]
        let own = self
        let saved = gain(&levels, rows) { levels, layer in
            var row = levels.rows[layer]
            let (first, second) = (own.block(group, layer, levels), own.block(next, layer, levels))
            guard first.upperBound < second.lowerBound else { return row }
            let (left, right) = (Array(row[first]), Array(row[second]))
            let between = Array(row[first.upperBound + 1..<second.lowerBound])
            row.replaceSubrange(first.lowerBound...second.upperBound, with: right + between + left)
            return row
        }
        if saved == 0 { return 0 }
        siblings.remove(at: at)
        siblings.insert(group, at: behind)
        return saved
    }

    /// Mirrors the contents of a group.
    private mutating func mirror(_ group: Int, _ levels: inout Levels) -> Int {
        let own = self
        let saved = gain(&levels, nesting.firsts[group]...nesting.lasts[group]) { levels, layer in
            var row = levels.rows[layer]
            let range = own.block(group, layer, levels)
            row.replaceSubrange(range, with: row[range].reversed().map { own.turned($0, layer) })
            return row
        }
        if saved == 0 { return 0 }
        for inner in nesting.inner(of: group) { levels.groupRanks[inner] = -levels.groupRanks[inner] }
        return saved
    }

    /// The opposite side of the same group, if the item is a side.
    private func turned(_ item: Int, _ layer: Int) -> Int {
        let side = nesting.sides[item]
        return side == 0 ? item : nesting.side(nesting.groups[item], layer, isLeft: side > 0)
    }
}

extension Levels {
    /// Puts a row in another order.
    fileprivate mutating func put(_ row: [Int], _ layer: Int) {
        rows[layer] = row
        for (at, item) in row.enumerated() { place[item] = at }
    }
}
