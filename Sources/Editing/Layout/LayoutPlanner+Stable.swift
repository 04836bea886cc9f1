import EdgeRouting
import Geometry
import Graph
import Layout

// The input of a stable layout: the current drawing.

extension LayoutPlanner {
    /// The places of the members of a level, including those in its merged groups, in coordinates of the level.
    func places(of level: Int) -> [Point?] {
        let list = levels[level].members
        return list.map { number in
            guard var place = members[number].place else { return nil }
            var around = members[number].level
            while around != level, let group = group(around: around) {
                guard let outer = members[group].place else { return nil }
                place = place + outer
                around = members[group].level
            }
            return place
        }
    }

    /// Returns the current corners of an edge with straight lines, in coordinates of a level, and true if its form is
    /// one that this layout draws. Nil if that makes no difference.
    func drawnWay(of slot: Edge.Slot, in level: Int) -> (way: [Point]?, isDrawn: Bool)? {
        let options = options(level)
        guard options.algorithm.isStable else { return nil }
        if keepsForm(of: slot, in: level) { return nil }
        switch options.edges {
        case .keep: return nil
        case .orthogonal: return (nil, document.pathType(ofEdge: slot) == .orthogonal)
        case .auto, .waypoints, .curves:
            let type = document.pathType(ofEdge: slot)
            // Lines stay where every curve would cross nodes.
            let isDrawn = type == options.edges.bentType || options.edges == .curves && type == .straight
            guard isDrawn, !document.isRedirected(edge: slot) else { return nil }
            let origin = origin(of: level)
            return ((document.form(ofEdge: slot)?.waypoints ?? []).map { $0 - origin }, true)
        }
    }

    /// Returns true if the layout of a level leaves the form of an edge unchanged.
    func keepsForm(of slot: Edge.Slot, in level: Int) -> Bool {
        let edges = options(level).edges
        return edges == .keep || edges == .auto && !document.isLine(edge: slot)
    }

    /// The origin of a level before the layout, on the canvas.
    func origin(of level: Int) -> Point {
        guard let first = scope.levels[level].nodes.first else { return .zero }
        return document.parentOrigin(first)
    }
}
