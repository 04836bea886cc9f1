import Geometry
import Graph
import Storage
import Wire

// The edges of a document by the formulas of their types, from their own ends only.
//
// `EdgeRoutes` returns edges as they are drawn.

extension Document {
    /// The path of an edge by its ends; nil if it has no geometry: an end has no place, or its node lacks the handle.
    public func plainPath(ofEdge slot: Edge.Slot, lane: EdgeLane = .single) -> Path? {
        let ends = drawnEnds(ofEdge: slot)
        let source = frame(ends.source)
        if let loop = loop(ofEdge: slot, around: source, lane) { return loop.path }
        guard let (from, to) = anchors(ofEdge: slot, source, frame(ends.target)) else { return nil }
        return plainPath(ofEdge: slot, from: from, to: to, lane: lane)
    }

    /// The path that an edge would have from one anchor to another.
    @inline(__always)
    public func plainPath(
        ofEdge slot: Edge.Slot, from source: Anchor, to target: Anchor, lane: EdgeLane = .single
    ) -> Path {
        if edges.flags(slot).isDisjoint(with: .formed) {
            let path = Route.path(pathType(ofEdge: slot), settings.edgeGeometry, source: source, target: target)
            return lane == .single ? path : path.aside(distance(of: lane))
        }
        return Route.path(
            pathType(ofEdge: slot), settings.edgeGeometry, source: source, target: target,
            options: pathOptions(ofEdge: slot), through: form(ofEdge: slot)?.waypoints ?? [],
            aside: distance(of: lane))
    }

    /// The path that an edge would have with another type and waypoints; nil if it has no geometry.
    public func plainPath(
        ofEdge slot: Edge.Slot, as type: EdgeType, _ options: PathOptions = PathOptions(), through waypoints: [Point]
    ) -> Path? {
        let ends = drawnEnds(ofEdge: slot)
        let form = EdgeForm(waypoints: waypoints)
        return anchors(ofEdge: slot, frame(ends.source), frame(ends.target), form: form).map { source, target in
            Route.path(
                type, settings.edgeGeometry, source: source, target: target, options: options, through: waypoints)
        }
    }

    /// The path of an edge with the place of its label.
    public func plainRoute(ofEdge slot: Edge.Slot, lane: EdgeLane = .single) -> Route? {
        let ends = drawnEnds(ofEdge: slot)
        return plainRoute(ofEdge: slot, from: frame(ends.source), to: frame(ends.target), lane: lane)
    }

    /// The route that an edge would have between two frames; nil if a node lacks its handle.
    public func plainRoute(
        ofEdge slot: Edge.Slot, from source: Rect, to target: Rect, lane: EdgeLane = .single
    ) -> Route? {
        if let loop = loop(ofEdge: slot, around: source, lane) { return loop }
        guard let (from, to) = anchors(ofEdge: slot, source, target) else { return nil }
        if edges.flags(slot).isDisjoint(with: .formed) {
            let route = Route.make(pathType(ofEdge: slot), settings.edgeGeometry, source: from, target: to)
            return seen(lane == .single ? route : route.aside(distance(of: lane)), ofEdge: slot, source, target)
        }
        let form = form(ofEdge: slot) ?? EdgeForm()
        return seen(plainRoute(ofEdge: slot, from: from, to: to, form: form, lane), ofEdge: slot, source, target, form)
    }

    /// The route that an edge would have with other waypoints or another place of its label.
    public func plainRoute(
        ofEdge slot: Edge.Slot, from source: Rect, to target: Rect, form: EdgeForm, lane: EdgeLane = .single
    ) -> Route? {
        if let loop = loop(ofEdge: slot, around: source, lane, form: form) { return loop }
        guard let (from, to) = anchors(ofEdge: slot, source, target, form: form) else { return nil }
        return seen(plainRoute(ofEdge: slot, from: from, to: to, form: form, lane), ofEdge: slot, source, target, form)
    }

    private func plainRoute(
        ofEdge slot: Edge.Slot, from source: Anchor, to target: Anchor, form: EdgeForm, _ lane: EdgeLane
    ) -> Route {
        Route.make(
            pathType(ofEdge: slot), settings.edgeGeometry, source: source, target: target,
            options: pathOptions(ofEdge: slot), form: form, aside: distance(of: lane))
    }

    /// The distance of a lane from the path of a single edge, in canvas units, to its right.
    func distance(of lane: EdgeLane) -> Double { Double(lane.steps) * 0.5 * settings.edgeSpread }

    /// Returns the index of the waypoint before which an edge passes nearest to a point; behind all of them, their
    /// number.
    public func plainWaypointIndex(ofEdge slot: Edge.Slot, nearestTo point: Point) -> Int {
        let ends = drawnEnds(ofEdge: slot)
        guard let waypoints = form(ofEdge: slot)?.waypoints, !waypoints.isEmpty,
            let (from, to) = anchors(ofEdge: slot, frame(ends.source), frame(ends.target))
        else { return 0 }
        return BentRoute(
            pathType(ofEdge: slot), settings.edgeGeometry, from, to, pathOptions(ofEdge: slot), through: waypoints
        ).waypointIndex(nearestTo: point)
    }

