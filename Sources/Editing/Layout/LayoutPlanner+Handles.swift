import Graph
import Storage

extension LayoutPlanner {
    /// The same edges, but those that leave one node by different handles in the order of these, at the places in the list
    /// that they had: so what they lead to lies in that order where no crossing speaks against it, also of handles that are
    /// at one place of the node.
    func orderedByHandles(_ edges: [Edge.Slot]) -> [Edge.Slot] {
        guard layouts.contains(where: { $0.options.algorithm.ordersHandles }) else { return edges }
        var places: [Node.Slot: [(place: Int, index: Int)]] = [:]
        for (index, slot) in edges.enumerated() {
            let ends = document.edges.ends(slot)
            guard let symbol = ends.sourceHandle, let member = members.holding(ends.source, document),
                options(members[member].level).algorithm.ordersHandles
            else { continue }
            let list = document.nodes.handleList(ends.source)
            guard let place = document.handlePlace(list: list, symbol: symbol, kind: .source) else { continue }
            places[ends.source, default: []].append((place, index))
        }
        var ordered = edges
        for entries in places.values where entries.count > 1 {
            for (entry, sorted) in zip(entries, entries.sorted { $0 < $1 }) {
                ordered[entry.index] = edges[sorted.index]
            }
        }
        return ordered
    }
}
