import Storage

/// The transient elements of a document while they are taken out of it, for a step of the history.
///
/// The history knows only persistent elements. So the transient ones are taken out before one of its steps and put
/// back after it, if possible.
struct LiftedElements {
    private var nodes: [(slot: Node.Slot, node: Node)] = []
    private var edges: [(slot: Edge.Slot, edge: Edge)] = []
    /// The elements that were put back.
    private var back = TransientElements()
    private let nodeOrder: ElementOrder<Node>
    private let edgeOrder: ElementOrder<Edge>

    /// Takes the transient elements of a document out.
    init(_ elements: TransientElements, of document: inout Document) {
        nodeOrder = document.nodes.order
        edgeOrder = document.edges.order
        for slot in document.edgesInOrder(elements.edges) {
            edges.append((slot, document.edge(at: slot)))
            document.edges.order.remove(slot)
            document.removeEdge(slot)
        }
        for slot in document.nodesInOrder(elements.nodes) { nodes.append((slot, document.node(at: slot))) }
        for (slot, _) in nodes {
            document.nodes.order.remove(slot)
            document.removeNode(slot)
        }
    }

    /// Puts back the elements that are possible, each at its position among those that did not move.
    ///
    /// A node is left out if its id is taken or its parent is gone; an edge, if its id is taken or an end is gone; and
    /// any element that would now be persistent.
    mutating func putBack(in document: inout Document, moved: (nodes: SlotSet<Node>, edges: SlotSet<Edge>))
        -> TransientElements
    {
        let lifted = (nodes: SlotSet(nodes.map(\.slot)), edges: SlotSet(edges.map(\.slot)))
        let back = nodesThatReturn(to: document)
        for index in nodes.indices where back.contains(nodes[index].slot) {
            document.nodes.slots.take(nodes[index].slot)
            document.put(nodes[index].node, at: nodes[index].slot)
        }
        for (slot, _) in nodes where back.contains(slot) { document.linkParent(slot) }
        var edgesBack = SlotSet<Edge>()
        for (slot, edge) in edges where returns(edge, at: slot, to: document, back) {
            document.edges.slots.take(slot)
            document.put(edge, at: slot)
            edgesBack.insert(slot)
        }
        for (slot, _) in nodes.reversed() where back.contains(slot) {
            let next = nodeOrder.next(slot, standing: back, lifted.nodes, moved.nodes)
            document.nodes.order.insert(slot, before: next)
        }
        for (slot, _) in edges.reversed() where edgesBack.contains(slot) {
            let next = edgeOrder.next(slot, standing: edgesBack, lifted.edges, moved.edges)
            document.edges.order.insert(slot, before: next)
        }
        self.back = TransientElements(nodes: back, edges: edgesBack)
        return self.back
    }

    /// The nodes that can come back. O(the lifted nodes), whatever their depth.
    private func nodesThatReturn(to document: Document) -> SlotSet<Node> {
        var places: [Identifier: Int] = [:]
        for (index, entry) in nodes.enumerated() { places[entry.node.id] = index }
        let traits = nodes.map { $0.node.members.withUnsafeBufferPointer { NodeTraits(members: $0) } }
        var known: [Int: Bool] = [:]
        for start in nodes.indices {
            var chain: [Int] = []
            var next: Int? = start
            while let index = next, known[index] == nil {
                chain.append(index)
                next = traits[index].parent.flatMap { places[$0] }
            }
            for index in chain.reversed() {
                let (slot, node) = nodes[index]
                var returns = !document.nodes.isAlive(slot) && document.node(node.id) == nil
                if let parent = traits[index].parent {
                    let isInside = places[parent].flatMap { known[$0] } == true
                    let isOn = document.node(parent) != nil && traits[index].flags.contains(.transient)
                    returns = returns && (isInside || isOn)
                }
                known[index] = returns
            }
        }
        return SlotSet(nodes.indices.filter { known[$0] == true }.map { nodes[$0].slot })
    }

