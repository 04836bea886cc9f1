/// The groups in which the items of a layered graph lie.
///
/// A row is a sequence with brackets: the contents of a group lie between the two items of its sides.
struct Nesting: Sendable {
    let tree: GroupTree
    /// The group of each item, -1 for none; the group itself for its sides.
    private(set) var groups: [Int]
    /// The side of each item: -1 on the left side of its group, 1 on the right side, 0 between.
    private(set) var sides: [Int]
    /// The groups that span each layer; inner groups come first.
    private(set) var layerGroups: [[Int]]
    /// The first and the last layer of each group.
    let firsts: [Int]
    let lasts: [Int]
    /// A flag for each layer: true if it has nodes, and not only places where edges meet groups.
    private(set) var hasNodes: [Bool]
    /// The first and the last layer with nodes of each group.
    private(set) var leads: [Int]
    private(set) var trails: [Int]
    /// The items of each group's left and right side, from its first layer to its last.
    private(set) var leftItems: [[Int]] = []
    private(set) var rightItems: [[Int]] = []

    init(_ tree: GroupTree, _ graph: FlowGraph, layer: [Int], firstBend: [Int]) {
        self.tree = tree
        firsts = tree.sides.map { layer[$0.nodes[0]] }
        lasts = tree.sides.map { layer[$0.nodes[1]] }
        groups = tree.nodeGroups + Array(repeating: -1, count: layer.count - tree.nodeGroups.count)
        sides = Array(repeating: 0, count: layer.count)
        hasNodes = Array(repeating: false, count: (layer.max() ?? -1) + 1)
        for node in 0..<tree.leafCount { hasNodes[layer[node]] = true }
        (leads, trails) = (firsts, lasts)
        for group in 0..<tree.count {
            while leads[group] < trails[group], !hasNodes[leads[group]] { leads[group] += 1 }
            while leads[group] < trails[group], !hasNodes[trails[group]] { trails[group] -= 1 }
        }
        layerGroups = Array(repeating: [], count: (layer.max() ?? -1) + 1)
        for group in (0..<tree.count).reversed() {
            for index in firsts[group]...lasts[group] { layerGroups[index].append(group) }
            let (nodes, edges) = tree.sides[group]
            func items(_ at: Int) -> [Int] {
                if edges.isEmpty { return [nodes[2 * at]] }
                return [nodes[2 * at]] + Array(firstBend[edges[at]]..<firstBend[edges[at] + 1]) + [nodes[2 * at + 1]]
            }
            leftItems.append(items(0))
            rightItems.append(items(1))
        }
        leftItems.reverse()
        rightItems.reverse()
        for group in 0..<tree.count {
            for item in leftItems[group] { (groups[item], sides[item]) = (group, -1) }
            for item in rightItems[group] { (groups[item], sides[item]) = (group, 1) }
        }
        for edge in 0..<graph.edgeCount where firstBend[edge] < firstBend[edge + 1] {
            placeBends(edge, graph, layer, firstBend)
        }
    }

    /// The index of a group in `layerGroups` of a layer; their count for no group.
    func slot(of group: Int, in layer: Int) -> Int {
        let list = layerGroups[layer]
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if list[middle] > group { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The item of a side of a group in a layer.
    func side(_ group: Int, _ layer: Int, isLeft: Bool) -> Int {
        (isLeft ? leftItems : rightItems)[group][layer - firsts[group]]
    }

    /// The groups within a group, at any depth.
    func inner(of group: Int) -> [Int] {
        var isInner = Array(repeating: false, count: tree.count)
        for other in tree.parents.indices.dropFirst(group + 1) where tree.parents[other] >= 0 {
            isInner[other] = tree.parents[other] == group || isInner[tree.parents[other]]
        }
        return isInner.indices.filter { isInner[$0] }
    }

    /// The left and the right item of each group in its first layer, and the least width between them.
    var widths: [(left: Int, right: Int, width: Double)] {
        (0..<tree.count).map { (leftItems[$0][0], rightItems[$0][0], tree.least[$0].width) }
    }

    /// The variable of each item: the item itself; for the side of a group the side's item in the first layer.
    var variables: [Int] {
        var variables = Array(groups.indices)
        for items in leftItems + rightItems {
            for item in items { variables[item] = items[0] }
        }
        return variables
    }

    /// Puts the bends of an edge into groups. A bend is in the groups of the upper end until these end, and in those of
    /// the lower end from their first layer on. If both are possible, it is in neither.
    private mutating func placeBends(_ edge: Int, _ graph: FlowGraph, _ layer: [Int], _ firstBend: [Int]) {
        let (upper, lower) = (graph.uppers[edge], graph.lowers[edge])
        if sides[upper] != 0 { return }
        let (from, to) = (tree.nodeGroups[upper], tree.nodeGroups[lower])
        let common = tree.common(from, to)
        for bend in firstBend[edge]..<firstBend[edge + 1] {
            groups[bend] = group(from: from, to: to, common, layer[bend])
        }
    }

    /// The groups in which an edge between two groups may pass a layer: those of its ends, and their common group.
    func groups(from: Int, to: Int, _ common: Int, _ layer: Int) -> [Int] {
        var open = [common]
        var group = from
        while group != common {
            if lasts[group] >= layer { open.append(group) }
            group = tree.parents[group]
        }
        group = to
        while group != common {
            if firsts[group] <= layer { open.append(group) }
            group = tree.parents[group]
        }
        return open
    }

    /// Sets the groups of bends by the sides between which they lie in their row.
    mutating func renewGroups(_ row: [Int]) {
        var group = -1
        for item in row {
            if sides[item] < 0 { group = groups[item] }
            if sides[item] == 0 { groups[item] = group }
            if sides[item] > 0 { group = tree.parents[groups[item]] }
        }
    }

    /// Moves a bend into a group that spans its layer.
    mutating func move(_ item: Int, to group: Int) { groups[item] = group }

    /// The group in which an edge between two groups passes a layer.
    func group(from: Int, to: Int, _ common: Int, _ layer: Int) -> Int {
        var (upper, lower) = (from, to)
        while upper != common, lasts[upper] < layer { upper = tree.parents[upper] }
        while lower != common, firsts[lower] > layer { lower = tree.parents[lower] }
        return upper == common ? lower : lower == common ? upper : common
    }
}
