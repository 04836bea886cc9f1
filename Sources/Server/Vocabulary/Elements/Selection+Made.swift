import Graph
import Interaction
import Storage

// What an edit has made, for the view that it comes from.

extension Selection {
    /// A node that was made.
    init(made node: Identifier, in document: Document) {
        self.init(nodes: SlotSet(document.node(node).map { [$0] } ?? []))
    }

    /// The outermost copies, and the copied edges; both lie beside their originals.
    init(
        copies nodes: [(String, Identifier)], edges: [(String, Identifier)], in document: Document
    ) {
        let copies = SlotSet(nodes.compactMap { document.node($0.1) })
        self.init(
            nodes: SlotSet(copies.slots.filter { document.nodes.parent($0).map { copies.contains($0) } != true }),
            edges: SlotSet(edges.compactMap { document.edge($0.1) }))
    }
}
