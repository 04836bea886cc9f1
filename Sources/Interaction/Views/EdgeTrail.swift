import Graph
import Storage

// Moves of the focus along edges.

/// The edge along which the focus came to its present element.
struct EdgeTrail: Sendable {
    /// The node at which it began.
    let origin: Node.Slot
    let edge: Edge.Slot
    let isDownstream: Bool
}

extension View {
    /// Goes from a node along its first edge, from an edge to one of its ends; returns nil if there is none.
    mutating func follow(isDownstream: Bool, on stage: Stage) -> ElementSlot? {
        switch focus {
        case .node(let origin):
            let edges = stage.beside(origin, isDownstream)
            let first = edges.first { stage.document.end(of: $0, isDownstream) != origin }
            return first.map { go(EdgeTrail(origin: origin, edge: $0, isDownstream: isDownstream), stage.document) }
        case .edge(let edge):
            let origin = stage.document.end(of: edge, !isDownstream)
            return go(EdgeTrail(origin: origin, edge: edge, isDownstream: isDownstream), stage.document)
        case nil: return nil
        }
    }

    private mutating func go(_ trail: EdgeTrail, _ document: Document) -> ElementSlot {
        self.trail = trail
        return .node(document.end(of: trail.edge, trail.isDownstream))
    }

    /// Cycles through the edges that leave (or end) beside the last one followed; nil if there is no other.
    mutating func moveAcross(_ isForward: Bool, on stage: Stage) -> ElementSlot? {
        switch focus {
        case .node(let node):
            guard let trail = stage.trail(to: node, trail) else { return nil }
            let edges = stage.beside(trail.origin, trail.isDownstream)
            let next = edges.next(after: trail.edge, isForward) {
                let end = stage.document.end(of: $0, trail.isDownstream)
                return end != node && end != trail.origin
            }
            return next.map {
                go(EdgeTrail(origin: trail.origin, edge: $0, isDownstream: trail.isDownstream), stage.document)
            }
        case .edge(let edge):
            let edges = stage.beside(stage.document.end(of: edge, false), true)
            return edges.next(after: edge, isForward, where: { _ in true }).map { .edge($0) }
        case nil: return nil
        }
    }
}

extension Stage {
    /// The edge along which the focus came to a node; else the first that leaves the node, else that ends on it.
    ///
    /// - Parameter known: the edge along which the focus came last.
    func edge(beside focus: ElementSlot?, _ known: EdgeTrail?) -> Edge.Slot? {
        guard case .node(let node)? = focus else { return nil }
        if let known, let trail = trail(to: node, known), trail.edge == known.edge { return trail.edge }
        return beside(node, true).first ?? beside(node, false).first
    }

    /// The edges that leave a node or end on it and can be seen, in the order of the document.
    ///
    /// - Complexity: O(*n* log *n*) in the node's edges.
    fileprivate func beside(_ node: Node.Slot, _ isDownstream: Bool) -> [Edge.Slot] {
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
    fileprivate func trail(to node: Node.Slot, _ known: EdgeTrail?) -> EdgeTrail? {
        if let trail = known, document.edges.isAlive(trail.edge), scene.edges.contains(trail.edge),
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
        guard let index = firstIndex(of: edge) else { return nil }
        for step in 1..<Swift.max(count, 2) {
            let other = self[(index + (isForward ? step : count - step)) % count]
            if other != edge && isWanted(other) { return other }
        }
        return nil
    }
}
