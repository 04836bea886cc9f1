import Geometry
import Graph
import Routing
import Storage

/// The drawing of a document's edges; the only source of their drawn paths.
///
/// Most edges are drawn by the formula of their type, from their own ends only. Edges that detour around nodes depend
/// on the whole document; `EdgeRoutes+Keeping.swift` updates their routes. Without such edges, this is empty.
public struct EdgeRoutes: Sendable {
    var contents = CopyOnWrite(Contents())
    /// The lanes of parallel edges; empty if the document does not spread them.
    var lanes = CopyOnWrite(EdgeLanes())
    /// The places of labels; empty if the document does not place them.
    var labels = CopyOnWrite(LabelPlaces())
    /// The number of lines that the searches of one refresh may reach; the rest waits for a job.
    public var linesAtOnce = Int.max

    struct Contents: Sendable {
        /// The net; nil until an edge must be routed.
        var net: RouteNet?
        /// The visible edges that detour around nodes, even if there are too many.
        var members = SlotSet<Edge>()
        /// The members' numbers in the net, in the order of the document.
        var numbers = EdgeRanks()
        /// The members that detour around nodes only if their own curve would cross one.
        var avoiding = AvoidingEdges()
        /// The outlines at which edges without a handle end.
        var outlines: [Edge.Slot: RouteOutlines] = [:]
        /// The places of edges over which arcs can pass; nil without arcs.
        var places: SpatialIndex<Edge>?
        /// The former places of edges that stopped detouring since the last refresh.
        var formerPlaces: [Rect] = []
        /// The edges that arcs started or stopped passing over since the last refresh, with unchanged legs.
        var retyped: [Edge.Slot] = []
        /// Is true if all members are drawn differently since the last refresh.
        var isOther = false
        /// The changes since a job began; nil without a job.
        var changes: RoutingChanges?
        /// A number that grows with each change.
        var version = 0
    }

    /// Makes the routes of a document without edges that detour around nodes.
    public init() {}

    /// Makes the lanes of some edges, which must include all edges parallel to them; none may detour around nodes.
    ///
    /// - Complexity: O(*n* log *n*) for *n* edges.
    public init(lanesOf edges: [Edge.Slot], _ document: Document) {
        if document.settings.edgeSpread == 0 { return }
        for slot in edges where !document.isConcealed(edge: slot) {
            lanes.value.set(slot, isDrawn: true, document)
        }
        _ = lanes.value.update(document)
    }

    /// Returns true if an edge has a lane far from its own path, because of more than 64 parallel edges. O(1).
    public func isFarFromOwnPath(_ slot: Edge.Slot) -> Bool { abs(lane(ofEdge: slot).steps) > 64 }

    /// Is true if all edges are drawn by their own ends and lanes. O(1).
    public var isEmpty: Bool {
        @inline(__always) get { contents.value.numbers.isEmpty }
    }

    /// Returns true if an edge detours around nodes, or would if its curve crossed one. O(1).
    public func contains(_ slot: Edge.Slot) -> Bool { !isEmpty && contents.value.numbers.number(of: slot) != nil }

    /// Is true if edges wait for a detour; until then they are drawn by their own ends. O(1).
    public var isBehind: Bool { contents.value.net?.isBehind == true }

    /// A number that grows with each change.
    public var version: Int { contents.value.version }

    /// The path of an edge; nil if it has no geometry: an end has no place, or its node lacks the handle.
    public func path(ofEdge slot: Edge.Slot, in document: Document) -> Path? {
        if isEmpty { return document.plainPath(ofEdge: slot, lane: lane(ofEdge: slot)) }
        if let points = points(ofEdge: slot) { return document.path(ofEdge: slot, along: points) }
        return contents.value.avoiding.curve(of: slot)?.path
            ?? document.plainPath(ofEdge: slot, lane: lane(ofEdge: slot))
    }

    /// The path of an edge with the place of its label.
    public func route(ofEdge slot: Edge.Slot, in document: Document) -> Route? {
        placed(freeRoute(ofEdge: slot, in: document), ofEdge: slot, in: document)
    }

    /// The path of an edge with the place of its label before other labels are avoided.
    func freeRoute(ofEdge slot: Edge.Slot, in document: Document) -> Route? {
        let lane = lane(ofEdge: slot)
        if isEmpty || !contains(slot) { return document.plainRoute(ofEdge: slot, lane: lane) }
        return routedRoute(ofEdge: slot, form: document.form(ofEdge: slot), in: document)
            ?? document.plainRoute(ofEdge: slot, lane: lane)
    }

    /// The route of an edge for which `contains` is true, with its label at the place of a form. Nil for other edges,
    /// and while the edge waits for its detour.
    public func route(ofEdge slot: Edge.Slot, form: EdgeForm?, in document: Document) -> Route? {
        placed(routedRoute(ofEdge: slot, form: form, in: document), ofEdge: slot, form: form, in: document)
    }

    /// The same with the place of its label before other labels are avoided.
    func routedRoute(ofEdge slot: Edge.Slot, form: EdgeForm?, in document: Document) -> Route? {
        let form = form ?? EdgeForm()
        if let points = points(ofEdge: slot) { return document.route(ofEdge: slot, along: points, form: form) }
        return contents.value.avoiding.curve(of: slot).flatMap {
            document.plainRoute(ofEdge: slot, from: $0.source, to: $0.target, form: form, lane: lane(ofEdge: slot))
        }
    }

