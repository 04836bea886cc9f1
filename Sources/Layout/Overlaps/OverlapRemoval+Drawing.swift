import Geometry

extension OverlapRemoval {
    /// A drawing without overlaps; nodes without a place start at the origin. Nil if the watch stopped it.
    public func drawing(of graph: LayoutGraph, watch: LayoutWatch) -> LayoutDrawing? {
        let places = graph.places.map { $0 ?? .zero }
        return self.places(from: places, sizes: graph.sizes, isFixed: graph.isFixed, watch: watch).map {
            LayoutDrawing(places: $0, bends: Array(repeating: [], count: graph.edges.count))
        }
    }

    /// The greatest number of nodes that are kept in order.
    static let mostOrdered = 500

    /// A drawing without overlaps. For up to `mostOrdered` nodes, all centers keep their order along both axes, unless
    /// that costs more than twice the movement; for more nodes the order would take too much space.
    func orderedDrawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard let loose = drawing(of: graph, watch: watch) else { return nil }
        if graph.count > OverlapRemoval.mostOrdered { return loose }
        var strict = self
        strict.keepsOrder = true
        guard let ordered = strict.drawing(of: graph, watch: watch) else { return nil }
        return movement(to: ordered, graph) <= 2 * movement(to: loose, graph) ? ordered : loose
    }

    private func movement(to drawing: LayoutDrawing, _ graph: LayoutGraph) -> Double {
        zip(graph.places, drawing.places).reduce(0) { sum, places in
            let way = places.1 - (places.0 ?? .zero)
            return sum + (way.x * way.x + way.y * way.y).squareRoot()
        }
    }

    /// Top-left corners without overlaps; fixed nodes keep theirs.
    ///
    /// No two nodes overlap by more than a millionth of a unit along both axes, except fixed nodes among themselves.
    /// Returns nil if the watch stopped it.
    public func places(from places: [Point], sizes: [Size], isFixed: [Bool], watch: LayoutWatch) -> [Point]? {
        let start = boxes(places, sizes)
        var held = isFixed
        if !movesClearNodes {
            let overlapping = OverlapCheck(boxes: start).overlapping()
            for box in held.indices where !overlapping[box] { held[box] = true }
        }
        guard var moved = separated(start, held, watch) else { return nil }
        guard OverlapRepair(boxes: moved, isFixed: held).repair(&moved, { watch(0.9) }) else { return nil }
        return places.indices.map { node in
            let isStill = moved.along[node] == start.along[node] && moved.across[node] == start.across[node]
            if isFixed[node] || isStill && places[node].isFinite { return places[node] }
            return Point(
                x: moved.along[node] - sizes[node].clean.width / 2,
                y: moved.across[node] - sizes[node].clean.height / 2)
        }
    }

    /// The nodes as boxes with half of the spacing added on each side; all numbers are finite.
    private func boxes(_ places: [Point], _ sizes: [Size]) -> BoxColumns {
        var boxes = BoxColumns(along: [], across: [], halfAlong: [], halfAcross: [])
        let spacing = nodeSpacing > 0 ? min(nodeSpacing, 1e300) : 0
        for (place, size) in zip(places, sizes) {
            let (width, height) = (size.clean.width, size.clean.height)
            boxes.along.append(OverlapRemoval.coordinate(place.x) + width / 2)
            boxes.across.append(OverlapRemoval.coordinate(place.y) + height / 2)
            boxes.halfAlong.append((width + spacing) / 2)
            boxes.halfAcross.append((height + spacing) / 2)
        }
        return boxes
    }

    private static func coordinate(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, -1e300), 1e300) }

    /// Boxes without overlaps, except for rounding errors and overlaps between fixed boxes.
    private func separated(_ start: BoxColumns, _ isFixed: [Bool], _ watch: LayoutWatch) -> BoxColumns? {
        let crowd = OverlapCrowd(boxes: start, isFixed: isFixed)
        var guide = crowd.unpiled
        let pass = SeparationPass(original: start, isFixed: isFixed, keepsOrder: keepsOrder)
        let turned = SeparationPass(original: start.turned, isFixed: isFixed, keepsOrder: keepsOrder)
        for (number, factor) in crowd.stages.enumerated() {
            let isOn = { watch(factor / 2) }
            let spread =
                number % 2 == 0
                ? pass.moved(guide, factor: factor, toward: guide, isOn)
                : turned.moved(guide.turned, factor: factor, toward: guide.turned, isOn)?.turned
            guard let spread else { return nil }
            guide = spread
        }
        guard let first = pass.moved(guide, factor: 1, toward: start, { watch(0.5) }),
            let second = turned.moved(guide.turned, factor: 1, toward: start.turned, { watch(0.75) })?.turned
        else { return nil }
        return second.movement(from: start) < first.movement(from: start) ? second : first
    }
}
