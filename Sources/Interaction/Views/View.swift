import Dialogs
import Geometry
import Graph
import Storage
import Wire

/// A window onto a document: size, viewport, selection, hover, focus and one open gesture.
///
/// It is not content: nothing of it is undone, and it never writes to the document.
public struct View: Sendable {
    /// The content of frames besides the state of the view.
    public enum SceneMode: String, CaseIterable, Sendable {
        case none, svg, points
    }

    /// The form of carried items in frames.
    public enum CarriedItems: String, CaseIterable, Sendable {
        /// The items have their shown positions.
        case placed
        /// The items have their positions in the document, and are drawn moved by the offset of the drag: a move does
        /// not send them again.
        case offset
    }

    /// The form of node handles in frames.
    public enum HandleForm: String, CaseIterable, Sendable {
        /// Each node lists its handles, with their positions on the canvas.
        case listed
        /// Nodes name a set of handles, which is sent once, with positions relative to the node.
        case shared
    }

    /// Parts of a view that may have changed since its last update.
    struct Parts: OptionSet {
        let rawValue: UInt16

        /// The viewport, the size or whether the view is moving.
        static let viewport = Parts(rawValue: 1)
        static let selection = Parts(rawValue: 2)
        /// Hover, focus, drop target, open content and dialog.
        static let elements = Parts(rawValue: 4)
        static let gesture = Parts(rawValue: 8)
        static let animations = Parts(rawValue: 16)
        /// The document.
        static let content = Parts(rawValue: 32)
        /// The presence of other views.
        static let presence = Parts(rawValue: 64)
        static let emphasis = Parts(rawValue: 128)
        /// The problems of elements.
        static let problems = Parts(rawValue: 256)
        /// The other document of a comparison.
        static let differences = Parts(rawValue: 512)
        static let all = Parts(rawValue: 1023)
    }

    /// A node with open content, and the open part.
    public struct Editing: Sendable, Equatable {
        /// The node.
        public var node: Node.Slot
        /// A JSON Pointer into its data, if only a part is open.
        public var path: String?
        /// The selected part of the text there; nil if the view does not follow the text.
        public var selection: TextSelection?
        /// The commands of keys during this time, besides `cancel`.
        public var commands: Set<KeyCommand>

        /// An open content.
        public init(
            node: Node.Slot, path: String?, selection: TextSelection? = nil, commands: Set<KeyCommand> = []
        ) {
            self.node = node
            self.path = path
            self.selection = selection
            self.commands = commands
        }

        /// Returns true if a key gives a command although the content is open.
        func takes(_ command: KeyCommand) -> Bool { command == .cancel || commands.contains(command) }
    }

    /// A part of a text in Unicode scalars; an empty one is a caret.
    public struct TextSelection: Sendable, Equatable {
        /// The beginning.
        public var start: Int
        /// The end.
        public var end: Int

        /// A part between two positions.
        public init(start: Int, end: Int) { (self.start, self.end) = (start, end) }

        /// The same part after a change; text that others put in at its ends stays outside.
        func after(_ change: TextChange, isOwn: Bool) -> TextSelection {
            let end = change.place(end, isAfterNew: isOwn)
            return TextSelection(
                start: start == self.end ? end : min(change.place(start, isAfterNew: true), end), end: end)
        }
    }

    /// The present position of a view's dialog.
    public struct Running: Sendable, Equatable {
        /// The node.
        public var node: Node.Slot
        /// The edges of the last step, in order.
        public var edges: [Edge.Slot]
    }

    /// A gesture whose end waits for the client.
    struct Ending: Sendable {
        /// The number of the question.
        let question: Int
        var gesture: Gesture
    }

