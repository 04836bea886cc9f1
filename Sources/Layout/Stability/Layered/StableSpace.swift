/// The places of nodes and group sides across the flow, and the space between them.
///
/// A node that is inserted between two others pushes them apart only if it does not fit; they push the next ones, in
/// all rows that they reach. A side of a group has one place in all rows.
struct StableSpace {
    /// The middle of each node; for a side of a group, that of its first node.
    private(set) var middles: [Double]
    private let lefts: [Double]
    private let rights: [Double]
    /// The flags of fixed nodes.
    private let isFixed: [Bool]
    private let spacing: Double
    private let padding: Double
    /// The variable of each node: the node itself; for a side of a group, the first node of the side.
    private let variable: [Int]
    /// The kinds of variables: -1 a left side, 1 a right side, 0 a node.
    private let sides: [Int]
    /// The group of a side, by its variable.
    private let groups: [Int]
    /// The variables of each block, which move together, and the block of each variable; -1 for none.
    private let members: [[Int]]
    private let blocks: [Int]
    /// The places before the attempted change.
    private var saved: [(variable: Int, middle: Double)] = []

    /// - Parameter blocks: any number for nodes that move together, -1 for others.
    init(_ graph: FlowGraph, middles: [Double], isFixed: [Bool], blocks: [Int], spacing: Double) {
        (self.middles, self.spacing) = (middles, spacing)
        (lefts, rights) = (graph.lefts, graph.rights)
        padding = graph.groups?.padding ?? 0
        var variable = Array(0..<graph.count)
        var sides = Array(repeating: 0, count: graph.count)
        var groups = Array(repeating: -1, count: graph.count)
        for (group, side) in (graph.groups?.sides ?? []).enumerated() {
            for at in 0..<2 {
                let first = side.nodes[2 * at]
                for node in [first, side.nodes[2 * at + 1]] {
                    variable[node] = first
                    sides[node] = 2 * at - 1
                    groups[node] = group
                }
            }
        }
        (self.variable, self.sides, self.groups) = (variable, sides, groups)
        var (members, isHeld) = ([[Int]](), isFixed)
        var numbers: [Int: Int] = [:]
        var own = Array(repeating: -1, count: graph.count)
        for node in blocks.indices where blocks[node] >= 0 && variable[node] == node {
            let block = numbers[blocks[node]] ?? members.count
            if block == members.count {
                numbers[blocks[node]] = block
                members.append([])
            }
            own[node] = block
            members[block].append(node)
        }
        for block in members where block.contains(where: { isFixed[$0] }) {
            for node in block { isHeld[node] = true }
        }
        (self.members, self.blocks, self.isFixed) = (members, own, isHeld)
    }

    /// Returns true if a node is the side of a group.
    func isSide(_ node: Int) -> Bool { sides[node] != 0 }

    /// Returns true if a node is part of a block.
    func movesWithOthers(_ node: Int) -> Bool { blocks[variable[node]] >= 0 }

    /// The place of a node or a side of a group.
    func middle(_ node: Int) -> Double { middles[variable[node]] }

    /// The wanted free space between two neighbors, and the least one if space is short.
    private func gaps(_ left: Int, _ right: Int) -> (wish: Double, least: Double) {
        if sides[left] == -1 && sides[right] == 1 { return (0, 0) }
        if sides[left] == -1 || sides[right] == 1 { return (padding, padding) }
        return (spacing, spacing * 0.4)
    }

    private func distance(_ left: Int, _ right: Int, isWish: Bool) -> Double {
        let gaps = gaps(left, right)
        return rights[left] + lefts[right] + (isWish ? gaps.wish : gaps.least)
    }

    // MARK: Changes that can be undone

    mutating func begin() { saved.removeAll(keepingCapacity: true) }

    mutating func undo() {
        for (variable, middle) in saved.reversed() { middles[variable] = middle }
        begin()
    }

    /// The least total free space on both sides of a node.
    var leastSpace: Double { spacing * 0.8 }

    /// Restores the place of a node.
    mutating func restore(_ node: Int, _ middle: Double) { middles[node] = middle }

    /// The nodes and group sides that were pushed since the beginning; only the first of each block.
    var pushed: [Int] {
        var first: [Int: Double] = [:]
        for (variable, middle) in saved where first[variable] == nil && one(of: variable) == variable {
            first[variable] = middle
        }
        return first.keys.filter { abs(first[$0, default: 0] - middles[$0]) > 1e-9 }.sorted()
    }

    /// The variable that represents the block of a variable.
    private func one(of variable: Int) -> Int { blocks[variable] < 0 ? variable : members[blocks[variable]][0] }

