/// Moves items within their layers as long as that saves crossings.
struct Transposition {
    private var ranks: NeighborRanks
    /// A flag for each layer: true if it has changed since its neighbors were last improved.
    private var isStale: [Bool]

    init(_ levels: Levels) {
        ranks = NeighborRanks(levels)
        isStale = Array(repeating: true, count: levels.layerCount)
    }

    /// Exchanges adjacent items (Gansner et al. 1993; greedy switch); returns how many crossings were saved until it
    /// was stopped.
    mutating func exchange(_ levels: inout Levels, passes: Int, _ isWanted: () -> Bool) -> Int {
        run(&levels, passes, isWanted) { ranks, levels, layer in Transposition.exchange(&levels, layer, ranks) }
    }

    /// Moves each item past some of its neighbors, to where it saves most; returns how many crossings were saved until
    /// it was stopped.
    ///
    /// Sifting (Matuszewski, Schönfeld and Molitor 1999), within a window.
    mutating func sift(_ levels: inout Levels, passes: Int, window: Int, _ isWanted: () -> Bool) -> Int {
        run(&levels, passes, isWanted) { ranks, levels, layer in Transposition.sift(&levels, layer, ranks, window) }
    }

    /// Passes over the layers. Layers are skipped if neither they nor their neighbors have changed.
    private mutating func run(
        _ levels: inout Levels, _ passes: Int, _ isWanted: () -> Bool,
        _ improve: (NeighborRanks, inout Levels, Int) -> Int
    ) -> Int {
        for layer in isStale.indices { isStale[layer] = true }
        var saved = 0
        for pass in 0..<passes {
            var now = 0
            for step in 0..<levels.layerCount {
                let layer = pass % 2 == 0 ? step : levels.layerCount - 1 - step
                guard isStale[layer], levels.rows[layer].count > 1, !levels.isOrdered[layer] else { continue }
                isStale[layer] = false
                if !isWanted() { return saved + now }
                ranks.gather(levels, layer)
                let gain = improve(ranks, &levels, layer)
                if gain == 0 { continue }
                now += gain
                if layer > 0 { isStale[layer - 1] = true }
                if layer + 1 < levels.layerCount { isStale[layer + 1] = true }
            }
            saved += now
            if now == 0 { break }
        }
        return saved
    }

    private static func exchange(_ levels: inout Levels, _ layer: Int, _ ranks: NeighborRanks) -> Int {
        var row = levels.rows[layer]
        var saved = 0
        var steps = 0
        var at = 1
        while at < row.count, steps < 8 * row.count {
            steps += 1
            let isFree = levels.isInside(row[at - 1]) && levels.isInside(row[at])
            let gain = isFree ? ranks.gain(levels, row[at - 1], row[at]) : 0
            if gain > 0 {
                row.swapAt(at - 1, at)
                saved += gain
                at = max(1, at - 1)
            } else {
                at += 1
            }
        }
        if saved > 0 { put(row, &levels, layer) }
        return saved
    }

    private static func sift(_ levels: inout Levels, _ layer: Int, _ ranks: NeighborRanks, _ window: Int) -> Int {
        var row = levels.rows[layer]
        var saved = 0
        for item in levels.rows[layer] where levels.isInside(item) {
            let at = levels.place[item]
            var (best, to, sum) = (0, at, 0)
            var brackets = Brackets(levels)
            for other in stride(from: at - 1, through: max(0, at - window), by: -1) {
                sum += ranks.gain(levels, row[other], item)
                if brackets.pass(row[other], isLeft: true) { break }
                if sum > best, brackets.depth == 0 { (best, to) = (sum, other) }
            }
            sum = 0
            brackets.depth = 0
            for other in stride(from: at + 1, through: min(row.count - 1, at + window), by: 1) {
                sum += ranks.gain(levels, item, row[other])
                if brackets.pass(row[other], isLeft: false) { break }
                if sum > best, brackets.depth == 0 { (best, to) = (sum, other) }
            }
            if best == 0 { continue }
            saved += best
            let sign = to < at ? -1 : 1
            for place in stride(from: at, to: to, by: sign) {
                row[place] = row[place + sign]
                levels.place[row[place]] = place
            }
            row[to] = item
            levels.place[item] = to
        }
        if saved > 0 { put(row, &levels, layer) }
        return saved
    }

    private static func put(_ row: [Int], _ levels: inout Levels, _ layer: Int) {
        levels.rows[layer] = row
        for (place, item) in row.enumerated() { levels.place[item] = place }
    }
}

extension Levels {
    /// Returns true if an item is not a side of a group.
    @inline(__always) fileprivate func isInside(_ item: Int) -> Bool { nesting.map { $0.sides[item] == 0 } ?? true }
}

/// Counts the groups that an item would enter on its way along a row.
private struct Brackets {
    private let nesting: Nesting?
    var depth = 0

    init(_ levels: Levels) { nesting = levels.nesting }

    /// Passes an item. Returns true if the item ends the group in which the way began.
    @inline(__always) mutating func pass(_ item: Int, isLeft: Bool) -> Bool {
        guard let nesting, nesting.sides[item] != 0 else { return false }
        let isEntered = nesting.sides[item] == (isLeft ? 1 : -1)
        depth += isEntered ? 1 : -1
        return depth < 0
    }
}
