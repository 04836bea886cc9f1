/// Removes nodes with their edges and inserts them where they cross least: layer, place, and paths of edges.
///
/// The best path of an edge through the layers is exact for the inserted items, found layer by layer. So a long edge
/// moves as a whole, as in block sifting (Bachmaier, Brunner and König 2010), and a node may change its layer between
/// its neighbors. Ruin and recreate (Schrimpf et al. 2000): a result is kept if it is not worse.
struct Reinsertion {
    var levels: FreeLevels
    var ends: FreeEnds
    /// The ends that have changed since the undoable changes began, with their former ways.
    var turned: [(end: Int, way: Int)] = []
    /// The total cost: crossings times their price, costs of ends, and the layers that edges span.
    var cost = 0
    /// The work so far, in steps of the innermost loops.
    var work = 0
    var choice: SeededChoice

    /// The cost of a crossing, relative to one layer that an edge spans.
    static let crossing = 64

    /// The greatest increase of cost that an attempt may have at the beginning.
    static let tolerance = 96

    /// The number of attempts without a gain, for each movable node, after which a search with fixed nodes ends.
    static let patience = 16

    /// A cost above that of every path, and the distance to both sides within which paths are searched.
    static let never: Int32 = 1 << 28
    private static let reachable = 20

    /// The gaps of each layer that paths can start from.
    var windows: [ClosedRange<Int>]
    /// The costs of the paths into the gaps of each row.
    var costs: [Int32] = []
    var stride = 0
    /// The segments of edges between two rows.
    private(set) var segments: [Segment] = []
    private var reach: [Int32] = []
    /// The costs of the gaps of a row for the best ways of an end.
    private var others: [Int32] = []
    /// The cheapest way of an edge end into each gap of the row beside it, for its upper and its lower end.
    private(set) var cheapest: [[Int]] = [[], []]

    /// The part of an edge between two rows: its place in the gathered row, and the place of its other end.
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

    /// Collects the segments between a row and its neighbor, by place in the row.
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

    /// Computes the costs of the gaps of the gathered row from those of another row, within their windows; `weight` is
    /// the weight of the edge.
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
                // For the leftmost target gap: a segment is crossed if its other end lies on the other side of the
                // source gap.
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

    /// The gaps of a row that are searched for paths of an item: around a place from 0 to 1 along the row, or around
    /// the nearest gap in the item's group.
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

    /// The position of an item in its row, 0…1.
    func share(_ item: Int, in layer: Int) -> Double {
        min(1, (Double(levels.place[item]) + 0.5) / Double(max(1, levels.counts[layer])))
    }

    /// Finds the cost of each gap of a neighboring row from a node; an end with a choice takes the best way for each
    /// gap.
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

    /// Finds the cost of each gap of the gathered row from a slot of a node, plus a cost at the node.
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
