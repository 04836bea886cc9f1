import Geometry
import Graph
import Routing
import Storage

// Edges that detour around nodes, and the input of their routes.

extension Document {
    /// Returns true if a visible edge detours around nodes: by its type, or by its own member.
    @inlinable @inline(__always)
    public func isRouted(_ slot: Edge.Slot) -> Bool { edges.flags(slot).isRouted(settings.defaultEdgeType) }

    /// Returns true if an edge detours around nodes only if its curve would cross one.
    func isAvoiding(_ slot: Edge.Slot) -> Bool { pathType(ofEdge: slot) != .orthogonal }

    /// An edge as the router needs it; nil if it has no geometry.
    ///
    /// - Parameters:
    ///   - source: the frame of the node where it is drawn to begin.
    ///   - target: the frame of the node where it is drawn to end.
    ///   - form: the form with its waypoints.
    func routedEdge(_ slot: Edge.Slot, from source: Rect, to target: Rect, form: EdgeForm?) -> RoutedEdge? {
        let (ends, drawn) = (edges.ends(slot), drawnEnds(ofEdge: slot))
        guard
            var from = routeEnd(ends.sourceHandle, .source, of: ends.source, drawnAt: drawn.source, source),
            var to = routeEnd(ends.targetHandle, .target, of: ends.target, drawnAt: drawn.target, target)
        else { return nil }
        var waypoints = (form?.waypoints ?? [])[...]
        if haveOutlines(drawn) {
            while let first = waypoints.first, endsRoute(&from, at: first, of: drawn.source) { waypoints.removeFirst() }
            while let last = waypoints.last, endsRoute(&to, at: last, of: drawn.target) { waypoints.removeLast() }
        }
        return routedEdge(from: from, to: to, through: Array(waypoints), holding: [drawn.source, drawn.target])
    }

    /// Makes a route to a group end at a waypoint on the group's frame. Returns false for any other waypoint.
    private func endsRoute(_ end: inout RouteEnd, at waypoint: Point, of node: Node.Slot) -> Bool {
        let flags = nodes.flags(node)
        guard flags.endsEdges, !flags.isShaped, end.side == nil || end.point == waypoint,
            let side = Anchor.side(of: end.frame, at: waypoint)
        else { return false }
        (end.point, end.side) = (waypoint, side)
        return true
    }

    /// An edge between two ends that may pass through the containers of some nodes.
    func routedEdge(
        from source: RouteEnd, to target: RouteEnd, through waypoints: [Point], holding nodes: [Node.Slot]
    ) -> RoutedEdge {
        var containers: Set<Int> = []
        for node in nodes {
            var container = self.nodes.parent(node)
            while let slot = container {
                // The containers around it are known, too.
                if !containers.insert(slot.index).inserted { break }
                container = self.nodes.parent(slot)
            }
        }
        return RoutedEdge(
            source: source, target: target, waypoints: waypoints.map { Anchor(point: $0, side: .center).point },
            passable: containers.sorted())
    }

    /// The end of a route at a handle; at the center, without a side, if the edge names no handle or its node is
    /// concealed.
    private func routeEnd(
        _ symbol: Symbol?, _ kind: Handle.Kind, of node: Node.Slot, drawnAt drawn: Node.Slot, _ frame: Rect
    ) -> RouteEnd? {
        if frame.minX.isNaN { return nil }
        let isConcealed = drawn != node
        let anchor = isConcealed ? .on(frame: frame, side: .center) : anchor(symbol, of: node, kind, on: frame)
        return anchor.map { RouteEnd($0, at: drawn, frame) }
    }

    /// The outlines on which an edge ends; nil if both its ends are at frames or handles.
    func outlines(ofEdge slot: Edge.Slot, _ edge: RoutedEdge) -> RouteOutlines? {
        let drawn = drawnEnds(ofEdge: slot)
        if !haveOutlines(drawn) { return nil }
        return RouteOutlines(source: nodes.flags(drawn.source), target: nodes.flags(drawn.target), edge)
    }

    /// The path of an existing or new edge along the points of its route.
    func path(ofEdge slot: Edge.Slot?, along points: [Point]) -> Path {
        let isCurved = slot.map { pathType(ofEdge: $0) == .bezier } ?? false
        // Less than four times the distance between corners and nodes: a larger curve would touch the nodes' corners.
        let standard = isCurved ? 3 * settings.edgeClearance : 5
        let radius = slot.flatMap { pathOptions(ofEdge: $0).borderRadius } ?? standard
        return .polyline(RoundedPolyline(points, radius: radius, rounding: .turnsOnly))
    }

    func route(ofEdge slot: Edge.Slot, along points: [Point], form: EdgeForm) -> Route {
        let isTurned = settings.edgeGeometry == .reactFlow
        return Route(path(ofEdge: slot, along: points), form: form, isTurned: isTurned)
    }
}

extension RouteEnd {
    /// Makes the end of a route from an anchor of a node that is shown in a frame.
    init(_ anchor: Anchor, at node: Node.Slot?, _ frame: Rect) {
        self.init(
            point: anchor.point, side: anchor.side == .center ? nil : anchor.side, frame: frame.limited,
            obstacle: node?.index)
    }
}

extension Rect {
    /// The rectangle with limited coordinates, like those of anchors.
    var limited: Rect {
        Rect(
            minX: Anchor.limited(minX), minY: Anchor.limited(minY), maxX: Anchor.limited(maxX),
            maxY: Anchor.limited(maxY))
    }
}
