import Geometry

/// The phases of a component, one after another.
struct Phases {
    let layout: LayeredLayout
    /// The component's share of the graph and so of the work, 0…1.
    let share: Double
    /// The layers and constraints of the component; nil without any.
    var constrained: ConstrainedFlow?

    /// The number of rounds in which ends of edges are chosen, each for the order that the round before led to.
    private static let endRounds = 2

    /// Lays out a component; nil if it was stopped.
    func sheet(of component: FlowComponent, _ watch: LayoutWatch) -> Sheet? {
        func isOn() -> Bool { watch(0) }
        guard var layers = constrained?.layers ?? layers(component, watch), isOn() else { return nil }
        var component = component
        if component.graph.groups == nil {
            component.takeOutDetours(layers, bound: 50_000 + 4 * (component.graph.count + component.graph.edgeCount))
        } else {
            component.graph.addSides(&layers)
        }
        var levels = Levels(component.graph, layers: layers)
        let keepsLayers = constrained != nil
        guard OrderSearch.run(&levels, share: share, { watch(0.2 + 0.3 * $0) }) else { return nil }
        for _ in 0..<Phases.endRounds where component.chooseEnds(levels, layout) {
            levels = levels.renewed(component.graph)
            guard OrderSearch.improve(&levels, share: share, { _ in watch(0.5) }) else { return nil }
        }
        if !keepsLayers {
            var ends = component.freeEnds
            guard
                OrderSearch.reinsert(&levels, &ends, component.graph, share: share, { watch(0.5 + 0.3 * $0) })
            else { return nil }
            component.take(ends, &levels, layout)
        }
        let graph = component.graph
        var labels = LabelSpace(levels)
        if layout.labels, component.labels.contains(where: { $0 != nil }) {
            labels = LabelSpace(&levels, graph, labels: component.labels, isOn)
        }
        guard isOn() else { return nil }
        let models = constrained.map { labels.models($0.constraints, levels, graph) } ?? [:]
        if let constrained { ConstrainedOrder.keep(constrained.constraints, &levels, labels: models) }
        let spacing = Spacing(levels, graph, labels, nodes: layout.clean(layout.nodeSpacing))
        guard var middles = middles(levels, spacing, labels, watch) else { return nil }
        if let constrained {
            middles = ConstrainedPlaces.middles(
                constrained.constraints, levels, spacing, labels: models, near: middles)
        }
        guard isOn() else { return nil }
        // Rows of joints at frames have no space for level legs, and constraints fix the distance of layers.
        let hasLegs = layout.isOrthogonal && graph.groups?.joints.isEmpty ?? true
        if hasLegs && graph.groups != nil {
            let count = component.members.count
            middles = StraightColumns.straightened(middles, levels, spacing, edgeCount: count)
        }
        guard isOn() else { return nil }
        let legs = hasLegs ? LegRoutes(component, levels, layout, middles: middles) : nil
        guard isOn() else { return nil }
        var bands = Bands(levels, graph, labels, layout, space: legs?.space ?? [])
        if let constrained { bands.keep(constrained.constraints, levels, graph, layout.align) }
        var frames = GroupFrames(levels)
        frames.fit(levels, graph, middles, tops: bands.nodes)
        graph.groups?.moveNodes(to: frames.rects, &bands)
        guard isOn() else { return nil }
        var routes = Routes(levels, graph, bands, spacing, middles: middles)
        routes.narrow(labels, spacing: spacing.nodes)
        guard isOn(), var sheet = draw(component, &routes, labels, frames.rects, legs, isOn) else { return nil }
        sheet.moveToOrigin(graph)
        return sheet
    }

    private func layers(_ component: FlowComponent, _ watch: LayoutWatch) -> [Int]? {
        let graph = component.graph
        if let groups = graph.groups {
            return GroupLayers.layers(graph, groups, isShortest: layout.layering == .networkSimplex, { watch(0.1) })
        }
        if graph.edgeCount == 0 { return Array(repeating: 0, count: graph.count) }
        var layers = Layering.longestPath(graph)
        if layout.layering == .networkSimplex {
            let work = min(80_000_000, 100_000 + 1_000 * (graph.count + graph.edgeCount))
            guard let shortest = Layering.shortest(graph, from: layers, work: work, { watch(0.2 * $0) })
            else { return nil }
            layers = shortest
            _ = Layering.compact(&layers)
            Layering.balance(&layers, graph)
        }
        _ = Layering.compact(&layers)
        Layering.moveBorders(&layers, graph)
        _ = Layering.compact(&layers)
        return layers
    }

    private func middles(
        _ levels: Levels, _ spacing: Spacing, _ labels: LabelSpace, _ watch: LayoutWatch
    ) -> [Double]? {
        let size = levels.itemCount + levels.up.items.count
        // Large graphs, in which these steps take long, have no reinsertion: they begin at a half.
        guard let places = BrandesKopf.places(levels, spacing, { watch(0.5 + 0.2 * $0) }) else { return nil }
        var relaxation = RowRelaxation(places, levels, spacing)
        guard relaxation.run(sweeps: size < 20_000 ? 40 : 16, { watch(0.7 + 0.2 * $0) }) else { return nil }
        let isGrouped = levels.nesting != nil
        // With groups, the right sides of rows affect the total width, too.
        let isWide =
            relaxation.middles.contains { abs($0) > 1e9 } || spacing.lefts.contains { $0 > 1e6 }
            || isGrouped && spacing.rights.contains { $0 > 1e6 }
        if size <= (isGrouped ? 100_000 : 6_000), !isWide {
            let work = size < 2_500 ? 2_000_000 : isGrouped ? min(10_000_000, 1_000_000 + 100 * size) : 300_000
            guard
                let better = ShortestPlaces.improved(
                    relaxation.middles, levels, spacing, work: work, { watch(0.95) })
            else { return nil }
            relaxation.middles = better
        }
        // Labels lie in the middle of straight edges.
        for layer in labels.isRow.indices where labels.isRow[layer] { relaxation.relax(layer) }
        return relaxation.middles
    }

