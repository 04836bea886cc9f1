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
