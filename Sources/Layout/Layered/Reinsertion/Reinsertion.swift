/// Takes nodes with their edges out and puts them back where they cross least: the layer, the place, and the way of edges.
///
/// The best way of an edge through the layers is found exactly, layer by layer, given all that is in. So a long edge is
/// moved as a whole, as by sifting of blocks (Bachmaier, Brunner and König 2010), and a node may change its layer between
/// its neighbors. Ruin and recreate (Schrimpf et al. 2000): what is not worse is kept.
struct Reinsertion {
    var levels: FreeLevels
    var ends: FreeEnds
    /// The ends that have taken other ways since the changes began that may be undone, with those that they had.
    var turned: [(end: Int, way: Int)] = []
    /// Crossings times their price, and the layers that edges span.
    var cost = 0
    /// The work that has been done, in steps of the innermost loops.
    var work = 0
    var choice: SeededChoice

    /// The cost of a crossing, against a layer that an edge spans.
    static let crossing = 64

    /// The amount by which an attempt may be worse at the beginning.
    static let tolerance = 96

    /// The attempts without a gain, for each node that may move, after which no more are made where others may not.
    static let patience = 16

    /// A cost above that of every path, and the distance to both sides within which paths are searched for.
    static let never: Int32 = 1 << 28
    private static let reachable = 20

    /// The gaps of each layer from which ways lead on.
    var windows: [ClosedRange<Int>]
    /// The costs of the ways into the gaps of each row.
    var costs: [Int32] = []
    var stride = 0
    /// The segments of edges between two rows.
    private(set) var segments: [Segment] = []
    private var reach: [Int32] = []
    /// The costs of the gaps of a row on the best ways of an end.
    private var others: [Int32] = []
    /// The cheapest way of the end of an edge into each gap of the row beside it: that of its upper, and that of its lower end.
    private(set) var cheapest: [[Int]] = [[], []]

    /// The part of an edge between two rows: its place in the gathered row, that of its other end in the row beside it.
    struct Segment {
        let place: Int
        let other: Int
        let edge: Int
    }

    init(_ levels: Levels, _ graph: FlowGraph, _ ends: FreeEnds = FreeEnds(), seed: UInt64) {
        self.levels = FreeLevels(levels, graph)
        choice = SeededChoice(seed: seed)
        windows = levels.rows.map { _ in 0...0 }
        self.ends = ends
        if !ends.isEmpty { (self.levels.upperSlots, self.levels.lowerSlots) = (ends.upperSlots, ends.lowerSlots) }
    }

    // MARK: Segments between two rows

    /// Gathers the segments between a row and its neighbor, by place in the row.
    mutating func gather(_ layer: Int, isAbove: Bool) {
        segments.removeAll(keepingCapacity: true)
        let next = isAbove ? layer - 1 : layer + 1
        for at in 0..<levels.counts[layer] {
            let item = levels.item(layer, at)
            if item >= levels.nodeCount {
                let other = isAbove ? levels.above[item] : levels.below[item]
                note(at, levels.place[other], levels.edge(ofBend: item))
            } else if isAbove {
                for slot in 0..<levels.incoming.degree(item) {
                    let edge = levels.incoming.item(item, slot)
                    if levels.isIn[edge] { note(at, levels.place[levels.item(of: edge, in: next)], edge) }
                }
            } else {
                for slot in 0..<levels.outgoing.degree(item) {
                    let edge = levels.outgoing.item(item, slot)
                    if levels.isIn[edge] { note(at, levels.place[levels.item(of: edge, in: next)], edge) }
                }
            }
        }
        work += levels.counts[layer] + segments.count
    }

    @inline(__always) private mutating func note(_ place: Int, _ other: Int, _ edge: Int) {
        segments.append(Segment(place: place, other: other, edge: edge))
    }

    /// Goes from the costs of the gaps of one row to those of the gathered row, in the windows of both; `weight` is
    /// that of the edge.
    mutating func step(from source: Int, to target: Int, around center: Double, weight: Int, for item: Int) {
        let from = windows[source]
        let to = window(target, around: center, for: item)
        windows[target] = to
        let count = from.count
        let start = target * stride
        for gap in 0...levels.counts[target] { costs[start + gap] = Reinsertion.never }
        if reach.count < count + 1 { reach = Array(repeating: 0, count: (count + 1) * 2) }
        let price = weight * Reinsertion.crossing
        let (segments, weights) = (segments, levels.weights)
        func change(_ segment: Segment) -> Int32 { Int32(truncatingIfNeeded: weights[segment.edge] &* price) }
        let first = source * stride + from.lowerBound
        var steps = 0
        reach.withUnsafeMutableBufferPointer { reach in
            costs.withUnsafeMutableBufferPointer { costs in
                for gap in 0...count { reach[gap] = 0 }
                // Left of what begins in the window, the way crosses what leads from there to the left of its gap.
                var next = 0
                for (number, segment) in segments.enumerated() {
                    let split = max(0, min(count, segment.other + 1 - from.lowerBound))
                    if segment.place < to.lowerBound {
                        next = number + 1
                        reach[0] &+= change(segment)
                        reach[split] &-= change(segment)
                    } else {
                        reach[split] &+= change(segment)
                    }
                }
                var before: Int32 = 0
                for gap in 0..<count {
                    before &+= reach[gap]
                    reach[gap] = costs[first + gap] &+ before
                }
                for gap in to {
                    while next < segments.count, segments[next].place < gap {
                        let change = change(segments[next])
                        let split = max(0, min(count, segments[next].other + 1 - from.lowerBound))
                        for other in 0..<split { reach[other] &+= change }
                        for other in split..<count { reach[other] &-= change }
                        next += 1
                        steps += 1
                    }
                    var least = reach[0]
                    for other in 1..<max(1, count) { least = min(least, reach[other]) }
                    costs[start + gap] = least &+ 1
                }
            }
        }
        work += count * (to.count + steps) / 4
    }

