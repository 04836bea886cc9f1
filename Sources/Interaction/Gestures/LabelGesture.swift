import EdgeRouting
import Editing
import Geometry
import Graph
import Storage
import Wire

/// The label of an edge that follows the pointer, on the edge or beside it; the document learns of it at the end.
public struct LabelGesture: NamedGesture {
    var origin: GestureOrigin
    /// The edge that has the label.
    public let edge: Edge.Slot
    /// The initial position of the label.
    let start: Point
    /// The present position of the label; nil if it has not moved.
    var point: Point?
    /// The form of the edge in the document; a gesture ends when it becomes another.
    let original: EdgeForm
    /// The edge as it would be.
    public internal(set) var form: EdgeForm
    private var lock = AxisLock()

    init(_ id: Edge.ID?, _ origin: GestureOrigin, on stage: Stage) throws(EditError) {
        let slot = try stage.label(id, origin)
        let route = try stage.reshapable(slot, id ?? stage.document.edgeID(slot))
        let form = stage.document.form(ofEdge: slot) ?? EdgeForm()
        self.origin = origin
        edge = slot
        start = route.label
        original = form
        self.form = form
    }

    /// Follows the pointer; shift keeps the label on an axis.
    mutating func update(to at: Point, _ modifiers: Modifiers, on stage: Stage) -> GestureEffect {
        let offset = origin.offset(to: at, stage.viewport)
        let move = SnapMove(
            moving: .empty, corner: start, offset: offset, rules: SnapRules(grid: nil),
            still: lock.still(offset, modifiers))
        let moved = start + move.answer(nil).offset
        if moved.isFinite { point = moved == start ? nil : moved }
        reshape(on: stage)
        return .nothing
    }

    /// Updates the form to the position of the label: on the curve within its reach, else beside its nearest point.
    private mutating func reshape(on stage: Stage) {
        form = original
        guard let point, let path = stage.scene.routes.path(ofEdge: edge, in: stage.document) else { return }
        let closest = path.closest(to: point)
        let position = (closest.fraction * 1e6).rounded() / 1e6
        let offset = point - path.point(atFraction: position)
        form.labelPosition = position
        let isOnCurve = closest.distance < stage.reaches(origin.pointer).edge
        form.labelOffset = isOnCurve ? nil : Point(x: offset.x + 0, y: offset.y + 0)
    }

    mutating func end(on stage: Stage) -> GestureEnd {
        let id = stage.document.edgeID(edge)
        var end = GestureEnd(outcome: GestureOutcome(edge: id))
        // Its nodes may have gone out of sight meanwhile.
        if (try? stage.reshapable(edge, id)) == nil { return end }
        reshape(on: stage)
        guard form != original, let position = form.labelPosition else { return end }
        var set: JSONObject = ["labelPosition": .number(position)]
        if let offset = form.labelOffset {
            set["labelOffset"] = .object(["x": .number(offset.x), "y": .number(offset.y)])
        }
        let unset = form.labelOffset == nil ? ["labelOffset"] : []
        let members = set
        end.edit = ViewEdit("Move label") { (transaction) throws(EditError) in
            try transaction.updateEdge(id, set: members, unset: unset)
            return EditMade()
        }
        return end
    }

    mutating func forget(nodes _: SlotSet<Node>, edges: SlotSet<Edge>) -> Bool { !edges.contains(edge) }

    // MARK: Description

    static let kind = Gesture.Kind("label")
    static let rows: [GestureRow] = [
        .edge, GestureRow("labelPosition", .number, "label: where along the path it would be", isOptional: true),
        GestureRow("labelOffset", .point, "label: the offset from there; absent on the path", isOptional: true),
    ]
    var values: [GestureValue] {
        [
            .edge(edge), form.labelPosition.map { .number($0) } ?? .absent,
            form.labelOffset.map { .exact($0) } ?? .absent,
        ]
    }
    var claims: ElementClaims { ElementClaims(edges: SlotSet([edge])) }
    var cursor: Cursor { .grabbing }
    var displaced: Displaced { .reshaped(edge, form) }
    var formAtStart: EdgeForm? { original }
}

extension LabelGesture {
    init(
        _ parameters: GestureParameters, _ origin: GestureOrigin, pulled _: Viewport, on stage: Stage
    ) throws(EditError) {
        try self.init(parameters.edge, origin, on: stage)
    }
}

extension Stage {
    /// The named edge, else the one whose label is at the start of the gesture.
    fileprivate func label(_ id: Edge.ID?, _ origin: GestureOrigin) throws(EditError) -> Edge.Slot {
        if let id { return try document.slot(edge: id) }
        for hit in hits(at: origin) {
            if case .label(let edge, _) = hit.target, hit.label == nil { return edge }
        }
        throw .nothingThere("no label is there")
    }
}
