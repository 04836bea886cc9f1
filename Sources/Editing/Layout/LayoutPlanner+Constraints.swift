import Graph
import Layout

extension LayoutPlanner {
    /// The constraints among the members of a level; the members of a constraint in other levels are ignored.
    func constraints(of level: Int) -> [LayoutConstraint] {
        if document.constraints.isEmpty { return [] }
        var edges: [Edge.Slot: Int] = [:]
        for (number, piece) in levels[level].edges.enumerated() where piece.isOuter {
            edges[links[piece.link].slot] = number
        }
        return document.constraints.compactMap { constraint in
            func number(_ place: Int) -> Int? {
                guard let slot = document.node(constraint.nodes[place]), let member = members.number(of: slot),
                    members[member].level == level
                else { return nil }
                return members[member].number
            }
            return constraint.wish?.mapped(number) { document.edge(constraint.edges[$0]).flatMap { edges[$0] } }
        }
    }

    /// Returns a flag for each level: true if a constraint names one of its nodes.
    func constrainedLevels() -> [Bool] {
        var isConstrained = Array(repeating: false, count: levels.count)
        for constraint in document.constraints {
            for id in constraint.nodes {
                guard let member = document.node(id).flatMap({ members.number(of: $0) }) else { continue }
                isConstrained[members[member].level] = true
            }
            for id in constraint.edges {
                guard let slot = document.edge(id), document.edges.flags(slot).isDisjoint(with: ignored),
                    let source = members.holding(document.edges.ends(slot).source, document),
                    let target = members.holding(document.edges.ends(slot).target, document),
                    let (from, to) = members.siblings(source, target, scope)
                else { continue }
                for member in from + to { isConstrained[members[member].level] = true }
            }
        }
        return isConstrained
    }
}