    /// Closes the gaps of a row in which an item must not lie.
    mutating func closeGaps(_ layer: Int, for item: Int) {
        if !levels.isGrouped { return }
        let start = layer * stride
        levels.eachGap(in: layer, for: item) { gap, isOpen in
            if !isOpen { costs[start + gap] = Reinsertion.never }
        }
        work += levels.counts[layer] / 4
    }

    /// The gaps of a row that ways of an item are looked for in: around a place from 0 to 1 along the row, or what is
    /// nearest to it in the group of the item.
    func window(_ layer: Int, around center: Double, for item: Int) -> ClosedRange<Int> {
        let count = levels.counts[layer]
        if count <= 2 * Reinsertion.reachable { return 0...count }
        var middle = Int(center * Double(count))
        if levels.isGrouped {
            var nearest = -count
            levels.eachGap(in: layer, for: item) { gap, isOpen in
                if isOpen, abs(gap - middle) < abs(nearest - middle) { nearest = gap }
            }
            middle = max(0, nearest)
        }
        let low = max(0, min(count - 2 * Reinsertion.reachable, middle - Reinsertion.reachable))
        return low...(low + 2 * Reinsertion.reachable)
    }

    /// Returns the position of an item in its row, 0…1.
    func share(_ item: Int, in layer: Int) -> Double {
        min(1, (Double(levels.place[item]) + 0.5) / Double(max(1, levels.counts[layer])))
    }

    /// Finds the cost of reaching each gap of a neighboring row from a node, on the best way of an end that has several.
    mutating func begin(at node: Int, by edge: Int, isDown: Bool, to target: Int, for item: Int) {
        let layer = levels.layers[node] + (isDown ? 1 : -1)
        gather(layer, isAbove: isDown)
        let count = levels.counts[layer]
        windows[layer] = window(layer, around: share(node, in: levels.layers[node]), for: item)
        guard let number = ends.number(edge, isUpper: isDown) else {
            let slot = isDown ? levels.upperSlots[edge] : levels.lowerSlots[edge]
            return begin(at: node, by: edge, isDown: isDown, to: target, count, slot: slot, 0)
        }
        let side = isDown ? 0 : 1
        cheapest[side].removeAll(keepingCapacity: true)
        others.removeAll(keepingCapacity: true)
        for (way, option) in ends.list[number].ways.enumerated() {
            let cost = min(ends.cost(number, way: way), Int(Reinsertion.never) / 4)
            begin(at: node, by: edge, isDown: isDown, to: target, count, slot: option.slot, cost)
            for gap in 0...count {
                let cost = costs[target + gap]
                if way == 0 {
                    others.append(cost)
                    cheapest[side].append(0)
                } else if cost < others[gap] || cost == others[gap] && choice.below(way + 1) == 0 {
                    (others[gap], cheapest[side][gap]) = (cost, way)
                }
            }
            work += segments.count + 2 * count
        }
        for gap in 0...count { costs[target + gap] = others[gap] }
    }

    /// Finds the cost of reaching each gap of the gathered row from a slot of a node, on top of a cost at the node.
    private mutating func begin(
        at node: Int, by edge: Int, isDown: Bool, to target: Int, _ count: Int, slot: Int, _ cost: Int
    ) {
        let (segments, weights) = (segments, levels.weights)
        let slots = isDown ? levels.upperSlots : levels.lowerSlots
        let price = weights[edge] * Reinsertion.crossing
        let own = levels.place[node]
        costs.withUnsafeMutableBufferPointer { costs in
            for gap in 0...(count + 1) { costs[target + gap] = 0 }
            var start = 1 &+ Int32(truncatingIfNeeded: cost)
            for segment in segments {
                var side = segment.other - own
                if side == 0 { side = slots[segment.edge] - slot }
                let change = Int32(truncatingIfNeeded: weights[segment.edge] &* price)
                if side < 0 {
                    start &+= change
                    costs[target + segment.place + 1] &-= change
                } else if side > 0 {
                    costs[target + segment.place + 1] &+= change
                }
            }
            for gap in 0...count {
                start &+= costs[target + gap]
                costs[target + gap] = start
            }
        }
    }
}
