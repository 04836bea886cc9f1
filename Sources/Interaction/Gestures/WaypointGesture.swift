import Editing
import Geometry
import Graph
import Routing
import Storage
import Wire

/// A waypoint of an edge that follows the pointer, one it had or a new one; the document learns of it at the end.
public struct WaypointGesture: Sendable {
    var origin: GestureOrigin
    public let edge: Int32
    /// Its place among the edge's waypoints.
    public let index: Int
    /// Whether the gesture puts it into the edge.
    let isNew: Bool
    /// Where it was when it was taken.
    let start: Point
    /// Where it has come to.
    var point: Point
    /// The form of the edge in the document; a gesture ends when it becomes another.
    let standing: EdgeForm
    /// The edge as it would be.
    public internal(set) var form: EdgeForm
    /// Whether the edge would be without it, since it does not bend there.
    public internal(set) var isRemoved: Bool
    /// What it snaps to; nil as long as nothing is aligned to.
    var field: CopyOnWrite<SnapField>?

    public var guides: [Guide] { field?.value.guides ?? [] }

    mutating func take(_ answer: SnapMove.Answer) {
        let moved = answer.corner ?? start + answer.offset
        // Beyond the range of numbers it stays where it was.
        if moved.isFinite { point = Point(x: moved.x + 0, y: moved.y + 0) }
    }
}

extension Workspace {
    func beginWaypoint(
        _ id: Edge.ID?, _ index: Int?, _ origin: GestureOrigin
    ) throws(EditError) -> WaypointGesture {
        let (slot, place) = try waypoint(id, index, origin)
        let name = id ?? document.edgeID(slot)
        let route = try formable(slot, name)
        let form = document.form(ofEdge: slot) ?? EdgeForm()
        if let index = place ?? self.waypoint(of: form, at: origin) {
            guard form.waypoints.indices.contains(index) else {
                throw .invalid("edge \"\(name)\" has no waypoint \(index)", path: ["index"])
            }
            let start = form.waypoints[index]
            return WaypointGesture(
                origin: origin, edge: slot, index: index, isNew: false, start: start, point: start,
                standing: form, form: form, isRemoved: false)
        }
        if form.waypoints.count >= Limits.waypoints {
            throw EditError(.limits, "an edge has at most \(Limits.waypoints) waypoints", edges: [name])
        }
        let start = route.path.closest(to: origin.anchor).point
        let next = document.waypointIndex(ofEdge: slot, nearestTo: start)
        return WaypointGesture(
            origin: origin, edge: slot, index: next, isNew: true, start: start, point: start,
            standing: form, form: form, isRemoved: true)
    }

    /// The route of an edge whose form a gesture may change.
    func formable(_ slot: Int32, _ id: Edge.ID) throws(EditError) -> Route {
        if slot < 0 { throw .noSuchEdge([id]) }
        if document.edges.flags(slot).contains(.locked) { throw .locked(edges: [id]) }
        guard !document.isConcealed(edge: slot), let route = document.route(ofEdge: slot) else {
            throw .nothingThere("\"\(id)\" is not drawn")
        }
        return route
    }

    /// What is named; else the waypoint of a selected edge where a gesture begins, else the edge there.
    private func waypoint(
        _ id: Edge.ID?, _ index: Int?, _ origin: GestureOrigin
    ) throws(EditError) -> (edge: Int32, index: Int?) {
        if let id { return (document.edge(id), index) }
        let test = HitTest(
            at: origin.start, in: origin.viewport, origin.level, document, pointer: origin.pointer)
        var edge: Int32?
        for hit in test.all(in: document, scene, origin.selection) {
            if case .waypoint(let edge, let index) = hit.target { return (edge, index) }
            if edge == nil, case .edge(let slot, _) = hit.target { edge = slot }
        }
        guard let edge else { throw .nothingThere("no edge is there") }
        return (edge, nil)
    }

    /// The nearest of an edge's waypoints within reach of where a gesture begins; the first of equally near ones.
    private func waypoint(of form: EdgeForm, at origin: GestureOrigin) -> Int? {
        var reach = Reaches(document, origin.pointer, zoom: origin.viewport.zoom).edgeEnd
        var nearest: Int?
        for (index, waypoint) in form.waypoints.enumerated() where waypoint.distance(to: origin.anchor) < reach {
            reach = waypoint.distance(to: origin.anchor)
            nearest = index
        }
        return nearest
    }

