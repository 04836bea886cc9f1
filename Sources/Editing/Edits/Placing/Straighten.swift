import EdgeRouting
import Geometry
import Graph
import Storage

extension Transaction {
    /// Takes the waypoints out of edges, and moves a node of each so that it runs straight.
    ///
    /// The target moves across the edge until its handle faces that of the source on one line; the source moves if the
    /// target may not. A node that an earlier edge has straightened stays, and so do its ancestors. An edge whose
    /// handles cannot face each other, or that is drawn to a collapsed node, moves nothing.
    ///
    /// - Parameter fixed: flags of nodes that do not move.
    /// - Returns: the nodes that have moved.
    /// - Throws: `noSuchEdge`, `locked` (an edge), `invalidValue` (a node would leave the range of doubles).
    /// - Complexity: O(the moved nodes) for each edge.
    @discardableResult
    public mutating func straighten(
        _ ids: [Edge.ID], keeping fixed: NodeFlags = .locked
    ) throws(EditError) -> [Node.Slot] {
        let slots = try unlocked(edges: ids)
        var placed = SlotSet<Node>()
        var moved: [Node.Slot] = []
        for slot in slots {
            if document.edges.flags(slot).contains(.bent) {
                var edge = document.edge(at: slot)
                edge.members = JSONMembers.removing(["waypoints"], from: edge.members)
                try replace(edge: slot, with: edge)
            }
            if document.isConcealed(edge: slot) || document.isRedirected(edge: slot) { continue }
            let ends = document.edges.ends(slot)
            for kind in [Handle.Kind.target, .source] {
                let (node, other) = kind == .target ? (ends.target, ends.source) : (ends.source, ends.target)
                guard !placed.contains(node), document.nodes.flags(node).isDisjoint(with: fixed),
                    !document.isAround(node, other), let offset = document.straightening(slot, moving: kind)
                else { continue }
                if offset != .zero {
                    try moveNodes([document.nodeID(node)], by: offset, snap: false)
                    moved.append(node)
                }
                document.addPlaced(ends, in: &placed)
                break
            }
        }
        return moved
    }
}

extension Document {
    /// Returns true if a node is another one or contains it.
    fileprivate func isAround(_ node: Node.Slot, _ other: Node.Slot) -> Bool {
        var next: Node.Slot? = other
        while let slot = next {
            if slot == node { return true }
            next = nodes.parent(slot)
        }
        return false
    }

    /// Notes the nodes that would take an end of an edge along.
    fileprivate func addPlaced(_ ends: EdgeEnds, in placed: inout SlotSet<Node>) {
        for end in [ends.source, ends.target] {
            var next: Node.Slot? = end
            while let slot = next, placed.insert(slot) { next = nodes.parent(slot) }
        }
    }

    /// The least offset of a node that makes an edge of it straight; nil if none does.
    fileprivate func straightening(_ edge: Edge.Slot, moving kind: Handle.Kind) -> Point? {
        let ends = edges.ends(edge)
        guard isPlaced(ends.source), isPlaced(ends.target), let here = handleAnchor(of: edge, kind),
            let there = handleAnchor(of: edge, kind.opposite)
        else { return nil }
        let way = there.point - here.point
        var best: Point?
        for axis in Axis.allCases {
            guard let direction = here.side.straightWay(to: there.side, across: axis),
                direction == 0 || way[axis.other] * direction > 0
            else { continue }
            var offset = Point.zero
            if axis == .x { offset.x = way.x } else { offset.y = way.y }
            if best.map({ offset.squaredLength < $0.squaredLength }) ?? true { best = offset }
        }
        return best
    }
}
