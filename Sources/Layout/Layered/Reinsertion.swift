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

    static let crossing = 64

    /// The ways into the gaps of a row, and the costs of each way: one row of costs a layer.
    var costs: [Int32] = []
    var stride = 0
    var sourcePlaces: [Int32] = []
    var sourceWeights: [Int32] = []
    var sourceStarts: [Int] = []
    var reach: [Int32] = []

    init(_ levels: Levels, _ graph: FlowGraph, seed: UInt64) {
        self.levels = FreeLevels(levels, graph)
        choice = SeededChoice(seed: seed)
    }

    // MARK: Segments between two rows

    /// Gathers the segments between a row and its neighbor, by place in the row: the places of their other ends.
    mutating func gather(_ layer: Int, isAbove: Bool) {
        sourceStarts.removeAll(keepingCapacity: true)
        sourcePlaces.removeAll(keepingCapacity: true)
        sourceWeights.removeAll(keepingCapacity: true)
        let count = levels.graph.count
        for item in levels.rows[layer] {
            sourceStarts.append(sourcePlaces.count)
            if item >= count {
                let edge = levels.edge(ofBend: item)
                let other = isAbove ? levels.above[item] : levels.below[item]
                sourcePlaces.append(Int32(truncatingIfNeeded: levels.place[other]))
                sourceWeights.append(Int32(truncatingIfNeeded: levels.graph.weights[edge]))
            } else if isAbove {
                for slot in 0..<levels.incoming.degree(item) {
                    let edge = levels.incoming.item(item, slot)
                    if !levels.isIn[edge] { continue }
                    let other = levels.item(of: edge, in: layer - 1)
                    sourcePlaces.append(Int32(truncatingIfNeeded: levels.place[other]))
                    sourceWeights.append(Int32(truncatingIfNeeded: levels.graph.weights[edge]))
                }
            } else {
                for slot in 0..<levels.outgoing.degree(item) {
                    let edge = levels.outgoing.item(item, slot)
                    if !levels.isIn[edge] { continue }
                    let other = levels.item(of: edge, in: layer + 1)
                    sourcePlaces.append(Int32(truncatingIfNeeded: levels.place[other]))
                    sourceWeights.append(Int32(truncatingIfNeeded: levels.graph.weights[edge]))
                }
            }
        }
        sourceStarts.append(sourcePlaces.count)
        work += sourceStarts.count + sourcePlaces.count
    }

    /// From the costs of the gaps of one row to those of the gathered row; `weight` is that of the edge.
    mutating func step(from source: Int, count: Int, to target: Int, weight: Int) {
        let gaps = count + 1
        let price = Int32(truncatingIfNeeded: weight * Reinsertion.crossing)
        if reach.count < gaps { reach = Array(repeating: 0, count: gaps * 2) }
        let last = sourceStarts.count - 1
        work += gaps * (last + 1 + sourcePlaces.count) / 4
        reach.withUnsafeMutableBufferPointer { reach in
            costs.withUnsafeMutableBufferPointer { costs in
                // Left of all of the target row, the way crosses what begins left of its gap.
                for gap in 0..<gaps { reach[gap] = 0 }
                for at in 0..<sourcePlaces.count { reach[Int(sourcePlaces[at]) + 1] &+= sourceWeights[at] }
                var before: Int32 = 0
                for gap in 0..<gaps {
                    before &+= reach[gap]
                    reach[gap] = costs[source + gap] &+ before &* price
                }
                for gap in 0...last {
                    if gap > 0 {
                        for at in sourceStarts[gap - 1]..<sourceStarts[gap] {
                            let place = Int(sourcePlaces[at])
                            let change = sourceWeights[at] &* price
                            for other in 0...place { reach[other] &+= change }
                            for other in (place + 1)..<gaps { reach[other] &-= change }
                        }
                    }
                    var least = reach[0]
                    for other in 1..<gaps { least = min(least, reach[other]) }
                    costs[target + gap] = least &+ 1
                }
            }
        }
    }

    /// What it costs to reach each gap of a row from an item of the neighboring row, given segments of the row.
    mutating func begin(at node: Int, by edge: Int, isDown: Bool, to target: Int) {
        let layer = levels.layers[node] + (isDown ? 1 : -1)
        let price = Int32(truncatingIfNeeded: levels.graph.weights[edge] * Reinsertion.crossing)
        let own = levels.place[node]
        let slots = isDown ? levels.graph.upperSlots : levels.graph.lowerSlots
        let row = levels.rows[layer]
        var start: Int32 = 1
        work += 2 * row.count
        for gap in 0...row.count { costs[target + gap] = 0 }
        func add(_ other: Int, _ otherEdge: Int, _ gap: Int) {
            let place = levels.place[other]
            let side = place != own ? place - own : slots[otherEdge] - slots[edge]
            let change = Int32(truncatingIfNeeded: levels.graph.weights[otherEdge]) &* price
            if side < 0 {
                start &+= change
                costs[target + gap + 1] &-= change
            } else if side > 0 {
                costs[target + gap + 1] &+= change
            }
        }
        for (gap, item) in row.enumerated() {
            if item >= levels.graph.count {
                add(isDown ? levels.above[item] : levels.below[item], levels.edge(ofBend: item), gap)
                continue
            }
            let list = isDown ? levels.incoming : levels.outgoing
            for slot in 0..<list.degree(item) {
                let otherEdge = list.item(item, slot)
                if !levels.isIn[otherEdge] { continue }
                add(levels.item(of: otherEdge, in: levels.layers[node]), otherEdge, gap)
            }
        }
        for gap in 0...row.count {
            start &+= costs[target + gap]
            costs[target + gap] = start
        }
    }
}
