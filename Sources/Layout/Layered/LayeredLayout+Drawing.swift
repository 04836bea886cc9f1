import Geometry

extension LayeredLayout {
    /// Lays out a graph; nil if the watch stopped it.
    ///
    /// - Complexity: near O((*n* + *m*) log (*n* + *m*)); the work for few crossings is bounded by the size of the
    ///   graph.
    public func drawing(of graph: LayoutGraph, _ watch: LayoutWatch) -> LayoutDrawing? {
        guard watch(0) else { return nil }
        let graph = withoutRefusedConstraints(graph)
        let parts = LayeredParts(graph)
        var sheets: [Sheet] = []
        sheets.reserveCapacity(parts.count)
        var done = 0
        for index in 0..<parts.count {
            let nodes = parts.nodes(of: index)
            let edges = parts.edges(of: index)
            let total = Double(graph.count)
            let before = Double(done)
            done += nodes.count
            if nodes.count == 1, edges.isEmpty, let node = nodes.first {
                if done % 4096 == 0, !watch(before / total) { return nil }
                sheets.append(Sheet(single: node, graph.sizes[node].clean, direction))
                continue
            }
            let phases = Phases(layout: self, share: Double(nodes.count) / total)
            let step = Double(nodes.count)
            func progress(_ share: Double) -> Bool { watch((before + share * step) / total) }
            let drawn: Sheet?
            if let isGroup = parts.isGroup, nodes.contains(where: { isGroup[$0] }) {
                let part = GroupedPart(
                    graph, nodes: Array(nodes), edges: Array(edges), isGroup: isGroup, direction)
                drawn = part.sheet(phases, progress)
            } else if parts.isConstrained[index] {
                drawn = sheet(of: graph, nodes: Array(nodes), edges: edges, local: parts.local, phases, progress)
            } else {
                let component = FlowComponent(graph, nodes: Array(nodes), edges: edges, local: parts.local, self)
                drawn = phases.sheet(of: component, progress)
            }
            guard let drawn else { return nil }
            sheets.append(drawn)
        }
        var drawing = LayoutDrawing(
            places: Array(repeating: .zero, count: graph.count), bends: Array(repeating: [], count: graph.edges.count))
        if parts.isGroup != nil { drawing.sizes = graph.sizes }
        func isOn() -> Bool { watch(0) }
        guard !isWrapped || wrap(&sheets, parts, graph, isOn),
            let origins = Sheet.pack(sheets, hasBorders: parts.hasBorders, self, isOn)
        else { return nil }
        for (index, sheet) in sheets.enumerated() {
            if index % 4096 == 0, !isOn() { return nil }
            sheet.write(to: &drawing, at: origins[index], direction, graph)
        }
        return drawing
    }

    /// Removes the constraints that give way to others. A part of the graph has fewer constraints, and might keep
    /// them.
    private func withoutRefusedConstraints(_ graph: LayoutGraph) -> LayoutGraph {
        if graph.constraints.isEmpty { return graph }
        let refused = FlowConstraints(
            graph.constraints, sizes: graph.sizes.map(\.clean), edges: graph.edges.map { ($0.source, $0.target) },
            direction: direction
        ).refused
        var kept = graph
        for index in refused.reversed() { kept.constraints.remove(at: index) }
        return kept
    }

    /// Is true if drawings that are too long or too wide are wrapped.
    var isWrapped: Bool { ratio != nil || maxWidth != nil }

    /// Wraps drawings that are too long for the whole, except those that reach the border of a group or have
    /// constraints.
    /// Returns false when stopped.
    private func wrap(
        _ sheets: inout [Sheet], _ parts: LayeredParts, _ graph: LayoutGraph, _ isOn: () -> Bool
    ) -> Bool {
        let widest = sheets.reduce(1e-300) { max($0, $1.width) }
        let highest = sheets.reduce(1e-300) { max($0, $1.height) }
        let area = sheets.reduce(0) { $0 + $1.width / widest * ($1.height / highest) }
        let extent = (area * (cleanRatio ?? 1)).squareRoot() * widest.squareRoot() * highest.squareRoot()
        for index in sheets.indices where !(index == 0 && parts.hasBorders) && !parts.isConstrained[index] {
            guard isOn() else { return false }
            sheets[index] = SheetWrapping.wrapped(
                sheets[index], edges: parts.edges(of: index), of: graph, self, beyond: extent)
        }
        return true
    }

    /// Lays out a part with constraints; nil when it was stopped.
    private func sheet(
        of graph: LayoutGraph, nodes: [Int], edges: ArraySlice<Int>, local: [Int], _ phases: Phases,
        _ watch: LayoutWatch
    ) -> Sheet? {
        guard
            let flow = ConstrainedFlow(graph, nodes: nodes, edges: edges, local: local, self, { watch(0.1) })
        else { return nil }
        var phases = phases
        phases.constrained = flow
        let component = FlowComponent(
            graph, nodes: nodes, edges: flow.kept[...], local: local, turned: flow.turned, self)
        return phases.sheet(of: component, watch)
    }

    /// Returns true if the groups of a graph do not span too many layers; each takes space and time in all of its
    /// layers.
    func takesGroups(of graph: LayoutGraph) -> Bool {
        let parts = LayeredParts(graph)
        guard let isGroup = parts.isGroup else { return true }
        var span = 0
        for index in 0..<parts.count where parts.nodes(of: index).contains(where: { isGroup[$0] }) {
            let (nodes, edges) = (Array(parts.nodes(of: index)), Array(parts.edges(of: index)))
            span += GroupedPart(graph, nodes: nodes, edges: edges, isGroup: isGroup, direction).span(self)
        }
        return span <= 200_000 + 8 * (graph.count + graph.edges.count)
    }

    /// The ratio; nil if it is missing or not positive.
    var cleanRatio: Double? { ratio.flatMap { $0 > 0 ? min(max($0, 1e-3), 1e3) : nil } }

    /// The greatest width; infinite if it is missing or not positive.
    var cleanWidth: Double { maxWidth.flatMap { $0 > 0 ? $0 : nil } ?? .infinity }

    /// Returns a finite spacing; 0 for negative values and NaN.
    func clean(_ spacing: Double) -> Double { spacing > 0 ? min(spacing, 1e300) : 0 }
}
