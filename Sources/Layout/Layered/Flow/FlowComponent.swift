import Geometry

/// A connected part of a graph, ready for the phases, with its mapping to the document.
struct FlowComponent {
    var graph = FlowGraph()
    let document: LayoutGraph
    /// The node of the document, by node.
    let nodes: [Int]
    /// The edges of the document that each edge represents.
    private(set) var members: [[Int]] = []
    /// A flag for each edge and member: true if that edge of the document points up in the drawing.
    private(set) var isTurned: [[Bool]] = []
    /// The self-loops of the document, with their node.
    private(set) var loops: [(edge: Int, node: Int)] = []
    /// The corners of each self-loop, from the middle of its node.
    var loopPoints: [[Point]] = []
    /// The label of each self-loop: its middle, from the middle of its node, and its size across and along the flow.
    var loopLabels: [(middle: Point, size: Size)?] = []
    /// The handle at the upper end of each edge.
    private(set) var upperHandles: [FlowHandle?] = []
    private(set) var lowerHandles: [FlowHandle?] = []
    var lanes = LaneSides()
    var gaps = HandleGaps()
    /// The upper end of each edge.
    var upperEnds: [EdgeEnd] = []
    var lowerEnds: [EdgeEnd] = []
    /// The label of each edge, across and along the flow.
    private(set) var labels: [Size?] = []
    /// Edges that span so many layers that they pass around all others.
    private(set) var detours: [(upper: Int, lower: Int, edge: Int, isTurned: Bool, ends: (EdgeEnd, EdgeEnd))] = []

    /// - Parameters:
    ///   - local: the number of each node of the document in its component.
    ///   - turned: the reversed edges of the document, if they are known.
    init(
        _ document: LayoutGraph, nodes: [Int], edges: ArraySlice<Int>, local: [Int], turned: [Bool]? = nil,
        _ layout: LayeredLayout
    ) {
        self.nodes = nodes
        self.document = document
        for node in nodes {
            let size = document.sizes[node].clean
            graph.halves.append(layout.direction.across(size) / 2)
            graph.heights.append(layout.direction.along(size))
        }
        graph.borders = nodes.map { document.border($0) }
        if !document.borderRanks.isEmpty { graph.borderRanks = nodes.map { document.borderRanks[$0] } }
        graph.lefts = graph.halves
        graph.rights = graph.halves
        var kept: [Int] = []
        for edge in edges {
            let ends = document.edges[edge]
            if ends.source == ends.target {
                loops.append((edge, local[ends.source]))
            } else {
                kept.append(edge)
            }
        }
        bundle(document, kept, local, turned.map { turned in kept.map { turned[$0] } })
        (upperHandles, lowerHandles) = handles(document, layout)
        lanes = LaneSides(graph, uppers: upperHandles, lowers: lowerHandles)
        if layout.handles.keepOrder && !layout.isOrthogonal {
            gaps = HandleGaps(graph, uppers: upperHandles, lowers: lowerHandles)
        }
        prepareEnds(layout)
        labels = members.map { list in
            layout.direction.flowSize(document.edges[list[0]].label?.clean)
        }
    }

    /// Reverses edges until no cycle is left, and merges parallel edges.
    private mutating func bundle(_ document: LayoutGraph, _ edges: [Int], _ local: [Int], _ turned: [Bool]?) {
        let sources = edges.map { local[document.edges[$0].source] }
        let targets = edges.map { local[document.edges[$0].target] }
        let turned = turned ?? CycleBreaking.turned(count: nodes.count, sources: sources, targets: targets)
        let uppers = edges.indices.map { turned[$0] ? targets[$0] : sources[$0] }
        let outgoing = Adjacency(count: nodes.count, ends: uppers)
        var found = Array(repeating: -1, count: nodes.count)
        for upper in nodes.indices {
            for at in outgoing[upper] {
                let lower = turned[at] ? sources[at] : targets[at]
                let known = found[lower]
                if known >= 0, graph.uppers[known] == upper, isAlike(document, edges[at], known, turned[at]) {
                    members[known].append(edges[at])
                    isTurned[known].append(turned[at])
                    graph.weights[known] = min(1_000, graph.weights[known] + weight(document, edges[at]))
                    continue
                }
                found[lower] = graph.edgeCount
                graph.uppers.append(upper)
                graph.lowers.append(lower)
                graph.weights.append(weight(document, edges[at]))
                graph.upperSlots.append(0)
                graph.lowerSlots.append(0)
                graph.upperOffsets.append(0)
                graph.lowerOffsets.append(0)
                members.append([edges[at]])
                isTurned.append([turned[at]])
            }
        }
        graph.thickness = members.map { 10 * Double(min($0.count, 20) - 1) }
    }

    private func weight(_ document: LayoutGraph, _ edge: Int) -> Int { min(max(document.edges[edge].weight, 1), 1_000) }

    /// Returns true if an edge can be merged with another: the same ends and handles, and no label.
    private func isAlike(_ document: LayoutGraph, _ edge: Int, _ known: Int, _ turned: Bool) -> Bool {
        let a = document.edges[edge]
        let b = document.edges[members[known][0]]
        if a.label != nil || b.label != nil { return false }
        let isReverse = turned != isTurned[known][0]
        return a.sourceHandle == (isReverse ? b.targetHandle : b.sourceHandle)
            && a.targetHandle == (isReverse ? b.sourceHandle : b.targetHandle)
    }

    /// Chooses the sides on which edges bend around their nodes, and the gaps between handles through which they enter,
    /// for a given order; true if a choice has changed.
    mutating func chooseEnds(_ levels: Levels, _ layout: LayeredLayout) -> Bool {
        guard detours.isEmpty else { return false }
        let hasTurned = lanes.isFree && lanes.choose(levels, graph)
        guard gaps.choose(levels, graph, (upperEnds, lowerEnds)) || hasTurned else { return false }
        prepareEnds(layout)
        return true
    }

    /// Takes out the edges that span the most layers, until the others pass no more layers than a bound.
    mutating func takeOutDetours(_ layers: [Int], bound: Int) {
        let spans = graph.uppers.indices.map {
            members[$0].count * (layers[graph.lowers[$0]] - layers[graph.uppers[$0]] - 1)
        }
        var total = spans.reduce(0, +)
        if total <= bound { return }
        var isOut = Array(repeating: false, count: spans.count)
        for edge in spans.indices.sorted(by: { (spans[$1], $0) < (spans[$0], $1) }) {
            if total <= bound { break }
            isOut[edge] = true
            total -= spans[edge]
            for (member, turned) in zip(members[edge], isTurned[edge]) {
                detours.append(
                    (graph.uppers[edge], graph.lowers[edge], member, turned, (upperEnds[edge], lowerEnds[edge])))
            }
        }
        func kept<Element>(_ list: [Element]) -> [Element] { list.indices.filter { !isOut[$0] }.map { list[$0] } }
        (graph.uppers, graph.lowers, graph.weights) = (kept(graph.uppers), kept(graph.lowers), kept(graph.weights))
        (graph.upperSlots, graph.lowerSlots) = (kept(graph.upperSlots), kept(graph.lowerSlots))
        (graph.upperOffsets, graph.lowerOffsets) = (kept(graph.upperOffsets), kept(graph.lowerOffsets))
        graph.thickness = kept(graph.thickness)
        labels = kept(labels)
        gaps = HandleGaps()
        (members, isTurned, upperEnds, lowerEnds) = (kept(members), kept(isTurned), kept(upperEnds), kept(lowerEnds))
    }
}
