import Geometry

/// The frames of nodes in rows, and the space for edges between them.
struct StableBoxes {
    private let frames: [Rect]
    /// The nearest nodes before and behind each item in its row.
    private var befores: [Int]
    private var behinds: [Int]
    private let lows: [Double]
    private let highs: [Double]

    init(_ levels: Levels, _ rows: [StableRanks.Row], _ graph: FlowGraph, frames: [Rect]) {
        self.frames = frames
        befores = Array(repeating: -1, count: levels.itemCount)
        behinds = befores
        func node(_ item: Int) -> Int {
            if !levels.isBend(item) { return item }
            let isSide = levels.nesting.map { $0.sides[item] != 0 } ?? false
            return isSide ? graph.uppers[levels.edgeOfBend[item - levels.nodeCount]] : -1
        }
        for row in levels.rows {
            var last = -1
            for item in row {
                befores[item] = last
                if node(item) >= 0 { last = node(item) }
            }
            last = -1
            for item in row.reversed() {
                behinds[item] = last
                if node(item) >= 0 { last = node(item) }
            }
        }
        var (lows, highs) = (rows.map(\.low), rows.map(\.high))
        for node in 0..<levels.nodeCount where frames[node].width > 0 {
            let layer = levels.layer[node]
            (lows[layer], highs[layer]) = (min(lows[layer], frames[node].minY), max(highs[layer], frames[node].maxY))
        }
        (self.lows, self.highs) = (lows, highs)
    }

    /// The range along the flow in which a node limits the items of a row.
    private func range(_ node: Int, _ layer: Int) -> (low: Double, high: Double) {
        let frame = frames[node]
        if frame.width > 0 || frame.height <= highs[layer] - lows[layer] { return (frame.minY, frame.maxY) }
        // The side of a group spans many rows; edges may move sideways between rows.
        var (before, after) = (frame.minY, frame.maxY)
        if layer > 0, frame.minY < highs[layer - 1] { before = lows[layer] - (lows[layer] - highs[layer - 1]) / 3 }
        if layer + 1 < lows.count, frame.maxY > lows[layer + 1] {
            after = highs[layer] + (lows[layer + 1] - highs[layer]) / 3
        }
        return (max(frame.minY, before), max(min(frame.maxY, after), max(frame.minY, before)))
    }

    /// Returns true if a line passes the nodes in its rows on the same sides as its items.
    func isClear(_ way: [Point], _ edge: Int, _ levels: Levels, _ graph: FlowGraph) -> Bool {
        let bends = levels.firstBend[edge]..<levels.firstBend[edge + 1]
        for item in [graph.uppers[edge]] + Array(bends) + [graph.lowers[edge]] {
            let layer = levels.layer[item]
            let whole = reach(way, lows[layer], highs[layer])
            var node = befores[item]
            while node >= 0 {
                let span = range(node, layer)
                if reach(way, span.low, span.high).low < frames[node].maxX + 0.5 { return false }
                if frames[node].maxX < whole.low { break }
                node = before(node, layer, levels)
            }
            node = behinds[item]
            while node >= 0 {
                let span = range(node, layer)
                if reach(way, span.low, span.high).high > frames[node].minX - 0.5 { return false }
                if frames[node].minX > whole.high { break }
                node = behind(node, layer, levels)
            }
        }
        return true
    }

    /// The next node or group side before a node in a row; -1 without one.
    private func before(_ node: Int, _ layer: Int, _ levels: Levels) -> Int {
        levels.layer[node] == layer ? befores[node] : -1
    }

    private func behind(_ node: Int, _ layer: Int, _ levels: Levels) -> Int {
        levels.layer[node] == layer ? behinds[node] : -1
    }

