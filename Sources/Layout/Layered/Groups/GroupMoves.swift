/// Exchanges neighboring groups in all rows that both span, and mirrors groups, where that saves crossings.
///
/// What single items cannot do by moves along their rows: the order of groups is the same in all rows.
struct GroupMoves {
    private var count: CrossingCount
    private let nesting: Nesting
    /// How many items may still be looked at.
    private var work: Int

    /// Returns how many crossings were saved.
    static func run(_ levels: inout Levels, work: Int) -> Int {
        guard let nesting = levels.nesting else { return 0 }
        var moves = GroupMoves(count: CrossingCount(levels), nesting: nesting, work: work)
        var saved = 0
        for _ in 0..<4 {
            let now = moves.pass(&levels)
            saved += now
            if now == 0 || moves.work <= 0 { break }
        }
        return saved
    }

    private mutating func pass(_ levels: inout Levels) -> Int {
        var saved = 0
        let own = self
        for siblings in siblings(levels) {
            for (at, group) in siblings.enumerated() {
                saved += gain(&levels, nesting.firsts[group]...nesting.lasts[group]) { own.mirror(group, &$0) }
                let next = siblings[(at + 1)...].prefix(64).first { rows(of: group, $0) != nil }
                guard let next, levels.groupRanks[group] < levels.groupRanks[next], let rows = rows(of: group, next)
                else { continue }
                saved += gain(&levels, rows) { own.exchange(group, next, siblings, rows, &$0) }
                if work <= 0 { return saved }
            }
        }
        return saved
    }

    /// The groups that lie in the same one, in their order.
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

    /// Makes a change in some rows if that saves crossings; returns how many.
    private mutating func gain(_ levels: inout Levels, _ rows: ClosedRange<Int>, _ change: (inout Levels) -> Void) -> Int {
        let before = crossings(levels, rows)
        var changed = levels
        change(&changed)
        let after = crossings(changed, rows)
        if after >= before { return 0 }
        levels = changed
        return before - after
    }

    private mutating func crossings(_ levels: Levels, _ rows: ClosedRange<Int>) -> Int {
        var sum = 0
        for layer in max(1, rows.lowerBound)..<min(levels.layerCount, rows.upperBound + 2) {
            sum += count.between(layer, levels)
            work -= levels.rows[layer].count
        }
        return sum
    }

    private func block(_ group: Int, _ layer: Int, _ levels: Levels) -> ClosedRange<Int> {
        let left = levels.place[nesting.side(group, layer, isLeft: true)]
        return left...levels.place[nesting.side(group, layer, isLeft: false)]
    }

    /// Puts a group behind a later one, past all between them.
    private func exchange(
        _ a: Int, _ b: Int, _ siblings: [Int], _ rows: ClosedRange<Int>, _ levels: inout Levels
    ) {
        for layer in rows {
            let row = levels.rows[layer]
            let (first, second) = (block(a, layer, levels), block(b, layer, levels))
            let between = first.upperBound + 1..<second.lowerBound
            levels.rows[layer].replaceSubrange(
                first.lowerBound...second.upperBound, with: row[second] + row[between] + row[first])
        }
        levels.renewPlaces()
        // Those from behind the first to the second come one place forward.
        let ranks = siblings.map { levels.groupRanks[$0] }
        let ordered = siblings.filter { $0 != a }
        guard let behind = ordered.firstIndex(of: b) else { return }
        for (group, rank) in zip(ordered[...behind] + [a] + ordered[(behind + 1)...], ranks) {
            levels.groupRanks[group] = rank
        }
    }

    /// Turns what a group holds from left to right.
    private func mirror(_ group: Int, _ levels: inout Levels) {
        for layer in nesting.firsts[group]...nesting.lasts[group] {
            let range = block(group, layer, levels)
            let turned = levels.rows[layer][range].reversed().map { item in
                nesting.sides[item] == 0 ? item : nesting.side(nesting.groups[item], layer, isLeft: nesting.sides[item] > 0)
            }
            levels.rows[layer].replaceSubrange(range, with: turned)
        }
        levels.renewPlaces()
        for inner in nesting.inner(of: group) { levels.groupRanks[inner] = -levels.groupRanks[inner] }
    }
}
