import EdgeRouting
import Geometry
import Graph
import Layout

// What a stable layout reads of the drawing as it is.

extension LayoutPlanner {
    /// The places of the members of a level, those that lie in others of it as all of them are counted.
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

    /// Returns the corners of an edge that is drawn as straight lines, as places of a level are counted, and whether a layout
    /// has drawn it as this one would; nil if that makes no difference.
    func drawnWay(of slot: Edge.Slot, in level: Int) -> (way: [Point]?, isDrawn: Bool)? {
        let options = options(level)
        guard options.algorithm.isStable else { return nil }
        if keepsForm(of: slot, in: level) { return nil }
        switch options.edges {
        case .keep: return nil
        case .orthogonal: return (nil, document.pathType(ofEdge: slot) == .orthogonal)
        case .auto, .waypoints, .curves:
            let type = document.pathType(ofEdge: slot)
            // Lines stay where no curve is free of nodes.
            let isDrawn = type == options.edges.bentType || options.edges == .curves && type == .straight
            guard isDrawn, !document.isRedirected(edge: slot) else { return nil }
            let origin = origin(of: level)
            return ((document.form(ofEdge: slot)?.waypoints ?? []).map { $0 - origin }, true)
        }
    }

    /// Returns true if the layout of a level does not draw an edge, which keeps the form that it has.
    func keepsForm(of slot: Edge.Slot, in level: Int) -> Bool {
        let edges = options(level).edges
        return edges == .keep || edges == .auto && !document.isLine(edge: slot)
    }

    /// The origin of the places of a level before the layout, on the canvas.
    func origin(of level: Int) -> Point {
        guard let first = scope.levels[level].nodes.first else { return .zero }
        return document.parentOrigin(first)
    }
}
