import EdgeRouting
import Geometry
import Graph
import Storage
import Wire

/// The contents of a scene, and their upkeep.
struct SceneIndexes: Sendable {
    var nodes = SpatialIndex<Node>()
    var edges = SpatialIndex<Edge>()
    var longEdges = LongEdges()
    var concealedNodes = SlotSet<Node>()
    var concealedEdges = SlotSet<Edge>()
    var unselectableNodes = SlotSet<Node>()
    var unselectableEdges = SlotSet<Edge>()
    var raisedEdges = SlotSet<Edge>()
    var bundles = EdgeBundles()
    var routes = EdgeRoutes()

    var staleRoutes = Log<Edge.Slot>()
    var staleBundles = Log<Edge.Slot>()
    /// The concealments of containers at the last check.
    private var concealments: [Node.Slot: Concealment] = [:]
    var stalePlaces = StalePlaces()
    /// The nodes at which edges started that no longer start there.
    private var formerSources: [Node.Slot] = []
    private var staleNodes: [Node.Slot] = []
    private var staleEdges: [Edge.Slot] = []
    /// Present or former edges around nodes whose position is not yet in all indexes.
    private var unplacedEdges: [Edge.Slot] = []
    /// Nodes and edges with another position in the order.
    private var reordered: (nodes: [Node.Slot], edges: [Edge.Slot]) = ([], [])
    private var isWholeStale = true
    /// Two tasks that share the indexing of a large document.
    var forkJoin = ForkJoin.serial

    /// The part of the canvas in which the last upkeep has changed the drawing.
    private(set) var redrawn = Redrawn()
    /// The counts of the document at the last upkeep: of the times that keys of all were changed, and of nestings.
    private var counts = (spreads: 0, nestings: 0)

    var isLoaded: Bool { !isWholeStale }
    var isCurrent: Bool {
        !isWholeStale && staleNodes.isEmpty && staleEdges.isEmpty && bundles.isCurrent && !isReordered
    }
    private var isReordered: Bool { !reordered.nodes.isEmpty || !reordered.edges.isEmpty }

    mutating func note(_ delta: Delta, _ document: Document) {
        if isWholeStale { return }
        for change in delta.members { note(change.holders, document) }
        if isWholeStale { return }
        for index in delta.nodes.indices {
            staleNodes.append(delta.nodes[index].slot)
            guard let gone = delta.nodes[index].goneID else { continue }
            // Edges that stay are not concealed by it any more.
            document.visitEdges(inGroup: gone) { edge in
                staleEdges.append(edge)
                staleRoutes.add(edge)
            }
        }
        for index in delta.edges.indices { staleEdges.append(delta.edges[index].slot) }
        for placement in delta.nodeOrder { reordered.nodes.append(placement.slot) }
        for placement in delta.edgeOrder { reordered.edges.append(placement.slot) }
        if !bundles.isEmpty { noteBundles(delta) }
        // The order decides what lies where among routes.
        if !routes.isEmpty { staleEdges.append(contentsOf: delta.edgeOrder.lazy.map(\.slot)) }
        if delta.edges.count > StalePlaces.limit { return stalePlaces.forgetAll() }
        for index in delta.edges.indices {
            guard let before = delta.edges[index].before, let source = document.node(before.source) else { continue }
            formerSources.append(source)
        }
    }

    private mutating func note(_ holders: MemberChange.Holders, _ document: Document) {
        switch holders {
        case .none: return
        case .nodes(let names):
            if names.isEmpty { return }
            let types = Set(names.lazy.compactMap { document.symbols.find($0) })
            for slot in document.nodeSlots {
                if let type = document.nodes.type(slot), types.contains(type) { staleNodes.append(slot) }
            }
            if staleNodes.count <= document.nodes.slotCount / 8 { return }
        case .all: break
        }
        isWholeStale = true
        staleNodes = []
        staleEdges = []
        formerSources = []
        reordered = ([], [])
    }

    private mutating func noteBundles(_ delta: Delta) {
        for index in delta.edges.indices where delta.edges[index].goneID != nil {
            bundles.remove(delta.edges[index].slot, isGone: true)
        }
        for placement in delta.edgeOrder { bundles.reorder(placement.slot) }
    }

