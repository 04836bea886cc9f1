import Geometry

/// A part of a layered drawing that is updated with the least change: new nodes are put among those that stay.
struct StablePart {
    private let graph: LayoutGraph
    private let layout: LayeredLayout
    /// The frames in flow coordinates; undefined for new nodes.
    private let frames: [Rect]
    private let isGroup: [Bool]
    private let isNew: [Bool]
    /// The block that each node moves with, by any number; -1 for none.
    private let blocks: [Int]
    /// The corners of each edge in flow coordinates; nil for an edge without a line.
    private let ways: [[Point]?]
    /// The number of nodes that may move for new nodes, and true if they may also move to save crossings.
    private let most: Int
    private let isImproved: Bool

    /// The result: frames and corners in flow coordinates; nil for unchanged ones.
    struct Result {
        var frames: [Rect?]
        var corners: [[Point]?]
    }

    init(
        _ graph: LayoutGraph, _ layout: LayeredLayout, isGroup: [Bool], isNew: [Bool], blocks: [Int], most: Int,
        isImproved: Bool
    ) {
        (self.graph, self.layout, self.isGroup, self.isNew) = (graph, layout, isGroup, isNew)
        (self.blocks, self.most, self.isImproved) = (blocks, most, isImproved)
        let direction = layout.direction
        frames = (0..<graph.count).map { direction.flowFrame(graph.places[$0] ?? .zero, graph.sizes[$0].clean) }
        ways = graph.edges.map { edge in
            edge.way.map { way in way.map { Point(x: direction.across($0), y: direction.along($0)) } }
        }
    }

    /// Lays the part out; nil if it was stopped.
    func result(_ watch: LayoutWatch) -> Result? {
        var leaves = graph
        leaves.edges = graph.edges.filter { !isGroup[$0.source] && !isGroup[$0.target] && $0.source != $0.target }
        let nodes = graph.sizes.indices.filter { !isGroup[$0] }
        var ranks = StableRanks(
            leaves, frames: frames, staying: nodes.filter { !isNew[$0] }, share: layout.align.share)
        let spans = spans(ranks.ranks)
        let around = graph.sizes.indices.map { node -> ClosedRange<Int>? in
            guard !graph.parents.isEmpty, graph.parents[node] >= 0 else { return nil }
            let span = spans[graph.parents[node]]
            return span.low <= span.high ? span.low...span.high : nil
        }
        let giving = ranks.place(nodes.filter { isNew[$0] }, most: most, within: around) { node, rank in
            if graph.isFixed[node] || blocks[node] >= 0 { return false }
            guard !graph.parents.isEmpty, graph.parents[node] >= 0 else { return true }
            let span = spans[graph.parents[node]]
            return rank >= span.low && rank <= span.high
        }
        ranks.placeNewRows(spacing: layout.clean(layout.layerSpacing), nodes)
        let turned = turned(ranks.ranks)
        let kept = graph.edges.indices.filter { turned[$0] != nil }
        let known = turned.map { $0 ?? false }
        let component: FlowComponent
        var (own, edges) = (nodes, Array(graph.edges.indices))
        if isGroup.contains(true) {
            let part = GroupedPart(
                graph, nodes: Array(graph.sizes.indices), edges: kept, isGroup: isGroup, turned: known,
                layout.direction)
            (own, edges) = (part.nodes, part.edges)
            component = part.component(layout)
        } else {
            component = FlowComponent(
                graph, nodes: nodes, edges: kept[...], local: nodes, turned: known, layout)
        }
        let flow = StableFlowing(
            graph: graph, layout: layout, frames: frames, isGroup: isGroup, isNew: isNew, blocks: blocks, ways: ways,
            ranks: ranks, component: component, nodes: own, edges: edges)
        return flow.result(giving: giving, most: most, isImproved: isImproved, watch)
    }

    /// The first and the last row of the contents of each group.
    private func spans(_ ranks: [Int]) -> [(low: Int, high: Int)] {
        var spans = ranks.map { $0 == StableRanks.none ? (low: Int.max, high: Int.min) : (low: $0, high: $0) }
        if graph.parents.isEmpty { return spans }
        for node in graph.sizes.indices where !isGroup[node] {
            var group = graph.parents[node]
            while group >= 0 {
                spans[group] = (min(spans[group].low, spans[node].low), max(spans[group].high, spans[node].high))
                group = graph.parents[group]
            }
        }
        return spans
    }

    /// Returns a flag for each edge: true if it points up; nil if it points neither up nor down.
    private func turned(_ ranks: [Int]) -> [Bool?] {
        let spans = spans(ranks)
        return graph.edges.map { edge in
            if edge.source == edge.target { return isGroup[edge.source] ? nil : false }
            let (from, to) = (spans[edge.source], spans[edge.target])
            return from.high < to.low ? false : to.high < from.low ? true : nil
        }
    }
}

extension Direction {
    /// A frame in flow coordinates: its least coordinates across and along the direction.
    func flowFrame(_ place: Point, _ size: Size) -> Rect {
        let far = Point(x: place.x + size.width, y: place.y + size.height)
        return Rect(
            x: across(place), y: min(along(place), along(far)), width: across(size), height: along(size))
    }
}
