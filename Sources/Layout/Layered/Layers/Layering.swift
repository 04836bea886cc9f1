/// The layer of each node.
enum Layering {
    /// Puts each node into the highest possible layer: one below its lowest predecessor. Linear time.
    static func longestPath(_ graph: FlowGraph) -> [Int] {
        var layers = Array(repeating: 0, count: graph.count)
        let outgoing = Adjacency(count: graph.count, ends: graph.uppers)
        var waiting = Array(repeating: 0, count: graph.count)
        for lower in graph.lowers { waiting[lower] += 1 }
        var order = (0..<graph.count).filter { waiting[$0] == 0 }
        var at = 0
        while at < order.count {
            let node = order[at]
            at += 1
            for edge in outgoing[node] {
                let lower = graph.lowers[edge]
                layers[lower] = max(layers[lower], layers[node] + 1)
                waiting[lower] -= 1
                if waiting[lower] == 0 { order.append(lower) }
            }
        }
        return layers
    }

    /// The layers with the least total span of edges, by the network simplex; or the best found before the work was
    /// used up.
    ///
    /// A root above all sources connects the graph; its edges weigh nothing.
    static func shortest(_ graph: FlowGraph, from layers: [Int], work: Int, _ watch: LayoutWatch) -> [Int]? {
        var isSource = Array(repeating: true, count: graph.count)
        for lower in graph.lowers { isSource[lower] = false }
        let sources = (0..<graph.count).filter { isSource[$0] }
        let roots = Array(repeating: graph.count, count: sources.count)
        var simplex = NetworkSimplex(
            tails: graph.uppers + roots, heads: graph.lowers + sources,
            lengths: Array(repeating: 1, count: graph.edgeCount + roots.count),
            weights: graph.weights + Array(repeating: 0, count: roots.count), ranks: layers.map { $0 + 1 } + [0])
        guard simplex.solve(work: work, watch) else { return nil }
        return Array(simplex.ranks.dropLast())
    }

    /// Moves nodes that fit into several layers at equal cost into the narrowest of these layers.
    static func balance(_ layers: inout [Int], _ graph: FlowGraph) {
        let incident = Adjacency(count: graph.count, tails: graph.uppers, heads: graph.lowers)
        guard let most = layers.max() else { return }
        var widths = Array(repeating: 0.0, count: most + 1)
        for node in layers.indices { widths[layers[node]] += (graph.lefts[node] + graph.rights[node]) }
        for node in layers.indices where incident.degree(node) > 1 {
            var low = 0
            var high = most
            var net = 0
            for edge in incident[node] {
                if graph.uppers[edge] == node {
                    high = min(high, layers[graph.lowers[edge]] - 1)
                    net += graph.weights[edge]
                } else {
                    low = max(low, layers[graph.uppers[edge]] + 1)
                    net -= graph.weights[edge]
                }
            }
            guard net == 0, low < high else { continue }
            var best = layers[node]
            widths[best] -= (graph.lefts[node] + graph.rights[node])
            for layer in low...min(high, low + 64) where widths[layer] < widths[best] { best = layer }
            layers[node] = best
            widths[best] += (graph.lefts[node] + graph.rights[node])
        }
    }

    /// Puts the nodes of borders before or after all others.
    static func moveBorders(_ layers: inout [Int], _ graph: FlowGraph) {
        let inner = layers.indices.filter { graph.borders[$0] == nil }.map { layers[$0] }
        guard inner.count < layers.count, let least = inner.min(), let most = inner.max() else { return }
        for node in layers.indices {
            switch graph.borders[node] {
            case .entry: layers[node] = least - 1
            case .exit: layers[node] = most + 1
            case nil: break
            }
        }
    }

    /// Removes empty layers; returns the number of layers.
    static func compact(_ layers: inout [Int]) -> Int {
        guard let least = layers.min(), let most = layers.max() else { return 0 }
        var number = Array(repeating: 0, count: most - least + 2)
        for layer in layers { number[layer - least + 1] = 1 }
        for layer in 1..<number.count { number[layer] += number[layer - 1] }
        for node in layers.indices { layers[node] = number[layers[node] - least] }
        return number[number.count - 1]
    }
}
