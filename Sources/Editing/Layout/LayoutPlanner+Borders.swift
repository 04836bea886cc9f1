import Geometry
import Layout

// What groups hold is laid out before what lies around them. Where edges pass the border of a group in an order that suits
// only its contents, they cross outside. So groups are laid out again in the order that suits the nodes around them.

extension LayoutPlanner {
    /// Is true if there are edges across borders, and few enough of them to lay all out again.
    var isReordered: Bool {
        links.count <= 20_000 && levels.contains { !$0.borders.isEmpty }
            && !([0] + scope.levels.map(\.layout)).contains { layouts[$0].options.algorithm.isStable }
    }

    /// Lays out all levels, then, where edges cross, again with other orders of the borders, and keeps the better; false
    /// when it was stopped.
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

    /// Returns for each level the order in which edges want to pass its borders if they may meet the group anywhere, so
    /// that only the nodes around it count: from outside in.
    /// Returns nil when it was stopped.
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

    /// Ranks the borders of the groups in a level by where their edges lead to: the mean of all of one border.
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
