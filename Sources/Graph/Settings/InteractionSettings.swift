import Geometry

/// The settings for editing by hand: the content of views, and the effects of pointers, keys and gestures there.
///
/// The row of each of them in `Setting.all` describes it.
public struct InteractionSettings: Sendable, Equatable {
    public var snapToGuides = false
    /// The least zoom; nil follows the content and the size of the view.
    public var minZoom: Double?
    public var maxZoom = 4.0
    /// The extent on the canvas; nil is everywhere.
    public var nodeExtent: Rect?
    /// The extent on the canvas; nil is everywhere.
    public var translateExtent: Rect?
    public var defaultNodeType: String?
    public var canvasDrag = CanvasDrag.pan
    /// The name of the tool that views hold at first; nil is `select`.
    public var tool: String?
    public var canvasLongPress = CanvasLongPress.other
    public var wheel = Wheel.pan
    public var autoPan = true
    public var inertia = true
    /// `rubberBand`: views go a little beyond their limits while a hand pulls them.
    public var yieldsBeyondLimits = true
    public var panEnabled = true
    public var zoomEnabled = true
    public var selectionEnabled = true
    public var multiSelectionEnabled = true
    public var reachIn = ReachIn.screen
    public var handleReach = Reach(25)
    public var connectionRadius = Reach(40)
    public var edgeReach = Reach(mouse: 5, touch: 12)
    public var resizerReach = Reach(mouse: 5, touch: 14)
    public var reconnectRadius = Reach(mouse: 10, touch: 20)
    public var nodeDragThreshold = Reach(mouse: 3, touch: 8)
    public var connectionDragThreshold = Reach(mouse: 3, touch: 8)
    public var paneDragThreshold = Reach(mouse: 3, touch: 8)
    /// The things that may be dropped from outside; nil is everything everywhere, with the client to do something about
    /// it.
    public var dropRules: [DropRule]?
    public var asksBeforeDrop = false
    public var connectOnClick = false
    public var pickThrough = true
    public var interactive = Interactive.hoveredOrSelected
    /// The distance in edges up to which elements are highlighted with the one under a pointer; 0 highlights none.
    public var emphasizeOnHover = 0
    public var nodeLongPress = NodeLongPress.none
    public var zoomOnDoubleTap = false
    public var insertIntoEdges = false
    /// The layout by which other nodes make way for dragged ones; nil leaves them in place.
    public var dragLayout: OwnLayout?
    public var dragLabels = true
    public var bendEdges = false
    /// The time of a double tap, in milliseconds.
    public var doubleTapTime = 300.0
    public var doubleTapDistance = Reach(mouse: 8, touch: 40, pen: 24)
    /// Is true if fingers only pan and pinch; nil if this depends on a pen that is near.
    public var penOnly: Bool?
    public var rightDrag = RightDrag.menu
    public var dropOnNode = DropOnNode.connect
    /// The time of a long press, in milliseconds.
    public var longPressTime = 500.0
    public var snapToGaps = true
    public var snapToSizes = true
    public var guideReach = Reach(mouse: 6, touch: 10)
    public var readingOrder = ReadingOrder.document
    public var keyBindings = KeyBindings()

    /// The effect of a drag on the empty canvas.
    public enum CanvasDrag: String, CaseIterable, Sendable { case pan, marquee, lasso }
    /// The effect of a long press on the empty canvas.
    public enum CanvasLongPress: String, CaseIterable, Sendable { case other, createNode, menu }
    /// The effect of a wheel without a modifier.
    public enum Wheel: String, CaseIterable, Sendable { case pan, zoom }
    /// The nodes that frames mark as live.
    public enum Interactive: String, CaseIterable, Sendable { case none, hovered, selected, hoveredOrSelected }
    /// The effect of a long press on a node.
    public enum NodeLongPress: String, CaseIterable, Sendable { case none, relate }
    /// The effect of a drag with the right button of a mouse.
    public enum RightDrag: String, CaseIterable, Sendable { case menu, pan }
    /// The effect of a drop of an edge on a node, away from its handles.
    public enum DropOnNode: String, CaseIterable, Sendable { case connect, refuse }
    /// The order in which the focus goes through nodes and edges.
    public enum ReadingOrder: String, CaseIterable, Sendable { case document, flow, place }
    /// The choice whether reaches are measured on the screen or on the canvas.
    public enum ReachIn: String, CaseIterable, Sendable { case screen, canvas }

    /// The least value of `minZoom`.
    static let leastZoom = 0.01

    /// The default settings.
    public init() {}

    /// Makes the limits of the zoom possible that a file states.
    mutating func orderZoomLimits() {
        if let least = minZoom { minZoom = max(least, InteractionSettings.leastZoom) }
        maxZoom = max(maxZoom, minZoom ?? 0)
    }
}
