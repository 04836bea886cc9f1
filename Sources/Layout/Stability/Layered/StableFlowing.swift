import Geometry

/// The layout of a part whose rows are known.
struct StableFlowing {
    let graph: LayoutGraph
    let layout: LayeredLayout
    let frames: [Rect]
    let isGroup: [Bool]
    let isNew: [Bool]
    /// The block that each node moves with, by any number; -1 for none.
    let blocks: [Int]
    let ways: [[Point]?]
    let ranks: StableRanks
    var component: FlowComponent
    /// The node of the graph for each node of the component, -1 where edges meet groups; likewise for edges.
    let nodes: [Int]
    let edges: [Int]

    private typealias Row = StableRanks.Row

    func result(giving: [Int], most: Int, isImproved: Bool, _ watch: LayoutWatch) -> StablePart.Result? {
        var work = self
        return work.run(giving: giving, most: most, isImproved: isImproved, watch)
    }

    private mutating func run(
        giving: [Int], most: Int, isImproved: Bool, _ watch: LayoutWatch
    ) -> StablePart.Result? {
        let leafRanks = nodes.filter { $0 >= 0 }.map { ranks.ranks[$0] }
        let numbers = Dictionary(
            uniqueKeysWithValues: Set(leafRanks).sorted().enumerated().map { ($0.element, $0.offset) })
        var layers = leafRanks.map { numbers[$0] ?? 0 }
        if let groups = component.graph.groups {
            layers = GroupLayers.layers(component.graph, groups, ranks: layers)
            component.graph.addSides(&layers)
        }
        let flow = component.graph
        var levels = Levels(flow, layers: layers)
        var rows = layerRows(levels)
        let homes = homes()
        let gone = Set(giving)
        let middles = sort(&levels, rows, homes)
        let isFixed = flow.halves.indices.map { $0 < nodes.count && nodes[$0] >= 0 && graph.isFixed[nodes[$0]] }
        let space = StableSpace(
            flow, middles: Array(middles[..<flow.count]), isFixed: isFixed, blocks: flowBlocks(),
            spacing: layout.clean(layout.nodeSpacing))
        let new = flow.halves.indices.filter { node in
            node < nodes.count && nodes[node] >= 0 && (isNew[nodes[node]] || gone.contains(nodes[node]))
        }
        let unthreaded = unthreaded(levels, rows, space)
        let places: [Double]
        var isThreaded = unthreaded
        var layerOf = Array(levels.layer[..<flow.count])
        var final = space
        if isSearchable(levels) {
            let loose = unthreaded.indices.filter { unthreaded[$0] && !space.isSide(flow.uppers[$0]) }
            var search = StableSearch(levels, flow, space, homes: homes, isFixed: isFixed, most: most)
            search.insert(
                new.sorted { (layers[$0], $0) < (layers[$1], $1) }, loose,
                giving: Set(new.filter { gone.contains(nodes[$0]) }))
            if isImproved {
                let work = min(2_000_000, 8_000 * (flow.count + flow.edgeCount))
                guard search.improve(work: work, watch) else { return nil }
            }
            layerOf = search.reinsertion.levels.layers
            let old = rows
            levels = search.reinsertion.levels.levels(flow)
            rows = levels.rows.map { row in
                row.first { $0 < flow.count }.map { old[layerOf[$0]] } ?? Row(rank: 0, level: 0, low: 0, high: 0)
            }
            (final, isThreaded) = (search.space, search.isThreaded)
        }
        guard watch(0.9) else { return nil }
        places = (0..<flow.count).map { final.middle($0) }
        if component.chooseEnds(levels, layout) { levels = levels.renewed(component.graph) }
        return draw(levels, rows, places, new: new, isThreaded: isThreaded, { watch(0) })
    }

    private func isSearchable(_ levels: Levels) -> Bool {
        let flow = component.graph
        return flow.count * max(flow.edgeCount, 1) < 4_000_000 && levels.layerCount * flow.edgeCount < 2_000_000
    }

    // MARK: Places

    /// The row of each layer. Layers in which edges meet groups get new rows between the others.
    private func layerRows(_ levels: Levels) -> [Row] {
        var rows: [Row?] = levels.rows.map { row in
            guard let leaf = row.first(where: { $0 < nodes.count && nodes[$0] >= 0 }) else { return nil }
            let rank = ranks.ranks[nodes[leaf]]
            return ranks.rows.first { $0.rank == rank }
        }
        for layer in rows.indices where rows[layer] == nil {
            let before = rows[..<layer].last { $0 != nil }.flatMap { $0 }
            let after = rows[layer...].first { $0 != nil }.flatMap { $0 }
            let low = before?.high ?? (after?.low ?? 0) - 40
            let high = after?.low ?? low + 40
            let middle = low / 2 + high / 2
            rows[layer] = Row(rank: .max, level: middle, low: middle, high: middle)
        }
        return rows.map { $0 ?? Row(rank: 0, level: 0, low: 0, high: 0) }
    }

