import Dialogs
import Geometry
import Graph
import Storage
import Wire

/// A window onto a document: size, viewport, selection, hover, focus and one open gesture.
///
/// It is no content: nothing of it is undone, and it never writes to the document.
public struct View: Sendable {
    /// What frames carry besides the state of the view.
    public enum SceneMode: String, CaseIterable, Sendable {
        case none, svg, points
    }

    /// How frames list the items that a drag carries.
    public enum CarriedItems: String, CaseIterable, Sendable {
        /// Where they are shown.
        case placed
        /// Where the document has them, to be drawn moved by the offset of the drag: a move sends no more of them.
        case offset
    }

    /// The place of a view among those of a document.
    public typealias Slot = Storage.Slot<View>

    /// One node or one edge, by slot.
    public enum Element: Sendable, Equatable {
        case node(Node.Slot)
        case edge(Edge.Slot)

        func isAmong(nodes: SlotSet<Node>, edges: SlotSet<Edge>) -> Bool {
            switch self {
            case .node(let slot): nodes.contains(slot)
            case .edge(let slot): edges.contains(slot)
            }
        }
    }

    /// A node whose content is open for editing, and what of it.
    public struct Editing: Sendable, Equatable {
        /// The node.
        public var node: Node.Slot
        /// A JSON Pointer into its data, if only a part is open.
        public var path: String?

        /// An open content.
        public init(node: Node.Slot, path: String?) {
            self.node = node
            self.path = path
        }
    }

    /// Where the dialog that runs in a view has come to.
    public struct Running: Sendable, Equatable {
        /// The node.
        public var node: Node.Slot
        /// The edges of the last step, in the order in which they were passed.
        public var edges: [Edge.Slot]
    }

    /// A gesture whose end waits for the client.
    struct Ending: Sendable {
        /// The number of the question.
        let question: Int
        var gesture: Gesture
    }

    /// The name by which clients call the view.
    public let id: String
    /// The size of the window, in screen points.
    public internal(set) var size: Size { didSet { sent.dirty.insert(.viewport) } }
    /// How the canvas lies on the screen.
    public internal(set) var viewport: Viewport {
        didSet {
            sent.dirty.insert(.viewport)
            invalidateHover()
        }
    }
    /// The selected nodes and edges.
    public internal(set) var selection = Selection() {
        didSet {
            sent.dirty.insert(.selection)
            invalidateHover()
        }
    }
    /// What mice and fingers are doing.
    var pointers = Pointers()
    var keys = KeyState()
    /// The pointer's look while no gesture is open.
    var hoverCursor = Cursor.default { didSet { sent.dirty.insert(.gesture) } }
    /// The element under the pointer, or under what is held over the view from outside; nil for the canvas.
    public internal(set) var hover: Element? { didSet { sent.dirty.insert(.elements) } }
    /// Where a mouse or a pen rests over the view, as far as is known.
    var resting: (at: Point, kind: PointerKind)?
    /// Whether something else may be under the resting pointer by now; the next frame looks once.
    var hoverNeedsUpdate = false
    /// What is held over the view from outside.
    var offering: Offering? { didSet { sent.dirty.insert(.elements) } }
    /// The element with the focus of the keyboard; nil for none.
    public internal(set) var focus: Element? { didSet { sent.dirty.insert(.elements) } }
    /// The node whose content a front end has open; nil for none.
    public internal(set) var editing: Editing? { didSet { sent.dirty.insert(.elements) } }
    /// The dialog that runs here; nil for none.
    public internal(set) var dialog: DialogRun?
    /// Where it has come to; nil also where its node is gone.
    public internal(set) var running: Running? { didSet { sent.dirty.insert(.elements) } }
    /// The open gesture; nil for none.
    public internal(set) var gesture: Gesture? { didSet { sent.dirty.insert(.gesture) } }
    /// The gesture that has ended and waits for the client; it is drawn until the answer, or until another one begins.
    var ending: Ending? { didSet { sent.dirty.insert(.gesture) } }
    /// What the client has said of what the open gesture proposes.
    var verdicts = ClientVerdicts()
    /// How many gestures were begun.
    var gestureCount = 0
    /// What frames carry; `none` sends no items.
    public let mode: SceneMode
    /// How frames list the items that a drag carries.
    public let carried: CarriedItems
    /// Whether frames list what entered and left the selection.
    public let listsSelection: Bool
    /// What other views are sent of this one.
    var presence: PresenceState
    /// How far beyond the view items are sent, in screen points; nil is half a view on each side.
    public let margin: Double?
    /// The edges whose dashes move.
    public internal(set) var animated = SlotSet<Edge>() { didSet { sent.dirty.insert(.animations) } }
    var motion = MotionState() { didSet { sent.dirty.insert(.viewport) } }
    /// What the client was sent.
    var sent = SentState()

