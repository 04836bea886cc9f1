/// The adjacent nodes of each node along its edges, in the order of the edges, without self-loops.
struct Neighbors {
    /// The direction in which edges are followed.
    enum Way {
        case forward, backward, both
    }

    /// The index at which the edges of each node begin, and at which those of the last node end.
    private var starts: [Int32]
    /// The other ends of edges, node after node.
    private(set) var ends: [Int32]

    /// - Complexity: O(*n* + *m*).
    init(nodeCount: Int, _ edges: [LayoutEdge], _ way: Way) {
        starts = Array(repeating: 0, count: nodeCount + 1)
        for edge in edges where edge.source != edge.target {
            if way != .backward { starts[edge.source] += 1 }
            if way != .forward { starts[edge.target] += 1 }
        }
        var total: Int32 = 0
        for node in starts.indices { (starts[node], total) = (total, total + starts[node]) }
        ends = Array(repeating: 0, count: Int(total))
        for edge in edges where edge.source != edge.target {
            if way != .backward { append(edge.target, to: edge.source) }
            if way != .forward { append(edge.source, to: edge.target) }
        }
        // Filling has moved the start of each node to its end.
        for node in (1..<max(starts.count, 1)).reversed() { starts[node] = starts[node - 1] }
        starts[0] = 0
    }

    private mutating func append(_ end: Int, to node: Int) {
        ends[Int(starts[node])] = Int32(end)
        starts[node] += 1
    }

    /// The range of a node's edges among all ends.
    @inline(__always) func places(of node: Int) -> Range<Int> { Int(starts[node])..<Int(starts[node + 1]) }

    /// The same range, as it is stored.
    @inline(__always) func compactPlaces(of node: Int) -> Range<Int32> { starts[node]..<starts[node + 1] }

    /// The number of edges that a node has.
    func degree(of node: Int) -> Int { places(of: node).count }

    /// The other ends of a node's edges; parallel edges are repeated.
    subscript(node: Int) -> some Sequence<Int> { ends[places(of: node)].lazy.map { Int($0) } }
}
