import Geometry
import Graph
import Wire

/// The imported elements, and those that were left out.
public struct Imported: Sendable {
    /// The nodes of the other document by the ids they have in this one, in its order.
    public var nodes: [Node.ID] = []
    /// The same for its edges.
    public var edges: [Edge.ID] = []
    /// Types that differ or are impossible, and edges that the rules refuse.
    public var losses: [Loss] = []

    /// An empty result.
    public init() {}
}

extension Transaction {
    /// Adds all elements of another document, in front and in their order, and the types of nodes that are absent here.
    ///
    /// Ids stay if they are free.
    ///
    /// - Parameters:
    ///   - point: the new top-left corner of the bounds on the canvas; nil leaves everything in its position.
    ///   - rules: the treatment of edges that the rules refuse.
    /// - Throws: `locked` (an edge whose handle a new type removes), `notAccepted`, `invalidData`, `invalidValue` (the
    ///   point, or an element that would leave the range of doubles), `connectionRefused`, `limits`.
    /// - Complexity: O(*n* log *n*) in the added elements, and a question to the rules for each edge unless they
    ///   report; O(the nodes of the document) if a type is added.
    public mutating func importElements(
        of other: Document, at point: Point? = nil, rules: RulePolicy = .report
    ) throws(EditError) -> Imported {
        if point == nil, let ids = adoptAll(of: other) {
            var imported = Imported()
            (imported.nodes, imported.edges) = ids
            try enforce(rules, on: &imported, asking: imported.edges)
            return imported
        }
        let subgraph = Subgraph(other.nodeSlots, in: other)
        let place = try CopyPlace(of: subgraph, in: other, at: point, otherwise: .zero)
        var imported = Imported()
        imported.losses = try addTypes(of: subgraph, from: other)
        let copies = try insertCopies(of: subgraph, from: other, place, keepsIDs: true)
        imported.nodes = copies.ids
        for slot in other.edgeSlots {
            var copy = try copy(of: slot, in: other, between: copies)
            try insert(&copy, keepingIDOf: other)
            imported.edges.append(copy.edge.id)
        }
        try enforce(rules, on: &imported, asking: imported.edges)
        return imported
    }

    /// Asks the rules about imported edges; omitted ones are losses.
    mutating func enforce(
        _ policy: RulePolicy, on imported: inout Imported, asking edges: [Edge.ID]
    ) throws(EditError) {
        let losses = try enforce(policy, on: edges.compactMap { document.edge($0) })
        if losses.isEmpty { return }
        imported.edges.removeAll { document.edge($0) == nil }
        imported.losses += losses
    }
}
