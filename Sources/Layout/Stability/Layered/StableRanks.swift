import Geometry

/// The rows of the nodes of a drawing, and rows for new nodes.
///
/// A row is identified by its rank; ranks leave space for others between them.
struct StableRanks {
    /// A row of nodes, and its range along the flow.
    struct Row {
        var rank: Int
        /// The coordinate on which its nodes are aligned.
        var level: Double
        var low: Double
        var high: Double
        /// Is true if it had no nodes before.
        var isNew = false
    }

    /// The rank of a node without a row.
    static let none = Int.min
    private static let step = 1 << 20

    /// The rank of each node.
    private(set) var ranks: [Int]
    /// The rows in the order of their ranks.
    private(set) var rows: [Row] = []
    /// The frames in flow coordinates, by node.
    private let frames: [Rect]
    /// The share of a node that lies before the level of its row.
    private let share: Double
    /// The space beside rows for frames of groups.
    private let margin: Double
    private let parents: Neighbors
    private let children: Neighbors
    /// The group of each node, -1 for none; empty without groups.
    private let groups: [Int]

    /// Finds the rows of the nodes that stay.
    init(_ graph: LayoutGraph, frames: [Rect], staying: [Int], share: Double) {
        (self.frames, self.share, groups) = (frames, share, graph.parents)
        margin = graph.parents.isEmpty ? 0 : graph.padding
        ranks = Array(repeating: Self.none, count: graph.count)
        parents = Neighbors(nodeCount: graph.count, graph.edges, .backward)
        children = Neighbors(nodeCount: graph.count, graph.edges, .forward)
        let sorted = staying.sorted { (level(of: $0), $0) < (level(of: $1), $1) }
        let levels = sorted.map { level(of: $0) }
        var clusters: [Range<Int>] = []
        var start = 0
        for at in sorted.indices where at + 1 == sorted.count || levels[at + 1] - levels[at] > 1 {
            clusters.append(start..<at + 1)
            start = at + 1
        }
        clusters.sort { ($1.count, $0.lowerBound) < ($0.count, $1.lowerBound) }
        var rest: [Int] = []
        var lists: [(row: Row, nodes: ArraySlice<Int>)] = []
        for cluster in clusters {
            let nodes = sorted[cluster]
            let low = nodes.reduce(Double.infinity) { min($0, frames[$1].minY) }
            let high = nodes.reduce(-Double.infinity) { max($0, frames[$1].maxY) }
            let at = place(of: low, in: lists.map(\.row))
            let isFree =
                (at == 0 || lists[at - 1].row.high <= low) && (at == lists.count || lists[at].row.low >= high)
            if isFree || lists.isEmpty {
                let row = Row(rank: 0, level: levels[cluster.lowerBound], low: low, high: high)
                lists.insert((row, nodes), at: at)
            } else {
                rest += nodes
            }
        }
        for (at, list) in lists.enumerated() {
            rows.append(list.row)
            rows[at].rank = at * Self.step
            for node in list.nodes { ranks[node] = rows[at].rank }
        }
        for node in rest { ranks[node] = nearestRank(node) }
    }

    /// The index of the first row that begins beyond a coordinate.
    private func place(of low: Double, in rows: [Row]) -> Int {
        var (from, to) = (0, rows.count)
        while from < to {
            let middle = (from + to) / 2
            if rows[middle].low > low { to = middle } else { from = middle + 1 }
        }
        return from
    }

    private func level(of node: Int) -> Double { frames[node].minY + frames[node].height * share }

    /// The row that a node overlaps most, preferably one without its neighbors.
    private func nearestRank(_ node: Int) -> Int {
        func shared(_ row: Row) -> Double { min(row.high, frames[node].maxY) - max(row.low, frames[node].minY) }
        let near = rows.filter { shared($0) > 0 }.sorted { (shared($1), $0.rank) < (shared($0), $1.rank) }
        let taken = Set(Array(parents[node]) + Array(children[node])).map { ranks[$0] }
        return near.first { !taken.contains($0.rank) }?.rank ?? near.first?.rank ?? 0
    }

    // MARK: New nodes

