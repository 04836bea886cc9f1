extension FreeLevels {
    /// Is true if there are groups; edges then pass only through the groups of their bends.
    var isGrouped: Bool { nesting != nil }

    /// The side of a group that an item represents: -1 left, 1 right, 0 none.
    private func side(_ item: Int, _ nesting: Nesting) -> Int {
        let node = item < nodeCount ? item : uppers[edge(ofBend: item)]
        return node < nesting.tree.firstSide ? 0 : nesting.sides[node]
    }

    /// The groups in which an item may lie.
    private func groups(of item: Int, in layer: Int, _ nesting: Nesting) -> [Int] {
        if item < nodeCount { return [nesting.groups[item]] }
        let edge = edge(ofBend: item)
        let (from, to) = (nesting.groups[uppers[edge]], nesting.groups[lowers[edge]])
        return nesting.groups(from: from, to: to, commonGroups[edge], layer)
    }

    /// Calls the body with each gap of a row, from left to right; a gap is open if it lies directly in a group of the
    /// item.
    func eachGap(in layer: Int, for item: Int, _ body: (_ gap: Int, _ isOpen: Bool) -> Void) {
        guard let nesting else { return }
        let wanted = groups(of: item, in: layer, nesting)
        var isOpen = wanted.contains(-1)
        body(0, isOpen)
        for at in 0..<counts[layer] {
            let other = self.item(layer, at)
            let side = side(other, nesting)
            if side != 0 {
                let own = nesting.groups[other < nodeCount ? other : uppers[edge(ofBend: other)]]
                isOpen = wanted.contains(side < 0 ? own : nesting.tree.parents[own])
            }
            body(at + 1, isOpen)
        }
    }

    /// Returns true if edges meet groups in a layer that has no nodes.
    func isForJoints(_ layer: Int) -> Bool { nesting.map { !$0.hasNodes[layer] } ?? false }

    /// The layers that a node may move to without changing the span of its groups: the last node in the first or the
    /// last layer of a group stays.
    func layersInGroups(_ node: Int) -> ClosedRange<Int> {
        guard let nesting else { return 0...max(0, layerCount - 1) }
        let own = layers[node]
        let inner = nesting.groups[node]
        if nesting.tree.joint(node) != nil { return own...own }
        if inner < 0 { return 0...max(0, layerCount - 1) }
        var group = inner
        while group >= 0 {
            if own == nesting.leads[group] || own == nesting.trails[group], isLast(node, of: group, nesting) {
                return own...own
            }
            group = nesting.tree.parents[group]
        }
        return min(own, nesting.leads[inner])...max(own, nesting.trails[inner])
    }

    /// Returns true if a node is the only one of a group in its layer.
    private func isLast(_ node: Int, of group: Int, _ nesting: Nesting) -> Bool {
        let layer = layers[node]
        let left = nesting.side(group, layer, isLeft: true)
        let first = left < nodeCount ? place[left] : place[bend(nesting.tree.sides[group].edges[0], layer)]
        for at in first + 1..<counts[layer] {
            let item = item(layer, at)
            if side(item, nesting) > 0, nesting.groups[item < nodeCount ? item : uppers[edge(ofBend: item)]] == group {
                break
            }
            if item < nesting.tree.leafCount, item != node { return false }
        }
        return true
    }
}