    /// The route by its ends of an edge that is shown with other frames than in the document, with its label and
    /// waypoints where a form says; nil if it has no geometry.
    ///
    /// - Parameter form: the form; nil for the edge's own.
    public func route(
        ofEdge slot: Edge.Slot, from source: Rect, to target: Rect, form: EdgeForm?, in document: Document
    ) -> Route? {
        let route = freeRoute(ofEdge: slot, from: source, to: target, form: form, in: document)
        return placed(route, ofEdge: slot, form: form, in: document)
    }

    /// The same route with the place of its label before other labels are avoided.
    func freeRoute(
        ofEdge slot: Edge.Slot, from source: Rect, to target: Rect, form: EdgeForm?, in document: Document
    ) -> Route? {
        let lane = lane(ofEdge: slot)
        return form.map { document.plainRoute(ofEdge: slot, from: source, to: target, form: $0, lane: lane) }
            ?? document.plainRoute(ofEdge: slot, from: source, to: target, lane: lane)
    }

    /// The lane of an edge among parallel ones. O(1).
    @inline(__always) public func lane(ofEdge slot: Edge.Slot) -> EdgeLane { lanes.value[slot] }

    /// Returns false only if an edge with its label certainly does not touch a rectangle while its nodes lie within a
    /// frame.
    public func mayTouch(_ rect: Rect, edge slot: Edge.Slot, within frame: Rect, in document: Document) -> Bool {
        lane(ofEdge: slot) != .single || document.mayTouch(rect, edge: slot, within: frame)
    }

    /// The bounds of an edge's curve and label, including the stated place of a label; nil if it has no geometry.
    public func bounds(ofEdge slot: Edge.Slot, in document: Document) -> Rect? {
        if !document.edges.flags(slot).hasLabelPlace { return path(ofEdge: slot, in: document)?.bounds }
        return route(ofEdge: slot, in: document).map { document.bounds(ofEdge: slot, along: $0) }
    }

    /// The bounds of the visible edges among some, with their labels and another rectangle; nil if there are none.
    public func shownBounds(ofEdges edges: [Edge.Slot], _ document: Document, beside others: Rect?) -> Rect? {
        var bounds = others ?? .empty
        for slot in edges where !document.isConcealed(edge: slot) {
            bounds = bounds.union(self.bounds(ofEdge: slot, in: document) ?? .empty)
        }
        return bounds.isEmpty ? nil : bounds
    }

    /// The ends and corners of an edge that detours around nodes, at least two points; nil for other edges.
    public func points(ofEdge slot: Edge.Slot) -> [Point]? {
        guard let number = contents.value.numbers.number(of: slot),
            let points = contents.value.net?.points(number), points.count >= 2
        else { return nil }
        return contents.value.outlines[slot]?.fit(points) ?? points
    }

    /// The sides of its nodes at which an edge leaves and arrives; nil if it has no geometry.
    public func sides(ofEdge slot: Edge.Slot, in document: Document) -> (source: Side, target: Side)? {
        guard let sides = document.plainSides(ofEdge: slot) else { return nil }
        guard let points = points(ofEdge: slot) else { return sides }
        let isRedirected = document.isRedirected(edge: slot)
        let (first, last) = RouteOutlines.sides(of: points)
        return (
            isRedirected || sides.source == .center ? first : sides.source,
            isRedirected || sides.target == .center ? last : sides.target
        )
    }

    /// The nodes that an edge crosses because there is no way around them, in the order of the document; nil for an
    /// edge that does not detour around nodes.
    public func crossedNodes(ofEdge slot: Edge.Slot, in document: Document) -> [Node.Slot]? {
        guard let number = contents.value.numbers.number(of: slot), let path = contents.value.net?.route(number) else {
            return nil
        }
        return path.blocked.map { Node.Slot(index: $0) }.sorted {
            document.nodes.order.key($0) < document.nodes.order.key($1)
        }
    }

    /// Returns the index of the waypoint before which an edge passes nearest to a point; behind all of them, their
    /// number.
    public func waypointIndex(ofEdge slot: Edge.Slot, nearestTo point: Point, in document: Document) -> Int {
        guard let points = points(ofEdge: slot) else {
            return document.plainWaypointIndex(ofEdge: slot, nearestTo: point)
        }
        return Polyline(points).index(nearestTo: point, among: document.form(ofEdge: slot)?.waypoints ?? [])
    }
}

/// The legs of a route.
private struct Polyline {
    private let legs: [Segment]

    init(_ points: [Point]) {
        legs = zip(points, points.dropFirst()).map { Segment(start: $0, end: $1) }
    }

    /// Returns the index of the waypoint before which the legs pass nearest to a point; the legs pass the waypoints in
    /// order.
    func index(nearestTo point: Point, among waypoints: [Point]) -> Int {
        var (nearest, index, passed) = (Double.infinity, 0, 0)
        for leg in legs {
            var start = leg.start
            while passed < waypoints.count, leg.distance(to: waypoints[passed]) < 1e-6 {
                look(Segment(start: start, end: waypoints[passed]), passed)
                start = waypoints[passed]
                passed += 1
            }
            look(Segment(start: start, end: leg.end), passed)
        }
        func look(_ part: Segment, _ passed: Int) {
            let distance = part.distance(to: point)
            if distance < nearest { (nearest, index) = (distance, passed) }
        }
        return index
    }
}

extension Segment {
    fileprivate func distance(to point: Point) -> Double {
        self.point(at: nearestParameter(to: point)).distance(to: point)
    }
}
