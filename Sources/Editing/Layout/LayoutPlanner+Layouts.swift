import EdgeRouting
import Graph
import Layout
import Storage

// Groups may have other layouts than the nodes around them.

extension LayoutPlanner {
    /// The layout options of a level.
    func options(_ level: Int) -> LayoutOptions { layouts[scope.levels[level].layout].options }

    /// Sets the directions of layouts without a stated one, from the edges of their levels.
    mutating func findDirections(_ edges: [Edge.Slot]) {
        var parts = layouts.map { _ in [Edge.Slot]() }
        if layouts.count == 1 { parts[0] = edges }
        for slot in edges where layouts.count > 1 {
            let ends = document.edges.ends(slot)
            guard let source = members.holding(ends.source, document),
                let target = members.holding(ends.target, document),
                let (from, _) = members.siblings(source, target, scope), let last = from.last
            else { continue }
            parts[scope.levels[members[last].level].layout].append(slot)
        }
        for number in layouts.indices where layouts[number].options.algorithm.direction != nil {
            let (part, options) = (parts[number], layouts[number].options)
            let areRouted = !part.isEmpty && part.allSatisfy { document.pathType(ofEdge: $0) == .orthogonal }
            layouts[number].options.algorithm.direction =
                options.direction.direction ?? document.facing(of: part) ?? options.algorithm.direction
            layouts[number].options.algorithm.isOrthogonal =
                options.edges == .orthogonal || options.edges == .auto && areRouted
        }
    }

    /// Returns true if the inner and the outer piece of an edge meet at a group's border.
    func meet(_ inner: Int, _ outer: Int) -> Bool {
        let (inner, outer) = (scope.levels[inner].layout, scope.levels[outer].layout)
        if inner == outer { return true }
        let (inside, outside) = (layouts[inner].options.algorithm, layouts[outer].options.algorithm)
        return inside.hasBorders && inside.direction == outside.direction
    }
}
