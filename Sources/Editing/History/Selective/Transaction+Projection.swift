import Graph
import Storage
import Wire

extension Transaction {
    /// Makes the document show something else. Elements for which a limit leaves no space stay as they are.
    mutating func perform(_ projection: SelectiveProjection) {
        setMembers(projection.members.map { (JSONString($0.name), $0.value) })
        for case (let id, nil) in projection.edges { if let slot = document.edge(id) { removeEdge(slot) } }
        give(projection.nodes)
        give(projection.edges)
        removeNodes(projection.nodes)
        for (id, before) in projection.nodeSites {
            guard let slot = document.node(id) else { continue }
            let successor = before.flatMap { document.node($0) }
            if document.nextLasting(slot) != successor { moveNode(slot, before: successor) }
        }
        for (id, before) in projection.edgeSites {
            guard let slot = document.edge(id) else { continue }
            let successor = before.flatMap { document.edge($0) }
            if document.nextLasting(slot) != successor { moveEdge(slot, before: successor) }
        }
    }

    /// Inserts or replaces nodes, each after its parent.
    private mutating func give(_ nodes: [(id: Identifier, node: Node?)]) {
        for node in nodes.parentsFirst {
            if let slot = document.node(node.id), !document.isTransient(slot) {
                // A limit may refuse it; `SelectiveProjection.missing` finds what is not there.
                try? replaceInTurn(slot, with: node)
                continue
            }
            if let slot = document.node(node.id) {
                guard (try? removeTransients(of: slot, besides: SlotSet())) != nil else { continue }
                removeNode(slot)
            }
            // A limit may refuse it; `SelectiveProjection.missing` finds what is not there.
            _ = try? insert(node)
        }
    }

    private mutating func give(_ edges: [(id: Identifier, edge: Edge?)]) {
        for case (let id, let edge?) in edges {
            if let slot = document.edge(id), !document.isTransient(edge: slot) {
                // A limit may refuse it; `SelectiveProjection.missing` finds what is not there.
                try? replace(edge: slot, with: edge)
                continue
            }
            if let slot = document.edge(id) { removeEdge(slot) }
            // A limit may refuse it; `SelectiveProjection.missing` finds what is not there.
            _ = try? insert(edge)
        }
    }

    /// Removes nodes from inside out; one stays if something that could not go is in it or on it.
    private mutating func removeNodes(_ nodes: [(id: Identifier, node: Node?)]) {
        var slots: [Node.Slot] = []
        for case (let id, nil) in nodes { if let slot = document.lasting(id) { slots.append(slot) } }
        let gone = SlotSet(slots)
        var ready = document.nodesInOrder(gone)
        // A node on which something persistent lies stays, and so does what is on it.
        for slot in ready { try? removeTransients(of: slot, besides: gone) }
        var removed = SlotSet<Node>()
        while let slot = ready.popLast() {
            if removed.contains(slot) || !document.isFree(slot) { continue }
            let parent = document.nodes.parent(slot)
            removeNode(slot)
            removed.insert(slot)
            if let parent, gone.contains(parent) { ready.append(parent) }
        }
    }
}

extension [(id: Identifier, node: Node?)] {
    /// The nodes that should exist, each after its parent.
    fileprivate var parentsFirst: [Node] {
        var places: [Identifier: Int] = [:]
        for (place, (id, _)) in enumerated() { places[id] = place }
        var order: [Node] = []
        var seen: Set<Int> = []
        for start in indices {
            var chain: [Node] = []
            var next: Int? = start
            while let place = next, let node = self[place].node, seen.insert(place).inserted {
                chain.append(node)
                next = node.parent.flatMap { places[$0] }
            }
            order += chain.reversed()
        }
        return order
    }
}

extension Document {
    fileprivate func lasting(_ id: Identifier) -> Node.Slot? { node(id).flatMap { isTransient($0) ? nil : $0 } }

    /// Returns true if a node has neither children nor edges.
    fileprivate func isFree(_ slot: Node.Slot) -> Bool {
        if !children(slot).isEmpty { return false }
        var isFree = true
        visitEdges(of: slot) { _ in isFree = false }
        return isFree
    }

    /// The next persistent element in the order.
    func nextLasting(_ slot: Node.Slot) -> Node.Slot? {
        var next = nodes.order.next(slot)
        while let place = next, isTransient(place) { next = nodes.order.next(place) }
        return next
    }

    /// The next persistent element in the order.
    func nextLasting(_ slot: Edge.Slot) -> Edge.Slot? {
        var next = edges.order.next(slot)
        while let place = next, isTransient(edge: place) { next = edges.order.next(place) }
        return next
    }
}