    mutating func update(_ document: Document) {
        redrawn.begin()
        noteCounts(document)
        if isWholeStale { return load(document) }
        var seen = SlotSet<Node>()
        for slot in staleNodes where seen.insert(slot) {
            look(at: slot, document)
            if document.nodes.isAlive(slot) { lookInside(slot, document, &seen) } else { concealments[slot] = nil }
        }
        var done = SlotSet<Edge>()
        for slot in staleEdges where done.insert(slot) { update(edge: slot, document) }
        updateBundles(document)
        updateRoutes(document)
        for slot in formerSources { stalePlaces.add(nodes.center(of: slot)) }
        formerSources.removeAll()
        for slot in reordered.nodes { redrawn.add(nodes.bounds(of: slot)) }
        for slot in reordered.edges { redrawn.add(edges.bounds(of: slot)) }
        reordered.nodes.removeAll(keepingCapacity: reordered.nodes.count < 1 << 16)
        reordered.edges.removeAll(keepingCapacity: reordered.edges.count < 1 << 16)
        staleNodes.removeAll(keepingCapacity: staleNodes.count < 1 << 16)
        staleEdges.removeAll(keepingCapacity: staleEdges.count < 1 << 16)
    }

    /// Records whether more was drawn otherwise than the stale elements: keys of all elements, or the set of
    /// containers.
    private mutating func noteCounts(_ document: Document) {
        let now = (document.nodes.order.spreads &+ document.edges.order.spreads, document.nodes.nestings)
        if now != counts { redrawn.addEverything() }
        counts = now
    }

    private mutating func update(node slot: Node.Slot, _ document: Document) {
        let isAlive = document.nodes.isAlive(slot)
        if isAlive && document.nodes.flags(slot).contains(.unselectable) {
            unselectableNodes.insert(slot)
        } else {
            unselectableNodes.remove(slot)
        }
        let isConcealed = isAlive && document.isConcealed(slot)
        if isConcealed { concealedNodes.insert(slot) } else { concealedNodes.remove(slot) }
        stalePlaces.add(nodes.center(of: slot))
        defer { stalePlaces.add(nodes.center(of: slot)) }
        redrawn.add(nodes.bounds(of: slot))
        if isAlive && !isConcealed && document.isPlaced(slot) {
            nodes.set(slot, document.frame(slot))
            routes.set(slot, document.frame(slot))
            redrawn.add(document.frame(slot))
        } else {
            nodes.remove(slot)
            routes.set(slot, nil)
        }
    }

    /// Updates a node, and marks its edges and the bundles that are drawn to it.
    private mutating func look(at slot: Node.Slot, _ document: Document) {
        update(node: slot, document)
        if !document.nodes.isAlive(slot) { return }
        document.visitEdges(of: slot) { staleEdges.append($0) }
        document.visitEdges(in: slot) { staleEdges.append($0) }
        if !bundles.isEmpty { bundles.touch(at: slot) }
    }

    /// Updates the contents of a container, except those that stay concealed.
    private mutating func lookInside(_ container: Node.Slot, _ document: Document, _ seen: inout SlotSet<Node>) {
        var stack = [container]
        while let outer = stack.popLast() {
            if concealsAsBefore(outer, document) { continue }
            var next = document.nodes.firstChild(of: outer)
            while let child = next {
                // A touched node is a change of its own, and its contents are checked with it.
                if seen.insert(child) {
                    look(at: child, document)
                    if document.nodes.firstChild(of: child) != nil { stack.append(child) }
                }
                next = document.nodes.nextSibling(child)
            }
        }
    }

    /// Returns true if a container conceals its contents, and did so in the same way before.
    private mutating func concealsAsBefore(_ container: Node.Slot, _ document: Document) -> Bool {
        let concealment = document.concealment(by: container)
        if concealment == .none && concealments.isEmpty { return false }
        defer { concealments[container] = concealment == .none ? nil : concealment }
        return concealment != .none && concealments[container] == concealment
    }

    private mutating func update(edge slot: Edge.Slot, _ document: Document) {
        let isAlive = document.edges.isAlive(slot)
        if isAlive && document.edges.flags(slot).contains(.unselectable) {
            unselectableEdges.insert(slot)
        } else {
            unselectableEdges.remove(slot)
        }
        let isConcealed = isAlive && document.isConcealed(edge: slot)
        if isConcealed { concealedEdges.insert(slot) } else { concealedEdges.remove(slot) }
        let isDrawn = isAlive && !isConcealed
        if isDrawn && document.isRedirected(edge: slot) {
            if bundles.insert(slot, document) { return }
        } else if !bundles.isEmpty {
            bundles.remove(slot)
        }
        index(isDrawn ? slot : nil, inPlaceOf: slot, document)
    }