    private func returns(
        _ edge: Edge, at slot: Edge.Slot, to document: Document, _ back: SlotSet<Node>
    ) -> Bool {
        guard !document.edges.isAlive(slot), document.edge(edge.id) == nil, let source = document.node(edge.source),
            let target = document.node(edge.target)
        else { return false }
        return edge.traits.flags.contains(.transient) || back.contains(source) || back.contains(target)
    }

    /// Returns the change of the document since the elements were taken out and put back, with the steps between.
    func delta(of steps: [Delta], in document: Document, moved: (nodes: SlotSet<Node>, edges: SlotSet<Edge>)) -> Delta {
        var gone = Delta()
        for (slot, node) in nodes {
            gone.nodes.append(
                NodeChange(
                    slot: slot, before: node.geometry, after: .absent, content: .changed(before: node, after: nil)))
        }
        for (slot, edge) in edges { gone.edges.append(EdgeChange(slot: slot, before: edge, after: nil)) }
        var returned = Delta()
        for (slot, _) in nodes where back.nodes.contains(slot) {
            let node = document.node(at: slot)
            returned.nodes.append(
                NodeChange(
                    slot: slot, before: .absent, after: node.geometry, content: .changed(before: nil, after: node)))
        }
        for (slot, _) in edges where back.edges.contains(slot) {
            returned.edges.append(EdgeChange(slot: slot, before: nil, after: document.edge(at: slot)))
        }
        var whole = Delta(merging: [gone] + steps + [returned])
        whole.nodes.removeAll { $0.isIdentity }
        whole.edges.removeAll { $0.before == $0.after }
        var places = moved
        for (slot, _) in nodes where !back.nodes.contains(slot) { places.nodes.insert(slot) }
        for (slot, _) in edges where !back.edges.contains(slot) { places.edges.insert(slot) }
        let none = (SlotSet<Node>(), SlotSet<Edge>())
        whole.nodeOrder = document.nodes.order.steps(moving: places.nodes, from: nodeOrder, without: none.0, none.0)
        whole.edgeOrder = document.edges.order.steps(moving: places.edges, from: edgeOrder, without: none.1, none.1)
        return whole
    }
}

extension ElementOrder {
    /// The next slot in its old position: one that is back, or one that was neither lifted nor moved.
    fileprivate func next(
        _ slot: Slot<Element>, standing back: SlotSet<Element>, _ lifted: SlotSet<Element>, _ moved: SlotSet<Element>
    ) -> Slot<Element>? {
        var following = next(slot)
        while let current = following {
            if lifted.contains(current) ? back.contains(current) : !moved.contains(current) { return current }
            following = next(current)
        }
        return nil
    }
}

extension Document {
    /// Performs steps of the history, which know only persistent elements; returns the total change.
    ///
    /// Elements that prevent the steps are removed: transient nodes and edges whose parent, ends or ids are gone or
    /// taken.
    ///
    /// - Complexity: O(the deltas and, if they insert, remove or reorder elements, the transient ones).
    public mutating func replay(_ deltas: [Delta], _ transients: inout TransientElements) -> Delta {
        let isInPlace = deltas.allSatisfy { $0.nodeOrder.isEmpty && $0.edgeOrder.isEmpty }
        if transients.isEmpty || isInPlace {
            for delta in deltas { replay(delta) }
            return Delta(merging: deltas)
        }
        var moved = (nodes: SlotSet<Node>(), edges: SlotSet<Edge>())
        for delta in deltas {
            for step in delta.nodeOrder { moved.nodes.insert(step.slot) }
            for step in delta.edgeOrder { moved.edges.insert(step.slot) }
        }
        var lifted = LiftedElements(transients, of: &self)
        for delta in deltas { replay(delta) }
        transients = lifted.putBack(in: &self, moved: moved)
        return lifted.delta(of: deltas, in: self, moved: moved)
    }
}
