import Geometry
import Graph
import Storage

/// The open gesture of a view, as it is drawn.
public enum GestureState: Sendable, Equatable {
    case drag(by: Point, dropTarget: Node.Slot?, dropEdge: Edge.Slot?)
    indirect case draft(kind: String, DraftState)
    case resize(node: Node.Slot, frame: Rect)
    case waypoint(edge: Edge.Slot, index: Int, [Point], isRemoved: Bool)
    indirect case label(edge: Edge.Slot, EdgeForm)
    case marquee(Rect)
    case lasso([Point])
    /// A stroke, and the edges it has crossed, by slot.
    case cut([Point], edges: [Edge.Slot])
    /// From where taps toggle edges, and to where they may.
    indirect case relate(RelateGesture.End, targets: [RelateGesture.End])
    case pan
    case pinch
}

/// The edge being drawn, as far as frames report it.
public struct DraftState: Sendable, Equatable {
    public let from: Point
    public let to: Point
    public let node: Node.Slot?
    public let handle: Identifier?
    public let isAllowed: Bool
    public let reason: String?
    /// The same in words.
    public let message: String?
    public let path: Path

    init(_ draft: Draft) {
        from = draft.from.point
        to = draft.to
        node = draft.candidate?.node
        handle = draft.candidate?.handle.id
        isAllowed = draft.isAllowed
        reason = draft.refusal?.reason.rawValue
        message = draft.refusal?.message
        path = draft.path
    }
}

extension Gesture {
    /// The gesture as frames report it.
    var state: GestureState {
        switch self {
        case .drag(let drag): .drag(by: drag.offset, dropTarget: drag.dropTarget, dropEdge: drag.dropEdge)
        case .connect(let connect): .draft(kind: "connect", DraftState(connect.drawn))
        case .reconnect(let reconnect): .draft(kind: "reconnect", DraftState(reconnect.drawn))
        case .resize(let resize): .resize(node: resize.node, frame: resize.frame)
        case .waypoint(let waypoint):
            .waypoint(
                edge: waypoint.edge, index: waypoint.index, waypoint.form.waypoints, isRemoved: waypoint.isRemoved)
        case .label(let label): .label(edge: label.edge, label.form)
        case .marquee(let marquee): .marquee(marquee.rect)
        case .lasso(let lasso): .lasso(lasso.points)
        case .cut(let cut): .cut(cut.points, edges: cut.edges.slots)
        case .relate(let relate): .relate(relate.source, targets: relate.targets)
        case .pan: .pan
        case .pinch: .pinch
        }
    }

    /// The lines that the gesture aligns to.
    var guides: [Guide] {
        switch self {
        case .drag(let drag): drag.guides
        case .resize(let resize): resize.guides
        case .waypoint(let waypoint): waypoint.guides
        case .connect, .reconnect, .marquee, .lasso, .cut, .relate, .label, .pan, .pinch: []
        }
    }

    /// The pointer's look while the gesture is open.
    var cursor: Cursor {
        switch self {
        case .drag, .waypoint, .label, .pan, .pinch: .grabbing
        case .connect, .reconnect, .marquee, .lasso, .cut, .relate: .crosshair
        case .resize(let resize):
            Cursor(resizing: resize.handle)
        }
    }
}
