/// Levels from which nodes and edges can be removed and inserted elsewhere, also in other layers.
///
/// The bend of an edge in a layer has a fixed number.
struct FreeLevels {
    let nodeCount: Int
    let edgeCount: Int
    let layerCount: Int
    let uppers: [Int]
    let lowers: [Int]
    let weights: [Int]
    var upperSlots: [Int]
    var lowerSlots: [Int]
    let outgoing: Adjacency
    let incoming: Adjacency
    /// The border of each node. Nodes that represent a border of the group stay in their layer, without other nodes.
    let borders: [LayoutBorder?]
    let inner: ClosedRange<Int>
    /// The groups of the items; nil without any.
    let nesting: Nesting?
    private let groupRanks: [Int]
    /// The innermost group around both ends of each edge.
    let commonGroups: [Int]
    /// A flag for each node: true if its place is fixed.
    let isRanked: [Bool]
    /// The layer of each node; also of removed nodes.
    var layers: [Int]
    /// The number of items that a row can hold.
    let width: Int
    /// The items of each layer, one row after another, and the number of items in each.
    private(set) var items: [Int]
    private(set) var counts: [Int]
    /// The index of each item in its row.
    private(set) var place: [Int]
    /// The items above and below a bend.
    private(set) var above: [Int]
    private(set) var below: [Int]
    /// A flag for each edge: true if it is inserted.
    var isIn: [Bool]
    /// A flag for each node: true if it is placed.
    var isPlaced: [Bool]
    /// Rows before the changes that can be undone: their numbers, and their items.
    private var savedLayers: [Int] = []
    private var savedItems: [Int] = []
    private var isSaved: [Bool]

    init(_ levels: Levels, _ graph: FlowGraph) {
        (nodeCount, edgeCount, layerCount) = (graph.count, graph.edgeCount, levels.layerCount)
        (uppers, lowers, weights) = (graph.uppers, graph.lowers, graph.weights)
        (upperSlots, lowerSlots) = (graph.upperSlots, graph.lowerSlots)
        outgoing = Adjacency(count: graph.count, ends: graph.uppers)
        incoming = Adjacency(count: graph.count, ends: graph.lowers)
        borders = graph.borders
        let nesting = levels.nesting
        func isSide(_ node: Int) -> Bool { nesting.map { $0.sides[node] != 0 } ?? false }
        isRanked = (0..<graph.count).map { graph.isRanked($0) || isSide($0) }
        (self.nesting, groupRanks) = (nesting, levels.groupRanks)
        commonGroups = (0..<graph.edgeCount).map { edge in
            nesting.map { $0.tree.common($0.groups[graph.uppers[edge]], $0.groups[graph.lowers[edge]]) } ?? -1
        }
        let (first, last) = (borders.contains(.entry) ? 1 : 0, layerCount - (borders.contains(.exit) ? 2 : 1))
        inner = first...max(first, last)
        layers = Array(levels.layer[0..<graph.count])
        width = graph.count + graph.edgeCount
        place = Array(repeating: 0, count: nodeCount + edgeCount * layerCount)
        above = place
        below = place
        isIn = Array(repeating: true, count: edgeCount)
        isPlaced = Array(repeating: true, count: nodeCount)
        isSaved = Array(repeating: false, count: layerCount)
        items = Array(repeating: 0, count: width * layerCount)
        counts = levels.rows.map(\.count)
        for (layer, row) in levels.rows.enumerated() {
            for (at, item) in row.enumerated() {
                let own = item < nodeCount ? item : bend(levels.edgeOfBend[item - nodeCount], layer)
                items[layer * width + at] = own
                place[own] = at
            }
        }
        for edge in 0..<edgeCount { link(edge) }
    }

    @inline(__always) func bend(_ edge: Int, _ layer: Int) -> Int { nodeCount + edge * layerCount + layer }
    @inline(__always) func edge(ofBend item: Int) -> Int { (item - nodeCount) / layerCount }
    @inline(__always) func item(_ layer: Int, _ at: Int) -> Int { items[layer * width + at] }

