import Geometry
import Graph

@testable import Interaction

/// The starts of gestures as tests name them.
extension GestureStart {
    static var cut: GestureStart { GestureStart(CutGesture.self) }

    static func drag(nodes: [Node.ID]?) -> GestureStart { GestureStart(DragGesture.self) { $0.nodes = nodes } }

    static func connect(node: Node.ID?, handle: Identifier?) -> GestureStart {
        GestureStart(ConnectGesture.self) { ($0.node, $0.handle) = (node, handle) }
    }

    static func reconnect(edge: Edge.ID, end: Handle.Kind) -> GestureStart {
        GestureStart(ReconnectGesture.self) { ($0.edge, $0.end) = (edge, end) }
    }

    static func resize(node: Node.ID, handle: ResizeHandle) -> GestureStart {
        GestureStart(ResizeGesture.self) { ($0.node, $0.corner) = (node, handle) }
    }

    static func scale(nodes: [Node.ID]?, handle: ResizeHandle) -> GestureStart {
        GestureStart(ScaleGesture.self) { ($0.nodes, $0.corner) = (nodes, handle) }
    }

    static func waypoint(edge: Edge.ID?, index: Int?) -> GestureStart {
        GestureStart(WaypointGesture.self) { ($0.edge, $0.index) = (edge, index) }
    }

    static func label(edge: Edge.ID?) -> GestureStart { GestureStart(LabelGesture.self) { $0.edge = edge } }

    static func marquee(op: Selection.Operation, mode: Lasso.Mode, of: Lasso.Kinds) -> GestureStart {
        GestureStart(MarqueeGesture.self) { ($0.op, $0.mode, $0.of) = (op, mode, of) }
    }

    static func lasso(op: Selection.Operation, mode: Lasso.Mode, of: Lasso.Kinds) -> GestureStart {
        GestureStart(LassoGesture.self) { ($0.op, $0.mode, $0.of) = (op, mode, of) }
    }

    static func pan(isElastic: Bool) -> GestureStart { GestureStart(PanGesture.self) { $0.isElastic = isElastic } }
}

extension Gesture.Kind {
    static let drag = DragGesture.kind
    static let connect = ConnectGesture.kind
    static let marquee = MarqueeGesture.kind
    static let pan = PanGesture.kind
    static let pinch = PinchGesture.kind
    static let relate = RelateGesture.kind
}

extension View {
    /// The distance by which the open gesture carries a node; nil if it does not carry it.
    func displacement(of slot: Node.Slot) -> Point? {
        guard case .moved(let nodes, let offset, _)? = gesture?.payload.displaced, nodes.contains(slot) else {
            return nil
        }
        return offset
    }

    /// The frame that the open gesture would give a node; nil if it would give it none.
    func previewFrame(of slot: Node.Slot) -> Rect? {
        if case .resized(slot, let frame)? = gesture?.payload.displaced { frame } else { nil }
    }
}
