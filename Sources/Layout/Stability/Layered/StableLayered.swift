import Geometry

/// A layered drawing that is updated with the least change.
///
/// Well-placed nodes stay in their rows, in their order. New nodes are put among them by the algorithm that minimizes
/// crossings, and edges are routed through the rows around the nodes that stay.
struct StableLayered {
    let layout: LayeredLayout
    /// The share of the nodes that may move for new nodes, and to save crossings.
    let share: Double
    /// The number of times that a drawing may be updated again after groups have made space.
    var rounds = 2

    /// Returns a drawing that another update would not change; nil like `drawing(of:_:)`.
    ///
    /// Moved nodes may leave others badly placed; up to two more rounds correct these.
    func restingDrawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard var result = drawing(of: graph, watch) else { return nil }
        var graph = graph
        for _ in 0..<2 where result.places.indices.contains(where: { result.places[$0] != graph.places[$0] }) {
            graph.take(result)
            result = drawing(of: graph, watch) ?? result
        }
        return result
    }

    /// Returns nil if more than a quarter of the nodes are badly placed, no node has a place, nodes would overlap, or
    /// it was stopped.
    func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard watch(0) else { return nil }
        var isGroup = Array(repeating: false, count: graph.count)
        for parent in graph.parents where parent >= 0 { isGroup[parent] = true }
        let groups = isGroup.contains(true) ? StableGroups(graph, isGroup: isGroup) : nil
        var graph = graph
        for node in groups?.strays() ?? [] {
            graph.places[node] = nil
            if isGroup[node] { graph.sizes[node] = Size(width: 0, height: 0) }
        }
        let isNew = displaced(graph, isGroup)
        let leaves = isGroup.count { !$0 }
        let count = isNew.count { $0 }
        guard count < leaves || leaves == 0, count <= max(1, leaves / 4), watch(0.1) else { return nil }
        var result = LayoutDrawing(
            places: graph.places.map { $0 ?? .zero }, bends: graph.edges.map { $0.way ?? [] }, isInPlace: true)
        if isGroup.contains(true) { result.sizes = graph.sizes }
        let fresh = graph.edges.count { !$0.isDrawn && !$0.keepsForm }
        let isImproved = share > 0 && (count > 0 || fresh > 0 && fresh <= max(8, graph.edges.count / 2))
        let parts = StableParts(graph, frames(graph), isNew: isNew, isGroup: isGroup)
        let blocks = groups?.blocks(isNew: isNew)
        var most = Int((share * Double(leaves)).rounded(.down))
        if share > 0 { most = max(most, 1) }
        var local = Array(repeating: 0, count: graph.count)
        for (index, nodes) in parts.lists.enumerated() {
            let part = graph.part(nodes, edges: parts.edges[index], &local)
            guard nodes.contains(where: { !isNew[$0] && !isGroup[$0] }) else { continue }
            if part.edges.isEmpty, !nodes.contains(where: { isNew[$0] }) { continue }
            let work = StablePart(
                part, layout, isGroup: nodes.map { isGroup[$0] }, isNew: nodes.map { isNew[$0] },
                blocks: nodes.map { blocks?[$0] ?? -1 }, most: most, isImproved: isImproved)
            guard let drawn = work.result(watch) else { return nil }
            write(drawn, part, nodes, parts.edges[index], to: &result)
            let moved = nodes.count { !isNew[$0] && !isGroup[$0] && result.places[$0] != graph.places[$0] }
            most = max(0, most - moved)
        }
        guard placeApart(graph, parts, isNew, isGroup, &result, watch) else { return nil }
        if let groups {
            let places = result.places
            guard let next = groups.separate(&result, spacing: layout.clean(layout.nodeSpacing), watch) else {
                return nil
            }
            // Edges are routed again between the moved nodes.
            if result.places != places, rounds > 0 {
                return StableLayered(layout: layout, share: share, rounds: rounds - 1).drawing(of: next, watch)
            }
        }
        return covers(graph, isGroup, result) ? nil : result
    }

    /// Returns true if a movable node overlaps another: rows of very different heights can reach into each other.
    private func covers(_ graph: LayoutGraph, _ isGroup: [Bool], _ result: LayoutDrawing) -> Bool {
        let leaves = isGroup.indices.filter { !isGroup[$0] }
        let frames = leaves.map { frame($0, graph, result) }
        let check = OverlapCheck(
            boxes: BoxColumns(
                along: frames.map(\.center.x), across: frames.map(\.center.y), halfAlong: frames.map { $0.width / 2 },
                halfAcross: frames.map { $0.height / 2 }))
        return leaves.indices.contains { !graph.isFixed[leaves[$0]] && check.overlapsOthers($0) }
    }

    private func frames(_ graph: LayoutGraph) -> [Rect?] {
        zip(graph.places, graph.sizes).map { place, size in place.map { Rect(origin: $0, size: size.clean) } }
    }

    /// The nodes without a place, on other nodes, or against the direction of new edges.
    private func displaced(_ graph: LayoutGraph, _ isGroup: [Bool]) -> [Bool] {
        var stability = Stability(direction: layout.direction)
        stability.nodeSpacing = layout.nodeSpacing
        stability.layerSpacing = 0
        stability.align = layout.align
        var part = LayoutPart(of: graph, isGroup.map { !$0 })
        let flow = StableFlow(of: part.graph, stability)
        let fresh = Set(part.graph.edges.filter { !$0.isDrawn }.map { [$0.source, $0.target] })
        var nodes = StableNodes(part.graph, flow.only { fresh.contains([$0.source, $0.target]) }, stability)
        if !graph.parents.isEmpty {
            // A node that overlaps a part of another group is moved off the whole group.
            let own = part.nodes
            nodes.givesWay = { node, other in
                let group = graph.parents[own[node]]
                var next = graph.parents[own[other]]
                while next >= 0, next != group { next = graph.parents[next] }
                return next == group
            }
        }
        let found = nodes.displaced()
        var isNew = Array(repeating: false, count: graph.count)
        for (node, isOut) in zip(part.nodes, found) { isNew[node] = isOut }
        part = LayoutPart(of: graph, isGroup)
        for (index, node) in part.nodes.enumerated() { isNew[node] = part.graph.places[index]?.isFinite != true }
        return isNew
    }

    private func write(
        _ drawn: StablePart.Result, _ part: LayoutGraph, _ nodes: [Int], _ edges: [Int],
        to result: inout LayoutDrawing
    ) {
        let direction = layout.direction
        for (index, frame) in drawn.frames.enumerated() {
            guard let frame else { continue }
            let size = direction.isHorizontal ? Size(width: frame.height, height: frame.width) : frame.size
            let place = direction.corner(across: frame.minX, along: frame.minY, of: size)
            result.places[nodes[index]] = place
            if !result.sizes.isEmpty { result.sizes[nodes[index]] = size }
        }
        for (index, corners) in drawn.corners.enumerated() {
            guard let corners else { continue }
            result.bends[edges[index]] = corners.map { direction.point(across: $0.x, along: $0.y) }
        }
    }

    /// Lays out the parts with new nodes only, and puts them below the others. Returns false if it was stopped.
    private func placeApart(
        _ graph: LayoutGraph, _ parts: StableParts, _ isNew: [Bool], _ isGroup: [Bool], _ result: inout LayoutDrawing,
        _ watch: LayoutWatch
    ) -> Bool {
        var bounds = Rect.empty
        var local = Array(repeating: 0, count: graph.count)
        let fresh = parts.lists.indices.filter { index in
            !parts.lists[index].contains { !isNew[$0] && !isGroup[$0] }
        }
        if fresh.isEmpty { return true }
        let isFresh = Set(fresh)
        for index in parts.lists.indices where !isFresh.contains(index) {
            for node in parts.lists[index] { bounds = bounds.union(frame(node, graph, result)) }
        }
        let nodes = fresh.flatMap { parts.lists[$0] }.sorted()
        let edges = fresh.flatMap { parts.edges[$0] }.sorted()
        let part = graph.part(nodes, edges: edges, &local)
        guard let drawn = layout.drawing(of: part, watch) else { return false }
        let origin =
            bounds.isEmpty ? Point.zero : Point(x: bounds.minX, y: bounds.maxY + layout.clean(layout.nodeSpacing))
        for (index, node) in nodes.enumerated() {
            result.places[node] = drawn.places[index] + origin
            if !drawn.sizes.isEmpty { result.sizes[node] = drawn.sizes[index] }
        }
        for (index, edge) in edges.enumerated() { result.bends[edge] = drawn.bends[index].map { $0 + origin } }
        return true
    }

    private func frame(_ node: Int, _ graph: LayoutGraph, _ result: LayoutDrawing) -> Rect {
        Rect(origin: result.places[node], size: result.sizes.isEmpty ? graph.sizes[node].clean : result.sizes[node])
    }
}

