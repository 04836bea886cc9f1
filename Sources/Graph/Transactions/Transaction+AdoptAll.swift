import Geometry
import Storage

extension Transaction {
    /// Adopts all elements of another document, as if they had been inserted in their order. This document must be
    /// new, and the other one must have only nodes on the canvas and edges.
    ///
    /// - Returns: the ids of all in their order; nil if it was not so, and nothing has changed.
    /// - Complexity: O(*n*) in the elements, and little for each.
    public mutating func adoptAll(of other: Document) -> (nodes: [Node.ID], edges: [Edge.ID])? {
        guard document.isNew, delta.isEmpty, other.isPlain else { return nil }
        let nodes = (0..<other.nodes.slotCount).map { other.node(at: Slot(index: $0)) }
        let edges = (0..<other.edges.slotCount).map { index in
            let ends = other.edges.ends(Slot(index: index))
            return other.edge(
                at: Slot(index: index), from: nodes[ends.source.index].id, to: nodes[ends.target.index].id)
        }
        take(
            other,
            nodes: nodes.enumerated().map { index, node in
                NodeChange(
                    slot: Slot(index: index), before: .absent, after: node.geometry,
                    content: .changed(before: nil, after: node))
            },
            edges: edges.enumerated().map { EdgeChange(slot: Slot(index: $0), before: nil, after: $1) })
        return (nodes.map(\.id), edges.map(\.id))
    }
}

extension Document {
    /// Is true if only settings exist, and nothing else ever did.
    fileprivate var isNew: Bool {
        nodes.slotCount == 0 && edges.slotCount == 0 && nodeIDs.isNew && edgeIDs.isNew
            && content.members.allSatisfy { $0.name == "settings" } && isPlainFile && storage.value.evaluation == nil
    }

    /// Is true if its elements are simple and follow the order of their slots: no node is in another one or shown in a
    /// derived way, all elements are persistent, and the document has no other content.
    fileprivate var isPlain: Bool {
        content.members.isEmpty && isPlainFile && nodes.count == nodes.slotCount && edges.count == edges.slotCount
            && nodes.innerCount == 0
            && nodes.collapsedCount == 0 && !hasTransientElements && nodeIDs.count == 0 && edgeIDs.count == 0
            && (0..<nodes.slotCount).allSatisfy { nodes.inferredHandles[$0] == .standard }
            && nodes.order.isBySlot && edges.order.isBySlot
    }

    private var isPlainFile: Bool { viewport == nil && !isReactFlow && storage.value.stamps == nil }
}
