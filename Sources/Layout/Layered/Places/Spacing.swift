/// How far apart items of a layer lie, measured between their middles.
struct Spacing {
    /// What an item takes to the left and to the right of its middle.
    let lefts: [Double]
    let rights: [Double]
    /// Between two nodes; next to bends it is less.
    let nodes: Double
    let nodeCount: Int

    init(_ levels: Levels, _ graph: FlowGraph, _ labels: LabelSpace, nodes: Double) {
        self.nodes = nodes
        nodeCount = levels.nodeCount
        let bends = levels.edgeOfBend.enumerated().map { bend, edge in
            max(graph.thickness[edge], labels.widths[levels.nodeCount + bend]) / 2
        }
        lefts = graph.lefts + bends
        rights = graph.rights + bends
    }

    /// What lies free between two neighbors at least.
    @inline(__always) func gap(_ left: Int, _ right: Int) -> Double {
        let bends = (left >= nodeCount ? 1 : 0) + (right >= nodeCount ? 1 : 0)
        return bends == 0 ? nodes : bends == 1 ? nodes * 0.5 : nodes * 0.3
    }

    /// The least distance of the middles of two neighbors.
    @inline(__always) func between(_ left: Int, _ right: Int) -> Double {
        rights[left] + lefts[right] + gap(left, right)
    }
}
