import Geometry

/// The part of stable layouts that sees groups as wholes: it finds nodes that have left theirs, and makes space between those
/// that have grown.
struct StableGroups {
    private let graph: LayoutGraph
    private let isGroup: [Bool]
    /// The nodes in each group, and those in none at last.
    private let children: [[Int]]

    init(_ graph: LayoutGraph, isGroup: [Bool]) {
        (self.graph, self.isGroup) = (graph, isGroup)
        var children = Array(repeating: [Int](), count: graph.count + 1)
        for node in graph.parents.indices {
            children[graph.parents[node] < 0 ? graph.count : graph.parents[node]].append(node)
        }
        self.children = children
    }

    /// The nodes that have a place whose middle lies outside of the group around them, and what these hold.
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

    /// Returns for each node the outermost group that is it or holds it and in which nothing has changed, -1 for none: it keeps its
    /// form and moves only as a whole. Something has changed where a node or an edge is new.
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

    /// Moves apart what covers others in the same group, with what it holds, the innermost groups first; these grow around
    /// what they hold. Edges with one end that moved lose their corners.
    ///
    /// - Returns: the graph with the places that are to be kept then, and ways for those edges whose ends moved alike; the same
    ///   graph if nothing moved, nil when stopped.
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
            // It has had its part in the places of nodes, and is only led again.
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
        // As near as stable layouts let nodes lie where space is short.
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
