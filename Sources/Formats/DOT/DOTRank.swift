import Graph
import Wire

/// The layer of nodes in a subgraph with `rank`.
enum DOTRank: String {
    case same, min, max

    /// The rank with a name; nil for an unknown one.
    init?(_ word: String) {
        switch word {
        case "source": self = .min
        case "sink": self = .max
        default: self.init(rawValue: word)
        }
    }

    /// The rank for the layer of a constraint; nil if DOT has none.
    init?(layer: JSON?) {
        switch layer?.stringValue {
        case "same": self = .same
        case "first": self = .min
        case "last": self = .max
        default: return nil
        }
    }

    fileprivate var layer: JSON {
        switch self {
        case .same: "same"
        case .min: "first"
        case .max: "last"
        }
    }
}

extension DOTReader {
    /// Records the nodes of a subgraph with a rank.
    ///
    /// - Throws: `limits`.
    mutating func add(_ rank: DOTRank, _ mentioned: ArraySlice<Int>) throws(EditError) {
        var seen: Set<Int> = []
        let nodes = mentioned.filter { seen.insert($0).inserted }
        if nodes.count < (rank == .same ? 2 : 1) { return }
        if ranks.count >= Limits.constraints || nodes.count > Limits.constraintElements {
            return lose(.document, nil, "rank", "too many nodes, or sets of them, of one rank")
        }
        var bytes = 0
        for node in nodes { bytes += graph.nodes[node].id.utf8.count + 4 }
        try graph.countText(bytes)
        ranks.append((rank, nodes))
    }

    /// Converts the ranks into constraints.
    mutating func keepRanks() throws(EditError) {
        if ranks.isEmpty { return }
        let constraints = ranks.enumerated().map { number, set in
            JSON.object([
                "id": .string("rank\(number + 1)"), "kind": "layer",
                "ids": .array(set.nodes.map { .string(graph.nodes[$0].id) }), "layer": set.rank.layer,
            ])
        }
        graph.members.append(("constraints", JSON.array(constraints).text))
    }
}

extension DOTWriter {
    /// Writes the constraints that are ranks, and reports the others as losses.
    mutating func writeRanks(into writer: inout JSONWriter) {
        for constraint in document.content["constraints"]?.arrayValue ?? [] {
            guard constraint["kind"] == "layer", let rank = DOTRank(layer: constraint["layer"]) else {
                let kind = constraint["kind"]?.stringValue ?? "unknown"
                tally.add(.document, nil, "member", "DOT has no constraint of the kind `\(kind)`", grade: .look)
                continue
            }
            let slots = (constraint["ids"]?.arrayValue ?? []).compactMap { id in
                id.stringValue.flatMap { document.node(Identifier($0)) }
            }
            let nodes = slots.filter { !graph.isGroup($0) }
            if nodes.isEmpty { continue }
            writer.append(string: "  { rank=\(rank.rawValue); ")
            for slot in nodes { writer.append(string: names[slot] + "; ") }
            writer.append("}\n")
        }
    }
}
