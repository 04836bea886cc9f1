import Geometry
import Graph
import Layout

// The result of all levels in canvas coordinates.

extension LayoutPlanner {
    /// Returns the origin of each level on the canvas.
    func origins() -> [Point] {
        var origins = Array(repeating: Point.zero, count: levels.count)
        for level in levels.indices.reversed() {
            guard let parent = scope.levels[level].parent else { continue }
            if let member = members.number(of: parent) {
                origins[level] = origins[members[member].level] + (members[member].place ?? .zero)
            } else if let first = scope.levels[level].nodes.first {
                origins[level] = document.parentOrigin(first)
            }
        }
        return origins
    }

    /// The middle of the label of each edge on the canvas; nil if the label has no space.
    func labels() -> [Point?] {
        let origins = origins()
        var labels = [Point?](repeating: nil, count: links.count)
        for level in levels.indices {
            for (piece, label) in zip(levels[level].edges, levels[level].labels) {
                if let label { labels[piece.link] = origins[level] + label }
            }
        }
        return labels
    }

    /// The corners of each edge on the canvas: the corners of its pieces, one piece after another.
    func corners() -> [[Point]] {
        let origins = origins()
        var corners = links.map { _ in [Point]() }
        // The pieces of an edge go from inside out to the common level, then back in. Outer levels come later in the
        // list.
        for level in levels.indices {
            for (piece, bends) in zip(levels[level].edges, levels[level].bends) {
                guard case .border(let border) = piece.target else { continue }
                corners[piece.link] += (bends + [levels[level].borderPlaces[border]]).map { $0 + origins[level] }
            }
        }
        for level in levels.indices.reversed() {
            for (piece, bends) in zip(levels[level].edges, levels[level].bends) {
                if case .border = piece.target { continue }
                if bends.isEmpty, case .member = piece.source { continue }
                var points = bends
                if case .border(let border) = piece.source { points.insert(levels[level].borderPlaces[border], at: 0) }
                corners[piece.link] += points.map { $0 + origins[level] }
            }
        }
        return corners
    }
}
