import Geometry
import Graph
import Routing
import Storage

/// The drawing of a document's edges: the one place to ask for the path of an edge.
///
/// Most edges are drawn by the formula of their type, from their own ends alone.
/// Edges that go round nodes depend on the whole document; `EdgeRoutes+Keeping.swift` keeps their routes here up to
/// date.
/// If there is no such edge, this holds nothing.
public struct EdgeRoutes: Sendable {
    var contents = CopyOnWrite(Contents())
    /// The lanes of parallel edges; empty where the document does not spread them.
    var lanes = CopyOnWrite(EdgeLanes())
    /// The places of labels; empty where the document leaves them where they are.
    var labels = CopyOnWrite(LabelPlaces())
    /// The number of lines that the searches of one refresh may reach; what is then left waits for a job.
    public var linesAtOnce = Int.max

    struct Contents: Sendable {
        /// The net; nil until an edge is to be routed.
        var net: RouteNet?
        /// The edges that go round nodes and are drawn, be they too many or not.
        var members = SlotSet<Edge>()
        /// The members' numbers in the net, which grow with their places in the order of the document.
        var numbers = EdgeRanks()
        /// The members that go round nodes only where their own curve would cross one.
        var avoiding = AvoidingEdges()
        /// The shapes on whose outlines edges end that leave a handle out.
        var outlines: [Edge.Slot: RouteOutlines] = [:]
        /// The places of edges that may be crossed by arcs; nil if no arcs are drawn.
        var places: SpatialIndex<Edge>?
        /// The old places of edges that go round nodes no more, since the last refresh.
        var formerPlaces: [Rect] = []
        /// The edges that may be crossed by arcs since then, or no more, though their legs are the same.
        var retyped: [Edge.Slot] = []
        /// Is true if all members are drawn in another way than at the last refresh.
        var isOther = false
        /// The changes since a job was begun; nil if none is under way.
        var changes: RoutingChanges?
        /// A number that grows with every change.
        var version = 0
    }

    /// Routes of a document that has no edge which goes round nodes.
    public init() {}

    /// The lanes of some edges, among them all that are parallel to one of them; none goes round nodes.
    ///
    /// - Complexity: O(*n* log *n*) in these edges.
    public init(lanesOf edges: [Edge.Slot], _ document: Document) {
        if document.settings.edgeSpread == 0 { return }
        for slot in edges where !document.isConcealed(edge: slot) {
            lanes.value.set(slot, isDrawn: true, document)
        }
        _ = lanes.value.update(document)
    }

    /// Returns true if an edge has a lane of its own because of more than 64 that are parallel to it. O(1).
    public func isFarFromOwnPath(_ slot: Edge.Slot) -> Bool { abs(lane(ofEdge: slot).steps) > 64 }

    /// Is true if every edge is drawn by its own ends and its lane. O(1).
    public var isEmpty: Bool {
        @inline(__always) get { contents.value.numbers.isEmpty }
    }

    /// Returns true if an edge goes round nodes, or would if its curve crossed one. O(1).
    public func contains(_ slot: Edge.Slot) -> Bool { !isEmpty && contents.value.numbers.number(of: slot) != nil }

    /// Is true if edges wait for a way round nodes: those without one are drawn by their own ends. O(1).
    public var isBehind: Bool { contents.value.net?.isBehind == true }

    /// A number that grows with every change.
    public var version: Int { contents.value.version }

    /// The path of an edge, or nil if it has no geometry: an end without a place, or a handle its node lacks.
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

    /// The path of an edge with the place that its label would have without others.
    func freeRoute(ofEdge slot: Edge.Slot, in document: Document) -> Route? {
        let lane = lane(ofEdge: slot)
        if isEmpty || !contains(slot) { return document.plainRoute(ofEdge: slot, lane: lane) }
        return routedRoute(ofEdge: slot, form: document.form(ofEdge: slot), in: document)
            ?? document.plainRoute(ofEdge: slot, lane: lane)
    }

    /// The route of an edge that `contains` knows, with its label where a form says; nil for any other edge, and for one that
    /// waits for its way.
    public func route(ofEdge slot: Edge.Slot, form: EdgeForm?, in document: Document) -> Route? {
        placed(routedRoute(ofEdge: slot, form: form, in: document), ofEdge: slot, form: form, in: document)
    }

