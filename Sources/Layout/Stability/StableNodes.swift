import Geometry

/// Finds badly placed nodes: those that are not where the layout would have left them.
struct StableNodes {
    private let graph: LayoutGraph
    private let flow: StableFlow
    private let stability: Stability
    private let neighbors: Neighbors
    private var isDisplaced: [Bool]
    /// Returns true if a node gives way to another that it overlaps; nil means always.
    var givesWay: ((_ node: Int, _ other: Int) -> Bool)?

    init(_ graph: LayoutGraph, _ flow: StableFlow, _ stability: Stability) {
        self.graph = graph
        self.flow = flow
        self.stability = stability
        neighbors = Neighbors(nodeCount: graph.count, graph.edges, .both)
        isDisplaced = graph.places.map { $0?.isFinite != true }
    }

    /// Returns a flag for each node: true if it has no place, or lies against the direction, off its level, out of
    /// order, far from its only neighbor or on another node.
    func displaced() -> [Bool] {
        var nodes = self
        if let direction = stability.direction {
            let extents = StableExtents(graph, direction, stability.align)
            nodes.findAgainst(extents)
            if stability.keepsLeavesNear { nodes.findFar(extents) }
            if let forest = flow.forest { nodes.findMisfits(in: forest, extents) }
        }
        nodes.findOverlapping()
        return nodes.isDisplaced
    }

    private mutating func displace(_ node: Int) {
        if !graph.isFixed[node] { isDisplaced[node] = true }
    }

    /// Finds edges against the direction, and displaces the end that fits its other neighbors less.
    private mutating func findAgainst(_ extents: StableExtents) {
        let least = stability.layerSpacing / 2
        func isAgainst(_ edge: LayoutEdge) -> Bool {
            !isDisplaced[edge.source] && !isDisplaced[edge.target]
                && !(extents.starts[edge.target] - extents.ends[edge.source] >= least)
        }
        var bad = Array(repeating: 0, count: graph.count)
        for edge in flow.edges where isAgainst(edge) {
            bad[edge.source] += 1
            bad[edge.target] += 1
        }
        for edge in flow.edges where isAgainst(edge) && !(graph.isFixed[edge.source] || graph.isFixed[edge.target]) {
            displace(worse(edge.source, edge.target, bad))
        }
    }

    private func worse(_ a: Int, _ b: Int, _ bad: [Int]) -> Int {
        let (degreeA, degreeB) = (neighbors.degree(of: a), neighbors.degree(of: b))
        let (shareA, shareB) = (Double(bad[a]) / Double(degreeA), Double(bad[b]) / Double(degreeB))
        if shareA != shareB { return shareA > shareB ? a : b }
        return degreeA != degreeB ? (degreeA < degreeB ? a : b) : max(a, b)
    }

    /// Finds nodes with one edge that lie several layers away from their neighbor.
    private mutating func findFar(_ extents: StableExtents) {
        let most = 4 * stability.layerSpacing + 2 * extents.greatest
        for edge in flow.edges where !isDisplaced[edge.source] && !isDisplaced[edge.target] {
            guard extents.starts[edge.target] - extents.ends[edge.source] > most else { continue }
            if neighbors.degree(of: edge.target) == 1 {
                displace(edge.target)
            } else if neighbors.degree(of: edge.source) == 1 {
                displace(edge.source)
            }
        }
    }

    /// Finds nodes of a tree off the level of most nodes of their depth, and children out of order.
    private mutating func findMisfits(in forest: TreeForest, _ extents: StableExtents) {
        if stability.sharesLayers { findOffLevel(forest, extents) }
        guard stability.treeOrder == .edges else { return }
        for position in 0..<forest.count {
            let children = forest.children(of: position).map { forest.node(at: $0) }.filter { !isDisplaced[$0] }
            guard children.count > 1 else { continue }
            let isInOrder = RisingSequence.members(of: children.map { extents.centers[$0] })
            for (child, isIn) in zip(children, isInOrder) where !isIn { displace(child) }
        }
    }

