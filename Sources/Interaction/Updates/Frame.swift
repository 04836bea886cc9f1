import Geometry
import Graph

/// All that changed in a view because of one input: consistent inside, drawn by the client as a whole.
///
/// What is nil or empty has not changed. The items that entered or were updated are read from the view.
public struct Frame: Sendable {
    public internal(set) var number: Int
    public let revision: Int
    public var viewport: Viewport?
    /// By what text has to be scaled to keep its size on the screen: 1 / zoom.
    public var labelScale: Double?
    public var level: SceneLevel?
    public var selection: (nodes: Int, edges: Int)?
    public var hover = News<View.Element>.none
    public var focus = News<View.Element>.none
    /// What takes what is held over the view from outside.
    public var dropTarget = News<View.Element>.none
    public var gesture = News<GestureState>.none
    public var guides: [Guide]?
    public var cursor: Cursor?
    /// Whether the view has begun, or ceased, to be moved.
    public var isMoving: Bool?
    /// The edges that are animated now, in the order of the document.
    public var animated: [Int32]?
    var changesAnimations = false
    public var nodes = ItemChanges()
    public var edges = ItemChanges()
    public var clusters = ClusterChanges()

    /// Whether something that may be absent has changed, and to what.
    public enum News<Value: Sendable>: Sendable {
        case none
        case gone
        case now(Value)

        init(_ value: Value?) {
            if let value { self = .now(value) } else { self = .gone }
        }

        var isNone: Bool { if case .none = self { true } else { false } }
    }

    /// Whether something entered, was updated or left.
    public var hasItems: Bool { !nodes.isEmpty || !edges.isEmpty || !clusters.isEmpty }

    var isEmpty: Bool {
        viewport == nil && level == nil && selection == nil && hover.isNone && focus.isNone && gesture.isNone
            && dropTarget.isNone
            && guides == nil && cursor == nil && isMoving == nil && animated == nil && !hasItems
    }
}

/// In what detail a view shows its nodes.
public enum SceneLevel: String, CaseIterable, Sendable {
    /// Nodes and edges with all that is drawn of them.
    case items
    /// The frames of nodes alone.
    case boxes
    /// Nodes as clusters, one for each cell of a grid, and the links between these.
    case clusters
}

/// What the pointer should look like, by the names that style sheets use.
public enum Cursor: String, CaseIterable, Sendable {
    case `default`, grab, grabbing, crosshair, pointer
    case horizontal = "ew-resize"
    case vertical = "ns-resize"
    case falling = "nwse-resize"
    case rising = "nesw-resize"
}

/// The open gesture of a view, as it is drawn.
public enum GestureState: Sendable, Equatable {
    case drag(by: Point, dropTarget: Int32?, dropEdge: Int32?)
    indirect case draft(kind: String, DraftState)
    case resize(node: Int32, frame: Rect)
    case waypoint(edge: Int32, index: Int, [Point], isRemoved: Bool)
    indirect case label(edge: Int32, EdgeForm)
    case marquee(Rect)
    case lasso([Point])
    /// A stroke, and the edges it has crossed, by slot.
    case cut([Point], edges: [Int32])
    /// From where taps toggle edges, and to where they may.
    indirect case relate(RelateGesture.End, targets: [RelateGesture.End])
    case pan
    case pinch
}

/// The edge being drawn, as far as it is told.
public struct DraftState: Sendable, Equatable {
    public let from: Point
    public let to: Point
    public let node: Int32?
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
    /// The gesture as frames tell it.
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

extension Cursor {
    init(resizing handle: ResizeHandle) {
        self =
            switch handle {
            case .left, .right: .horizontal
            case .top, .bottom: .vertical
            case .topLeft, .bottomRight: .falling
            case .topRight, .bottomLeft: .rising
            }
    }

    /// The pointer's look over what a press would take.
    init(over hit: Hit, _ document: Document) {
        switch hit.target {
        case .resizer(_, let corner): self.init(resizing: ResizeHandle(corner))
        case .edgeEnd, .handle: self = .crosshair
        case .node(let slot):
            let isFree = document.nodes.flags(slot).isDisjoint(with: [.locked, .undraggable])
            self = isFree ? .grab : .default
        case .waypoint(let edge, _): self = document.edges.flags(edge).contains(.locked) ? .pointer : .grab
        case .label, .edge: self = .pointer
        case .canvas: self = .default
        }
    }
}
