import Editing
import Geometry
import Graph
import Routing
import Wire

/// The label of an edge that follows the pointer, on the edge or beside it; the document learns of it at the end.
public struct LabelGesture: Sendable {
    var origin: GestureOrigin
    public let edge: Int32
    /// Where it was when it was taken.
    let start: Point
    /// Where it has come to; nil where it was.
    var point: Point?
    /// The form of the edge in the document; a gesture ends when it becomes another.
    let standing: EdgeForm
    /// The edge as it would be.
    public internal(set) var form: EdgeForm
}

extension Workspace {
    func beginLabel(_ id: Edge.ID?, _ origin: GestureOrigin) throws(EditError) -> LabelGesture {
        let slot = try label(id, origin)
        let route = try formable(slot, id ?? document.edgeID(slot))
        let form = document.form(ofEdge: slot) ?? EdgeForm()
        return LabelGesture(origin: origin, edge: slot, start: route.label, standing: form, form: form)
    }

    /// The edge that is named, else the one whose label is where a gesture begins.
    private func label(_ id: Edge.ID?, _ origin: GestureOrigin) throws(EditError) -> Int32 {
        if let id { return document.edge(id) }
        let test = HitTest(
            at: origin.start, in: origin.viewport, origin.level, document, pointer: origin.pointer)
        for hit in test.all(in: document, scene, origin.selection) {
            if case .label(let edge, _) = hit.target { return edge }
        }
        throw .nothingThere("no label is there")
    }

    /// Follows the pointer; shift keeps the label on an axis.
    func update(_ label: inout LabelGesture, to at: Point, in view: Int, _ modifiers: Modifiers) {
        let offset = label.origin.offset(to: at, views[view].viewport)
        let move = SnapMove(
            moving: .empty, corner: label.start, offset: offset, rules: SnapRules(grid: nil),
            isLocked: modifiers.contains(.shift))
        let moved = label.start + move.answer(nil).offset
        if moved.isFinite { label.point = moved == label.start ? nil : moved }
        settle(&label, in: view)
    }

    /// Brings the form in step with where the label is: on the curve within its reach, else beside
    /// the nearest point of it.
    private func settle(_ label: inout LabelGesture, in view: Int) {
        label.form = label.standing
        guard let point = label.point, let path = document.path(ofEdge: label.edge) else { return }
        let closest = path.closest(to: point)
        let reach = Reaches(document, label.origin.pointer, zoom: views[view].viewport.zoom).edge
        let position = (closest.fraction * 1e6).rounded() / 1e6
        let offset = point - path.point(atFraction: position)
        label.form.labelPosition = position
        label.form.labelOffset = closest.distance < reach ? nil : Point(x: offset.x + 0, y: offset.y + 0)
    }

    mutating func end(_ label: inout LabelGesture, in view: Int, cause: String) throws(EditError) -> GestureOutcome {
        let id = document.edgeID(label.edge)
        // Its nodes may have gone out of sight meanwhile.
        if (try? formable(label.edge, id)) == nil { return GestureOutcome(edge: id) }
        settle(&label, in: view)
        guard label.form != label.standing, let position = label.form.labelPosition
        else { return GestureOutcome(edge: id) }
        var set: JSONObject = ["labelPosition": .number(position)]
        if let offset = label.form.labelOffset {
            set["labelOffset"] = .object(["x": .number(offset.x), "y": .number(offset.y)])
        }
        let unset = label.form.labelOffset == nil ? ["labelOffset"] : []
        let before = revision
        let members = set
        _ = try perform(DocumentEditor.Options(cause: cause, label: "Move label")) { (transaction) throws(EditError) in
            try transaction.updateEdge(id, set: members, unset: unset)
        }
        return GestureOutcome(changed: revision != before, edge: id)
    }
}
