import Geometry
import Graph
import Storage

/// The state that the client of a view was sent.
struct SentState: Sendable {
    /// The number of the last update.
    var number = 0
    /// The last update the client has acknowledged; nil if it acknowledges none.
    var acknowledged: Int?
    /// Is true if nothing was sent yet: the first update is complete.
    var isFirst = true

    // As last sent.
    var viewport: Viewport?
    var selection = Selection()
    var selectionFrame: Rect?
    // Sent as selected, and since gone from the document.
    var goneNodes: [Node.ID] = []
    var goneEdges: [Edge.ID] = []
    // Nil is unknown, since the slot was reused.
    var hover: ElementSlot?? = .some(nil)
    var focus: ElementSlot?? = .some(nil)
    var focusedGhost: Comparison.Element?
    var dropTarget: ElementSlot?? = .some(nil)
    var dropFrame: Rect?
    var editing: View.Editing?? = .some(nil)
    /// The unsent changes of the open text; nil means the whole text instead.
    var typed: [TextLog.Change]? = []
    var running: View.Running?? = .some(nil)
    var tool: Tool?
    /// The version of the problems of elements; nil before the first.
    var problems: Int?
    var totalProblems = Problems()
    var gesture: GestureState?
    var guides: [Guide] = []
    var targets: [RelateGesture.HandleEnd] = []
    var cursor = Cursor.default
    var isMoving = false
    var animated = SlotSet<Edge>()
    var lanes: [LaneBand] = []
    /// The items, behind one reference: views with the same content share them.
    var scene = CopyOnWrite(SentScene())
    /// The revision of the items, and the version of their drawing.
    var followed = (revision: 0, drawing: 0)
    /// The part of the canvas that they cover, while only the drawing there can affect the sent items.
    var shown: Rect?
    /// The number of frames in a row for which nothing but the document had changed.
    var calmFrames = 0
    /// The index of the next frame among those that another view was already sent; nil if it has its own.
    var sharedFrame: Int?
    /// The version of each other view's presence.
    var presence: [String: Int] = [:]
    /// The end of the log of news when it was read last.
    var presenceMark = -1

    /// The transition of clients to the items of the next update.
    var transition: Transition?
    /// The nodes that follow the pointer at once, if the next update has a transition.
    var held = SlotSet<Node>()

    /// The number of updates that may be unacknowledged, for a client that acknowledges them.
    static let credit = 2

    /// Is true if nothing of the open text is unsent.
    var owesNoText: Bool { typed?.isEmpty == true }

    /// Is true if updates wait until the client has acknowledged earlier ones.
    var isHeldBack: Bool { acknowledged.map { number - $0 >= SentState.credit } ?? false }

    /// A node that may be sent as selected is gone; its slot may get another.
    mutating func deselect(node slot: Node.Slot, _ id: Node.ID) {
        if selection.nodes.remove(slot) { goneNodes.append(id) }
    }

    /// An edge that may be sent as selected is gone; its slot may get another.
    mutating func deselect(edge slot: Edge.Slot, _ id: Edge.ID) {
        if selection.edges.remove(slot) { goneEdges.append(id) }
    }

    /// The slot was reused: treat the reported hover, focus, drop target or open content as unknown, so that the next
    /// frame sends it again.
    mutating func forget(_ element: ElementSlot) {
        if hover == element { hover = .none }
        if focus == element { focus = .none }
        if dropTarget == element { dropTarget = .none }
        if case .node(let slot) = element, editing??.node == slot { editing = .none }
    }

    /// Elements are gone between which a dialog was reported to run; their slots may get others.
    mutating func forgetRunning(nodes: SlotSet<Node>, edges: SlotSet<Edge>) {
        if let known = running ?? nil, known.isAmong(nodes: nodes, edges: edges) { running = .none }
    }

    /// Records the last update that the client has drawn.
    mutating func acknowledge(_ frame: Int) { acknowledged = max(acknowledged ?? 0, min(frame, number)) }
}
