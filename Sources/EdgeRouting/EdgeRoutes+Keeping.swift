import Geometry
import Graph
import Routing
import Storage

// Updates of routes after changes of the document.

extension EdgeRoutes {
    /// The routes of a whole document.
    ///
    /// - Parameter bundles: the document's bundles; only the first edge of a bundle is drawn.
    /// - Complexity: O(*n*) for *n* edges if none detours around nodes.
    public init(_ document: Document, _ bundles: EdgeBundles) {
        let edges = document.edgeSlots.filter {
            document.isRouted($0) && !document.isConcealed(edge: $0) && bundles.first(of: $0) == $0
        }
        restart(edges, document)
        start(document, bundles)
        _ = refresh(document)
    }

    /// Starts again with the lanes and labels of all visible edges; in a bundle only the first edge is visible.
    ///
    /// - Complexity: O(1) if the document neither spreads parallel edges nor places labels, else O(nodes + edges).
    public mutating func start(_ document: Document, _ bundles: EdgeBundles) {
        startLabels(document, bundles)
        if !lanes.value.isEmpty { lanes = CopyOnWrite(EdgeLanes()) }
        if document.settings.edgeSpread == 0 { return }
        var all = EdgeLanes()
        all.reserve(document.edges.count)
        for slot in document.edgeSlots where !document.isConcealed(edge: slot) && bundles.first(of: slot) == slot {
            all.set(slot, isDrawn: true, document)
        }
        lanes = CopyOnWrite(all)
    }

    /// Is true if the lanes and labels of all edges are up to date. O(1).
    public var isCurrent: Bool { lanes.value.isCurrent && labels.value.isCurrent }

    /// Is true if it needs the frames of nodes. O(1).
    public var isActive: Bool { contents.value.net != nil }

    /// Starts again with the visible edges that detour around nodes.
    public mutating func restart(_ edges: [Edge.Slot], _ document: Document) {
        if edges.isEmpty && contents.value.members.isEmpty { return }
        let version = version
        contents = CopyOnWrite(Contents())
        contents.value.version = version + 1
        for edge in edges { contents.value.members.insert(edge) }
        if !isOverfull { begin(document) }
    }

    /// Sets the frame of a node, nil if it is not visible. Does nothing until an edge must be routed.
    public mutating func set(_ node: Node.Slot, _ frame: Rect?) {
        if placesLabels { labels.value.set(node, frame?.limited) }
        if !isActive { return }
        contents.value.changes?.nodes.updateValue(frame, forKey: node)
        noteObstacle(node)
        contents.value.net?.setObstacle(node.index, frame.map { $0.limited })
        noteObstacle(node)
        contents.value.version += 1
    }

    /// Records the place of a node that may block curves.
    private mutating func noteObstacle(_ node: Node.Slot) {
        if let bounds = contents.value.net?.bounds(ofObstacle: node.index) { contents.value.avoiding.note(bounds) }
    }

    /// Sets an edge to its state in the document; returns true if it detours, or detoured, around nodes.
    ///
    /// - Parameter isDrawn: true if it is visible and, in a bundle, represents the bundle.
    @discardableResult
    public mutating func keep(_ slot: Edge.Slot, isDrawn: Bool, _ document: Document) -> Bool {
        if document.settings.edgeSpread > 0 { lanes.value.set(slot, isDrawn: isDrawn, document) }
        if placesLabels { labels.value.touch(slot, isDrawn: isDrawn) }
        let isRouted = isDrawn && document.isRouted(slot)
        if !isRouted && !contents.value.members.contains(slot) { return false }
        contents.value.changes?.edges[slot] = isDrawn
        if isRouted { contents.value.members.insert(slot) } else { contents.value.members.remove(slot) }
        contents.value.version += 1
        if isOverfull {
            if isActive { giveUp() }
        } else if isActive {
            if isRouted { set(slot, document) } else { set(slot, nil, nil, document) }
        } else {
            begin(document)
            contents.value.isOther = true
        }
        return true
    }

    /// Shows an edge with other frames of its nodes, or other waypoints, than in the document.
    public mutating func show(
        _ slot: Edge.Slot, from source: Rect, to target: Rect, form: EdgeForm?, _ document: Document
    ) {
        if placesLabels { labels.value.show(slot, LabelPlaces.Shown(source: source, target: target, form: form)) }
        if !contains(slot) { return }
        set(slot, from: source, to: target, form: form, document)
        contents.value.version += 1
    }

    /// The path of an edge that is being drawn or moved. Nil if its ends determine it: it needs no detour, or too many
    /// edges need one.
    ///
    /// - Parameter plain: the path by its ends.
    public mutating func path(
        ofDraft slot: Edge.Slot?, from source: DraftedEnd, to target: DraftedEnd, plain: Path, in document: Document
    ) -> Path? {
        if !isActive && !isOverfull { begin(document) }
        func end(_ end: DraftedEnd) -> RouteEnd {
            let point = end.anchor.point
            let loose = RouteEnd(point: point, side: nil, frame: Rect(point, point), obstacle: nil)
            return end.node.map { RouteEnd(end.anchor, at: $0, document.frame($0)) } ?? loose
        }
        let number = slot.flatMap { contents.value.numbers.number(of: $0) } ?? contents.value.numbers.end
        let edge = document.routedEdge(
            from: end(source), to: end(target), through: slot.flatMap { document.form(ofEdge: $0) }?.waypoints ?? [],
            holding: [source.node, target.node].compactMap { $0 })
        if let slot, document.isAvoiding(slot), contents.value.net?.isCrossed(by: plain, of: edge) != true {
            return nil
        }
        contents.value.net?.setEdge(number, edge)
        _ = contents.value.net?.refresh()
        guard let points = contents.value.net?.points(number), points.count >= 2 else { return nil }
        let outlines = RouteOutlines(
            source: source.node.map { document.nodes.flags($0) }, target: target.node.map { document.nodes.flags($0) },
            edge)
        return document.path(ofEdge: slot, along: outlines?.fit(points) ?? points)
    }

