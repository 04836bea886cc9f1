/// The distances between items of a layer, measured between their middles.
struct Spacing {
    /// The width of an item to the left and to the right of its middle.
    let lefts: [Double]
    let rights: [Double]
    /// The distance between two nodes; beside bends it is smaller.
    let nodes: Double
    let nodeCount: Int
    /// The distance between the side of a group and its contents.
    let padding: Double
    /// The kind of each item: 0 a node, 1 a bend or a place where edges meet a group, 2 a left side, 3 a right side;
    /// empty without groups.
    let kinds: [UInt8]

    init(_ levels: Levels, _ graph: FlowGraph, _ labels: LabelSpace, nodes: Double) {
        self.nodes = nodes
        nodeCount = levels.nodeCount
        padding = levels.nesting?.tree.padding ?? 0
        kinds = levels.nesting.map { Spacing.kinds(levels, $0) } ?? []
        let bends = levels.edgeOfBend.enumerated().map { bend, edge in
            max(graph.thickness[edge], labels.widths[levels.nodeCount + bend]) / 2
        }
        lefts = graph.lefts + bends
        rights = graph.rights + bends
    }

    private static func kinds(_ levels: Levels, _ nesting: Nesting) -> [UInt8] {
        var kinds = (0..<levels.itemCount).map { item in
            nesting.sides[item] != 0 ? (nesting.sides[item] < 0 ? 2 : 3) : levels.isBend(item) ? 1 : UInt8(0)
        }
        for node in 0..<levels.nodeCount where nesting.tree.joint(node) != nil { kinds[node] = 1 }
        return kinds
    }

    /// The gap if there are groups.
    private func nestedGap(_ left: Int, _ right: Int) -> Double {
        let (a, b) = (kinds[left], kinds[right])
        let bends = (a == 1 ? 1 : 0) + (b == 1 ? 1 : 0)
        if a == 2 && b == 3 { return 0 }
        if a == 2 || b == 3 { return bends == 0 ? padding : padding * 0.5 }
        return bends == 0 ? nodes : bends == 1 ? nodes * 0.5 : nodes * 0.3
    }

    /// Returns the least free space between two neighbors.
    @inline(__always) func gap(_ left: Int, _ right: Int) -> Double {
        if !kinds.isEmpty { return nestedGap(left, right) }
        let bends = (left >= nodeCount ? 1 : 0) + (right >= nodeCount ? 1 : 0)
        return bends == 0 ? nodes : bends == 1 ? nodes * 0.5 : nodes * 0.3
    }

    /// The least distance between the middles of two neighbors.
    @inline(__always) func between(_ left: Int, _ right: Int) -> Double {
        rights[left] + lefts[right] + gap(left, right)
    }
}