    /// Draws a component whose items are placed; nil if `watch` stopped it.
    func draw(
        _ component: FlowComponent, _ routes: inout Routes, _ labels: LabelSpace, _ frames: [Rect],
        _ legs: LegRoutes? = nil, _ isOn: () -> Bool
    ) -> Sheet? {
        let graph = component.graph
        var sheet = Sheet(nodes: component.nodes)
        sheet.frames = frames
        for node in component.nodes.indices {
            sheet.places.append(Point(x: routes.middles[node] - graph.halves[node], y: routes.bands.nodes[node]))
        }
        if let legs {
            guard draw(legs, component, routes, labels, &sheet, isOn) else { return nil }
        } else {
            guard drawLines(component, &routes, labels, frames, &sheet, isOn) else { return nil }
        }
        routes.drawLoops(component, &sheet)
        routes.drawDetours(component, &sheet)
        if let constrained { routes.draw(constrained.flat, &sheet) }
        return sheet
    }

    private func draw(
        _ legs: LegRoutes, _ component: FlowComponent, _ routes: Routes, _ labels: LabelSpace, _ sheet: inout Sheet,
        _ isOn: () -> Bool
    ) -> Bool {
        let ways = legs.ways(component, routes)
        guard isOn() else { return false }
        for (route, way) in zip(legs.paths, ways) {
            let member = component.members[route.edge][route.member]
            if let label = component.labels[route.edge], let y = routes.labelHeight(of: route.edge, labels) {
                sheet.labels.append((member, Point(x: Clearances.across(way, at: y), y: y), label))
            }
            let count = sheet.corners.count
            let isTurned = component.isTurned[route.edge][route.member]
            sheet.append(way, of: member, isTurned: isTurned)
            // A straight edge keeps its middle point, and so its lane.
            if sheet.corners.count == count, way.count == 3 { sheet.corners.append((member, [way[1]])) }
        }
        return isOn()
    }

    private func drawLines(
        _ component: FlowComponent, _ routes: inout Routes, _ labels: LabelSpace, _ frames: [Rect],
        _ sheet: inout Sheet, _ isOn: () -> Bool
    ) -> Bool {
        let graph = component.graph
        var ways: [[Point]] = []
        for edge in component.members.indices {
            if edge % 1024 == 0, !isOn() { return false }
            ways.append(routes.way(of: edge, component.upperEnds[edge], component.lowerEnds[edge]))
        }
        let clearances = Clearances(routes, ways: ways)
        for (edge, way) in ways.enumerated() {
            if edge % 1024 == 0, !isOn() { return false }
            let members = component.members[edge]
            if let label = component.labels[edge], let y = routes.labelHeight(of: edge, labels) {
                sheet.labels.append((members[0], Point(x: Clearances.across(way, at: y), y: y), label))
            }
            let own =
                members.count == 1
                ? [way] : routes.parallelWays(way, of: edge, count: members.count, component, clearances)
            for (at, member) in members.enumerated() {
                let way =
                    graph.groups?.way(own[at], from: graph.uppers[edge], to: graph.lowers[edge], frames) ?? own[at]
                sheet.append(way, of: member, isTurned: component.isTurned[edge][at])
            }
        }
        return isOn()
    }
}

extension Sheet {
    /// Records the corners of an edge, given its points from top to bottom, with both ends.
    mutating func append(_ way: [Point], of edge: Int, isTurned: Bool) {
        var points: [Point] = []
        for index in 1..<max(1, way.count - 1) {
            let (a, b, c) = (points.last ?? way[0], way[index], way[index + 1])
            let (u, v) = (b - a, c - b)
            // A corner without a turn is left out.
            if abs(u.x * v.y - u.y * v.x) > 1e-9 * u.length * v.length || u.x * v.x + u.y * v.y < 0 { points.append(b) }
        }
        if isTurned { points.reverse() }
        if !points.isEmpty { corners.append((edge, points)) }
    }

    /// Moves everything so that the top left is at zero, and records the size.
    mutating func moveToOrigin(_ graph: FlowGraph) {
        var low = Point(x: Double.infinity, y: Double.infinity)
        var high = Point(x: -Double.infinity, y: -Double.infinity)
        func take(_ x: Double, _ y: Double) {
            low = Point(x: min(low.x, x), y: min(low.y, y))
            high = Point(x: max(high.x, x), y: max(high.y, y))
        }
        for (node, place) in places.enumerated() {
            take(place.x, place.y)
            take(place.x + 2 * graph.halves[node], place.y + graph.heights[node])
        }
        for frame in frames {
            take(frame.minX, frame.minY)
            take(frame.maxX, frame.maxY)
        }
        for (_, points) in corners { for point in points { take(point.x, point.y) } }
        for (_, middle, size) in labels {
            take(middle.x - size.width / 2, middle.y - size.height / 2)
            take(middle.x + size.width / 2, middle.y + size.height / 2)
        }
        for node in places.indices { places[node] = places[node] - low }
        frames = frames.map { $0.offset(by: .zero - low) }
        for at in labels.indices { labels[at].middle = labels[at].middle - low }
        for at in corners.indices { corners[at].points = corners[at].points.map { $0 - low } }
        (width, height) = (high.x - low.x, high.y - low.y)
    }
}