    init(
        id: String, size: Size, viewport: Viewport, mode: SceneMode, carried: CarriedItems = .placed, margin: Double?,
        listsSelection: Bool = false, presence: PresenceState = PresenceState(followsOthers: false, version: 0)
    ) {
        self.id = id
        self.presence = presence
        self.size = size
        self.viewport = viewport
        self.mode = mode
        self.carried = carried
        self.margin = margin
        self.listsSelection = listsSelection
        // A client knows the viewport from the reply; what else there is to show comes with the first frame.
        if mode == .none {
            sent.isFirst = false
            sent.viewport = viewport
            if presence.followsOthers { sent.dirty.insert(.presence) }
        } else {
            sent.dirty = .all
        }
    }

    /// Notes that something else may be under the resting pointer.
    mutating func invalidateHover() {
        if resting == nil { return }
        hoverNeedsUpdate = true
        sent.dirty.insert(.elements)
    }

    /// The middle of the view, in screen points.
    public var center: Point { Point(x: size.width / 2, y: size.height / 2) }

    /// What the view shows, in canvas units.
    public var visible: Rect { viewport.visible(size) }

    /// What frames cover, in canvas units: the view and its margin.
    public var covered: Rect {
        let dx = margin ?? size.width / 2
        let dy = margin ?? size.height / 2
        return Rect(
            viewport.canvas(Point(x: -dx, y: -dy)), viewport.canvas(Point(x: size.width + dx, y: size.height + dy)))
    }

    /// Forgets elements that are gone from the document.
    mutating func forget(_ delta: Delta) {
        var goneNodes: [Node.Slot] = []
        var goneEdges: [Edge.Slot] = []
        for index in delta.nodes.indices {
            guard let id = delta.nodes[index].goneID else { continue }
            let slot = delta.nodes[index].slot
            goneNodes.append(slot)
            sent.forget(.node(slot))
            if listsSelection { sent.deselect(node: slot, id) }
            selection.nodes.remove(slot)
            if hover == .node(slot) { hover = nil }
            if offering?.names(.node(slot)) == true { offering = nil }
            if focus == .node(slot) { focus = nil }
            if editing?.node == slot { editing = nil }
        }
        for index in delta.edges.indices {
            guard let id = delta.edges[index].goneID else { continue }
            let slot = delta.edges[index].slot
            goneEdges.append(slot)
            sent.forget(.edge(slot))
            if listsSelection { sent.deselect(edge: slot, id) }
            selection.edges.remove(slot)
            animated.remove(slot)
            if hover == .edge(slot) { hover = nil }
            if offering?.names(.edge(slot)) == true { offering = nil }
            if focus == .edge(slot) { focus = nil }
        }
        if goneNodes.isEmpty && goneEdges.isEmpty { return }
        presence.forget(nodes: goneNodes, edges: goneEdges)
        forgetRunning(nodes: goneNodes, edges: goneEdges)
        let gone = (nodes: SlotSet(goneNodes), edges: SlotSet(goneEdges))
        pointers.forget(nodes: gone.nodes, edges: gone.edges)
        if hover == nil && hoverCursor != .default { hoverCursor = .default }
        forgetInGesture(nodes: gone.nodes, edges: gone.edges)
    }
}

/// What is selected in a view.
public struct Selection: Sendable, Equatable {
    /// The selected nodes.
    public var nodes = SlotSet<Node>()
    /// The selected edges.
    public var edges = SlotSet<Edge>()

    /// A selection of nothing.
    public init() {}

    /// Whether no node and no edge is selected.
    public var isEmpty: Bool { nodes.isEmpty && edges.isEmpty }

    /// How new elements join a selection.
    public enum Operation: String, CaseIterable, Sendable {
        case replace, add, remove, toggle
    }

    /// Adds what another selection has.
    public mutating func add(_ other: Selection) { apply(.add, other) }

    mutating func apply(_ operation: Operation, _ other: Selection) {
        switch operation {
        case .replace: self = other
        case .add:
            nodes.formUnion(other.nodes)
            edges.formUnion(other.edges)
        case .remove:
            nodes.subtract(other.nodes)
            edges.subtract(other.edges)
        case .toggle:
            nodes.formSymmetricDifference(other.nodes)
            edges.formSymmetricDifference(other.edges)
        }
    }
}