    /// Returns false only if an edge with its label certainly does not touch a rectangle while its nodes lie within a
    /// frame.
    @inlinable
    public func mayTouch(_ rect: Rect, edge slot: Edge.Slot, within frame: Rect) -> Bool {
        Route.reach(within: frame).touches(rect) || !edges.flags(slot).isDisjoint(with: .formed)
            || settings.labelWidth > Route.widestLabel
    }

    /// The type of an edge: its own, or the document's default.
    public func pathType(ofEdge slot: Edge.Slot) -> EdgeType {
        EdgeType(number: edges.flags(slot).typeNumber) ?? settings.defaultEdgeType
    }

    /// The box of an edge's label around its point; nil without a label.
    public func labelBox(ofEdge slot: Edge.Slot, at point: Point) -> Rect? {
        labelSize(ofEdge: slot).map { Rect(center: point, $0) }
    }

    /// The bounds of an edge's curve and label, including the stated place of a label; nil if it has no geometry.
    public func plainBounds(ofEdge slot: Edge.Slot) -> Rect? {
        if !edges.flags(slot).hasLabelPlace { return plainPath(ofEdge: slot)?.bounds }
        return plainRoute(ofEdge: slot).map { bounds(ofEdge: slot, along: $0) }
    }

    /// The sides of its nodes at which an edge leaves and arrives; nil if it has no geometry.
    public func plainSides(ofEdge slot: Edge.Slot) -> (source: Side, target: Side)? {
        let ends = drawnEnds(ofEdge: slot)
        return anchors(ofEdge: slot, frame(ends.source), frame(ends.target)).map { ($0.side, $1.side) }
    }

    /// The ends of a loop at its handles; nil if it lacks one.
    func handleAnchors(ofEdge slot: Edge.Slot, _ frame: Rect) -> (Anchor, Anchor)? {
        handleAnchors(ofEdge: slot, drawnEnds(ofEdge: slot), frame, frame)
    }

    /// - Parameter form: the form that it would have; nil for its own.
    @inline(__always)
    private func anchors(
        ofEdge slot: Edge.Slot, _ source: Rect, _ target: Rect, form: EdgeForm? = nil
    ) -> (Anchor, Anchor)? {
        let drawn = drawnEnds(ofEdge: slot)
        guard let (from, to) = handleAnchors(ofEdge: slot, drawn, source, target) else { return nil }
        if !haveOutlines(drawn) { return (from, to) }
        let waypoints = (form ?? self.form(ofEdge: slot))?.waypoints ?? []
        return (
            drawnAnchor(from, of: drawn.source, shownIn: source, towards: waypoints.first ?? to.point),
            drawnAnchor(to, of: drawn.target, shownIn: target, towards: waypoints.last ?? from.point)
        )
    }

    @inline(__always)
    private func handleAnchors(
        ofEdge slot: Edge.Slot, _ drawn: EdgeEnds, _ source: Rect, _ target: Rect
    ) -> (Anchor, Anchor)? {
        let ends = edges.ends(slot)
        if drawn != ends { return redirectedAnchors(ends, drawn: drawn, source, target) }
        guard let from = anchor(ends.sourceHandle, of: ends.source, .source, on: source),
            let to = anchor(ends.targetHandle, of: ends.target, .target, on: target)
        else { return nil }
        return (from, to)
    }

    @inline(__always)
    func anchor(_ symbol: Symbol?, of node: Node.Slot, _ kind: Handle.Kind, on frame: Rect) -> Anchor? {
        if frame.minX.isNaN { return nil }
        if let center = settings.edgeGeometry.centerAnchor(symbol: symbol, on: frame) { return center }
        // A loose connection can leave a handle id that only a handle of the other kind has.
        guard let site = handleSite(of: node, symbol: symbol, kind: kind) else { return nil }
        return .on(frame, nodes.flags(node), side: site.side, offset: site.offset)
    }

    /// The stated radius of an edge's corners, in canvas units; nil if it states none.
    public func cornerRadius(ofEdge slot: Edge.Slot) -> Double? { pathOptions(ofEdge: slot).borderRadius }

    /// The weight of an edge in layered layouts, 1…1000.
    public func weight(ofEdge slot: Edge.Slot) -> Int {
        guard edges.flags(slot).contains(.weighted) else { return 1 }
        return withEdgeMembers(slot) { JSONMembers.value("weight", in: $0) }?.doubleValue.flatMap { Int(exactly: $0) }
            ?? 1
    }

    /// Returns the edge's own parameters of its formula (`pathOptions`).
    func pathOptions(ofEdge slot: Edge.Slot) -> PathOptions {
        guard edges.flags(slot).contains(.shaped) else { return PathOptions() }
        let json = withEdgeMembers(slot) { JSONMembers.value("pathOptions", in: $0) }
        func positive(_ name: String) -> Double? {
            guard let value = json?[name]?.doubleValue, value >= 0, value.isFinite else { return nil }
            return value
        }
        return PathOptions(
            offset: positive("offset"), borderRadius: positive("borderRadius"), curvature: positive("curvature"),
            stepPosition: positive("stepPosition"), control: positive("control"), least: positive("least"))
    }
}
