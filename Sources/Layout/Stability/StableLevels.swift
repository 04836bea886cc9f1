import Geometry

/// The coordinates along the direction at which displaced nodes begin on existing layers.
struct StableLevels {
    /// A layer of a connected part.
    private struct Layer {
        var part: Int
        /// The coordinate on which its nodes are aligned.
        var level: Double
        var start: Double
        var end: Double
    }

    private let graph: LayoutGraph
    private let flow: StableFlow
    private let stability: Stability
    private let direction: Direction
    private let parts: [Int]
    /// The layers, sorted by part and level.
    private var layers: [Layer] = []
    /// The greatest extent along the direction.
    private let greatest: Double
    /// The coordinate at which the subtree of each node ends, for trees without shared levels.
    private var subtreeEnds: [Double] = []

    init(
        _ graph: LayoutGraph, _ flow: StableFlow, _ stability: Stability, _ direction: Direction, isNew: [Bool]
    ) {
        self.graph = graph
        self.flow = flow
        self.stability = stability
        self.direction = direction
        parts = Components(of: graph).numbers
        let extents = StableExtents(graph, direction, stability.align)
        greatest = extents.greatest
        if stability.sharesLayers {
            addLayers(extents, isNew)
        } else if let forest = flow.forest {
            subtreeEnds = extents.ends
            for position in (0..<forest.count).reversed() where forest.parent(of: position) >= 0 {
                let (node, parent) = (forest.node(at: position), forest.node(at: forest.parent(of: position)))
                if !isNew[node] { subtreeEnds[parent] = max(subtreeEnds[parent], subtreeEnds[node]) }
            }
        }
    }

    private mutating func addLayers(_ extents: StableExtents, _ isNew: [Bool]) {
        let nodes = (0..<graph.count).filter { !isNew[$0] }.sorted { a, b in
            if parts[a] != parts[b] { return parts[a] < parts[b] }
            return extents.levels[a] != extents.levels[b] ? extents.levels[a] < extents.levels[b] : a < b
        }
        for node in nodes {
            let (start, end) = (extents.starts[node], extents.ends[node])
            if let last = layers.last, last.part == parts[node], extents.levels[node] - last.level <= 1 {
                layers[layers.count - 1].start = min(last.start, start)
                layers[layers.count - 1].end = max(last.end, end)
            } else {
                layers.append(Layer(part: parts[node], level: extents.levels[node], start: start, end: end))
            }
        }
    }

    /// Returns the coordinate along the direction at which a node begins: on the layer below its parents or above its
    /// children.
    /// It is nil without either.
    func start(of node: Int, _ work: PlaceWork) -> Double? {
        let extent = direction.along(graph.sizes[node].clean)
        let parents = flow.parents[node].filter { !work.isNew[$0] }
        if let end = parents.map({ bounds(of: $0, work).upperBound }).max() {
            let least = end + stability.layerSpacing
            guard stability.sharesLayers else { return startInRow(of: node, parents[0], least, extent, work) }
            guard let layer = layer(of: parts[node], beginningAt: least - 1), layer.start <= least + reach else {
                return least
            }
            return max(layer.level - extent * stability.align.share, least)
        }
        let children = flow.children[node].filter { !work.isNew[$0] }
        guard let start = children.map({ bounds(of: $0, work).lowerBound }).min() else { return nil }
        let most = start - stability.layerSpacing
        guard stability.sharesLayers, let layer = layer(of: parts[node], endingAt: most + 1), layer.end >= most - reach
        else { return most - extent }
        return min(layer.level - extent * stability.align.share, most - extent)
    }

    /// The greatest distance of a next layer.
    private var reach: Double { 3 * stability.layerSpacing + greatest }

    /// Returns the range of a node along the direction.
    private func bounds(of node: Int, _ work: PlaceWork) -> ClosedRange<Double> {
        let frame = work.frame(of: node)
        let low = direction.along(frame.origin)
        let high = direction.along(Point(x: frame.maxX, y: frame.maxY))
        return min(low, high)...max(low, high)
    }

    private func startInRow(of node: Int, _ parent: Int, _ least: Double, _ extent: Double, _ work: PlaceWork) -> Double
    {
        guard !subtreeEnds.isEmpty, stability.align != .start else { return least }
        let end = flow.children[parent].filter { !work.isNew[$0] }.map { subtreeEnds[$0] }.max() ?? least
        return least + max(0, end - least - extent) * stability.align.share
    }

    /// The first layer of a part that begins at or beyond a coordinate.
    private func layer(of part: Int, beginningAt least: Double) -> Layer? {
        let place = firstLayer { $0.part > part || ($0.part == part && $0.start >= least) }
        return place < layers.count && layers[place].part == part ? layers[place] : nil
    }

    /// The last layer of a part that ends at or before a coordinate.
    private func layer(of part: Int, endingAt most: Double) -> Layer? {
        let place = firstLayer { $0.part > part || ($0.part == part && $0.end > most) } - 1
        return place >= 0 && layers[place].part == part ? layers[place] : nil
    }

    private func firstLayer(where isBeyond: (Layer) -> Bool) -> Int {
        var low = 0
        var high = layers.count
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(layers[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
