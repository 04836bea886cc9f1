/// Takes nodes with their edges out and puts them back where they cross least: the layer, the place, and the way of edges.
///
/// The best way of an edge through the layers is found exactly, layer by layer, given all that is in. So a long edge is
/// moved as a whole, as by sifting of blocks (Bachmaier, Brunner and König 2010), and a node may change its layer between
/// its neighbors. Ruin and recreate (Schrimpf et al. 2000): what is not worse is kept.
struct Reinsertion {
    var levels: FreeLevels
    /// Crossings times their price, and the layers that edges span.
    var cost = 0
    /// What has been done, in steps of the innermost loops.
    var work = 0
    var choice: SeededChoice

    /// What a crossing costs, against a layer that an edge spans.
    static let crossing = 64

    /// How much worse an attempt may be at the beginning.
    static let tolerance = 96

    /// The costs of the ways into the gaps of each row.
    var costs: [Int32] = []
    var stride = 0
    /// The segments between two rows: places in the row, those of their other ends, and the edges.
    var segmentPlaces: [Int] = []
    var segmentOthers: [Int] = []
    var segmentEdges: [Int] = []
    private var reach: [Int32] = []

    init(_ levels: Levels, _ graph: FlowGraph, seed: UInt64) {
        self.levels = FreeLevels(levels, graph)
        choice = SeededChoice(seed: seed)
    }

    // MARK: Segments between two rows

    /// Gathers the segments between a row and its neighbor, by place in the row.
    mutating func gather(_ layer: Int, isAbove: Bool) {
        segmentPlaces.removeAll(keepingCapacity: true)
        segmentOthers.removeAll(keepingCapacity: true)
        segmentEdges.removeAll(keepingCapacity: true)
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
        work += levels.counts[layer] + segmentPlaces.count
    }

    @inline(__always) private mutating func note(_ place: Int, _ other: Int, _ edge: Int) {
        segmentPlaces.append(place)
        segmentOthers.append(other)
        segmentEdges.append(edge)
    }

    /// From the costs of the gaps of one row to those of the gathered row; `weight` is that of the edge.
    mutating func step(from source: Int, count: Int, to target: Int, last: Int, weight: Int) {
        let gaps = count + 1
        let price = weight * Reinsertion.crossing
        if reach.count < gaps + 1 { reach = Array(repeating: 0, count: (gaps + 1) * 2) }
        work += gaps * (last + 1 + segmentPlaces.count) / 4
        let (places, others) = (segmentPlaces, segmentOthers)
        let changes = segmentEdges.map { Int32(truncatingIfNeeded: levels.weights[$0] &* price) }
        reach.withUnsafeMutableBufferPointer { reach in
            costs.withUnsafeMutableBufferPointer { costs in
                // Left of all of the target row, the way crosses what begins left of its gap.
                for gap in 0...gaps { reach[gap] = 0 }
                for (segment, other) in others.enumerated() { reach[other + 1] &+= changes[segment] }
                var before: Int32 = 0
                for gap in 0..<gaps {
                    before &+= reach[gap]
                    reach[gap] = costs[source + gap] &+ before
                }
                var segment = 0
                for gap in 0...last {
                    while segment < places.count, places[segment] < gap {
                        let change = changes[segment]
                        for other in 0...others[segment] { reach[other] &+= change }
                        for other in (others[segment] + 1)..<gaps { reach[other] &-= change }
                        segment += 1
                    }
                    var least = reach[0]
                    for other in 1..<max(1, gaps) { least = min(least, reach[other]) }
                    costs[target + gap] = least &+ 1
                }
            }
        }
    }

    @inline(__always) private func change(_ segment: Int, _ price: Int) -> Int32 {
        Int32(truncatingIfNeeded: levels.weights[segmentEdges[segment]] &* price)
    }

    /// What it costs to reach each gap of a neighboring row from a node.
    mutating func begin(at node: Int, by edge: Int, isDown: Bool, to target: Int) {
        let layer = levels.layers[node] + (isDown ? 1 : -1)
        let price = levels.weights[edge] * Reinsertion.crossing
        let own = levels.place[node]
        gather(layer, isAbove: isDown)
        let count = levels.counts[layer]
        for gap in 0...(count + 1) { costs[target + gap] = 0 }
        var start: Int32 = 1
        for segment in segmentPlaces.indices {
            let other = segmentEdges[segment]
            var side = segmentOthers[segment] - own
            if side == 0 {
                side =
                    isDown
                    ? levels.upperSlots[other] - levels.upperSlots[edge]
                    : levels.lowerSlots[other] - levels.lowerSlots[edge]
            }
            let change = change(segment, price)
            if side < 0 {
                start &+= change
                costs[target + segmentPlaces[segment] + 1] &-= change
            } else if side > 0 {
                costs[target + segmentPlaces[segment] + 1] &+= change
            }
        }
        for gap in 0...count {
            start &+= costs[target + gap]
            costs[target + gap] = start
        }
    }
}