    /// Finds rows for new nodes, first for those with a neighbor that has a row.
    ///
    /// - Parameters:
    ///   - most: the number of nodes that may move to another row.
    ///   - spans: the first and the last row of the other nodes in the group of each node; nil without a group, or if
    ///     it contains new nodes only.
    ///   - canMove: returns true if a node may lie in a row.
    mutating func place(
        _ nodes: [Int], most: Int, within spans: [ClosedRange<Int>?], canMove: (_ node: Int, _ rank: Int) -> Bool
    ) -> [Int] {
        var moved: [Int] = []
        var isWaiting = Array(repeating: false, count: ranks.count)
        for node in nodes { isWaiting[node] = true }
        var queue = nodes.filter { hasRankedNeighbor($0) }
        for node in queue { isWaiting[node] = false }
        var at = 0
        var next = 0
        while true {
            if at == queue.count {
                while next < nodes.count, !isWaiting[nodes[next]] { next += 1 }
                guard next < nodes.count else { break }
                isWaiting[nodes[next]] = false
                queue.append(nodes[next])
            }
            let node = queue[at]
            at += 1
            moved += place(node, most: most - moved.count, canMove)
            if let span = spans[node] { keep(node, within: span) }
            for list in [children, parents] {
                for other in list[node] where isWaiting[other] {
                    isWaiting[other] = false
                    queue.append(other)
                }
            }
        }
        return moved
    }

    private func hasRankedNeighbor(_ node: Int) -> Bool {
        parents[node].contains { ranks[$0] != Self.none } || children[node].contains { ranks[$0] != Self.none }
    }

    private mutating func place(_ node: Int, most: Int, _ canMove: (Int, Int) -> Bool) -> [Int] {
        let above = parents[node].map { ranks[$0] }.filter { $0 != Self.none }.max()
        let below = children[node].map { ranks[$0] }.filter { $0 != Self.none }.min()
        var moved: [Int] = []
        switch (above, below) {
        case (nil, nil): ranks[node] = rows.first?.rank ?? firstRow()
        case (let above?, nil): ranks[node] = rank(after: above)
        case (nil, let below?): ranks[node] = rank(before: below)
        case (let above?, let below?):
            let next = rank(after: above)
            if above >= below || next < below {
                ranks[node] = next
            } else if let giving = nodesGivingWay(to: node, above, below, most, canMove) {
                moved = giving
            } else {
                ranks[node] = rank(between: above, below, frames[node].height) ?? rank(after: below)
            }
        }
        return moved
    }

    /// Keeps a new node in the rows of its group. It may lie one row further, if a neighbor is in the outermost row.
    /// Other neighbors do not stretch the group. If possible, it does not share a row with a neighbor.
    private mutating func keep(_ node: Int, within span: ClosedRange<Int>) {
        var (low, high) = (span.lowerBound, span.upperBound)
        if parents[node].contains(where: { groups[$0] == groups[node] && ranks[$0] == high }) {
            high = rank(after: high)
        }
        if children[node].contains(where: { groups[$0] == groups[node] && ranks[$0] == low }) {
            low = rank(before: low)
        }
        if ranks[node] >= low, ranks[node] <= high { return }
        let taken = Set((Array(parents[node]) + Array(children[node])).map { ranks[$0] })
        let inside = rows[index(of: low)...index(of: high)].map(\.rank)
        let near = ranks[node] > high ? inside.reversed() : inside
        ranks[node] = near.first { !taken.contains($0) } ?? near[0]
    }

    private mutating func firstRow() -> Int {
        rows.append(Row(rank: 0, level: 0, low: 0, high: 0, isNew: true))
        return 0
    }

    private func index(of rank: Int) -> Int {
        var (from, to) = (0, rows.count)
        while from < to {
            let middle = (from + to) / 2
            if rows[middle].rank < rank { from = middle + 1 } else { to = middle }
        }
        return from
    }

    private mutating func rank(after rank: Int) -> Int {
        let at = index(of: rank) + 1
        if at == rows.count {
            let last = rows[at - 1]
            rows.append(
                Row(rank: last.rank + Self.step, level: last.high, low: last.high, high: last.high, isNew: true))
        }
        return rows[at].rank
    }

