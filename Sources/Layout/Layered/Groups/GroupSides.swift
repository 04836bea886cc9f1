/// The sides of groups: in each layer of a group, an item to the left of its contents and one to the right.
///
/// Sander 1996. The sides are joined from layer to layer, so that an edge through a group without an end in it counts
/// as a crossing.
extension FlowGraph {
    /// Adds the sides of all groups; `layers` gets the layers of the new nodes.
    mutating func addSides(_ layers: inout [Int]) {
        guard var tree = groups else { return }
        var spans = Array(repeating: (first: Int.max, last: Int.min), count: tree.count)
        for node in 0..<count where tree.nodeGroups[node] >= 0 {
            let group = tree.nodeGroups[node]
            spans[group] = (min(spans[group].first, layers[node]), max(spans[group].last, layers[node]))
        }
        for group in (0..<tree.count).reversed() where tree.parents[group] >= 0 {
            let around = tree.parents[group]
            spans[around] = (
                min(spans[around].first, spans[group].first), max(spans[around].last, spans[group].last)
            )
        }
        var (starts, ends) = (Set<Int>(), Set<Int>())
        for node in tree.leafCount..<count {
            if tree.joint(node) == .entry { starts.insert(layers[node]) } else { ends.insert(layers[node]) }
        }
        for group in 0..<tree.count {
            // A row where edges meet frames belongs to all groups that begin or end beside it.
            let first = spans[group].first - (starts.contains(spans[group].first - 1) ? 1 : 0)
            let last = spans[group].last + (ends.contains(spans[group].last + 1) ? 1 : 0)
            var nodes: [Int] = []
            var edges: [Int] = []
            for _ in 0..<2 {
                nodes += [addNode(&layers, first), first == last ? count - 1 : addNode(&layers, last)]
                if first != last { edges.append(addEdge(nodes[nodes.count - 2], nodes[nodes.count - 1])) }
            }
            tree.sides.append((nodes, edges))
        }
        tree.nodeGroups += Array(repeating: -1, count: count - tree.nodeGroups.count)
        for group in 0..<tree.count {
            for node in tree.sides[group].nodes { tree.nodeGroups[node] = group }
        }
        groups = tree
    }

    private mutating func addNode(_ layers: inout [Int], _ layer: Int) -> Int {
        layers.append(layer)
        halves.append(0)
        lefts.append(0)
        rights.append(0)
        heights.append(0)
        reaches.append(0)
        borders.append(nil)
        return count - 1
    }

    private mutating func addEdge(_ upper: Int, _ lower: Int) -> Int {
        uppers.append(upper)
        lowers.append(lower)
        weights.append(1)
        upperSlots.append(0)
        lowerSlots.append(0)
        upperOffsets.append(0)
        lowerOffsets.append(0)
        thickness.append(0)
        return edgeCount - 1
    }
}