    /// The current places across the flow, by node of the component; nil for new nodes.
    private func homes() -> [Double?] {
        let flow = component.graph
        var homes = [Double?](repeating: nil, count: flow.count)
        for (node, own) in nodes.enumerated() where own >= 0 && !isNew[own] { homes[node] = frames[own].center.x }
        for (group, side) in (flow.groups?.sides ?? []).enumerated() {
            guard let own = flow.groups?.nodes[group], graph.places[own] != nil else { continue }
            for (at, node) in side.nodes.enumerated() { homes[node] = at < 2 ? frames[own].minX : frames[own].maxX }
        }
        return homes
    }

    /// The block that each node of the component moves with; -1 for none.
    private func flowBlocks() -> [Int] {
        var result = Array(repeating: -1, count: component.graph.count)
        for (node, own) in nodes.enumerated() where own >= 0 { result[node] = blocks[own] }
        for (group, side) in (component.graph.groups?.sides ?? []).enumerated() {
            guard let own = component.graph.groups?.nodes[group] else { continue }
            for node in side.nodes { result[node] = blocks[own] }
        }
        return result
    }

    /// Sorts all rows by the places of their items; returns approximate places.
    private func sort(_ levels: inout Levels, _ rows: [Row], _ homes: [Double?]) -> [Double] {
        let flow = component.graph
        var places = Array(repeating: 0.0, count: levels.itemCount)
        let neighbors = Adjacency(count: flow.count, tails: flow.uppers, heads: flow.lowers)
        for node in 0..<flow.count { places[node] = homes[node] ?? .nan }
        let mean = homes.compactMap { $0 }.reduce(0, +) / Double(max(1, homes.compactMap { $0 }.count))
        // A few rounds reach nodes that are connected only through new nodes.
        for _ in 0..<4 {
            for node in 0..<flow.count where places[node].isNaN {
                let known = neighbors[node].map { places[flow.uppers[$0] == node ? flow.lowers[$0] : flow.uppers[$0]] }
                    .filter { !$0.isNaN }
                if !known.isEmpty { places[node] = known.reduce(0, +) / Double(known.count) }
            }
        }
        for node in 0..<flow.count where places[node].isNaN { places[node] = mean }
        keepInside(&places, homes)
        for edge in 0..<flow.edgeCount {
            let (a, b) = (places[flow.uppers[edge]], places[flow.lowers[edge]])
            let (top, bottom) = (levels.layer[flow.uppers[edge]], levels.layer[flow.lowers[edge]])
            let way = way(edge)
            for bend in levels.firstBend[edge]..<levels.firstBend[edge + 1] {
                let layer = levels.layer[bend]
                let y = rows[layer].low / 2 + rows[layer].high / 2
                places[bend] =
                    way.map { Clearances.across($0, at: y) }
                    ?? a + (b - a) * Double(layer - top) / Double(bottom - top)
            }
        }
        for layer in levels.rows.indices {
            let keys = levels.rows[layer].map { (places[$0], order($0, levels), $0) }
            levels.rows[layer] = keys.sorted { $0 < $1 }.map(\.2)
        }
        levels.renewPlaces()
        if levels.nesting != nil {
            let keys = (flow.groups?.sides ?? []).map { places[$0.nodes[0]] }
            levels.groupRanks = levels.nesting?.ranks(keys) ?? []
            levels.rearrange()
            for row in levels.rows { levels.nesting?.renewGroups(row) }
        }
        return places
    }

    /// Orders items with equal places: the sides of a group lie around its contents.
    private func order(_ item: Int, _ levels: Levels) -> Int {
        guard let nesting = levels.nesting, nesting.sides[item] != 0 else { return 0 }
        let depth = nesting.tree.count - nesting.groups[item]
        return nesting.sides[item] < 0 ? -depth : depth
    }