    private mutating func set(_ variable: Int, _ middle: Double) {
        saved.append((variable, middles[variable]))
        middles[variable] = middle
    }

    // MARK: Putting

    /// Puts a node in its row as near to a wish as space allows; false if a fixed node is in the way, or too many
    /// nodes.
    ///
    /// - Parameter most: the number of others that may be pushed.
    mutating func put(_ node: Int, wish: Double, in levels: FreeLevels, most: Int) -> Bool {
        let left = neighbor(of: node, levels.layers[node], isRight: false, levels)
        let right = neighbor(of: node, levels.layers[node], isRight: true, levels)
        for isWish in [true, false] {
            let low = left.map { middle($0) + distance($0, node, isWish: isWish) } ?? -.infinity
            let high = right.map { middle($0) - distance(node, $0, isWish: isWish) } ?? .infinity
            if low <= high {
                set(node, isWish ? min(max(wish, low), high) : low / 2 + high / 2)
                return true
            }
        }
        let low = left.map { middle($0) + distance($0, node, isWish: false) } ?? -.infinity
        let high = right.map { middle($0) - distance(node, $0, isWish: false) } ?? .infinity
        var best: (place: Double, count: Int)?
        let before = saved.count
        for place in [low, high, low / 2 + high / 2] {
            set(node, place)
            if let count = push(from: node, levels, most: most), count < best?.count ?? .max { best = (place, count) }
            while saved.count > before {
                let (variable, middle) = saved.removeLast()
                middles[variable] = middle
            }
        }
        guard let best else { return false }
        set(node, best.place)
        _ = push(from: node, levels, most: most)
        return true
    }

    /// The next node or group side in a row.
    private func neighbor(of node: Int, _ layer: Int, isRight: Bool, _ levels: FreeLevels) -> Int? {
        let item = isSide(node) && levels.layers[node] != layer ? sideItem(node, layer, levels) : node
        var at = levels.place[item]
        while true {
            at += isRight ? 1 : -1
            guard at >= 0, at < levels.counts[layer] else { return nil }
            let other = levels.item(layer, at)
            if other < levels.nodeCount { return other }
            let upper = levels.uppers[levels.edge(ofBend: other)]
            if isSide(upper) { return upper }
        }
    }

    /// The item of a group side in one of its rows.
    private func sideItem(_ node: Int, _ layer: Int, _ levels: FreeLevels) -> Int {
        guard let nesting = levels.nesting else { return node }
        let side = nesting.tree.sides[groups[node]]
        let at = sides[node] < 0 ? 0 : 1
        if levels.layers[side.nodes[2 * at]] == layer { return side.nodes[2 * at] }
        if levels.layers[side.nodes[2 * at + 1]] == layer { return side.nodes[2 * at + 1] }
        return levels.bend(side.edges[at], layer)
    }

    /// The rows of a node or a group side.
    private func rows(of node: Int, _ levels: FreeLevels) -> ClosedRange<Int> {
        guard isSide(node), let nesting = levels.nesting else { return levels.layers[node]...levels.layers[node] }
        let side = nesting.tree.sides[groups[node]].nodes
        return levels.layers[side[0]]...max(levels.layers[side[0]], levels.layers[side[1]])
    }

    /// Pushes away all nodes that are too near to a node, or to a pushed node. Returns how many moved; nil if that is
    /// impossible.
    private mutating func push(from node: Int, _ levels: FreeLevels, most: Int) -> Int? {
        var moved: Set<Int> = []
        for isRight in [true, false] {
            var queue = [variable[node]]
            var steps = 0
            while let next = queue.popLast() {
                steps += 1
                if steps > 64 * (most + 4) + 4 * middles.count { return nil }
                for layer in rows(of: next, levels) {
                    guard let other = neighbor(of: next, layer, isRight: isRight, levels) else { continue }
                    let own = variable[other]
                    if blocks[own] >= 0, blocks[own] == blocks[next] { continue }
                    let (a, b) = isRight ? (next, other) : (other, next)
                    let distance = distance(a, b, isWish: false)
                    let place = isRight ? middles[next] + distance : middles[next] - distance
                    if isRight ? middles[own] >= place - 1e-9 : middles[own] <= place + 1e-9 { continue }
                    if isFixed[own] { return nil }
                    // The whole block moves along.
                    let offset = place - middles[own]
                    let all = blocks[own] < 0 ? [own] : members[blocks[own]]
                    for variable in all { set(variable, variable == own ? place : middles[variable] + offset) }
                    if own != node { moved.insert(one(of: own)) }
                    if moved.count > most { return nil }
                    queue += all
                }
            }
        }
        return moved.count
    }
}
