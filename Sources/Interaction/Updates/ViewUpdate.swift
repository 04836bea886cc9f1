import Geometry
import Graph
import Storage
import Wire

/// The changes in a view since its last update: consistent in themselves, drawn by the client as a whole.
///
/// A nil or empty member has not changed. An update holds everything needed to write it, except the document. It is
/// large, so it is filled in place.
public struct ViewUpdate: Sendable {
    /// The id of the view.
    public internal(set) var view = ""
    /// The form of paths.
    public internal(set) var mode = View.SceneMode.none
    /// The values that items carry besides the drawing.
    public internal(set) var contents = ItemContents()
    /// The members that the view asks for.
    public internal(set) var asked: [AskedMember] = []
    /// The greatest distance of points from their curve, in canvas units.
    public internal(set) var flatness = 0.0
    /// Counts the updates of the view, from 1.
    public internal(set) var number = 0
    /// The revision of the document.
    public internal(set) var revision = 0
    /// The viewport of the view.
    public internal(set) var viewport: Viewport?
    /// The factor that keeps the size of text on the screen: 1 / zoom.
    public internal(set) var labelScale: Double?
    /// The detail of the items from this update on; every item sent before has left.
    public internal(set) var level: SceneLevel?
    /// Is true if items have all their members, and edges are sent with them.
    public internal(set) var hasDetails = false
    /// The numbers of selected nodes and edges.
    public internal(set) var selection: (nodes: Int, edges: Int)?
    /// The elements that entered and left the selection, in a view that lists them.
    public internal(set) var selectionChange: SelectionChange?
    /// The rectangle around several selected nodes, in a view that asks for it.
    public internal(set) var selectionFrame = Change<Rect>.none
    /// The element under the pointer.
    public internal(set) var hover = Change<ElementSlot>.none
    /// The element with the focus of the keyboard.
    public internal(set) var focus = Change<ElementSlot>.none
    /// The removed element that has it, if `focus` is removed.
    public internal(set) var focusedGhost: Comparison.Element?
    /// The node with content that is open for editing.
    public internal(set) var editing = Change<View.Editing>.none
    /// The changes of the text that is open for editing.
    public internal(set) var typed: [TextLog.Change] = []
    /// The text that is open for editing, in place of its changes.
    public internal(set) var openText: OpenText?
    /// The present position of the running dialog.
    public internal(set) var running = Change<View.Running>.none
    /// The problems of the document.
    public internal(set) var problems: Problems?
    /// The tool of the view.
    public internal(set) var tool = Change<Tool>.none
    /// The element that accepts the object held over the view from outside.
    public internal(set) var dropTarget = Change<ElementSlot>.none
    /// The frame that the node would have which is held over the view from outside.
    public internal(set) var dropFrame = Change<Rect>.none
    /// The open gesture.
    public internal(set) var gesture = Change<GestureState>.none
    /// The lines that the gesture aligns to.
    public internal(set) var guides: [Guide]?
    /// The visible handles on which a draft may end.
    public internal(set) var targets: [RelateGesture.HandleEnd]?
    /// The shape of the pointer.
    public internal(set) var cursor: Cursor?
    /// Is true if the view is being moved.
    public internal(set) var isMoving: Bool?
    /// The transition of the client to the changed items; nil is at once.
    public internal(set) var transition: Transition?
    /// Changed nodes and edges that move at once anyway, since the pointer holds them.
    public internal(set) var held = Selection()
    /// Slots of the animated edges, in the order of the document.
    public internal(set) var animated: [Edge.Slot]?
    /// The bands of lanes, if any has changed.
    public internal(set) var lanes: [LaneBand]?
    /// The changes of the other views of the document.
    public internal(set) var presence: [Neighbor] = []
    /// The changes of the drawing; nil if there are none, as in most updates.
    public private(set) var drawing: CopyOnWrite<Drawing>?

    /// The changes of a view's drawing.
    public struct Drawing: Sendable {
        /// The sets of handles that nodes of this update are the first to have, by their numbers.
        public internal(set) var handleSets: [(number: Int, key: HandleSets.Key)] = []
        /// The types that appear first in this update, and changed types, with their shown properties; nil for a
        /// removed one.
        public internal(set) var types: [(name: Identifier, look: JSONText?)] = []
        /// At the level of clusters without items.
        public internal(set) var nodes = ItemChanges<NodeItem>()
        /// The changes of edges; without items at any level but that of items.
        public internal(set) var edges = ItemChanges<EdgeItem>()
        /// The items of removed elements that changed, in a view that compares.
        public internal(set) var ghosts: Ghosts?
        /// Empty at any level but that of clusters, and when that is left.
        public internal(set) var clusters = ClusterChanges()

        /// Is true if an item, a cluster or a link entered, changed or left.
        public var hasItems: Bool { !nodes.isEmpty || !edges.isEmpty || !clusters.isEmpty || ghosts != nil }
    }

    /// A text that is open for editing.
    public struct OpenText: Sendable {
        /// The text; nil if there is none any more.
        public let text: String?
    }

    /// Another view of the document, with its shown state; nil if it is closed.
    public struct Neighbor: Sendable {
        /// The id of the view.
        public let view: String
        /// The presence that others may know.
        public let presence: Presence?
    }

    /// The change of something that a view may have or not have.
    public enum Change<Value: Sendable>: Sendable {
        /// It is as it was.
        case none
        /// It is no longer there.
        case removed
        /// It is there now, or has another value.
        case set(Value)

        init(_ value: Value?) {
            if let value { self = .set(value) } else { self = .removed }
        }

        var isNone: Bool { if case .none = self { true } else { false } }
    }

    /// An update of no view, without changes.
    init() {}

    /// Is true if an item, a cluster or a link entered, changed or left.
    var hasItems: Bool { drawing?.value.hasItems == true }

    /// Adds changes of the drawing.
    mutating func draw(_ change: (inout Drawing) -> Void) {
        var drawing = self.drawing.take() ?? CopyOnWrite(Drawing())
        change(&drawing.value)
        self.drawing = drawing
    }

    /// Records the changed items that the pointer holds: nodes, and edges with an end on one of them.
    mutating func noteHeld(_ nodes: SlotSet<Node>, _ document: Document) {
        guard let drawing = drawing?.value else { return }
        for node in drawing.nodes.updatedSlots where nodes.contains(node) { held.nodes.insert(node) }
        for edge in drawing.edges.updatedSlots {
            let ends = document.drawnEnds(ofEdge: edge)
            if nodes.contains(ends.source) || nodes.contains(ends.target) { held.edges.insert(edge) }
        }
    }

    @inline(__always)
    var isEmpty: Bool {
        viewport == nil && level == nil && selection == nil && selectionFrame.isNone && hover.isNone && focus.isNone
            && gesture.isNone
            && dropTarget.isNone && dropFrame.isNone && editing.isNone && typed.isEmpty && openText == nil
            && running.isNone
            && tool.isNone && problems == nil && presence.isEmpty && guides == nil && targets == nil && cursor == nil
            && isMoving == nil && animated == nil && lanes == nil && drawing?.value.types.isEmpty != false && !hasItems
    }
}