    /// Moves new nodes into their groups, and new groups to their contents.
    private func keepInside(_ places: inout [Double], _ homes: [Double?]) {
        guard let groups = component.graph.groups else { return }
        var sums = Array(repeating: (sum: 0.0, count: 0.0), count: groups.count)
        for node in 0..<groups.leafCount where groups.nodeGroups[node] >= 0 {
            sums[groups.nodeGroups[node]].sum += places[node]
            sums[groups.nodeGroups[node]].count += 1
        }
        for group in 0..<groups.count where homes[groups.sides[group].nodes[0]] == nil {
            var place = sums[group].count > 0 ? sums[group].sum / sums[group].count : 0
            if groups.parents[group] >= 0 {
                let around = groups.sides[groups.parents[group]].nodes
                place = min(max(place, places[around[0]]), places[around[2]])
            }
            for node in groups.sides[group].nodes { places[node] = place }
        }
        for node in 0..<groups.firstSide where groups.nodeGroups[node] >= 0 {
            let sides = groups.sides[groups.nodeGroups[node]].nodes
            places[node] = min(max(places[node], places[sides[0]]), places[sides[2]])
        }
    }

    /// The line of an edge from top to bottom, with its ends; nil if one of its members is new or has no line.
    func way(_ edge: Int) -> [Point]? {
        let members = edge < component.members.count ? component.members[edge] : []
        guard let member = members.first, let own = edges.indices.contains(member) ? edges[member] : nil else {
            return nil
        }
        for member in members where ways[edges[member]] == nil { return nil }
        let ends = graph.edges[own]
        guard let corners = ways[own], !isNew[ends.source], !isNew[ends.target] else { return nil }
        let line = [anchor(ends.source, ends.sourceHandle)] + corners + [anchor(ends.target, ends.targetHandle)]
        return component.isTurned[edge][0] ? line.reversed() : line
    }

    private func anchor(_ node: Int, _ handle: LayoutHandle?) -> Point {
        let size = graph.sizes[node].clean
        let handle = isGroup[node] ? nil : FlowHandle(handle, size, layout.direction)
        return frames[node].center + (handle?.offset ?? .zero)
    }

    /// Returns a flag for each edge: true if it has no line, or its line passes a node on the wrong side.
    private func unthreaded(_ levels: Levels, _ rows: [Row], _ space: StableSpace) -> [Bool] {
        let flow = component.graph
        var frames = (0..<flow.count).map { frame($0, space.middle($0), rows[levels.layer[$0]]) }
        for (group, side) in (flow.groups?.sides ?? []).enumerated() {
            guard let own = flow.groups?.nodes[group], graph.places[own] != nil else { continue }
            for node in side.nodes {
                frames[node] = Rect(
                    x: frames[node].minX, y: self.frames[own].minY, width: 0, height: self.frames[own].height)
            }
        }
        let boxes = StableBoxes(levels, rows, flow, frames: frames)
        return (0..<flow.edgeCount).map { edge in
            if space.isSide(flow.uppers[edge]) { return false }
            guard let way = way(edge) else { return true }
            return !boxes.isClear(way, edge, levels, flow)
        }
    }

    /// The frame of a node of the component with its middle at a place.
    private func frame(_ node: Int, _ middle: Double, _ row: Row) -> Rect {
        guard node < nodes.count, nodes[node] >= 0 else {
            return Rect(x: middle, y: row.low, width: 0, height: row.high - row.low)
        }
        let own = nodes[node]
        let start = isNew[own] ? row.level - frames[own].height * layout.align.share : frames[own].minY
        return Rect(x: middle - frames[own].width / 2, y: start, width: frames[own].width, height: frames[own].height)
    }

    // MARK: Drawing

    private mutating func draw(
        _ levels: Levels, _ rows: [Row], _ places: [Double], new: [Int], isThreaded: [Bool], _ isOn: () -> Bool
    ) -> StablePart.Result? {
        let flow = component.graph
        var result = StablePart.Result(
            frames: graph.sizes.map { _ in nil }, corners: graph.edges.map { _ in nil })
        let homes = homes()
        let isNewHere = Set(new)
        var boxes: [Rect] = []
        for node in 0..<flow.count {
            let row = rows[levels.layer[node]]
            var box = frame(node, places[node], row)
            if node < nodes.count, nodes[node] >= 0 {
                let own = nodes[node]
                // In its old row, a node keeps its place along the flow, and so does a block.
                let isElsewhere = isNewHere.contains(node) || blocks[own] < 0 && ranks.ranks[own] != row.rank
                if isElsewhere {
                    let start = row.level - box.height * layout.align.share
                    box = Rect(x: box.minX, y: start, width: box.width, height: box.height)
                }
                let isMoved = homes[node].map { abs($0 - places[node]) > 1e-9 } ?? true
                if isElsewhere || isMoved { result.frames[own] = box }
            }
            boxes.append(box)
        }
        let rects = groupFrames(levels, boxes, places)
        for (group, rect) in rects.enumerated() {
            guard let own = flow.groups?.nodes[group] else { continue }
            if graph.places[own] == nil || rect != frames[own] { result.frames[own] = rect }
            for (at, node) in (flow.groups?.sides[group].nodes ?? []).enumerated() {
                boxes[node] = Rect(x: at < 2 ? rect.minX : rect.maxX, y: rect.minY, width: 0, height: rect.height)
            }
        }
        return drawEdges(levels, rows, boxes, rects, isThreaded, &result, isOn) ? result : nil
    }

