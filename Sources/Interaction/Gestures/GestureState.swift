import Geometry
import Graph
import Storage

/// The open gesture of a view as clients are sent it: what it would do if it ended now, on the canvas.
public enum GestureState: Sendable, Equatable {
    /// `dropTarget` is the node that the dragged one under the pointer would come to lie in, `dropEdge` the edge into
    /// which it would be put. With `isCopy` the nodes stay and copies come to lie there.
    case drag(by: Point, dropTarget: Node.Slot?, dropEdge: Edge.Slot?, isCopy: Bool)
    indirect case connect(DraftState)
    indirect case reconnect(DraftState)
    case resize(node: Node.Slot, frame: Rect)
    /// The factor, and what the nodes would take up together.
    case scale(by: Double, frame: Rect)
    /// All waypoints that the edge would have.
    case waypoint(edge: Edge.Slot, index: Int, [Point], isRemoved: Bool)
    /// The edge with the place that its label would have.
    indirect case label(edge: Edge.Slot, EdgeForm)
    /// The region that selects.
    case marquee(Rect)
    case lasso([Point])
    /// A stroke, and the edges it has crossed, by slot.
    case cut([Point], edges: [Edge.Slot])
    /// From where taps toggle edges, and to where they may.
    indirect case relate(RelateGesture.End, targets: [RelateGesture.End])
    case pan
    case pinch

    /// Which gesture it is.
    public var kind: Gesture.Kind {
        switch self {
        case .drag: .drag
        case .connect: .connect
        case .reconnect: .reconnect
        case .resize: .resize
        case .scale: .scale
        case .waypoint: .waypoint
        case .label: .label
        case .marquee: .marquee
        case .lasso: .lasso
        case .cut: .cut
        case .relate: .relate
        case .pan: .pan
        case .pinch: .pinch
        }
    }
}

/// The edge being drawn, as far as clients are sent it.
public struct DraftState: Sendable, Equatable {
    /// Where the end that stays is, on the canvas.
    public let from: Point
    /// Where the other end is, on the canvas: at the candidate, else at the pointer.
    public let to: Point
    /// The node of the candidate; nil without one.
    public let node: Node.Slot?
    /// The handle of the candidate; nil without one.
    public let handle: Identifier?
    /// Whether ending now would make or move the edge: there is a candidate that the rules allow.
    public let isAllowed: Bool
    /// Whether the client has yet to say if it allows it.
    public let isPending: Bool
    /// The name of the rule that refuses the candidate; nil if none does or there is no candidate.
    public let reason: String?
    /// The same in words.
    public let message: String?
    /// The edge as it is drawn, from source to target, on the canvas.
    public let path: Path

    init(_ draft: Draft) {
        from = draft.from.point
        to = draft.to
        node = draft.candidate?.node
        handle = draft.candidate?.handle.id
        isAllowed = draft.isAllowed
        isPending = draft.pending != nil
        reason = draft.refusal?.reason.rawValue
        message = draft.refusal?.message
        path = draft.path
    }
}