    /// Follows the pointer: it snaps as what is dragged does, shift keeps it on an axis.
    func update(_ waypoint: inout WaypointGesture, to at: Point, in view: Int, _ modifiers: Modifiers) {
        let offset = waypoint.origin.offset(to: at, views[view].viewport)
        let rules = SnapRules(document, modifiers, waypoint.origin.pointer, zoom: views[view].viewport.zoom)
        var move = SnapMove(
            moving: Rect(waypoint.start, waypoint.start), corner: waypoint.start, offset: offset, rules: rules,
            isLocked: modifiers.contains(.shift))
        if rules.reach == 0 || offset == .zero {
            waypoint.field?.value.release()
            waypoint.take(move.answer(nil))
        } else {
            if waypoint.field == nil { waypoint.field = CopyOnWrite(SnapField()) }
            let subject = SnapField.Subject(roots: [], carried: SlotSet(), lead: -1)
            waypoint.field?.value.settle(subject, self, showing: views[view].visible)
            move.held = waypoint.field?.value.held ?? SnapHolds()
            let answer = move.answer(waypoint.field?.value.lines, visible: waypoint.field?.value.visible)
            waypoint.field?.value.held = answer.held
            waypoint.field?.value.guides = answer.guides
            waypoint.take(answer)
        }
        settle(&waypoint, in: view)
    }

    /// Brings the form in step with where the waypoint is.
    private func settle(_ waypoint: inout WaypointGesture, in view: Int) {
        waypoint.form = waypoint.standing
        waypoint.isRemoved = waypoint.isNew
        if waypoint.point == waypoint.start { return }
        if !waypoint.isNew { waypoint.form.waypoints.remove(at: waypoint.index) }
        waypoint.isRemoved = isStraight(waypoint, in: view)
        if !waypoint.isRemoved { waypoint.form.waypoints.insert(waypoint.point, at: waypoint.index) }
    }

    /// Whether an edge without the waypoint would pass it within its reach: between the neighbours if they were joined by
    /// a line; by legs as they are drawn.
    private func isStraight(_ waypoint: WaypointGesture, in view: Int) -> Bool {
        let ends = document.edges.ends(waypoint.edge)
        let form = EdgeForm(waypoints: waypoint.form.waypoints)
        guard
            let path = document.route(
                ofEdge: waypoint.edge, from: document.frame(ends.source), to: document.frame(ends.target), form: form)?
                .path
        else { return false }
        let line: Path
        switch document.pathType(ofEdge: waypoint.edge) {
        case .step, .smoothStep, .orthogonal: line = path
        case .straight, .bezier, .simpleBezier, .horizontalBezier:
            let stops = [path.start] + form.waypoints + [path.end]
            line = .line(Segment(start: stops[waypoint.index], end: stops[waypoint.index + 1]))
        }
        let reach = Reaches(document, waypoint.origin.pointer, zoom: views[view].viewport.zoom).edge
        return line.closest(to: waypoint.point).distance < reach
    }

    mutating func end(
        _ waypoint: inout WaypointGesture, in view: Int, cause: String
    ) throws(EditError) -> GestureOutcome {
        let id = document.edgeID(waypoint.edge)
        // Its nodes may have gone out of sight meanwhile.
        if (try? formable(waypoint.edge, id)) == nil { return GestureOutcome(edge: id) }
        settle(&waypoint, in: view)
        if waypoint.form == waypoint.standing { return GestureOutcome(edge: id) }
        let waypoints = document.waypoints(after: waypoint)
        let before = revision
        _ = try perform(DocumentEditor.Options(cause: cause, label: "Bend")) { (transaction) throws(EditError) in
            if waypoints.isEmpty {
                try transaction.updateEdge(id, set: [:], unset: ["waypoints"])
            } else {
                try transaction.updateEdge(id, set: ["waypoints": .array(waypoints)], unset: [])
            }
        }
        return GestureOutcome(changed: revision != before, edge: id)
    }
}

extension Document {
    /// The stored waypoints as a gesture leaves them, with whatever else stands in them.
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