    private mutating func rank(before rank: Int) -> Int {
        let at = index(of: rank)
        if at > 0 { return rows[at - 1].rank }
        let first = rows[0]
        rows.insert(
            Row(rank: first.rank - Self.step, level: first.low, low: first.low, high: first.low, isNew: true), at: 0)
        return rows[0].rank
    }

    /// A new row between two that lie side by side, if there is space for it.
    private mutating func rank(between above: Int, _ below: Int, _ height: Double) -> Int? {
        let at = index(of: below)
        let (upper, lower) = (rows[at - 1], rows[at])
        if upper.isNew || lower.isNew { return nil }
        let free = lower.low - upper.high
        guard free >= height + 2 * max(min(8, free / 8), margin), lower.rank - upper.rank > 1 else { return nil }
        let middle = upper.high + free / 2
        rows.insert(
            Row(
                rank: upper.rank + (lower.rank - upper.rank) / 2,
                level: middle + height * (share - 0.5), low: middle - height / 2, high: middle + height / 2), at: at)
        return rows[at].rank
    }

    /// Moves the nodes after a new node one row on, or those before it one row back: the side with fewer nodes. Nil if
    /// both have too many.
    private mutating func nodesGivingWay(
        to node: Int, _ above: Int, _ below: Int, _ most: Int, _ canMove: (Int, Int) -> Bool
    ) -> [Int]? {
        let saved = (ranks, rows)
        var best: (moved: [Int], ranks: [Int], rows: [Row])?
        for isDown in [true, false] {
            (ranks, rows) = saved
            ranks[node] = isDown ? below : above
            if let moved = shift(from: node, isDown: isDown, most, canMove),
                moved.count < (best?.moved.count ?? .max)
            {
                best = (moved, ranks, rows)
            }
        }
        (ranks, rows) = best.map { ($0.ranks, $0.rows) } ?? saved
        return best?.moved
    }

    private mutating func shift(
        from node: Int, isDown: Bool, _ most: Int, _ canMove: (Int, Int) -> Bool
    ) -> [Int]? {
        var moved: [Int] = []
        var old: [Int: Int] = [:]
        var queue = [node]
        while let next = queue.popLast() {
            let others = isDown ? Array(children[next]) : Array(parents[next])
            for other in others where ranks[other] != Self.none && old[other] == nil && other != node {
                let before = old[next] ?? (isDown ? Int.min : Int.max)
                // Edges that already point back do not matter.
                let ledOn = isDown ? ranks[other] > before : ranks[other] < before
                let isNear = isDown ? ranks[other] <= ranks[next] : ranks[other] >= ranks[next]
                guard ledOn, isNear else { continue }
                old[other] = ranks[other]
                let rank = isDown ? rank(after: ranks[other]) : rank(before: ranks[other])
                guard moved.count < most, canMove(other, rank) else { return nil }
                ranks[other] = rank
                moved.append(other)
                queue.append(other)
            }
        }
        return moved
    }

    /// Gives the rows that are new their place along the flow, by the heights of their nodes.
    mutating func placeNewRows(spacing: Double, _ nodes: [Int]) {
        var heights = Array(repeating: 0.0, count: rows.count)
        for node in nodes where ranks[node] != Self.none {
            let at = index(of: ranks[node])
            heights[at] = max(heights[at], frames[node].height)
        }
        guard let first = rows.firstIndex(where: { !$0.isNew }) else { return }
        for at in rows.indices.dropFirst(first + 1) where rows[at].isNew {
            rows[at].low = rows[at - 1].high + spacing
            rows[at].high = rows[at].low + heights[at]
            rows[at].level = rows[at].low + heights[at] * share
        }
        for at in (0..<first).reversed() {
            rows[at].high = rows[at + 1].low - spacing
            rows[at].low = rows[at].high - heights[at]
            rows[at].level = rows[at].low + heights[at] * share
        }
    }

    /// Returns where a node of a row begins along the flow.
    func start(of node: Int, in rank: Int) -> Double { rows[index(of: rank)].level - frames[node].height * share }
}
