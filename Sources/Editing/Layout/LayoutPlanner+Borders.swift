import Geometry
import Layout

// The contents of groups are laid out before the nodes around them. The order in which edges pass the border of a group
// then suits only the contents, and the edges cross outside. So groups are laid out again in an order that suits the
// nodes around them.

extension LayoutPlanner {
    /// Is true if edges cross borders, and a second layout is affordable.
    var isReordered: Bool {
        links.count <= 20_000 && levels.contains { !$0.borders.isEmpty }
            && !([0] + scope.levels.map(\.layout)).contains { layouts[$0].options.algorithm.isStable }
    }

    /// Lays out all levels. If edges cross, lays them out again with other orders of borders, and keeps the better
    /// result. False if it was stopped.
    mutating func layOutTwice(_ watch: LayoutWatch) -> Bool {
        var next = self
        guard layOut({ watch($0 / 3) }) else { return false }
        let crossings = crossings
        if crossings == 0 { return true }
        guard let ranks = borderRanks({ watch((1 + $0) / 3) }) else { return false }
        for level in next.levels.indices { next.levels[level].borderRanks = ranks[level] }
        guard next.layOut({ watch((2 + $0) / 3) }) else { return false }
        if next.crossings < crossings { self = next }
        return true
    }

    private var crossings: Int { LayoutFigures(of: writer.lines).crossings ?? .max }

    /// Returns for each level the wanted order of its borders, from the outermost level inwards. Edges may meet groups
    /// anywhere for this, so that only the nodes around a group count.
    /// Returns nil if it was stopped.
    private func borderRanks(_ watch: LayoutWatch) -> [[Double]]? {
        var planner = self
        for level in levels.indices.reversed() {
            let inner = levels[level].edges.contains { piece in
                if case .crossing = piece.source { return true }
                if case .crossing = piece.target { return true }
                return false
            }
            if !inner { continue }
            let graph = planner.graph(of: level, isLoose: true)
            guard let drawing = options(level).algorithm.drawing(of: graph, watch) else { return nil }
            planner.rankBorders(inside: level, graph, drawing)
        }
        return planner.levels.map(\.borderRanks)
    }

    /// Ranks the borders of the groups in a level by the mean place of the other ends of their edges.
    private mutating func rankBorders(inside level: Int, _ graph: LayoutGraph, _ drawing: LayoutDrawing) {
        var sums: [Int: [(sum: Double, count: Double)]] = [:]
        func note(_ end: LayoutPiece.End, _ corner: Point?, _ other: Int) {
            guard case .crossing(let inner, let border) = end else { return }
            let kind = levels[inner].borders[border].kind
            let point = corner ?? Rect(origin: drawing.places[other], size: graph.sizes[other]).center
            let isAcrossY = options(inner).algorithm.side(of: kind).isHorizontal
            let none = levels[inner].borders.map { _ in (sum: 0.0, count: 0.0) }
            sums[inner, default: none][border].sum += isAcrossY ? point.y : point.x
            sums[inner, default: none][border].count += 1
        }
        for (index, piece) in levels[level].edges.enumerated() {
            note(piece.source, drawing.bends[index].first, graph.edges[index].target)
            note(piece.target, drawing.bends[index].last, graph.edges[index].source)
        }
        for (inner, list) in sums { levels[inner].borderRanks = list.map { $0.sum / max(1, $0.count) } }
    }
}
