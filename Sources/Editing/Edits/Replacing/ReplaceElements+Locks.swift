import Graph
import Storage
import Wire

extension Transaction {
    /// Refuses to replace the elements if a locked one would change in more than the lock, be removed, or take in a
    /// node or an edge. Its position in the order does not count.
    ///
    /// - Throws: `locked`, which lists all of them.
    func refuseLocked(_ replacement: Replacement) throws(EditError) {
        var nodes = SlotSet(document.nodeSlots.filter { isLocked($0) })
        var edges = SlotSet(document.edgeSlots.filter { document.edges.flags($0).contains(.locked) })
        if nodes.isEmpty && edges.isEmpty { return }
        for slot in nodes.slots where isSame(slot, replacement) { nodes.remove(slot) }
        for slot in edges.slots { if try isSame(slot, replacement) { edges.remove(slot) } }
        addTaking(replacement, &nodes)
        if nodes.isEmpty && edges.isEmpty { return }
        throw .locked(
            nodes: document.nodesInOrder(nodes).map { document.nodeID($0) },
            edges: document.edgesInOrder(edges).map { document.edgeID($0) })
    }

    private func isLocked(_ slot: Node.Slot) -> Bool { document.nodes.flags(slot).contains(.locked) }

    private func isSame(_ slot: Node.Slot, _ replacement: Replacement) -> Bool {
        guard let other = replacement.source.node(document.nodeID(slot)) else { return false }
        var node = replacement.source.node(at: other)
        replacement.move(&node, other)
        return node.unmeasured.json.besidesLocked == document.node(at: slot).unmeasured.json.besidesLocked
    }

    private func isSame(_ slot: Edge.Slot, _ replacement: Replacement) throws(EditError) -> Bool {
        guard let other = replacement.source.edge(document.edgeID(slot)) else { return false }
        return try replacement.edge(other).json.besidesLocked == document.edge(at: slot).json.besidesLocked
    }

    /// Adds the locked nodes that would be a node's parent, or an edge's ends.
    private func addTaking(_ replacement: Replacement, _ nodes: inout SlotSet<Node>) {
        let source = replacement.source
        for slot in replacement.subgraph.preorder {
            guard let around = source.nodes.parent(slot), let parent = document.node(source.nodeID(around)),
                isLocked(parent)
            else { continue }
            let former = document.node(source.nodeID(slot)).flatMap { document.nodes.parent($0) }
            if former != parent { nodes.insert(parent) }
        }
        for slot in source.edgeSlots {
            let edge = source.edge(at: slot)
            let ends = [edge.source, edge.target].compactMap { document.node($0) }.filter { isLocked($0) }
            if ends.isEmpty { continue }
            let own = document.edge(edge.id).map { document.edge(at: $0) }
            if own?.hasSameEnds(as: edge) != true { for end in ends { nodes.insert(end) } }
        }
    }
}

extension JSON {
    /// An element without the members that an update of a locked one may change.
    var besidesLocked: JSON {
        guard case .object(var object) = self else { return self }
        object["locked"] = nil
        return .object(object)
    }
}
