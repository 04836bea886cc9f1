import Editing
import Graph

/// Which gesture begins, and on what.
public enum GestureStart: Sendable {
    /// Nil takes the node under the pointer: with the selection if it is selected, else alone.
    case drag(nodes: [Node.ID]?)
    /// Without a handle the node's first source, else its first target; without both the handle under the pointer.
    case connect(node: Node.ID?, handle: Identifier?)
    case reconnect(edge: Edge.ID, end: Handle.Kind)
    case resize(node: Node.ID, handle: ResizeHandle)
    /// Nil takes what is selected.
    case scale(nodes: [Node.ID]?, handle: ResizeHandle)
    /// Without an index the waypoint under the pointer, else a new one; without an edge the one there.
    case waypoint(edge: Edge.ID?, index: Int?)
    /// Without an edge the label under the pointer.
    case label(edge: Edge.ID?)
    case marquee(op: Selection.Operation, mode: Lasso.Mode, of: Lasso.Kinds)
    case lasso(op: Selection.Operation, mode: Lasso.Mode, of: Lasso.Kinds)
    /// Removes the edges that a stroke crosses.
    case cut
    /// An elastic one gives way beyond the limits of the view, to which its release has to lead back.
    case pan(isElastic: Bool)

    /// Whether its end changes the document.
    var edits: Bool {
        switch self {
        case .drag, .connect, .reconnect, .resize, .scale, .waypoint, .label, .cut: true
        case .marquee, .lasso, .pan: false
        }
    }

    /// The name of the setting that lets nothing come of it, or nil.
    func switchedOff(by settings: InteractionSettings) -> String? {
        switch self {
        case .pan: settings.panEnabled ? nil : "panEnabled"
        case .marquee, .lasso:
            !settings.selectionEnabled
                ? "selectionEnabled" : settings.multiSelectionEnabled ? nil : "multiSelectionEnabled"
        case .drag, .connect, .reconnect, .resize, .scale, .waypoint, .label, .cut: nil
        }
    }
}

extension GestureStart {
    /// The gesture as it begins.
    ///
    /// - Parameter pulled: what a hand that pans would pull the view from, if no limit gave way.
    func gesture(_ origin: GestureOrigin, pulled: Viewport, on stage: Stage) throws(EditError) -> Gesture {
        switch self {
        case .drag(let nodes): .drag(try DragGesture(nodes, origin, on: stage))
        case .connect(let node, let handle): .connect(try ConnectGesture(node, handle, origin, on: stage))
        case .reconnect(let edge, let end): .reconnect(try ReconnectGesture(edge, end, origin, on: stage))
        case .resize(let node, let handle): .resize(try ResizeGesture(node, handle, origin, on: stage))
        case .scale(let nodes, let handle): .scale(try ScaleGesture(nodes, handle, origin, on: stage))
        case .waypoint(let edge, let index): .waypoint(try WaypointGesture(edge, index, origin, on: stage))
        case .label(let edge): .label(try LabelGesture(edge, origin, on: stage))
        case .marquee(let operation, let mode, let kinds):
            .marquee(MarqueeGesture(origin, Selecting(operation: operation, mode: mode, kinds: kinds)))
        case .lasso(let operation, let mode, let kinds):
            .lasso(LassoGesture(origin, Selecting(operation: operation, mode: mode, kinds: kinds)))
        case .cut: .cut(CutGesture(origin))
        case .pan(let isElastic): .pan(isElastic ? PanGesture(origin, pulled: pulled) : PanGesture(origin))
        }
    }
}

/// A corner or a side of a node's frame that a resize moves.
public enum ResizeHandle: String, CaseIterable, Sendable {
    case topLeft, top, topRight, right, bottomRight, bottom, bottomLeft, left

    /// The handle that moves both sides at a corner.
    public init(_ corner: Corner) {
        self =
            switch corner {
            case .topLeft: .topLeft
            case .topRight: .topRight
            case .bottomRight: .bottomRight
            case .bottomLeft: .bottomLeft
            }
    }

    var movesLeft: Bool { self == .topLeft || self == .left || self == .bottomLeft }
    var movesRight: Bool { self == .topRight || self == .right || self == .bottomRight }
    var movesTop: Bool { self == .topLeft || self == .top || self == .topRight }
    var movesBottom: Bool { self == .bottomLeft || self == .bottom || self == .bottomRight }
}