    private mutating func findOffLevel(_ forest: TreeForest, _ extents: StableExtents) {
        var trees = Array(repeating: 0, count: forest.count)
        for position in 0..<forest.count {
            let parent = forest.parent(of: position)
            trees[position] = parent < 0 ? position : trees[parent]
        }
        let placed = (0..<forest.count).filter { !isDisplaced[forest.node(at: $0)] }
        let sorted = placed.sorted { a, b in
            if trees[a] != trees[b] { return trees[a] < trees[b] }
            return forest.depth(of: a) != forest.depth(of: b)
                ? forest.depth(of: a) < forest.depth(of: b) : forest.node(at: a) < forest.node(at: b)
        }
        for level in sorted.split(whereNeighbors: {
            trees[$0] != trees[$1] || forest.depth(of: $0) != forest.depth(of: $1)
        }) {
            let levels = sorted[level].map { extents.levels[forest.node(at: $0)] }
            let usual = levels.count < 3 ? levels[0] : levels.sorted()[levels.count / 2]
            for position in sorted[level] where abs(extents.levels[forest.node(at: position)] - usual) > 1 {
                displace(forest.node(at: position))
            }
        }
    }

    /// Finds overlapping nodes: the later one in the document gives way, regardless of its edges.
    private mutating func findOverlapping() {
        let resting: [Int] = (0..<graph.count).filter { !isDisplaced[$0] }
        let order = resting.filter { graph.isFixed[$0] } + resting.filter { !graph.isFixed[$0] }
        var free = FreePlaces(gap: Size(width: -1e-6, height: -1e-6))
        var inserted: [Int] = []
        for node in order {
            guard let place = graph.places[node] else { continue }
            let size = graph.sizes[node].clean
            // A node without an area overlaps nothing.
            if min(size.width, size.height) <= 1e-6 { continue }
            var isOut = free.obstacle(at: place, for: size) != nil && !graph.isFixed[node]
            if isOut, let givesWay {
                isOut = free.obstacles(at: place, for: size).contains { givesWay(node, inserted[$0]) }
            }
            if isOut {
                displace(node)
            } else {
                free.insert(Rect(origin: place, size: size))
                inserted.append(node)
            }
        }
    }
}

/// The ranges of nodes along and across a direction; 0 without a place.
struct StableExtents {
    private(set) var starts: [Double] = []
    private(set) var ends: [Double] = []
    /// The coordinates on which nodes of a level are aligned.
    private(set) var levels: [Double] = []
    /// The centers across the direction.
    private(set) var centers: [Double] = []
    /// The greatest extent along the direction.
    private(set) var greatest = 0.0

    init(_ graph: LayoutGraph, _ direction: Direction, _ align: LayoutAlignment) {
        for (place, size) in zip(graph.places, graph.sizes) {
            append(Rect(origin: place ?? .zero, size: size.clean), direction, align)
        }
    }

    private mutating func append(_ frame: Rect, _ direction: Direction, _ align: LayoutAlignment) {
        let low = direction.along(Point(x: frame.minX, y: frame.minY))
        let high = direction.along(Point(x: frame.maxX, y: frame.maxY))
        let extent = abs(high - low)
        starts.append(min(low, high))
        ends.append(max(low, high))
        levels.append(min(low, high) + extent * align.share)
        centers.append(direction.across(frame.center))
        greatest = max(greatest, extent)
    }
}

/// The longest increasing subsequence of values (Schensted 1961); of several, the one with the earliest values.
enum RisingSequence {
    /// Returns a flag for each value: true if it belongs to the sequence. O(*n* log *n*).
    static func members(of values: [Double]) -> [Bool] {
        // For each length, the greatest first value of a sequence of that length, read from the end.
        var firsts: [Double] = []
        var lengths = Array(repeating: 0, count: values.count)
        for place in values.indices.reversed() {
            var low = 0
            var high = firsts.count
            while low < high {
                let middle = (low + high) / 2
                if firsts[middle] > values[place] { low = middle + 1 } else { high = middle }
            }
            if low == firsts.count { firsts.append(values[place]) } else { firsts[low] = values[place] }
            lengths[place] = low + 1
        }
        var wanted = firsts.count
        var last = -Double.infinity
        return values.indices.map { place in
            guard lengths[place] == wanted, values[place] > last else { return false }
            wanted -= 1
            last = values[place]
            return true
        }
    }
}

extension Array {
    /// The maximal ranges of elements in which no neighbors are split.
    func split(whereNeighbors areSplit: (Element, Element) -> Bool) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        for place in indices where place + 1 == count || areSplit(self[place], self[place + 1]) {
            ranges.append(start..<(place + 1))
            start = place + 1
        }
        return ranges
    }
}
