import Graph
import Layout
import Storage
import Wire

// Trees of nodes: the children of a node are those that its edges lead to, in the order of the edges.

extension Transaction {
    /// Adds a node with an edge that leads to it from another.
    ///
    /// Its edge comes before the one to the child with its index; it lies beside its parent unless it states a
    /// position.
    ///
    /// - Parameters:
    ///   - index: the index among the edges that leave the parent, without loops; nil is after all of them.
    ///   - layout: the layout of the tree; nil leaves everything in place.
    /// - Throws: `noSuchNode`, `duplicateId`, `parentCycle`, `notAccepted`, `locked`, `connectionRefused`, `invalidValue`
    ///   (also the index), `invalidData`, `limits`.
    /// - Complexity: O(*n* log *n*) in the edges of the parent, plus the cost of the tree's layout.
    public mutating func insertChild(
        _ node: Node, of parent: Node.ID, at index: Int?, layout: LayoutOptions?
    ) throws(EditError) -> Edge.ID {
        let above = try document.slot(node: parent)
        let edges = document.childEdges(of: above)
        if let index, !(0...edges.count).contains(index) {
            throw .invalid("the node has \(edges.count) children", path: ["index"])
        }
        let successor = index.flatMap { $0 < edges.count ? document.edgeID(edges[$0]) : nil }
        do throws(EditError) {
            try insertNode(document.node(node, beside: above))
        } catch {
            throw error.inside("node")
        }
        let edge = try connect(ConnectionProposal(source: parent, target: node.id))
        // At a full handle the new edge may have taken the place of that one.
        if let slot = document.edge(edge), let next = successor.flatMap({ document.edge($0) }) {
            moveEdge(slot, before: next)
        }
        if let layout { try layOut(document.tree(holding: above), layout) }
        return edge
    }

    /// Lays some nodes out; locked ones stay.
    ///
    /// - Throws: `invalidValue` (a node would leave the range of doubles).
    public mutating func layOut(_ nodes: [Node.Slot], _ options: LayoutOptions) throws(EditError) {
        if let plan = try document.layoutPlan(of: nodes, options, { _ in true }) { try perform(plan) }
    }
}

extension Document {
    /// Returns the effect of laying some nodes out, without figures; locked ones stay. Returns nil if it was stopped.
    ///
    /// - Throws: `invalidValue` (a node would leave the range of doubles).
    public func layoutPlan(
        of nodes: [Node.Slot], _ options: LayoutOptions, _ watch: LayoutWatch
    ) throws(EditError) -> LayoutPlan? {
        let locked = nodes.filter { self.nodes.flags($0).contains(.locked) }
        let free = locked.isEmpty ? nodes : nodes.filter { !self.nodes.flags($0).contains(.locked) }
        var options = options
        options.isMeasured = false
        let root = try options.root.map { (id) throws(EditError) in try slot(node: id) }
        return try layoutPlan(options, root, starts: free, pinned: locked.filter { isPlaced($0) }, watch)
    }
}

extension Document {
    /// A node with the parent of another one, unless it states its own.
    fileprivate func node(_ node: Node, beside slot: Node.Slot) -> Node {
        let says = node.members.withUnsafeBufferPointer { members in
            (JSONMembers.value("parentId", in: members) ?? JSONMembers.value("parentNode", in: members)) != nil
        }
        guard let parent = nodes.parent(slot), !says else { return node }
        var node = node
        let id = JSON.string(nodeID(parent).string).text
        node.members = JSONMembers.setting([("parentId", id)], in: node.members)
        return node
    }

    /// The edges from a node to its children, in their order.
    func childEdges(of slot: Node.Slot) -> [Edge.Slot] {
        outgoing(slot).reversed().filter { edges.ends($0).target != slot }
    }

    /// The nodes of the tree that contains a node, from its root: up along the first incoming edges, and down from
    /// there.
    ///
    /// Only nodes in the same parent are part of it.
    ///
    /// - Complexity: O(*n*) in the nodes of the tree and their edges.
    func tree(holding slot: Node.Slot) -> [Node.Slot] {
        var above = SearchedSlots<Node>()
        var root = slot
        while above.insert(root), let next = parentInTree(of: root), !above.contains(next) { root = next }
        var nodes = [root]
        var seen = SearchedSlots<Node>()
        _ = seen.insert(root)
        var done = 0
        while done < nodes.count {
            for edge in childEdges(of: nodes[done]) {
                let child = edges.ends(edge).target
                if isBeside(child, root), seen.insert(child) { nodes.append(child) }
            }
            done += 1
        }
        return nodes
    }

    /// Returns the source of the first edge to a node that is of its tree.
    private func parentInTree(of slot: Node.Slot) -> Node.Slot? {
        var first: Edge.Slot?
        visitEdges(of: slot) { edge in
            let ends = edges.ends(edge)
            guard ends.target == slot, ends.source != slot, isBeside(ends.source, slot) else { return }
            if let known = first, edges.order.key(known) < edges.order.key(edge) { return }
            first = edge
        }
        return first.map { edges.ends($0).source }
    }

    private func isBeside(_ a: Node.Slot, _ b: Node.Slot) -> Bool { nodes.parent(a) == nodes.parent(b) }
}