/// The parts of a graph that are updated separately: connected ones, merged if they lie among each other.
struct StableParts {
    /// The nodes and the edges of each part.
    private(set) var lists: [[Int]] = []
    private(set) var edges: [[Int]] = []

    init(_ graph: LayoutGraph, _ frames: [Rect?], isNew: [Bool], isGroup: [Bool]) {
        var joins = graph.edges
        for node in graph.parents.indices where graph.parents[node] >= 0 {
            joins.append(LayoutEdge(source: graph.parents[node], target: node))
        }
        let components = Components(nodeCount: graph.count, edges: joins)
        var boxes = (0..<components.count).map { part in
            components[part].reduce(Rect.empty) { box, node in
                isNew[node] ? box : frames[node].map { box.union($0) } ?? box
            }
        }
        var roots = Array(0..<components.count)
        // Merged parts take more space, and so may meet more parts.
        for _ in 0..<8 {
            let known = roots.indices.filter { roots[$0] == $0 && !boxes[$0].isEmpty }
            let order = known.sorted { (boxes[$0].minY, $0) < (boxes[$1].minY, $1) }
            var active: [Int] = []
            var isJoined = false
            for part in order {
                active.removeAll { boxes[$0].maxY < boxes[part].minY || roots[$0] != $0 }
                for other in active where roots[other] == other && boxes[other].touches(boxes[part]) {
                    let own = Components.root(of: part, &roots)
                    let (low, high) = (min(own, other), max(own, other))
                    if low == high { continue }
                    roots[high] = low
                    boxes[low] = boxes[low].union(boxes[high])
                    isJoined = true
                }
                active.append(Components.root(of: part, &roots))
            }
            if !isJoined { break }
        }
        var numbers = Array(repeating: -1, count: components.count)
        for part in roots.indices {
            let root = Components.root(of: part, &roots)
            if numbers[root] < 0 {
                numbers[root] = lists.count
                lists.append([])
            }
            numbers[part] = numbers[root]
        }
        for node in 0..<graph.count { lists[numbers[components.numbers[node]]].append(node) }
        edges = lists.map { _ in [] }
        for (index, edge) in graph.edges.enumerated() {
            edges[numbers[components.numbers[edge.source]]].append(index)
        }
    }
}

extension LayoutGraph {
    /// Applies the places and lines of a drawing.
    fileprivate mutating func take(_ drawing: LayoutDrawing) {
        places = drawing.places
        if !drawing.sizes.isEmpty { sizes = drawing.sizes }
        for index in edges.indices {
            if edges[index].way != nil { edges[index].way = drawing.bends[index] }
            edges[index].isDrawn = !edges[index].keepsForm
        }
    }

    /// Some nodes with some edges among them; the nodes must include their parents.
    ///
    /// - Parameter local: a buffer with a number for each node.
    func part(_ nodes: [Int], edges list: [Int], _ local: inout [Int]) -> LayoutGraph {
        for (index, node) in nodes.enumerated() { local[node] = index }
        var part = LayoutGraph(sizes: nodes.map { sizes[$0] }, edges: [])
        part.places = nodes.map { places[$0] }
        part.isFixed = nodes.map { isFixed[$0] }
        part.padding = padding
        if !parents.isEmpty { part.parents = nodes.map { parents[$0] < 0 ? -1 : local[parents[$0]] } }
        part.edges = list.map { index in
            var edge = edges[index]
            (edge.source, edge.target) = (local[edge.source], local[edge.target])
            return edge
        }
        return part
    }
}