    /// The frames of groups: the former ones, extended around their contents.
    private func groupFrames(_ levels: Levels, _ boxes: [Rect], _ places: [Double]) -> [Rect] {
        guard let groups = component.graph.groups else { return [] }
        var held = Array(repeating: Rect.empty, count: groups.count)
        for node in 0..<groups.leafCount where groups.nodeGroups[node] >= 0 {
            held[groups.nodeGroups[node]] = held[groups.nodeGroups[node]].union(boxes[node])
        }
        var rects = held
        for group in (0..<groups.count).reversed() {
            let own = groups.nodes[group]
            var rect = held[group].isEmpty ? .empty : held[group].grown(by: groups.padding)
            if graph.places[own] != nil {
                // A block keeps its size.
                let left = groups.sides[group].nodes[0]
                let across = blocks[own] < 0 ? 0 : places[left] - frames[own].minX
                rect = rect.union(frames[own].offset(by: Point(x: across, y: 0)))
            } else {
                rect = rect.union(
                    Rect(
                        x: rect.minX, y: rect.minY, width: groups.least[group].width,
                        height: groups.least[group].height))
            }
            rects[group] = rect
            if groups.parents[group] >= 0 {
                held[groups.parents[group]] = held[groups.parents[group]].union(rect)
            }
        }
        return rects
    }

    /// Draws the edges; returns false if it was stopped.
    private mutating func drawEdges(
        _ levels: Levels, _ rows: [Row], _ boxes: [Rect], _ rects: [Rect], _ isThreaded: [Bool],
        _ result: inout StablePart.Result, _ isOn: () -> Bool
    ) -> Bool {
        let flow = component.graph
        let clear = StableBoxes(levels, rows, flow, frames: boxes)
        func isWhereItWas(_ node: Int) -> Bool { result.frames[node] == nil }
        let kept: [[Point]?] = (0..<flow.edgeCount).map { edge in
            guard edge < component.members.count, !isThreaded[edge], let way = way(edge) else { return nil }
            let ends = graph.edges[edges[component.members[edge][0]]]
            guard isWhereItWas(ends.source), isWhereItWas(ends.target) else { return nil }
            return clear.isClear(way, edge, levels, flow) ? way : nil
        }
        let labels = LabelSpace(levels)
        let spacing = Spacing(levels, flow, labels, nodes: layout.clean(layout.nodeSpacing))
        let middles = clear.middles(levels, rows, flow, ways: kept, spacing: layout.clean(layout.nodeSpacing))
        let bands = clear.bands(levels)
        var routes = Routes(levels, flow, bands, spacing, middles: middles)
        let phases = Phases(layout: layout, share: 1)
        guard isOn(), let sheet = phases.draw(component, &routes, labels, rects, nil, isOn) else { return false }
        var isKept = Array(repeating: false, count: graph.edges.count)
        for edge in kept.indices where kept[edge] != nil {
            for member in component.members[edge] { isKept[edges[member]] = true }
        }
        for member in edges.indices where !isKept[edges[member]] {
            let own = edges[member]
            let isLoop = graph.edges[own].source == graph.edges[own].target
            if !isLoop || !isWhereItWas(graph.edges[own].source) || ways[own] == nil { result.corners[own] = [] }
        }
        for (member, points) in sheet.corners where result.corners[edges[member]] != nil {
            result.corners[edges[member]] = points
        }
        let drawn = Set(edges)
        for edge in graph.edges.indices where !drawn.contains(edge) {
            let ends = graph.edges[edge]
            let isKept = ways[edge] != nil && isWhereItWas(ends.source) && isWhereItWas(ends.target)
            if !isKept { result.corners[edge] = [] }
        }
        return true
    }
}