    /// The same with the place that its label would have without others.
    func routedRoute(ofEdge slot: Edge.Slot, form: EdgeForm?, in document: Document) -> Route? {
        let form = form ?? EdgeForm()
        if let points = points(ofEdge: slot) { return document.route(ofEdge: slot, along: points, form: form) }
        return contents.value.avoiding.curve(of: slot).flatMap {
            document.plainRoute(ofEdge: slot, from: $0.source, to: $0.target, form: form, lane: lane(ofEdge: slot))
        }
    }

    /// The route by its ends of an edge that is shown between other frames of its nodes than the document has, with its
    /// label and its waypoints where a form says; nil if it has no geometry.
    ///
    /// - Parameter form: nil is the edge's own.
    public func route(
        ofEdge slot: Edge.Slot, from source: Rect, to target: Rect, form: EdgeForm?, in document: Document
    ) -> Route? {
        let route = freeRoute(ofEdge: slot, from: source, to: target, form: form, in: document)
        return placed(route, ofEdge: slot, form: form, in: document)
    }

    /// The same route with the place that its label would have without others.
    func freeRoute(
        ofEdge slot: Edge.Slot, from source: Rect, to target: Rect, form: EdgeForm?, in document: Document
    ) -> Route? {
        let lane = lane(ofEdge: slot)
        return form.map { document.plainRoute(ofEdge: slot, from: source, to: target, form: $0, lane: lane) }
            ?? document.plainRoute(ofEdge: slot, from: source, to: target, lane: lane)
    }

    /// The lane of an edge among parallel ones. O(1).
    @inline(__always) public func lane(ofEdge slot: Edge.Slot) -> EdgeLane { lanes.value[slot] }

    /// Returns true if an edge, its label included, may touch a rectangle when its nodes lie within a frame.
    /// It returns false only if it certainly does not.
    public func mayTouch(_ rect: Rect, edge slot: Edge.Slot, within frame: Rect, in document: Document) -> Bool {
        lane(ofEdge: slot) != .single || document.mayTouch(rect, edge: slot, within: frame)
    }

    /// The bounds of an edge's curve and label, or of the point where it says a label goes; nil if it has no geometry.
    public func bounds(ofEdge slot: Edge.Slot, in document: Document) -> Rect? {
        if !document.edges.flags(slot).hasLabelPlace { return path(ofEdge: slot, in: document)?.bounds }
        return route(ofEdge: slot, in: document).map { document.bounds(ofEdge: slot, along: $0) }
    }

    /// The bounds of edges with their labels, as far as they are drawn, and of something beside them; nil if there is
    /// nothing.
    public func shownBounds(ofEdges edges: [Edge.Slot], _ document: Document, beside others: Rect?) -> Rect? {
        var bounds = others ?? .empty
        for slot in edges where !document.isConcealed(edge: slot) {
            bounds = bounds.union(self.bounds(ofEdge: slot, in: document) ?? .empty)
        }
        return bounds.isEmpty ? nil : bounds
    }

    /// The ends and the corners of an edge that goes round nodes, at least two points; nil for any other edge.
    public func points(ofEdge slot: Edge.Slot) -> [Point]? {
        guard let number = contents.value.numbers.number(of: slot),
            let points = contents.value.net?.points(number), points.count >= 2
        else { return nil }
        return contents.value.outlines[slot]?.fit(points) ?? points
    }

    /// The sides of its nodes where an edge leaves and arrives; nil if it has no geometry.
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

    /// The nodes that an edge crosses because there is no way round them, in the order of the document; nil for an edge
    /// that does not go round nodes.
    public func crossedNodes(ofEdge slot: Edge.Slot, in document: Document) -> [Node.Slot]? {
        guard let number = contents.value.numbers.number(of: slot), let path = contents.value.net?.route(number) else {
            return nil
        }
        return path.blocked.map { Node.Slot(index: $0) }.sorted {
            document.nodes.order.key($0) < document.nodes.order.key($1)
        }
    }

    /// Returns the waypoint before which an edge passes nearest to a point; the number of waypoints, if after all of
    /// them.
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

    /// Returns that of some waypoints, which the legs pass in their order, before which they pass nearest to a point.
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