    /// The client's name of the view.
    public let id: String
    /// The size of the window, in screen points.
    public internal(set) var size: Size { didSet { dirty.insert(.viewport) } }
    /// The position of the canvas on the screen.
    public internal(set) var viewport: Viewport {
        didSet {
            dirty.insert(.viewport)
            if offering != nil { disturbance = .ofPlace }
            invalidateHover()
        }
    }
    /// The selected nodes and edges.
    public internal(set) var selection = Selection() {
        didSet {
            dirty.insert(.selection)
            invalidateHover()
        }
    }
    /// The edge along which the focus came to its present element.
    var trail: EdgeTrail?
    /// The pointer's look while no gesture is open.
    var hoverCursor = Cursor.default { didSet { dirty.insert(.gesture) } }
    /// The element under the pointer, or under an object held over the view from outside; nil for the canvas.
    public internal(set) var hover: ElementSlot? { didSet { dirty.insert(.elements) } }
    /// The point at which a mouse or a pen rests over the view, if known.
    var resting: (at: Point, kind: PointerKind)?
    /// Is true if something else may be under the resting pointer by now; the next frame looks once.
    var hoverNeedsUpdate = false
    /// The thing that is held over the view from outside.
    var offering: Offering? {
        didSet {
            dirty.insert(.elements)
            if oldValue?.guides != offering?.guides { dirty.insert(.gesture) }
        }
    }
    /// The object held over the view, if a drop would be accepted.
    var accepted: Offering? { offering?.isAccepted == true ? offering : nil }
    /// The element with the focus of the keyboard; nil for none.
    public internal(set) var focus: ElementSlot? {
        didSet {
            focusedGhost = nil
            dirty.insert(.elements)
        }
    }
    /// The removed element that has the focus in place of the document's.
    public internal(set) var focusedGhost: Comparison.Element? { didSet { dirty.insert(.elements) } }
    /// The node whose content a front end has open; nil for none.
    public internal(set) var editing: Editing? { didSet { dirty.insert(.elements) } }
    /// The element that a client shows as the target of its own drag; nil for none.
    public internal(set) var shownTarget: ElementSlot? { didSet { dirty.insert(.elements) } }
    /// The tool of the view; nil for the tool of the settings.
    public internal(set) var tool: Tool? { didSet { dirty.insert(.elements) } }
    /// The settings that it has itself.
    public internal(set) var own = ViewSettings()
    /// The dialog that runs here; nil for none.
    public internal(set) var dialog: DialogRun?
    /// The present position of its dialog; nil also if its node is removed.
    public internal(set) var running: Running? { didSet { dirty.insert(.elements) } }
    /// The open gesture; nil for none.
    public internal(set) var gesture: Gesture? {
        didSet {
            dirty.insert(.gesture)
            mayBeBusy = true
            knownState = nil
            knownHeed = nil
        }
    }
    /// The last computed state of the open gesture; nil if it must be computed again.
    private var knownState: GestureState?
    /// The part of the document on which it depends, as last computed; nil if it must be computed again.
    private var knownHeed: GestureHeed?
    /// The gesture that has ended and waits for the client; it is drawn until the answer, or until another one begins.
    var ending: Ending? {
        didSet {
            dirty.insert(.gesture)
            mayBeBusy = true
        }
    }
    /// Is false only if neither a gesture is open nor one waits; to look at it copies neither.
    private var mayBeBusy = false
    /// The last event of the open gesture; nil if it was led by name or by keys.
    var led: (at: Point, modifiers: Modifiers)?
    /// The last event of the object held over the view.
    var held: DropEvent?
    /// The changes of the document that may have outdated both; nil for none.
    var disturbance: Disturbance?
    /// The answers of the client about the proposals of the open gesture.
    var verdicts = ClientVerdicts()
    /// The number of gestures that were begun.
    var gestureCount = 0
    /// The content of frames; `none` sends no items.
    public let mode: SceneMode
    /// The form of carried items in frames.
    public let carried: CarriedItems
    /// Is true if frames list the elements that entered and left the selection.
    public let listsSelection: Bool
    /// Is true if frames have the rectangle around several selected nodes.
    public let framesSelection: Bool
    /// The form of node handles in frames.
    public let handles: HandleForm
    /// Is true if items of nodes that compute carry their values.
    public let showsValues: Bool
    /// The members that it asks for; as many as there are bits for (`ItemMembers.asked`).
    public let asked: [AskedMember]
    /// Is true if items carry the number of their problems.
    public let showsProblems: Bool
    /// Is true if boxes have links.
    public let showsLinks: Bool
    /// Is true if frames carry the types of the items.
    public let showsTypes: Bool
    /// The values of elements that frames carry besides the drawing.
    public let contents: ItemContents
    /// The distance beyond the view within which items are sent, in screen points; nil is half a view on each side.
    public let margin: Double?
    /// The edges with moving dashes.
    public internal(set) var animated = SlotSet<Edge>() { didSet { dirty.insert(.animations) } }
    /// The elements that stand out; nil if none does, and none is dimmed.
    public internal(set) var emphasized: ElementSet? { didSet { dirty.insert(.emphasis) } }
    var motion = MotionState() { didSet { dirty.insert(.viewport) } }
    /// The level of detail that was last sent; nil before the first update.
    public internal(set) var level: SceneLevel?
    /// The parts that may have changed since the last update.
    var dirty = Parts()