    /// Updates the items above and below the bends of an edge.
    mutating func link(_ edge: Int) {
        var last = uppers[edge]
        let lower = lowers[edge]
        for layer in layers[last]..<layers[lower] - 1 {
            let item = bend(edge, layer + 1)
            above[item] = last
            if last >= nodeCount { below[last] = item }
            last = item
        }
        if last >= nodeCount { below[last] = lower }
    }

    /// The item of an edge in a layer that it passes or where it ends.
    @inline(__always) func item(of edge: Int, in layer: Int) -> Int {
        if layers[uppers[edge]] == layer { return uppers[edge] }
        if layers[lowers[edge]] == layer { return lowers[edge] }
        return bend(edge, layer)
    }

    mutating func insert(_ item: Int, in layer: Int, at gap: Int) {
        save(layer)
        let start = layer * width
        var at = counts[layer]
        while at > gap {
            let other = items[start + at - 1]
            items[start + at] = other
            place[other] = at
            at -= 1
        }
        items[start + gap] = item
        place[item] = gap
        counts[layer] += 1
    }

    mutating func remove(_ item: Int, from layer: Int) {
        save(layer)
        let start = layer * width
        counts[layer] -= 1
        var at = place[item]
        while at < counts[layer] {
            let other = items[start + at + 1]
            items[start + at] = other
            place[other] = at
            at += 1
        }
    }

    // MARK: Undoing

    /// Begins a set of changes that can be undone.
    mutating func begin() {
        for layer in savedLayers { isSaved[layer] = false }
        savedLayers.removeAll(keepingCapacity: true)
        savedItems.removeAll(keepingCapacity: true)
    }

    private mutating func save(_ layer: Int) {
        if isSaved[layer] { return }
        isSaved[layer] = true
        savedLayers.append(layer)
        savedItems.append(counts[layer])
        for at in 0..<counts[layer] { savedItems.append(items[layer * width + at]) }
    }

    /// Restores the rows of the beginning.
    mutating func undo() {
        var next = 0
        for layer in savedLayers {
            counts[layer] = savedItems[next]
            for at in 0..<counts[layer] {
                let item = savedItems[next + 1 + at]
                items[layer * width + at] = item
                place[item] = at
            }
            next += counts[layer] + 1
        }
        begin()
    }

    /// The order and the layers; only inserted items are included.
    var rowsAndLayers: RowsAndLayers {
        get {
            var rows: [Int] = []
            for layer in 0..<layerCount { rows += items[(layer * width)..<(layer * width + counts[layer])] }
            return RowsAndLayers(rows: rows, counts: counts, layers: layers)
        }
        set {
            (counts, layers) = (newValue.counts, newValue.layers)
            var next = 0
            for layer in 0..<layerCount {
                for at in 0..<counts[layer] {
                    items[layer * width + at] = newValue.rows[next]
                    place[newValue.rows[next]] = at
                    next += 1
                }
            }
            for edge in 0..<edgeCount { link(edge) }
        }
    }

    /// Levels in the same order, without layers that have no nodes left.
    func levels(_ graph: FlowGraph) -> Levels {
        var compacted = layers
        _ = Layering.compact(&compacted)
        var result = Levels(graph, layers: compacted)
        var number = Array(repeating: -1, count: layerCount)
        for node in layers.indices { number[layers[node]] = compacted[node] }
        for layer in 0..<layerCount where number[layer] >= 0 {
            result.rows[number[layer]] = items[(layer * width)..<(layer * width + counts[layer])].map { item in
                if item < nodeCount { return item }
                let edge = edge(ofBend: item)
                return result.firstBend[edge] + number[layer] - compacted[uppers[edge]] - 1
            }
        }
        result.renewPlaces()
        result.groupRanks = groupRanks
        for row in result.rows { result.nesting?.renewGroups(row) }
        return result
    }
}

/// A saved order.
struct RowsAndLayers {
    let rows: [Int]
    let counts: [Int]
    let layers: [Int]
}