    /// Routes the changed edges within the search limit of one refresh, places the affected labels, and returns the
    /// edges whose drawing may have changed.
    public mutating func refresh(_ document: Document) -> [Edge.Slot] {
        let moved = updateLanes(document)
        if isActive && !contents.value.numbers.isSorted(document) {
            begin(document)
            // The new net does not know which edges had a detour before.
            contents.value.isOther = true
        }
        checkAvoiding()
        let others = drawnOtherwise(contents.value.net?.refresh(reaching: linesAtOnce) ?? [], document)
        var changed = moved + others
        if contents.value.isOther { changed = moved + contents.value.members.slots }
        contents.value.isOther = false
        return changed + placeLabels(changed, document)
    }

    /// Updates the lanes, and returns the edges with changed lanes.
    private mutating func updateLanes(_ document: Document) -> [Edge.Slot] {
        if lanes.value.isCurrent { return [] }
        let moved = lanes.value.update(document)
        if !moved.isEmpty { contents.value.version += 1 }
        for slot in moved where contents.value.members.contains(slot) {
            contents.value.changes?.edges[slot] = true
            if isActive { set(slot, document) }
        }
        return moved
    }

    /// The edges of the net whose drawing has changed, and the edges whose arcs over them have.
    mutating func drawnOtherwise(_ numbers: [Int], _ document: Document) -> [Edge.Slot] {
        let retyped = contents.value.retyped
        contents.value.retyped = []
        return withJumps(numbers.compactMap { contents.value.numbers.slot($0) } + retyped, document)
    }

    /// Adds to the net the edges whose curves now cross a node, and removes those whose curves no longer do.
    private mutating func checkAvoiding() {
        for slot in contents.value.avoiding.takeUnchecked() {
            guard let curve = contents.value.avoiding.curve(of: slot),
                let number = contents.value.numbers.number(of: slot)
            else { continue }
            let isCrossed = contents.value.net?.isCrossed(by: curve.path, of: curve.edge) == true
            contents.value.net?.setEdge(number, isCrossed ? curve.edge : nil)
        }
    }

    /// Is true if there are too many edges that detour around nodes; then none does.
    private var isOverfull: Bool { contents.value.members.count > Limits.routedEdges }

    /// Starts with all visible nodes, and with all members.
    private mutating func begin(_ document: Document) {
        let settings = document.settings
        var net = RouteNet(clearance: settings.edgeClearance, spacing: settings.edgeSpacing)
        for slot in document.nodeSlots where document.isPlaced(slot) && !document.isConcealed(slot) {
            net.setObstacle(slot.index, document.frame(slot).limited)
        }
        clear()
        contents.value.net = net
        contents.value.places = settings.jumps ? SpatialIndex() : nil
        let order = document.edges.order
        contents.value.numbers = EdgeRanks(order.spreads)
        for slot in contents.value.members.slots.sorted(by: { order.key($0) < order.key($1) }) {
            set(slot, document)
        }
    }

    /// Draws every edge by its own ends.
    private mutating func giveUp() {
        clear()
        contents.value.isOther = true
    }

    private mutating func clear() {
        contents.value.net = nil
        (contents.value.numbers, contents.value.outlines) = (EdgeRanks(), [:])
        contents.value.avoiding = AvoidingEdges()
        (contents.value.places, contents.value.formerPlaces, contents.value.retyped) = (nil, [], [])
    }

    private mutating func set(_ slot: Edge.Slot, _ document: Document) {
        let ends = document.drawnEnds(ofEdge: slot)
        set(
            slot, from: document.frame(ends.source), to: document.frame(ends.target),
            form: document.form(ofEdge: slot), document)
    }

    private mutating func set(
        _ slot: Edge.Slot, from source: Rect, to target: Rect, form: EdgeForm?, _ document: Document
    ) {
        let edge = document.routedEdge(slot, from: source, to: target, form: form)
        var curve: AvoidingEdges.Curve?
        if let edge, document.isAvoiding(slot) {
            let path = route(ofEdge: slot, from: source, to: target, form: form ?? EdgeForm(), in: document)?.path
            curve = path.map { AvoidingEdges.Curve(path: $0, source: source, target: target, edge: edge) }
        }
        set(slot, edge, curve, document)
    }

    /// Sets an edge; nil if it is not drawn any more. An edge without a curve is added to the net at once.
    private mutating func set(
        _ slot: Edge.Slot, _ edge: RoutedEdge?, _ curve: AvoidingEdges.Curve?, _ document: Document
    ) {
        contents.value.avoiding.set(slot, curve)
        let former = contents.value.numbers.number(of: slot)
        if edge == nil { contents.value.numbers.remove(slot) } else { contents.value.numbers.insert(slot, document) }
        let number = contents.value.numbers.number(of: slot)
        if let former, former != number { contents.value.net?.setEdge(former, nil) }
        if let edge {
            contents.value.outlines[slot] = document.outlines(ofEdge: slot, edge)
            let isCrossable = document.pathType(ofEdge: slot) == .orthogonal
            if let places = contents.value.places, places.contains(slot) != isCrossable {
                contents.value.retyped.append(slot)
            }
            if let number, curve == nil { contents.value.net?.setEdge(number, edge) }
        } else {
            contents.value.outlines[slot] = nil
            if let place = contents.value.places?.bounds(of: slot) {
                contents.value.formerPlaces.append(place)
                contents.value.places?.remove(slot)
            }
        }
    }
}
