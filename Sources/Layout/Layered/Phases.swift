import Geometry

/// The phases of a component, one after another.
struct Phases {
    let layout: LayeredLayout
    /// The part of the whole graph that the component is, 0…1: its share of the work.
    let share: Double

    /// Lays out a component; nil if it was stopped.
    func sheet(of component: FlowComponent, _ watch: LayoutWatch) -> Sheet? {
        let graph = component.graph
        guard let layers = layers(graph, watch) else { return nil }
        var levels = Levels(graph, layers: layers)
        guard OrderSearch.run(&levels, share: share, { watch(0.2 + 0.6 * $0) }) else { return nil }
        let spacing = Spacing(levels, graph, nodes: layout.nodeSpacing)
        let middles = BrandesKopf.places(levels, spacing)
        guard watch(0.9) else { return nil }
        let gaps = Array(repeating: layout.layerSpacing, count: max(0, levels.layerCount - 1))
        let bands = Bands(levels, graph, align: layout.align, gaps: gaps)
        return draw(component, levels, bands, spacing, middles)
    }

    private func layers(_ graph: FlowGraph, _ watch: LayoutWatch) -> [Int]? {
        if graph.edgeCount == 0 { return Array(repeating: 0, count: graph.count) }
        var layers = Layering.longestPath(graph)
        if layout.layering == .networkSimplex {
            let work = 100_000 + 1_000 * (graph.count + graph.edgeCount)
            guard let shortest = Layering.shortest(graph, work: work, { watch(0.1) }) else { return nil }
            layers = shortest
            _ = Layering.compact(&layers)
            Layering.balance(&layers, graph)
        }
        Layering.moveBorders(&layers, graph)
        _ = Layering.compact(&layers)
        return layers
    }

    private func draw(
        _ component: FlowComponent, _ levels: Levels, _ bands: Bands, _ spacing: Spacing, _ middles: [Double]
    ) -> Sheet {
        let graph = component.graph
        var sheet = Sheet(nodes: component.nodes, places: [], corners: [], width: 0, height: 0)
        for node in 0..<graph.count {
            sheet.places.append(Point(x: middles[node] - graph.halves[node], y: bands.nodes[node]))
        }
        var routes = Routes(levels, graph, bands, spacing, middles: middles)
        for edge in 0..<graph.edgeCount {
            let upper = graph.uppers[edge]
            let lower = graph.lowers[edge]
            let start = Point(x: middles[upper], y: bands.nodes[upper] + graph.heights[upper] / 2)
            let end = Point(x: middles[lower], y: bands.nodes[lower] + graph.heights[lower] / 2)
            let points = routes.corners(of: edge, from: start, to: end)
            for (member, turned) in zip(component.members[edge], component.isTurned[edge]) {
                sheet.corners.append((member, turned ? points.reversed() : points))
            }
        }
        sheet.moveToOrigin(graph)
        return sheet
    }
}

extension Sheet {
    /// Moves all so that the top left is at zero, and notes the size.
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
        for (_, points) in corners { for point in points { take(point.x, point.y) } }
        for node in places.indices { places[node] = places[node] - low }
        for at in corners.indices { corners[at].points = corners[at].points.map { $0 - low } }
        (width, height) = (high.x - low.x, high.y - low.y)
    }
}
