import Graph
import Storage

extension LayoutPlanner {
    /// Sorts the edges that leave one node by the order of their handles, within their places in the list. So their
    /// targets lie in this order unless that adds crossings, even if handles share a place.
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
