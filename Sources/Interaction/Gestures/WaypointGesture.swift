import EdgeRouting
import Editing
import Geometry
import Graph
import Storage
import Wire

/// A waypoint of an edge that follows the pointer, an old or a new one; the document changes at the end.
public struct WaypointGesture: NamedGesture {
    var origin: GestureOrigin
    /// The edge that bends at the waypoint.
    public let edge: Edge.Slot
    /// Its index among the edge's waypoints.
    public let index: Int
    /// Is true if the gesture puts it into the edge.
    let isNew: Bool
    /// The initial position of the waypoint.
    let start: Point
    /// The present position of the waypoint.
    var point: Point
    /// The form of the edge in the document; a gesture ends when it becomes another.
    let original: EdgeForm
    /// The edge as it would be.
    public internal(set) var form: EdgeForm
    /// Is true if the edge would lose it, since it does not bend there.
    public internal(set) var isRemoved: Bool
    private var snapping = Snapping()
    private var lock = AxisLock()
    /// The edge without the waypoint, if it goes round nodes.
    private var routeWithout = DraftRoute()

    /// The lines to which the waypoint was aligned at the last move; empty if none.
    public var guides: [Guide] { snapping.guides }

    init(_ id: Edge.ID?, _ index: Int?, _ origin: GestureOrigin, on stage: Stage) throws(EditError) {
        let (slot, place) = try stage.waypoint(id, index, origin)
        let name = id ?? stage.document.edgeID(slot)
        let route = try stage.reshapable(slot, name)
        let form = stage.document.form(ofEdge: slot) ?? EdgeForm()
        self.origin = origin
        edge = slot
        original = form
        self.form = form
        if let index = place ?? stage.waypoint(of: form, at: origin) {
            guard form.waypoints.indices.contains(index) else {
                throw .invalid("edge \"\(name)\" has no waypoint \(index)", path: ["index"])
            }
            start = form.waypoints[index]
            self.index = index
            isNew = false
            isRemoved = false
        } else {
            if form.waypoints.count >= Limits.waypoints {
                throw EditError(.limits, "an edge has at most \(Limits.waypoints) waypoints", edges: [name])
            }
            start = route.path.closest(to: origin.anchor).point
            self.index = stage.scene.routes.waypointIndex(ofEdge: slot, nearestTo: start, in: stage.document)
            isNew = true
            isRemoved = true
        }
        point = start
    }

    /// Follows the pointer: it snaps like a dragged node, shift keeps it on an axis.
    mutating func update(to at: Point, _ modifiers: Modifiers, on stage: Stage) -> GestureEffect {
        let offset = origin.offset(to: at, stage.viewport)
        let rules = SnapRules(stage.document, modifiers, origin.pointer, zoom: stage.viewport.zoom)
        var move = SnapMove(
            moving: Rect(start, start), corner: start, offset: offset, rules: rules,
            still: lock.still(offset, modifiers))
        if rules.reach == 0 || offset == .zero {
            snapping.release()
            take(offset == .zero ? SnapMove.Answer(offset: offset) : move.answer(nil))
        } else {
            let subject = SnapField.Subject(roots: [], carried: SlotSet<Node>(), lead: nil)
            take(
                snapping.answer(subject, on: stage) { field in
                    move.held = field.held
                    return move.answer(field.lines, visible: field.visible)
                })
        }
        reshape(on: stage)
        return .nothing
    }

    private mutating func take(_ answer: SnapMove.Answer) {
        let moved = answer.corner ?? start + answer.offset
        // Beyond the range of numbers it stays where it was.
        if moved.isFinite { point = Point(x: moved.x + 0, y: moved.y + 0) }
    }

    /// Updates the form to the position of the waypoint.
    private mutating func reshape(on stage: Stage) {
        form = original
        isRemoved = isNew
        if point == start { return }
        if !isNew { form.waypoints.remove(at: index) }
        isRemoved = isStraight(on: stage)
        if !isRemoved { form.waypoints.insert(point, at: index) }
    }

    /// Returns true if an edge without the waypoint would pass it within its reach: between the neighbors if they were
    /// joined by a line; by legs as they are drawn.
    private mutating func isStraight(on stage: Stage) -> Bool {
        let document = stage.document
        let ends = document.edges.ends(edge)
        let form = EdgeForm(waypoints: form.waypoints)
        let path =
            routeWithout.path(of: edge, form, on: stage)
            ?? stage.scene.routes.route(
                ofEdge: edge, from: document.frame(ends.source), to: document.frame(ends.target), form: form,
                in: document)?.path
        guard let path else { return false }
        let line: Path
        switch document.pathType(ofEdge: edge) {
        case .step, .smoothStep, .orthogonal: line = path
        case .bezier where stage.scene.routes.points(ofEdge: edge) != nil: line = path
        case .straight, .bezier, .simpleBezier, .horizontalBezier:
            let stops = [path.start] + form.waypoints + [path.end]
            line = .line(Segment(start: stops[index], end: stops[index + 1]))
        }
        return line.closest(to: point).distance < stage.reaches(origin.pointer).edge
    }

