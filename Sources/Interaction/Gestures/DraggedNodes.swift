import Editing
import Geometry
import Graph
import Storage

/// The effect of the end of a drag on its outermost nodes: it moves them, or copies of them.
struct DraggedNodes {
    /// The one that snapped is first if there is a `corner`.
    let ids: [Node.ID]
    let offset: Point
    /// The exact corner of the first one.
    let corner: Point?
    /// The drops of the nodes that change their parents.
    let drops: [Drop]
    /// The nodes that let their parents grow.
    let growing: [Node.ID]
    /// The edge into which the only node is put, and the number of its waypoints before the node.
    let edge: (slot: Edge.Slot, waypoints: Int)?
    /// The layout by which the others make way; nil if they stay.
    let layout: OwnLayout?

    func move(in transaction: inout Transaction) throws(EditError) -> EditMade {
        if let corner {
            try transaction.moveNodes(ids, to: corner, snap: false)
        } else {
            try transaction.moveNodes(ids, by: offset, snap: false)
        }
        try place(in: &transaction) { $0 }
        if let layout { try transaction.makeWay(for: ids, by: layout) }
        return EditMade()
    }

    func copy(in transaction: inout Transaction) throws(EditError) -> EditMade {
        let made = try transaction.duplicate(nodes: ids, by: offset)
        var copies: [Node.ID: Node.ID] = [:]
        for (old, new) in made.nodes { copies[old] = new }
        if let corner { try transaction.moveNodes(ids.compactMap { copies[$0] }, to: corner, snap: false) }
        try place(in: &transaction) { copies[$0] ?? $0 }
        return EditMade(copies: made)
    }

    /// Puts the nodes, or the copies that represent them, into parents and edges.
    private func place(in transaction: inout Transaction, _ moved: (Node.ID) -> Node.ID) throws(EditError) {
        for drop in drops { try transaction.reparent(drop.nodes.map(moved), to: drop.parent) }
        try transaction.expandParents(of: growing.compactMap { transaction.document.node(moved($0)) })
        if let edge, let node = ids.first {
            try transaction.insert(moved(node), into: edge.slot, after: edge.waypoints)
        }
    }
}