    /// The extent across of the part of a line between two heights.
    private func reach(_ way: [Point], _ low: Double, _ high: Double) -> (low: Double, high: Double) {
        var (least, most) = (Double.infinity, -Double.infinity)
        for (a, b) in zip(way, way.dropFirst()) {
            let (top, bottom) = (max(min(a.y, b.y), low), min(max(a.y, b.y), high))
            if top > bottom { continue }
            for y in [top, bottom] {
                let xs = a.y == b.y ? [a.x, b.x] : [a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y))]
                for x in xs { (least, most) = (min(least, x), max(most, x)) }
            }
        }
        return (least, most)
    }

    // MARK: Bands and middles

    /// The bands of the items: those of the nodes beside them.
    func bands(_ levels: Levels) -> Bands {
        var (tops, bottoms) = ([Double](), [Double]())
        // The greatest end of earlier rows, and the least start of later rows.
        var (reached, next) = (highs, lows)
        for layer in lows.indices.dropFirst() { reached[layer] = max(reached[layer - 1], highs[layer]) }
        for layer in lows.indices.dropLast().reversed() { next[layer] = min(next[layer + 1], lows[layer]) }
        for item in levels.layer.indices {
            let layer = levels.layer[item]
            var (top, bottom) = (Double.infinity, -Double.infinity)
            let own = levels.isBend(item) ? -1 : item
            for node in [befores[item], behinds[item], own] where node >= 0 {
                let span = range(node, layer)
                (top, bottom) = (min(top, span.low), max(bottom, span.high))
            }
            // The whole row, except where other rows reach into it.
            let (low, high) = (
                layer > 0 ? max(lows[layer], reached[layer - 1]) : lows[layer],
                layer + 1 < next.count ? min(highs[layer], next[layer + 1]) : highs[layer]
            )
            tops.append(min(top, low))
            bottoms.append(max(bottom, max(high, min(top, low))))
        }
        return Bands(tops: tops, bottoms: bottoms, nodes: (0..<levels.nodeCount).map { frames[$0].minY })
    }

    /// The middles of all items. Bends lie on the current lines of their edges; without a line they are as straight as
    /// their neighbors in the rows allow.
    func middles(
        _ levels: Levels, _ rows: [StableRanks.Row], _ graph: FlowGraph, ways: [[Point]?], spacing: Double
    ) -> [Double] {
        var middles = Array(repeating: 0.0, count: levels.itemCount)
        var isSet = Array(repeating: false, count: levels.itemCount)
        for node in 0..<levels.nodeCount {
            middles[node] = frames[node].center.x
            isSet[node] = true
        }
        for edge in graph.uppers.indices {
            let (a, b) = (middles[graph.uppers[edge]], middles[graph.lowers[edge]])
            let (top, bottom) = (levels.layer[graph.uppers[edge]], levels.layer[graph.lowers[edge]])
            for bend in levels.firstBend[edge]..<levels.firstBend[edge + 1] {
                let layer = levels.layer[bend]
                if levels.nesting.map({ $0.sides[bend] != 0 }) ?? false {
                    middles[bend] = frames[graph.uppers[edge]].center.x
                    isSet[bend] = true
                } else if let way = ways[edge] {
                    middles[bend] = Clearances.across(way, at: rows[layer].low / 2 + rows[layer].high / 2)
                    isSet[bend] = true
                } else {
                    middles[bend] = a + (b - a) * Double(layer - top) / Double(bottom - top)
                }
            }
        }
        for sweep in 0..<8 {
            for step in levels.rows.indices {
                let layer = sweep % 2 == 0 ? step : levels.rows.count - 1 - step
                relax(levels.rows[layer], levels, graph, isSet, &middles, spacing)
            }
        }
        return middles
    }

    /// Moves the bends of a row towards their neighbors above and below; each stays between the items beside it.
    private func relax(
        _ row: [Int], _ levels: Levels, _ graph: FlowGraph, _ isSet: [Bool], _ middles: inout [Double],
        _ spacing: Double
    ) {
        var start = 0
        while start < row.count {
            if isSet[row[start]] {
                start += 1
                continue
            }
            var end = start
            while end < row.count, !isSet[row[end]] { end += 1 }
            let run = row[start..<end]
            let low = start > 0 ? middles[row[start - 1]] + right(row[start - 1], levels) : -Double.infinity
            let high = end < row.count ? middles[row[end]] - right(row[end], levels) : Double.infinity
            let gap = min(spacing * 0.3, max(0, high - low) / Double(run.count + 1))
            var blocks: [(value: Double, count: Double, start: Int)] = []
            for (at, item) in run.enumerated() {
                let up = levels.up.starts[item]
                let down = levels.down.starts[item]
                let wish =
                    middles[levels.up.items[up]] / 2 + middles[levels.down.items[down]] / 2
                    + (levels.up.offsets[up] + levels.down.offsets[down]) / 2
                var block = (value: wish - Double(at) * gap, count: 1.0, start: at)
                while let last = blocks.last, last.value >= block.value {
                    let count = last.count + block.count
                    block = ((last.value * last.count + block.value * block.count) / count, count, last.start)
                    blocks.removeLast()
                }
                blocks.append(block)
            }
            for (index, block) in blocks.enumerated() {
                let last = index + 1 < blocks.count ? blocks[index + 1].start : run.count
                for at in block.start..<last {
                    let least = low + Double(at + 1) * gap
                    let most = high - Double(run.count - at) * gap
                    middles[row[start + at]] = max(min(block.value + Double(at) * gap, most), least)
                }
            }
            start = end
        }
    }

    private func right(_ item: Int, _ levels: Levels) -> Double {
        item < levels.nodeCount ? frames[item].width / 2 : 0
    }
}
