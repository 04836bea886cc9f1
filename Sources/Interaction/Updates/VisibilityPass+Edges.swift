import Geometry
import Graph
import Storage

extension VisibilityPass {
    func updateTouchedEdges(_ sent: inout SentScene) {
        let nodes = askedNodes(sent)
        for slot in sent.touchedEdges { updateItem(forEdge: slot, &sent.edges, nodes, readsContent: true) }
        for node in sent.touchedNodes where document.nodes.isAlive(node) {
            document.visitEdges(of: node) { updateItem(forEdge: $0, &sent.edges, nodes, readsContent: false) }
            document.visitEdges(in: node) { updateItem(forEdge: $0, &sent.edges, nodes, readsContent: false) }
            scene.bundles.visit(at: node) { updateItem(forEdge: $0, &sent.edges, nodes, readsContent: false) }
        }
        guard sent.needsFullRefresh else { return }
        sent.edges.forEachReversed { updateItem(forEdge: $1, &$0, nodes, readsContent: true) }
    }

    /// Updates the edges of nodes that the gesture displaces, or displaced before, and the edge that it reshapes.
    func updateDisplacedEdges(_ sent: inout SentScene) {
        let nodes = askedNodes(sent)
        let region = carriedRegion
        func isInPlace(_ outline: Outline<Edge>) -> Bool { outline.isCarried && region.contains(outline.box) }
        func update(_ edges: inout SentItems<EdgeItem>, _ slot: Edge.Slot) {
            if !displacementChanged && edges.isCarried(slot) {
                leave(edge: slot, unlessTouching: region, &edges)
            } else {
                updateItem(forEdge: slot, &edges, nodes, readsContent: false)
            }
        }
        if let listed = displacement.listed, !displacementChanged, !hasManyHalfMoved {
            // No item but these is displaced.
            func updateSent(_ slot: Edge.Slot) {
                guard let index = sent.edges.index(of: slot), !isInPlace(sent.edges.items[index].outline) else {
                    return
                }
                update(&sent.edges, slot)
            }
            for (edge, _, _) in displacement.halfMoved { updateSent(edge) }
            for (edge, _) in listed.edges { updateSent(edge) }
        } else {
            sent.edges.forEachReversed(
                where: { outline in
                    if displacementChanged {
                        return outline.isDisplaced
                            || displacement.contains(edge: outline.slot, document.drawnEnds(ofEdge: outline.slot))
                    }
                    return outline.isDisplaced && !isInPlace(outline)
                }, update)
        }
        if displacement.isNone { return }
        func enter(_ slot: Edge.Slot) {
            if !sent.edges.contains(slot) { updateItem(forEdge: slot, &sent.edges, nodes, readsContent: false) }
        }
        if hasManyHalfMoved {
            for item in nodes.items {
                scene.visitEdges(of: item.slot, document) { edge, ends in
                    if displacement.isHalfMoved(ends) { enter(edge) }
                }
            }
        } else {
            displacement.visitHalfMoved(touching: covered, document, routes, enter)
        }
        if let listed = displacement.listed {
            for (edge, frames) in listed.edges
            where displacement.carried.isEmpty || routes.mayTouch(region, edge: edge, within: frames, in: document) {
                enter(edge)
            }
            return
        }
        region.grown(by: tolerance).visitRemainder(outside: sent.searched) { strip in
            scene.edges.visit(touching: strip) { if displacement.carries(document.drawnEnds(ofEdge: $0)) { enter($0) } }
        }
    }

    /// Updates the edges whose routes the gesture changes, displaced or not; and if the view moved, the edges that the
    /// scene's index has elsewhere.
    func updateReroutedEdges(_ sent: inout SentScene) {
        var edges = rerouted
        if coverageChanged { edges.formUnion(preview.differing) }
        if edges.isEmpty { return }
        let nodes = askedNodes(sent)
        edges.forEach { updateItem(forEdge: $0, &sent.edges, nodes, readsContent: false) }
    }

    /// Updates the edges that came into sight or went out of it because the view moved.
    func updateUnmovedEdges(_ sent: inout SentScene) {
        let nodes = askedNodes(sent)
        sent.edges.forEachReversed(where: { !$0.isDisplaced && !covered.contains($0.box) }) {
            leave(edge: $1, unlessTouching: covered, &$0)
        }
        covered.visitRemainder(outside: previouslyCovered) { strip in
            scene.edges.visit(touching: strip) { slot in
                if sent.edges.contains(slot) { return }
                if displacement.contains(edge: slot, document.drawnEnds(ofEdge: slot)) { return }
                updateItem(forEdge: slot, &sent.edges, nodes, readsContent: false)
            }
        }
    }

    /// Is true if there are so many half-moved edges that only those with an end in sight are checked.
    var hasManyHalfMoved: Bool { displacement.halfMoved.count > Displacement.halfMovedLimit }

    /// The nodes in sight, if edges are checked only with an end among them.
    private func askedNodes(_ sent: SentScene) -> SentItems<NodeItem> {
        hasManyHalfMoved ? sent.nodes : SentItems<NodeItem>()
    }

    private func leave(edge slot: Edge.Slot, unlessTouching rect: Rect, _ edges: inout SentItems<EdgeItem>) {
        guard let index = edges.index(of: slot), !edges.withItem(at: index, { $0.touches(rect) }) else { return }
        edges.leave(slot, key: document.edges.order.key(slot), id: document.edgeID(slot))
    }
}
