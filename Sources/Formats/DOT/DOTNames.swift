import Graph

/// The quoted names of nodes and clusters in a written text.
struct DOTNames {
    private var names: [Int32: String] = [:]

    /// Makes a name for each node; changed ids are reported as losses.
    ///
    /// - Complexity: O(*n*).
    init(_ graph: ExportGraph, _ tally: inout ExportTally) {
        var (taken, clusters): (Set<Identifier>, Set<Identifier>) = ([], [])
        let ids = graph.nodes.map { graph.document.nodeID($0) }
        let areQuotable = ids.map { DOTText.isQuotable($0.string) }
        for (slot, (id, isQuotable)) in zip(graph.nodes, zip(ids, areQuotable)) where isQuotable {
            if !graph.isGroup(slot) {
                taken.insert(id)
                names[slot.number] = DOTText.quoted(id.string)
            } else if DOTNames.isCluster(id.string) {
                clusters.insert(id)
                names[slot.number] = DOTText.quoted(id.string)
            }
        }
        var count = 0
        for (slot, id) in zip(graph.nodes, ids) where names[slot.number] == nil {
            let isGroup = graph.isGroup(slot)
            var name = isGroup && DOTText.isQuotable(id.string) ? Identifier("cluster_\(id.string)") : nil
            while name.map({ clusters.contains($0) || !isGroup && taken.contains($0) }) ?? true {
                count += 1
                name = Identifier(isGroup ? "cluster\(count)" : "n\(count)")
            }
            guard let name else { continue }
            if isGroup { clusters.insert(name) } else { taken.insert(name) }
            names[slot.number] = DOTText.quoted(name.string)
            if !DOTText.isQuotable(id.string) {
                tally.add(.node, id, "id", "DOT cannot write such an id; another is written")
            }
        }
    }

    /// Returns true if a subgraph of this name is a cluster.
    static func isCluster(_ name: String) -> Bool { name.utf8.starts(with: "cluster".utf8) }

    subscript(slot: Node.Slot) -> String { names[slot.number] ?? "" }
}
