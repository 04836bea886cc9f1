import Geometry

extension CircleLayout {
    /// Places for all nodes, from (0, 0); edges have no bends. Nil when stopped.
    ///
    /// - Complexity: O((*n* + *m*) log *n*), and O(*n m*) for better orders up to a bound.
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard watch(0) else { return nil }
        let spacing = nodeSpacing > 0 ? min(nodeSpacing, 1e150) : 0
        let parts = Components(of: graph)
        let neighbors = Neighbors(nodeCount: graph.count, Self.simple(graph.edges), .both)
        var local = Array(repeating: 0, count: graph.count)
        var work = Self.mostSteps
        var corners = Array(repeating: Point.zero, count: graph.count)
        var boxes: [Rect] = []
        var done = 0
        for part in 0..<parts.count {
            guard part % 256 > 0 || watch(Double(done) / Double(graph.count)) else { return nil }
            let nodes = parts[part]
            for (number, node) in nodes.enumerated() { local[node] = number }
            let (before, total) = (Double(done), Double(graph.count))
            func isOn() -> Bool { watch(0) }
            var order = Array(nodes.indices.lazy.map { $0 - nodes.startIndex })
            if nodes.count > 3 {
                let links = CircleLinks(nodes.map { node in neighbors[node].map { local[$0] } })
                guard let start = CircleOrder(links).order({ watch(before / total) }),
                    let crossings = CircleOrder.crossings(links, start, isOn)
                else { return nil }
                // A depth-first order of a tree has no crossings.
                let deep = CircleOrder.depthFirst(links)
                guard let deepCrossings = CircleOrder.crossings(links, deep, isOn) else { return nil }
                var sifting = CircleSifting(links, deepCrossings < crossings ? deep : start)
                guard sifting.run(work: &work, { watch((before + $0 * Double(nodes.count)) / total) }) else {
                    return nil
                }
                order = sifting.fromFirst
            }
            done += nodes.count
            let sorted = order.map { nodes[nodes.startIndex + $0] }
            let sizes = sorted.map { graph.sizes[$0].clean }
            guard let circle = CirclePlaces(sizes: sizes, spacing: spacing).corners(isOn) else { return nil }
            var box = Rect.empty
            for (node, corner) in zip(sorted, circle) {
                corners[node] = corner
                box = box.union(Rect(origin: corner, size: graph.sizes[node].clean))
            }
            boxes.append(box)
        }
        guard let packed = Packing.places(of: boxes.map(\.size), spacing: spacing, { watch(0) }) else { return nil }
        let places = corners.enumerated().map { node, corner in
            let part = parts.numbers[node]
            return corner - boxes[part].origin + packed[part]
        }
        return LayoutDrawing(places: places, bends: Array(repeating: [], count: graph.edges.count))
    }

    /// The edges without loops; parallel edges count once.
    private static func simple(_ edges: [LayoutEdge]) -> [LayoutEdge] {
        let pairs = edges.lazy.filter { $0.source != $0.target }.map { edge in
            (min(edge.source, edge.target), max(edge.source, edge.target))
        }.sorted { $0 < $1 }
        return pairs.indices.lazy.filter { $0 == 0 || pairs[$0] != pairs[$0 - 1] }.map {
            LayoutEdge(source: pairs[$0].0, target: pairs[$0].1)
        }
    }
}

/// The nodes that each node of a circle is joined to, once each.
struct CircleLinks {
    /// The index at which the links of each node begin, and at which those of the last node end.
    private(set) var starts: [Int] = [0]
    private(set) var ends: [Int] = []

    var count: Int { starts.count - 1 }

    init(_ lists: [[Int]]) {
        for list in lists {
            ends += list
            starts.append(ends.count)
        }
    }

    subscript(node: Int) -> ArraySlice<Int> { ends[starts[node]..<starts[node + 1]] }

    func degree(of node: Int) -> Int { starts[node + 1] - starts[node] }
}
