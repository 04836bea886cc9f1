import Editing
import Geometry
import Graph
import Wire

/// What a gesture would do if it ended now, as clients are told; the kind of the gesture says which members are there.
struct PreviewState: Sendable {
    var by: Point?
    var guides: [Guide]?
    var dropTarget: Identifier?
    var from: Point?
    var to: Point?
    var candidate: EdgeTargets.End?
    var allowed: Bool?
    var reason: String?
    var path: String?
    var frame: Rect?
    var selection: ViewRead.Counts?
    var viewport: Viewport?

    init() {}

    init(_ preview: GesturePreview, _ document: Document) {
        switch preview {
        case .drag(let offset, let guides, let target):
            by = offset
            self.guides = guides
            dropTarget = target.map { document.nodeID($0) }
        case .connect(let draft), .reconnect(let draft):
            from = draft.from.point
            to = draft.to
            candidate = draft.candidate.map { EdgeTargets.End(node: document.nodeID($0.node), handle: $0.handle.id) }
            allowed = draft.isAllowed
            reason = draft.refusal?.reason.rawValue
            path = draft.path.svg
        case .resize(let frame, let guides):
            self.frame = frame
            self.guides = guides
        case .selection(let nodes, let edges): selection = ViewRead.Counts(nodes: nodes, edges: edges)
        case .pan(let viewport): self.viewport = viewport
        }
    }
}

extension Shape where Value == PreviewState {
    static let preview = Shape.object(
        "GesturePreview", "What a gesture would do if it ended now; its kind says which members are there.",
        initial: PreviewState(),
        members: [
            .optional("by", \.by, .point, "drag: the offset of all nodes"),
            .optional("guides", \.guides, .guides, "drag, resize: what it aligns to"),
            .optional("dropTarget", \.dropTarget, .identifier, "drag: the node it would come to lie in"),
            .optional("from", \.from, .point, "connect: the end that stays"),
            .optional("to", \.to, .point, "connect: the candidate's anchor, else the pointer"),
            .optional("candidate", \.candidate, .handleReference, "connect: where it would end"),
            .optional("allowed", \.allowed, .boolean, "connect: whether the rules allow it"),
            .optional("reason", \.reason, .string, "connect: the rule against the candidate"),
            .optional("path", \.path, .string, "connect: the draft edge as SVG path data"),
            .optional("frame", \.frame, .rect, "resize: the node's frame"),
            .optional("selection", \.selection, .selection, "marquee, lasso: how much would be selected"),
            .optional("viewport", \.viewport, .viewport, "pan: what the view shows"),
        ])
}

extension Shape where Value == Guide {
    static let guide = Shape.object(
        "Guide", "A line on the canvas that shows what something is aligned to.",
        initial: Guide(axis: .x, position: 0, from: 0, to: 0),
        members: [
            .required("axis", \.axis, .choice(of: Axis.self), "x is an upright line"),
            .required("position", \.position, .number, "along the axis"),
            .required("from", \.from, .number, "where it begins along the other axis"),
            .required("to", \.to, .number, "where it ends"),
        ])
}