    /// Puts an edge that is drawn into the indexes, or takes it out.
    private mutating func index(_ drawn: Edge.Slot?, inPlaceOf slot: Edge.Slot, _ document: Document) {
        let isRaised = drawn.map { document.z(ofEdge: $0) > 0 } ?? false
        if isRaised { raisedEdges.insert(slot) } else { raisedEdges.remove(slot) }
        if routes.keep(slot, isDrawn: drawn != nil, document) { unplacedEdges.append(slot) }
        place(slot, isDrawn: drawn != nil, document)
        if document.edges.isAlive(slot) {
            stalePlaces.add(nodes.center(of: document.drawnEnds(ofEdge: slot).source))
        }
    }

    private mutating func place(_ slot: Edge.Slot, isDrawn: Bool, _ document: Document) {
        redrawn.add(edges.bounds(of: slot))
        if isDrawn, let bounds = routes.bounds(ofEdge: slot, in: document) {
            edges.set(slot, bounds)
            redrawn.add(bounds)
        } else {
            edges.remove(slot)
        }
        longEdges.note(slot, isLong: isLong(slot))
    }

    /// Routes changed edges, and updates the position of moved ones.
    private mutating func updateRoutes(_ document: Document) {
        if unplacedEdges.isEmpty && !routes.isActive && routes.isCurrent { return }
        noteRoutes(routes.refresh(document), document)
        for slot in unplacedEdges where edges.contains(slot) { place(slot, isDrawn: true, document) }
        unplacedEdges.removeAll()
    }

    /// Takes the routes that a job has found.
    mutating func finishRoutingJob(_ found: EdgeRoutes, _ document: Document) {
        redrawn.begin()
        noteRoutes(routes.finishJob(found, document), document)
    }

    private mutating func noteRoutes(_ changed: [Edge.Slot], _ document: Document) {
        for slot in changed where edges.contains(slot) {
            place(slot, isDrawn: true, document)
            staleRoutes.add(slot)
        }
    }

    /// Brings the edges that represent bundles in step: no other edge of a bundle is in an index.
    private mutating func updateBundles(_ document: Document) {
        if bundles.isCurrent { return }
        let changes = bundles.update(document)
        for edge in changes.lazy.compactMap(\.before) where bundles.first(of: edge) != edge { hide(edge, document) }
        for change in changes {
            stalePlaces.add(nodes.center(of: change.source))
            staleBundles.add(change.before)
            guard let after = change.after else { continue }
            if after != change.before { staleBundles.add(after) }
            index(after, inPlaceOf: after, document)
            if change.isLoose { bundles.edges(with: after)?.dropFirst().forEach { hide($0, document) } }
        }
    }

    private mutating func hide(_ edge: Edge.Slot, _ document: Document) {
        if edges.contains(edge) { index(nil, inPlaceOf: edge, document) }
    }

    /// Brings the parts of long edges in step, once the indexes are.
    mutating func updateParts(_ document: Document) {
        longEdges.update { slot in
            edges.contains(slot) && edges.isLong(slot) ? routes.drawn(edge: slot, document) : nil
        }
    }

    /// Begins a job for the parts of all long edges, once the indexes are in step; nil if it is not wanted.
    mutating func beginLongEdgeJob(_ document: Document) -> LongEdgeJob? {
        guard let all = longEdges.beginJob() else { return nil }
        return LongEdgeJob(all.filter { isLong($0) }, routes, document)
    }

    private func isLong(_ slot: Edge.Slot) -> Bool { edges.contains(slot) && edges.isLong(slot) }

    /// The number of elements below which a thread costs more than it gives.
    private static let leastShared = 1 << 14

    private mutating func load(_ document: Document) {
        isWholeStale = false
        redrawn.addEverything()
        stalePlaces.forgetAll()
        staleBundles.forgetAll()
        let isLarge = document.nodes.slotCount + document.edges.slotCount >= SceneIndexes.leastShared
        let forkJoin = isLarge ? forkJoin : .serial
        var found = EdgePass(document, forkJoin)
        let (nodesFound, edges) = forkJoin.both {
            NodePass(document)
        } _: {
            SpatialIndex<Edge>(found.takeBounds())
        }
        (nodes, self.edges) = (nodesFound.index, edges)
        longEdges = LongEdges(stale: found.long, edgesAtOnce: longEdges.edgesAtOnce)
        (unselectableNodes, concealedNodes) = (nodesFound.unselectable, nodesFound.concealed)
        (unselectableEdges, concealedEdges, raisedEdges) = (found.unselectable, found.concealed, found.raised)
        bundles = EdgeBundles()
        concealments = document.concealments()
        for edge in found.redirected { _ = bundles.insert(edge, document) }
        // Those that go round nodes are in the indexes as they would be drawn by their own ends.
        routes.restart(found.routed, document)
        updateBundles(document)
        routes.start(document, bundles)
        updateRoutes(document)
    }
}