    mutating func end(on stage: Stage) -> GestureEnd {
        let id = stage.document.edgeID(edge)
        var end = GestureEnd(outcome: GestureOutcome(edge: id))
        // Its nodes may have gone out of sight meanwhile.
        if (try? stage.reshapable(edge, id)) == nil { return end }
        reshape(on: stage)
        if form == original { return end }
        let waypoints = stage.document.waypoints(after: self)
        end.edit = ViewEdit("Bend") { (transaction) throws(EditError) in
            if waypoints.isEmpty {
                try transaction.updateEdge(id, set: [:], unset: ["waypoints"])
            } else {
                try transaction.updateEdge(id, set: ["waypoints": .array(waypoints)], unset: [])
            }
            return EditMade()
        }
        return end
    }

    mutating func forget(nodes _: SlotSet<Node>, edges: SlotSet<Edge>) -> Bool { !edges.contains(edge) }

    // MARK: Description

    static let kind = Gesture.Kind("waypoint")
    static let rows: [GestureRow] = [
        .edge, GestureRow("index", .integer, "waypoint: its index along the edge, from 0"),
        GestureRow("waypoints", .points, "waypoint: all that the edge would have"),
        GestureRow("removed", .flag, "waypoint: true if the end would remove it", isOptional: true), .guides,
    ]
    var values: [GestureValue] {
        [.edge(edge), .integer(index), .places(form.waypoints), isRemoved ? .flag(true) : .absent, .guides]
    }
    var claims: ElementClaims { ElementClaims(edges: SlotSet([edge])) }
    var cursor: Cursor { .grabbing }
    var displaced: Displaced { .reshaped(edge, form) }
    var formAtStart: EdgeForm? { original }
}

extension WaypointGesture {
    static func lack(_ parameters: GestureParameters) -> GestureParameters.Lack? {
        parameters.index != nil && parameters.edge == nil
            ? .init("an index is named with its edge", path: "/index") : nil
    }

    init(
        _ parameters: GestureParameters, _ origin: GestureOrigin, pulled _: Viewport, on stage: Stage
    ) throws(EditError) {
        try self.init(parameters.edge, parameters.index, origin, on: stage)
    }
}

extension Stage {
    /// The route of an edge whose form a gesture may change.
    func reshapable(_ slot: Edge.Slot, _ id: Edge.ID) throws(EditError) -> Route {
        if document.edges.flags(slot).contains(.locked) { throw .locked(edges: [id]) }
        guard !document.isConcealed(edge: slot), let route = scene.routes.route(ofEdge: slot, in: document) else {
            throw .nothingThere("\"\(id)\" is not drawn")
        }
        if document.isRedirected(edge: slot) { throw .nothingThere("\"\(id)\" is drawn to a collapsed node") }
        return route
    }

    /// Returns the named waypoint; else the waypoint of a selected edge at the gesture's start, else the edge there.
    fileprivate func waypoint(
        _ id: Edge.ID?, _ index: Int?, _ origin: GestureOrigin
    ) throws(EditError) -> (edge: Edge.Slot, index: Int?) {
        if let id { return (try document.slot(edge: id), index) }
        var edge: Edge.Slot?
        for hit in hits(at: origin) {
            if case .waypoint(let edge, let index) = hit.target { return (edge, index) }
            if edge == nil, case .edge(let slot, _) = hit.target { edge = slot }
        }
        guard let edge else { throw .nothingThere("no edge is there") }
        return (edge, nil)
    }

    /// The nearest of an edge's waypoints within reach of the gesture's start; the first among equally near ones.
    fileprivate func waypoint(of form: EdgeForm, at origin: GestureOrigin) -> Int? {
        var reach = Reaches(document, origin.pointer, zoom: origin.viewport.zoom).edgeEnd
        var nearest: Int?
        for (index, waypoint) in form.waypoints.enumerated() where waypoint.distance(to: origin.anchor) < reach {
            reach = waypoint.distance(to: origin.anchor)
            nearest = index
        }
        return nearest
    }
}

extension Document {
    /// The stored waypoints as a gesture leaves them, with their other members.
    fileprivate func waypoints(after gesture: WaypointGesture) -> [JSON] {
        var waypoints: [JSON] = []
        if edges.flags(gesture.edge).contains(.bent),
            case .array(let stored)? = withEdgeMembers(gesture.edge, { JSONMembers.value("waypoints", in: $0) })
        {
            waypoints = stored
        }
        var moved: JSONObject = [:]
        if !gesture.isNew, waypoints.indices.contains(gesture.index) {
            moved = waypoints.remove(at: gesture.index).objectValue ?? [:]
        }
        if gesture.isRemoved { return waypoints }
        moved["x"] = .number(gesture.point.x)
        moved["y"] = .number(gesture.point.y)
        waypoints.insert(.object(moved), at: min(gesture.index, waypoints.count))
        return waypoints
    }
}