    init(
        id: String, size: Size, viewport: Viewport, mode: SceneMode, carried: CarriedItems = .placed, margin: Double?,
        listsSelection: Bool = false, framesSelection: Bool = false, handles: HandleForm = .listed,
        showsValues: Bool = false, asked: [AskedMember] = [],
        showsProblems: Bool = false, showsLinks: Bool = false, showsTypes: Bool = false,
        contents: ItemContents = ItemContents()
    ) {
        self.id = id
        self.size = size
        self.viewport = viewport
        self.mode = mode
        self.carried = carried
        self.margin = margin
        self.listsSelection = listsSelection
        self.framesSelection = framesSelection
        self.handles = handles
        self.showsValues = showsValues
        self.asked = asked
        self.showsProblems = showsProblems
        self.showsLinks = showsLinks
        self.showsTypes = showsTypes
        self.contents = contents
    }

    /// The state of the open gesture; nil for none. It is made once for the reply and the frame.
    ///
    /// The view is borrowed, because a copy would retain all it holds.
    var openState: GestureState? {
        mutating get {
            if knownState == nil { knownState = gesture?.state }
            return knownState
        }
    }

    /// The part of the document on which the open gesture depends; nil for none. It is found once for each move of the
    /// gesture.
    ///
    /// The view is borrowed, because a copy would retain all it holds.
    var heed: GestureHeed? {
        mutating get {
            if knownHeed == nil { knownHeed = gesture.map { GestureHeed($0.payload) } }
            return knownHeed
        }
    }

    /// Is true if a gesture is open or waits.
    @inline(__always)
    var isBusy: Bool {
        mutating get {
            if !mayBeBusy { return false }
            mayBeBusy = knownHeed != nil || gesture != nil || ending != nil
            return mayBeBusy
        }
    }

    /// Gives the view another size, in screen points.
    public mutating func resize(to size: Size) { self.size = size }

    /// Records the node whose content a front end has open; nil for none.
    public mutating func edit(_ editing: Editing?) { self.editing = editing }

    /// Shows an element as the target of a client's own drag; nil for none.
    public mutating func show(target: ElementSlot?) { if shownTarget != target { shownTarget = target } }

    /// Gives the focus of the keyboard to an element; nil takes it away.
    public mutating func focus(_ element: ElementSlot?) { focus = element }

    /// Changes which edges are animated.
    public mutating func animate(_ operation: Selection.Operation, _ edges: SlotSet<Edge>) {
        var now = Selection(edges: animated)
        now.apply(operation, Selection(edges: edges))
        animated = now.edges
    }

    /// Emphasizes some elements and dims the others; nil ends this.
    public mutating func emphasize(_ elements: ElementSet?) {
        if emphasized != elements { emphasized = elements }
    }

    /// Notes that something else may be under the resting pointer.
    mutating func invalidateHover() {
        if resting == nil { return }
        hoverNeedsUpdate = true
        dirty.insert(.elements)
    }

    /// The middle of the view, in screen points.
    public var center: Point { Point(x: size.width / 2, y: size.height / 2) }

    /// The visible part of the canvas, in canvas units.
    public var visible: Rect { viewport.visible(size) }

    /// The part of the canvas that frames cover, in canvas units: the view and its margin.
    public var covered: Rect {
        let dx = margin ?? size.width / 2
        let dy = margin ?? size.height / 2
        return Rect(
            viewport.canvas(Point(x: -dx, y: -dy)), viewport.canvas(Point(x: size.width + dx, y: size.height + dy)))
    }

    /// Forgets elements that are gone from the document.
    mutating func forget(nodes: SlotSet<Node>, edges: SlotSet<Edge>) {
        func isGone(_ element: ElementSlot?) -> Bool { element?.isAmong(nodes: nodes, edges: edges) == true }
        if !selection.isEmpty {
            selection.nodes.subtract(nodes)
            selection.edges.subtract(edges)
        }
        if !edges.isEmpty && !animated.isEmpty { animated.subtract(edges) }
        if emphasized != nil {
            emphasized?.nodes.subtract(nodes)
            emphasized?.edges.subtract(edges)
        }
        if isGone(hover) { hover = nil }
        if offering?.names(nodes: nodes, edges: edges) == true { offering = nil }
        if isGone(shownTarget) { shownTarget = nil }
        if isGone(focus) { focus = nil }
        if let node = editing?.node, nodes.contains(node) { editing = nil }
        forgetRunning(nodes: nodes, edges: edges)
        if hover == nil && hoverCursor != .default { hoverCursor = .default }
        forgetInGesture(nodes: nodes, edges: edges)
    }
}
