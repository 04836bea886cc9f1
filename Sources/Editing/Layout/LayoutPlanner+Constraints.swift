import Graph
import Layout

extension LayoutPlanner {
    /// The constraints among the members of a level: what a constraint names elsewhere does not count there.
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
}
