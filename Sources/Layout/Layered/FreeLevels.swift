/// Levels from which nodes and edges can be taken out and put back elsewhere, also in other layers.
///
/// The bend of an edge in a layer has a number of its own that does not change.
struct FreeLevels {
    let graph: FlowGraph
    let layerCount: Int
    let outgoing: Adjacency
    let incoming: Adjacency
    /// By node; also of nodes that are taken out.
    var layers: [Int]
    var rows: [[Int]]
    var place: [Int]
    /// The items above and below a bend.
    var above: [Int]
    var below: [Int]
    /// By edge.
    var isIn: [Bool]
    /// By node.
    var isPlaced: [Bool]

    init(_ levels: Levels, _ graph: FlowGraph) {
        self.graph = graph
        layerCount = levels.layerCount
        outgoing = Adjacency(count: graph.count, ends: graph.uppers)
        incoming = Adjacency(count: graph.count, ends: graph.lowers)
        layers = Array(levels.layer[0..<graph.count])
        place = Array(repeating: 0, count: graph.count + graph.edgeCount * layerCount)
        above = place
        below = place
        isIn = Array(repeating: true, count: graph.edgeCount)
        isPlaced = Array(repeating: true, count: graph.count)
        rows = []
        for row in levels.rows {
            rows.append(
                row.map { item in
                    if item < graph.count { return item }
                    let edge = levels.edgeOfBend[item - graph.count]
                    return graph.count + edge * levels.layerCount + levels.layer[item]
                })
        }
        for layer in rows.indices { renewPlaces(layer) }
        for edge in 0..<graph.edgeCount { link(edge) }
    }

    @inline(__always) func bend(_ edge: Int, _ layer: Int) -> Int { graph.count + edge * layerCount + layer }
    @inline(__always) func edge(ofBend item: Int) -> Int { (item - graph.count) / layerCount }

    mutating func renewPlaces(_ layer: Int, from start: Int = 0) {
        for at in start..<rows[layer].count { place[rows[layer][at]] = at }
    }

    /// Renews what lies above and below the bends of an edge.
    mutating func link(_ edge: Int) {
        var last = graph.uppers[edge]
        let lower = graph.lowers[edge]
        for layer in layers[last]..<layers[lower] - 1 {
            let item = bend(edge, layer + 1)
            above[item] = last
            if last >= graph.count { below[last] = item }
            last = item
        }
        if last >= graph.count { below[last] = lower }
    }

    /// The item of an edge in a layer it passes or where it ends.
    @inline(__always) func item(of edge: Int, in layer: Int) -> Int {
        if layers[graph.uppers[edge]] == layer { return graph.uppers[edge] }
        if layers[graph.lowers[edge]] == layer { return graph.lowers[edge] }
        return bend(edge, layer)
    }

    mutating func insert(_ item: Int, in layer: Int, at gap: Int) {
        rows[layer].insert(item, at: gap)
        renewPlaces(layer, from: gap)
    }

    mutating func remove(_ item: Int, from layer: Int) {
        let at = place[item]
        rows[layer].remove(at: at)
        renewPlaces(layer, from: at)
    }

    /// Levels in the same order, without layers that have become empty of nodes.
    func levels() -> Levels {
        var compacted = layers
        _ = Layering.compact(&compacted)
        var result = Levels(graph, layers: compacted)
        var number = Array(repeating: -1, count: layerCount)
        for node in layers.indices { number[layers[node]] = compacted[node] }
        for (layer, row) in rows.enumerated() where number[layer] >= 0 {
            result.rows[number[layer]] = row.map { item in
                if item < graph.count { return item }
                let edge = edge(ofBend: item)
                return result.firstBend[edge] + number[layer] - compacted[graph.uppers[edge]] - 1
            }
        }
        result.renewPlaces()
        return result
    }
}
