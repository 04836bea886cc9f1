/// A layered graph in which every edge joins neighboring layers, and the order of each layer.
///
/// Items are the nodes, by their number, and then a bend for each layer that an edge passes; the bends of an edge are
/// contiguous. Segments join items of neighboring layers. They meet an item in slots, from left to right.
struct Levels {
    let nodeCount: Int
    let layerCount: Int
    /// The layer of each item.
    let layer: [Int]
    /// The edge of each bend, by the item's number minus the number of nodes.
    let edgeOfBend: [Int]
    /// The first bend of each edge; the bends of the next edge follow.
    let firstBend: [Int]
    /// The items of each layer, from left to right.
    var rows: [[Int]]
    /// The index of each item in its row.
    var place: [Int]
    /// A flag for each layer: true if its order is fixed.
    let isOrdered: [Bool]
    /// The segments by their upper item, and by their lower item.
    let down: Segments
    let up: Segments
    /// The groups of the items; nil without any.
    var nesting: Nesting?
    /// The rank of each group among its siblings, the same in all rows.
    var groupRanks: [Int] = []
    /// The number of slots that each item has on its lower and on its upper side.
    let slotsBelow: [Int]
    let slotsAbove: [Int]

    /// Makes levels whose rows are in the order of the items.
    init(_ graph: FlowGraph, layers: [Int]) {
        nodeCount = graph.count
        let edgeCount = graph.uppers.count
        var layer = layers
        var firstBend: [Int] = []
        var edgeOfBend: [Int] = []
        var slotsBelow = Array(repeating: 1, count: layers.count)
        var slotsAbove = slotsBelow
        for edge in 0..<edgeCount {
            firstBend.append(layer.count)
            let (upper, lower) = (graph.uppers[edge], graph.lowers[edge])
            for between in (layers[upper] + 1)..<max(layers[lower], layers[upper] + 1) {
                layer.append(between)
                edgeOfBend.append(edge)
            }
            slotsBelow[upper] = max(slotsBelow[upper], graph.upperSlots[edge] + 1)
            slotsAbove[lower] = max(slotsAbove[lower], graph.lowerSlots[edge] + 1)
        }
        firstBend.append(layer.count)
        let more = Array(repeating: 1, count: edgeOfBend.count)
        slotsBelow += more
        slotsAbove += more
        layerCount = (layers.max() ?? -1) + 1
        rows = Array(repeating: [], count: layerCount)
        place = Array(repeating: 0, count: layer.count)
        for item in layer.indices { rows[layer[item]].append(item) }
        var isOrdered = Array(repeating: false, count: layerCount)
        // A node that represents a border shares its layer only with others of the border.
        for index in rows.indices where rows[index].first.map({ $0 < graph.count && graph.isRanked($0) }) ?? false {
            isOrdered[index] = true
            rows[index].sort { (graph.borderRanks[$0], $0) < (graph.borderRanks[$1], $1) }
        }
        for row in rows {
            for (at, item) in row.enumerated() { place[item] = at }
        }
        self.isOrdered = isOrdered
        let list = SegmentList(graph, firstBend: firstBend)
        down = Segments(count: layer.count, list, isDown: true)
        up = Segments(count: layer.count, list, isDown: false)
        (self.layer, self.firstBend, self.edgeOfBend) = (layer, firstBend, edgeOfBend)
        (self.slotsBelow, self.slotsAbove) = (slotsBelow, slotsAbove)
        nesting = graph.groups.map { Nesting($0, graph, layer: layer, firstBend: firstBend) }
        groupRanks = Array(0..<(graph.groups?.count ?? 0))
    }

    /// The same order for the same graph after its slots have changed.
    func renewed(_ graph: FlowGraph) -> Levels {
        var result = Levels(graph, layers: Array(layer[..<nodeCount]))
        (result.rows, result.place, result.groupRanks) = (rows, place, groupRanks)
        for row in rows { result.nesting?.renewGroups(row) }
        return result
    }

    var itemCount: Int { layer.count }

    /// Returns true if an item is a bend of an edge.
    @inline(__always) func isBend(_ item: Int) -> Bool { item >= nodeCount }

