import Geometry

/// Handles groups as wholes in stable layouts: finds nodes that have left their group, and makes space between groups
/// that have grown.
struct StableGroups {
    private let graph: LayoutGraph
    private let isGroup: [Bool]
    /// The children of each group, and last the nodes outside all groups.
    private let children: [[Int]]

    init(_ graph: LayoutGraph, isGroup: [Bool]) {
        (self.graph, self.isGroup) = (graph, isGroup)
        var children = Array(repeating: [Int](), count: graph.count + 1)
        for node in graph.parents.indices {
            children[graph.parents[node] < 0 ? graph.count : graph.parents[node]].append(node)
        }
        self.children = children
    }

    /// The placed nodes whose middle lies outside their group, with their contents.
    func strays() -> [Int] {
        func frame(_ node: Int) -> Rect? { graph.places[node].map { Rect(origin: $0, size: graph.sizes[node].clean) } }
        var strays: [Int] = []
        for node in graph.parents.indices where graph.parents[node] >= 0 && !graph.isFixed[node] {
            guard let own = frame(node), let around = frame(graph.parents[node]), !around.contains(own.center) else {
                continue
            }
            strays += [node] + held(by: node)
        }
        return strays
    }

    /// Returns for each node the outermost unchanged group that it is or lies in, -1 for none: such a group keeps its
    /// form and moves as a whole. A group has changed if it contains a new node or a new edge.
    func blocks(isNew: [Bool]) -> [Int] {
        var isTouched = isGroup.map { !$0 }
        func touch(_ node: Int) {
            var next = isGroup[node] ? node : graph.parents[node]
            while next >= 0, !isTouched[next] {
                isTouched[next] = true
                next = graph.parents[next]
            }
        }
        for node in isNew.indices where isNew[node] { touch(node) }
        for edge in graph.edges where !edge.isDrawn && !edge.keepsForm {
            touch(edge.source)
            touch(edge.target)
        }
        var blocks = Array(repeating: -1, count: graph.count)
        var waiting = children[graph.count]
        while let node = waiting.popLast() {
            let around = graph.parents[node] < 0 ? -1 : blocks[graph.parents[node]]
            blocks[node] = around >= 0 ? around : isTouched[node] ? -1 : node
            waiting += children[node]
        }
        return blocks
    }

    private func held(by node: Int) -> [Int] {
        var held = isGroup[node] ? children[node] : []
        var done = 0
        while done < held.count {
            held += children[held[done]]
            done += 1
        }
        return held
    }

    /// Separates overlapping siblings with their contents, the innermost groups first; groups grow around their
    /// contents. Edges with one moved end lose their corners.
    ///
    /// - Returns: the graph with the new places, and with lines for edges whose ends moved alike; the same graph if
    ///   nothing moved, nil when stopped.
    func separate(_ drawing: inout LayoutDrawing, spacing: Double, _ watch: LayoutWatch) -> LayoutGraph? {
        let before = drawing.places
        let groups = isGroup.indices.filter { isGroup[$0] }.map { (depth: depth($0), group: $0) }
        for (_, group) in groups.sorted(by: { ($1.depth, $0.group) < ($0.depth, $1.group) }) {
            guard separate(children[group], in: &drawing, spacing, watch) else { return nil }
            let held = children[group].reduce(Rect.empty) { $0.union(frame($1, drawing)) }
            if held.isEmpty { continue }
            let grown = frame(group, drawing).union(held.grown(by: graph.padding))
            (drawing.places[group], drawing.sizes[group]) = (grown.origin, grown.size)
        }
        guard separate(children[graph.count], in: &drawing, spacing, watch) else { return nil }
        var next = graph
        if drawing.places == before { return next }
        (next.places, next.sizes) = (drawing.places, drawing.sizes)
        for (index, edge) in graph.edges.enumerated() {
            let offset = drawing.places[edge.source] - before[edge.source]
            let isAlike = drawing.places[edge.target] - before[edge.target] == offset
            drawing.bends[index] = isAlike ? drawing.bends[index].map { $0 + offset } : []
            // It has already influenced the places of nodes, and is only routed again.
            (next.edges[index].way, next.edges[index].isDrawn) = (isAlike ? drawing.bends[index] : nil, !edge.keepsForm)
        }
        return next
    }

    private func separate(
        _ nodes: [Int], in drawing: inout LayoutDrawing, _ spacing: Double, _ watch: LayoutWatch
    ) -> Bool {
        let frames = nodes.map { frame($0, drawing) }
        let check = OverlapCheck(
            boxes: BoxColumns(
                along: frames.map(\.center.x), across: frames.map(\.center.y), halfAlong: frames.map { $0.width / 2 },
                halfAcross: frames.map { $0.height / 2 }))
        guard check.overlapping().contains(true) else { return true }
        var removal = OverlapRemoval()
        // The least distance that stable layouts leave where space is short.
        removal.nodeSpacing = spacing * 0.4
        guard
            let places = removal.places(
                from: frames.map(\.origin), sizes: frames.map(\.size), isFixed: nodes.map { graph.isFixed[$0] },
                watch: watch)
        else { return false }
        for (index, node) in nodes.enumerated() where places[index] != frames[index].origin {
            let offset = places[index] - frames[index].origin
            for moved in [node] + held(by: node) { drawing.places[moved] = drawing.places[moved] + offset }
        }
        return true
    }

    private func depth(_ node: Int) -> Int {
        var (depth, next) = (0, graph.parents[node])
        while next >= 0 { (depth, next) = (depth + 1, graph.parents[next]) }
        return depth
    }

    private func frame(_ node: Int, _ drawing: LayoutDrawing) -> Rect {
        Rect(origin: drawing.places[node], size: drawing.sizes[node])
    }
}
