import Geometry
import Graph
import Storage

/// An interaction in progress in a view: it previews, and ends in at most one edit or leaves no trace.
///
/// It is taken up and put back at each move of the pointer, so what is not as short as a drag stands behind a reference.
public enum Gesture: Sendable {
    case drag(DragGesture)
    indirect case connect(ConnectGesture)
    indirect case reconnect(ReconnectGesture)
    indirect case resize(ResizeGesture)
    indirect case marquee(MarqueeGesture)
    indirect case lasso(LassoGesture)
    indirect case pan(PanGesture)
    indirect case pinch(PinchGesture)
    indirect case cut(CutGesture)
    indirect case relate(RelateGesture)
    indirect case waypoint(WaypointGesture)
    indirect case label(LabelGesture)

    /// The kind, as clients call it.
    public var name: String {
        switch self {
        case .drag: "drag"
        case .connect: "connect"
        case .reconnect: "reconnect"
        case .resize: "resize"
        case .marquee: "marquee"
        case .lasso: "lasso"
        case .pan: "pan"
        case .pinch: "pinch"
        case .cut: "cut"
        case .relate: "relate"
        case .waypoint: "waypoint"
        case .label: "label"
        }
    }

    /// What the view was when the gesture began.
    var origin: GestureOrigin {
        switch self {
        case .drag(let drag): drag.origin
        case .connect(let connect): connect.origin
        case .reconnect(let reconnect): reconnect.origin
        case .resize(let resize): resize.origin
        case .marquee(let marquee): marquee.origin
        case .lasso(let lasso): lasso.origin
        case .pan(let pan): pan.origin
        case .pinch(let pinch): pinch.origin
        case .cut(let cut): cut.origin
        case .relate(let relate): relate.origin
        case .waypoint(let waypoint): waypoint.origin
        case .label(let label): label.origin
        }
    }

    /// Takes elements that are gone out of what a cancel selects again.
    mutating func forgetSelected(nodes: SlotSet, edges: SlotSet) {
        func forget(_ origin: inout GestureOrigin) { origin.forget(nodes: nodes, edges: edges) }
        switch self {
        case .drag(var drag):
            forget(&drag.origin)
            self = .drag(drag)
        case .connect(var connect):
            forget(&connect.origin)
            self = .connect(connect)
        case .reconnect(var reconnect):
            forget(&reconnect.origin)
            self = .reconnect(reconnect)
        case .resize(var resize):
            forget(&resize.origin)
            self = .resize(resize)
        case .marquee(var marquee):
            forget(&marquee.origin)
            self = .marquee(marquee)
        case .lasso(var lasso):
            forget(&lasso.origin)
            self = .lasso(lasso)
        case .pan(var pan):
            forget(&pan.origin)
            self = .pan(pan)
        case .pinch(var pinch):
            forget(&pinch.origin)
            self = .pinch(pinch)
        case .cut(var cut):
            forget(&cut.origin)
            self = .cut(cut)
        case .relate(var relate):
            forget(&relate.origin)
            self = .relate(relate)
        case .waypoint(var waypoint):
            forget(&waypoint.origin)
            self = .waypoint(waypoint)
        case .label(var label):
            forget(&label.origin)
            self = .label(label)
        }
    }
}

/// Where a gesture began, and what the view shows again if it is cancelled.
struct GestureOrigin: Sendable {
    /// In screen points.
    let start: Point
    let pointer: PointerKind
    let viewport: Viewport
    let level: SceneLevel?
    /// Whether the view was on its way back to its limits.
    let isStretched: Bool
    var selection: Selection
    var focus: View.Element?

    init(_ view: View, at start: Point, _ pointer: PointerKind) {
        self.start = start
        self.pointer = pointer
        viewport = view.viewport
        level = view.level
        isStretched = view.motion.isStretched
        selection = view.selection
        focus = view.focus
    }

    /// Lets go of elements that are gone.
    mutating func forget(nodes: SlotSet, edges: SlotSet) {
        selection.nodes.subtract(nodes)
        selection.edges.subtract(edges)
        if focus?.isAmong(nodes: nodes, edges: edges) == true { focus = nil }
    }

    /// Where the gesture began on the canvas.
    var anchor: Point { viewport.canvas(start) }

    /// How far the pointer has come on the canvas, also where the view went along.
    func offset(to at: Point, _ now: Viewport) -> Point {
        if now.zoom != viewport.zoom { return now.canvas(at) - anchor }
        // Not by way of two canvas points, whose difference is rounded twice.
        return Point(
            x: (at.x - start.x - (now.x - viewport.x)) / now.zoom, y: (at.y - start.y - (now.y - viewport.y)) / now.zoom
        )
    }
}