    /// The items of an edge: its upper end, its bends and its lower end.
    func chain(of edge: Int, _ graph: FlowGraph) -> [Int] {
        [graph.uppers[edge]] + Array(firstBend[edge]..<firstBend[edge + 1]) + [graph.lowers[edge]]
    }

    /// Sorts each row by a key; the sort is stable.
    mutating func sort(by key: [Double]) {
        if nesting != nil { return sortNested(by: key) }
        for index in rows.indices where !isOrdered[index] {
            rows[index] = rows[index].enumerated().sorted {
                let (a, b) = (key[$0.element], key[$1.element])
                return a != b ? a < b : $0.offset < $1.offset
            }.map(\.element)
        }
        renewPlaces()
    }

    mutating func renewPlaces() {
        for row in rows {
            for (at, item) in row.enumerated() { place[item] = at }
        }
    }
}

/// The segments of all edges, from above to below.
struct SegmentList {
    var uppers: [Int] = []
    var lowers: [Int] = []
    var upperSlots: [Int] = []
    var lowerSlots: [Int] = []
    var upperOffsets: [Double] = []
    var lowerOffsets: [Double] = []
    var weights: [Int] = []

    init(_ graph: FlowGraph, firstBend: [Int]) {
        for edge in graph.uppers.indices {
            var upper = (graph.uppers[edge], graph.upperSlots[edge], graph.upperOffsets[edge])
            for bend in firstBend[edge]..<firstBend[edge + 1] {
                append(upper, (bend, 0, 0), graph.weights[edge])
                upper = (bend, 0, 0)
            }
            append(upper, (graph.lowers[edge], graph.lowerSlots[edge], graph.lowerOffsets[edge]), graph.weights[edge])
        }
    }

    private mutating func append(_ upper: (Int, Int, Double), _ lower: (Int, Int, Double), _ weight: Int) {
        uppers.append(upper.0)
        upperSlots.append(upper.1)
        upperOffsets.append(upper.2)
        lowers.append(lower.0)
        lowerSlots.append(lower.1)
        lowerOffsets.append(lower.2)
        weights.append(weight)
    }
}

/// The segments at each item, on one side of it.
struct Segments: Sendable {
    /// The index at which the segments of each item begin; those of the next item follow.
    let starts: [Int]
    /// The item at the other end, by segment.
    let items: [Int]
    /// The slot at this end.
    let ownSlots: [Int]
    /// The slot at the other end.
    let slots: [Int]
    /// The offsets from the middles of items at which a segment meets this end, and the other end.
    let ownOffsets: [Double]
    let offsets: [Double]
    let weights: [Int]
    /// The number among all segments.
    let numbers: [Int]

    init(count: Int, _ list: SegmentList, isDown: Bool) {
        let own = isDown ? list.uppers : list.lowers
        let other = isDown ? list.lowers : list.uppers
        var starts = Array(repeating: 0, count: count + 1)
        for item in own { starts[item + 1] += 1 }
        for item in 0..<count { starts[item + 1] += starts[item] }
        var order = Array(repeating: 0, count: own.count)
        var free = starts
        for segment in own.indices {
            order[free[own[segment]]] = segment
            free[own[segment]] += 1
        }
        let ownSlot = isDown ? list.upperSlots : list.lowerSlots
        for item in 0..<count where starts[item + 1] - starts[item] > 1 {
            order[starts[item]..<starts[item + 1]].sort { (ownSlot[$0], $0) < (ownSlot[$1], $1) }
        }
        self.starts = starts
        items = order.map { other[$0] }
        ownSlots = order.map { isDown ? list.upperSlots[$0] : list.lowerSlots[$0] }
        slots = order.map { isDown ? list.lowerSlots[$0] : list.upperSlots[$0] }
        ownOffsets = order.map { isDown ? list.upperOffsets[$0] : list.lowerOffsets[$0] }
        offsets = order.map { isDown ? list.lowerOffsets[$0] : list.upperOffsets[$0] }
        weights = order.map { list.weights[$0] }
        numbers = order
    }

    @inline(__always) func range(_ item: Int) -> Range<Int> { starts[item]..<starts[item + 1] }
    @inline(__always) func degree(_ item: Int) -> Int { starts[item + 1] - starts[item] }
}
