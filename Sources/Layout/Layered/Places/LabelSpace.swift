import Geometry

/// The space for labels of edges: about halfway along an edge, in a layer it passes or in a row of labels between two layers.
///
/// A row of labels is as high as its highest label; the layers beside it move apart by no more than that.
struct LabelSpace {
    /// The width of each item across the flow; zero unless it is a label.
    private(set) var widths: [Double]
    private(set) var heights: [Double]
    /// A flag for each layer: true if it is a row of labels.
    private(set) var isRow: [Bool]

    /// The free space around a label.
    static let margin = 4.0

    /// Makes spaces for levels without labels.
    init(_ levels: Levels) {
        widths = Array(repeating: 0, count: levels.itemCount)
        heights = widths
        isRow = Array(repeating: false, count: levels.layerCount)
    }

    /// Adds rows for labels to ordered levels. If it is stopped, the order of the result is arbitrary.
    ///
    /// - Parameter labels: by edge, across and along the flow.
    init(_ levels: inout Levels, _ graph: FlowGraph, labels: [Size?], _ isOn: () -> Bool) {
        var hasRow = Array(repeating: false, count: levels.layerCount)
        for (edge, label) in labels.enumerated() where label != nil {
            let (upper, lower) = (levels.layer[graph.uppers[edge]], levels.layer[graph.lowers[edge]])
            if (lower - upper) % 2 == 1 { hasRow[(lower + upper) / 2] = true }
        }
        // The new number of each layer; a row of labels follows its layer.
        var number: [Int] = []
        isRow = []
        for layer in 0..<levels.layerCount {
            number.append(isRow.count)
            isRow.append(false)
            if hasRow[layer] { isRow.append(true) }
        }
        let old = levels
        levels = Levels(graph, layers: (0..<graph.count).map { number[old.layer[$0]] })
        LabelSpace.order(&levels, old, graph, number, isRow, isOn)
        widths = Array(repeating: 0, count: levels.itemCount)
        heights = widths
        for (edge, label) in labels.enumerated() {
            guard let label else { continue }
            let (upper, lower) = (old.layer[graph.uppers[edge]], old.layer[graph.lowers[edge]])
            let layer = number[(lower + upper) / 2] + (lower - upper) % 2
            let bend = levels.firstBend[edge] + layer - number[upper] - 1
            widths[bend] = label.width + 2 * LabelSpace.margin
            heights[bend] = label.height + 2 * LabelSpace.margin
        }
    }

    /// Keeps the former order of the layers, and orders rows of labels by the layers beside them.
    private static func order(
        _ levels: inout Levels, _ old: Levels, _ graph: FlowGraph, _ number: [Int], _ isRow: [Bool],
        _ isOn: () -> Bool
    ) {
        for layer in 0..<old.layerCount {
            levels.rows[number[layer]] = old.rows[layer].map { item in
                if !old.isBend(item) { return item }
                let edge = old.edgeOfBend[item - old.nodeCount]
                return levels.firstBend[edge] + number[layer] - levels.layer[graph.uppers[edge]] - 1
            }
        }
        levels.renewPlaces()
        for row in levels.rows.indices where isRow[row] {
            func key(_ item: Int) -> Double {
                let above = levels.up.items[levels.up.starts[item]]
                let below = levels.down.items[levels.down.starts[item]]
                return Double(levels.place[above]) / Double(levels.rows[row - 1].count)
                    + Double(levels.place[below]) / Double(levels.rows[row + 1].count)
            }
            let keys = levels.rows[row].map { ($0, key($0)) }
            levels.rows[row] = keys.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
        }
        levels.renewPlaces()
        if old.nesting != nil { keepGroups(&levels, old, number, isRow) }
        var transposition = Transposition(levels)
        _ = transposition.exchange(&levels, passes: 4, isOn)
    }

    /// Keeps bends in their groups; a bend in a row of labels is in the group of the bends above and below it.
    private static func keepGroups(_ levels: inout Levels, _ old: Levels, _ number: [Int], _ isRow: [Bool]) {
        levels.groupRanks = old.groupRanks
        for layer in number.indices { levels.nesting?.renewGroups(levels.rows[number[layer]]) }
        for row in levels.rows.indices where isRow[row] {
            for item in levels.rows[row] {
                guard let nesting = levels.nesting, nesting.sides[item] == 0 else { continue }
                let above = nesting.groups[levels.up.items[levels.up.starts[item]]]
                let below = nesting.groups[levels.down.items[levels.down.starts[item]]]
                if above == below { levels.nesting?.move(item, to: above) }
            }
        }
        levels.rearrange()
    }

    /// For the item of each label, the node whose lane it lies in: the upper end of its edge, or the lower end if only that
    /// is in a lane.
    func models(_ constraints: FlowConstraints, _ levels: Levels, _ graph: FlowGraph) -> [Int: Int] {
        if constraints.lanes.isEmpty { return [:] }
        var isInLane = Array(repeating: false, count: levels.nodeCount)
        for lanes in constraints.lanes { for node in lanes.joined() { isInLane[node] = true } }
        var models: [Int: Int] = [:]
        for item in levels.nodeCount..<levels.itemCount where widths[item] > 0 {
            let edge = levels.edgeOfBend[item - levels.nodeCount]
            models[item] = [graph.uppers[edge], graph.lowers[edge]].first { isInLane[$0] }
        }
        return models
    }

    /// The gaps between layers; a row of labels shares the gap of the layers beside it.
    func gaps(_ levels: Levels, spacing: Double) -> [Double] {
        (0..<max(0, levels.layerCount - 1)).map { layer in
            let row = isRow[layer] ? layer : isRow[layer + 1] ? layer + 1 : -1
            guard row >= 0 else { return spacing }
            var height = 0.0
            for item in levels.rows[row] { height = max(height, heights[item]) }
            return max((spacing - height) / 2, min(16, spacing / 2))
        }
    }
}
