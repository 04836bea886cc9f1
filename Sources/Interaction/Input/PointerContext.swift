import Geometry
import Graph
import Storage

/// The context that the pointers of a view need for decisions and cannot know by themselves: the view, its open gesture
/// and the settings.
struct PointerContext: Sendable {
    /// The open gesture.
    var gesture: Gesture.Kind?
    /// Is true if taps have a meaning in the open gesture, a mode.
    var takesTaps = false
    /// The number of gestures that were begun in the view, which is the number of the open one.
    var gestureCount = 0
    /// The size of the view, in screen points.
    var size: Size

    /// The distance that a press moves before it becomes a gesture, by its target.
    var nodeThreshold: Reach
    var connectionThreshold: Reach
    var canvasThreshold: Reach
    /// The time of a long press, in milliseconds.
    var longPressTime: Double
    /// The time of a double tap, in milliseconds.
    var doubleTapTime: Double
    var doubleTapDistance: Reach
    /// Is true if fingers only pan and pinch; nil if this depends on a pen that is near.
    var penOnly: Bool?
    var rightDrag: InteractionSettings.RightDrag
    /// Is true if taps with alt held walk down through the elements at one point.
    var picksThrough: Bool
    /// The claim that selects on the canvas.
    var region: Claim
    var canvasLongPress: InteractionSettings.CanvasLongPress
    var nodeLongPress: InteractionSettings.NodeLongPress
    var panEnabled: Bool
    var zoomEnabled: Bool
    /// Is true if views follow a gesture to their border.
    var autoPan: Bool

    init(_ settings: borrowing InteractionSettings, size: Size) {
        self.size = size
        nodeThreshold = settings.nodeDragThreshold
        connectionThreshold = settings.connectionDragThreshold
        canvasThreshold = settings.paneDragThreshold
        longPressTime = settings.longPressTime
        doubleTapTime = settings.doubleTapTime
        doubleTapDistance = settings.doubleTapDistance
        penOnly = settings.penOnly
        rightDrag = settings.rightDrag
        picksThrough = settings.pickThrough
        region = Claim.region(settings.canvasDrag)
        canvasLongPress = settings.canvasLongPress
        nodeLongPress = settings.nodeLongPress
        panEnabled = settings.panEnabled
        zoomEnabled = settings.zoomEnabled
        autoPan = settings.autoPan
    }

    /// Is true if a press may become something.
    var takesPresses: Bool { gesture == nil || takesTaps }

    var mayPinch: Bool { panEnabled || zoomEnabled }

    /// Returns the distance that a press moves before its claim becomes a gesture, in screen points.
    func threshold(_ claim: Claim, _ pointer: PointerKind) -> Double {
        switch claim {
        case .scale, .resize, .drag, .waypoint, .label: nodeThreshold.points(pointer)
        case .reconnect, .connect: connectionThreshold.points(pointer)
        case .cut, .marquee, .lasso, .pan: canvasThreshold.points(pointer)
        }
    }
}

extension PointerContext {
    /// Makes the context of a view, as it is now.
    init(_ view: borrowing View, _ settings: borrowing InteractionSettings) {
        self.init(settings, size: view.size)
        if let drag = view.own.canvasDrag { region = Claim.region(drag) }
        canvasLongPress = view.own.canvasLongPress ?? canvasLongPress
        autoPan = view.own.autoPan ?? autoPan
        if let open = view.gesture {
            gesture = open.kind
            takesTaps = open.payload.takesTaps
        }
        gestureCount = view.gestureCount
    }
}
