import Graph
import Storage

// Moves of the focus along edges.

extension Workspace {
    /// From a node along its first edge, from an edge to one of its ends.
    mutating func follow(isDownstream: Bool, in view: View.Slot) {
        switch views[view].focus {
        case .node(let origin):
            let edges = beside(origin, isDownstream)
            let first = edges.first { document.end(of: $0, isDownstream) != origin }
            if let first { go(EdgeTrail(origin: origin, edge: first, isDownstream: isDownstream), in: view) }
        case .edge(let edge):
            let origin = document.end(of: edge, !isDownstream)
            go(EdgeTrail(origin: origin, edge: edge, isDownstream: isDownstream), in: view)
        case nil: break
        }
    }

    private mutating func go(_ trail: EdgeTrail, in view: View.Slot) {
        views[view].keys.trail = trail
        give(.node(document.end(of: trail.edge, trail.isDownstream)), in: view)
    }

    /// The edges that leave a node or end on it and can be seen, in the order of the document.
    ///
    /// - Complexity: O(*n* log *n*) in the node's edges.
    private func beside(_ node: Node.Slot, _ isDownstream: Bool) -> [Edge.Slot] {
        var edges: [Edge.Slot] = []
        var next = isDownstream ? document.nodes.firstOut(node) : document.nodes.firstIn(node)
        while let edge = next {
            if scene.edges.contains(edge) { edges.append(edge) }
            next = isDownstream ? document.edges.nextOut(edge) : document.edges.nextIn(edge)
        }
        scene.bundles.visit(at: node) { edge in
            let isOwn =
                isDownstream ? document.edges.ends(edge).source == node : document.edges.ends(edge).target == node
            if !isOwn && document.end(of: edge, !isDownstream) == node { edges.append(edge) }
        }
        return edges.sorted { document.edges.order.key($0) < document.edges.order.key($1) }
    }

    /// The edge along which the focus came to a node; else the first that ends on it, else the first that leaves it.
    private func trail(to node: Node.Slot, in view: View.Slot) -> EdgeTrail? {
        if let trail = views[view].keys.trail, document.edges.isAlive(trail.edge), scene.edges.contains(trail.edge),
            document.end(of: trail.edge, trail.isDownstream) == node,
            document.end(of: trail.edge, !trail.isDownstream) == trail.origin
        {
            return trail
        }
        if let edge = beside(node, false).first {
            return EdgeTrail(origin: document.end(of: edge, false), edge: edge, isDownstream: true)
        }
        guard let edge = beside(node, true).first else { return nil }
        return EdgeTrail(origin: document.end(of: edge, true), edge: edge, isDownstream: false)
    }

    /// Round the edges that leave (or end) where the one does along which the focus came.
    mutating func moveAcross(_ isForward: Bool, in view: View.Slot) {
        switch views[view].focus {
        case .node(let node):
            guard let trail = trail(to: node, in: view) else { return }
            let edges = beside(trail.origin, trail.isDownstream)
            let next = edges.next(after: trail.edge, isForward) {
                let end = document.end(of: $0, trail.isDownstream)
                return end != node && end != trail.origin
            }
            if let next {
                go(EdgeTrail(origin: trail.origin, edge: next, isDownstream: trail.isDownstream), in: view)
            }
        case .edge(let edge):
            let edges = beside(document.end(of: edge, false), true)
            if let next = edges.next(after: edge, isForward, where: { _ in true }) { give(.edge(next), in: view) }
        case nil: break
        }
    }

    /// Onto the edge along which the focus came; else onto the first that leaves the node, else that ends on it.
    mutating func focusEdge(in view: View.Slot) {
        guard case .node(let node)? = views[view].focus else { return }
        if let trail = views[view].keys.trail, let known = self.trail(to: node, in: view), known.edge == trail.edge {
            give(.edge(known.edge), in: view)
        } else if let edge = beside(node, true).first ?? beside(node, false).first {
            give(.edge(edge), in: view)
        }
    }
}

extension Document {
    /// The node at the target of an edge as it is drawn, or at its source.
    fileprivate func end(of edge: Edge.Slot, _ isTarget: Bool) -> Node.Slot {
        isTarget ? drawnEnds(ofEdge: edge).target : drawnEnds(ofEdge: edge).source
    }
}

extension [Edge.Slot] {
    /// The next of a ring that is wanted.
    fileprivate func next(after edge: Edge.Slot, _ isForward: Bool, where isWanted: (Edge.Slot) -> Bool) -> Edge.Slot? {
        guard let place = firstIndex(of: edge) else { return nil }
        for step in 1..<Swift.max(count, 2) {
            let other = self[(place + (isForward ? step : count - step)) % count]
            if other != edge && isWanted(other) { return other }
        }
        return nil
    }
}
