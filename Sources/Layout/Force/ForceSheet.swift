import Geometry

/// Puts components on the canvas: one scale for all, no overlaps, packed side by side.
struct ForceSheet {
    private let layout: ForceLayout
    private let graph: LayoutGraph
    private let unit: Double

    init(layout: ForceLayout, graph: LayoutGraph, unit: Double) {
        self.layout = layout
        self.graph = graph
        self.unit = unit
    }

    /// The factors by which edges may be longer than the unit, tried in turn.
    private static let scales = [1.0, 1.25, 1.6, 2, 2.5]
    /// The same for large graphs, and for very large ones.
    private static let fewScales = [1.0, 1.6, 2.5]
    private static let oneScale = [1.6]
    /// The share of stress that overlap removal may add before a larger scale is tried.
    private static let tolerance = 0.01

    /// The top-left corners of all nodes; nil if the watch stopped it.
    func places(of parts: [ForceComponent], _ watch: LayoutWatch) -> [Point]? {
        let free = parts.filter { !$0.isHeld }
        var best: [[Point]] = []
        for scale in scales {
            guard watch(scale / 4) else { return nil }
            best = []
            var before = (once: 0.0, twice: 0.0, count: 0.0)
            var after = before
            for part in free {
                guard let spread = spread(part, scale: scale * unit, watch) else { return nil }
                before = ForceSheet.sum(before, part.sample.sums(of: part.centers))
                after = ForceSheet.sum(after, part.sample.sums(of: centers(spread, part.nodes)))
                best.append(spread)
            }
            if ForceSheet.stress(after) <= ForceSheet.stress(before) + ForceSheet.tolerance { break }
        }
        var places = Array(repeating: Point.zero, count: graph.count)
        let held = parts.filter(\.isHeld)
        guard let bounds = placeHeld(held, &places, watch),
            pack(free, best, below: bounds, &places, { watch(0) })
        else { return nil }
        return places
    }

    private var scales: [Double] {
        if graph.count > 20_000 { return ForceSheet.oneScale }
        return graph.count > 2000 ? ForceSheet.fewScales : ForceSheet.scales
    }

    private static func sum(
        _ a: (once: Double, twice: Double, count: Double), _ b: (once: Double, twice: Double, count: Double)
    ) -> (once: Double, twice: Double, count: Double) {
        (a.once + b.once, a.twice + b.twice, a.count + b.count)
    }

    /// The least stress at any scale.
    private static func stress(_ sums: (once: Double, twice: Double, count: Double)) -> Double {
        guard sums.twice > 0, sums.count > 0 else { return 0 }
        let share = sums.once / sums.twice * (sums.once / sums.count)
        return share.isFinite ? 1 - share : 1
    }

    private func centers(_ places: [Point], _ nodes: [Int]) -> [Point] {
        zip(places, nodes).map { place, node in
            let size = graph.sizes[node].clean
            return Point(x: place.x + size.width / 2, y: place.y + size.height / 2)
        }
    }

    private var removal: OverlapRemoval {
        var removal = OverlapRemoval()
        removal.nodeSpacing = layout.nodeSpacing
        return removal
    }

    /// The top-left corners of the nodes of a component, without overlaps.
    private func spread(_ part: ForceComponent, scale: Double, _ watch: LayoutWatch) -> [Point]? {
        let places = zip(part.nodes, part.centers).map { node, center in
            let size = graph.sizes[node].clean
            return Point(x: center.x * scale - size.width / 2, y: center.y * scale - size.height / 2)
        }
        guard places.count > 1 else { return places }
        return removal.places(
            from: places, sizes: part.nodes.map { graph.sizes[$0] }, isFixed: part.isFixed, watch: watch)
    }

    /// Places all components with fixed nodes together; returns their bounds.
    private func placeHeld(_ parts: [ForceComponent], _ places: inout [Point], _ watch: LayoutWatch) -> Rect? {
        let nodes = parts.flatMap(\.nodes)
        let centers = parts.flatMap(\.centers)
        let start = zip(nodes, centers).map { node, center in
            if graph.isFixed[node], let place = graph.places[node] { return place }
            let size = graph.sizes[node].clean
            return Point(x: center.x * unit - size.width / 2, y: center.y * unit - size.height / 2)
        }
        let apart = removal.places(
            from: start, sizes: nodes.map { graph.sizes[$0] }, isFixed: nodes.map { graph.isFixed[$0] }, watch: watch)
        guard let apart else { return nil }
        var bounds = Rect.empty
        for (node, place) in zip(nodes, apart) {
            places[node] = place
            bounds = bounds.union(Rect(origin: place, size: graph.sizes[node].clean))
        }
        return bounds
    }

    /// Packs the components without fixed nodes, below all others; false if the watch stopped it.
    private func pack(
        _ parts: [ForceComponent], _ spread: [[Point]], below held: Rect, _ places: inout [Point], _ isOn: () -> Bool
    ) -> Bool {
        var bounds: [Rect] = []
        for (part, corners) in zip(parts, spread) {
            var rect = Rect.empty
            for (node, corner) in zip(part.nodes, corners) {
                rect = rect.union(Rect(origin: corner, size: graph.sizes[node].clean))
            }
            bounds.append(rect)
        }
        let origins = Packing.places(
            of: bounds.map(\.size), ratio: layout.aspectRatio, spacing: max(layout.nodeSpacing, 0), isOn)
        guard let origins else { return false }
        let corner = held.isEmpty ? .zero : Point(x: held.minX, y: held.maxY + max(layout.nodeSpacing, 0))
        for (number, part) in parts.enumerated() {
            let offset = corner + origins[number] - bounds[number].origin
            for (node, place) in zip(part.nodes, spread[number]) { places[node] = place + offset }
        }
        return true
    }
}
