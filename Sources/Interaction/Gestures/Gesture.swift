import Editing
import Geometry
import Graph
import Storage

/// An interaction in progress in a view: it previews, and ends in at most one edit or leaves no trace.
///
/// A gesture is a payload that keeps to `GesturePayload`, and a case here; all switches over the cases stand in this file.
/// It is taken up and put back at each move of the pointer, so what is not as short as a drag stands behind a reference.
public enum Gesture: Sendable {
    case drag(DragGesture)
    indirect case connect(ConnectGesture)
    indirect case reconnect(ReconnectGesture)
    indirect case resize(ResizeGesture)
    indirect case scale(ScaleGesture)
    indirect case marquee(MarqueeGesture)
    indirect case lasso(LassoGesture)
    indirect case pan(PanGesture)
    indirect case pinch(PinchGesture)
    indirect case cut(CutGesture)
    indirect case relate(RelateGesture)
    indirect case waypoint(WaypointGesture)
    indirect case label(LabelGesture)

    /// The kinds, as clients call them.
    public enum Kind: String, CaseIterable, Sendable {
        case drag, connect, reconnect, resize, scale, marquee, lasso, pan, pinch, cut, relate, waypoint, label
    }

    /// Which gesture it is, as clients call it.
    public var kind: Kind {
        switch self {
        case .drag: .drag
        case .connect: .connect
        case .reconnect: .reconnect
        case .resize: .resize
        case .scale: .scale
        case .marquee: .marquee
        case .lasso: .lasso
        case .pan: .pan
        case .pinch: .pinch
        case .cut: .cut
        case .relate: .relate
        case .waypoint: .waypoint
        case .label: .label
        }
    }

    /// What the gesture holds; made for questions that are seldom asked, since it may take memory of its own.
    var payload: any GesturePayload {
        switch self {
        case .drag(let payload): payload
        case .connect(let payload): payload
        case .reconnect(let payload): payload
        case .resize(let payload): payload
        case .scale(let payload): payload
        case .marquee(let payload): payload
        case .lasso(let payload): payload
        case .pan(let payload): payload
        case .pinch(let payload): payload
        case .cut(let payload): payload
        case .relate(let payload): payload
        case .waypoint(let payload): payload
        case .label(let payload): payload
        }
    }

    /// Whether taps go on to have a meaning while the gesture is open: it is a mode that one ends.
    var takesTaps: Bool {
        switch self {
        case .connect(let payload): payload.takesTaps
        case .relate: true
        case .drag, .reconnect, .resize, .scale, .marquee, .lasso, .pan, .pinch, .cut, .waypoint, .label: false
        }
    }

    /// What clients are sent of the gesture.
    public var state: GestureState {
        switch self {
        case .drag(let payload): payload.state
        case .connect(let payload): payload.state
        case .reconnect(let payload): payload.state
        case .resize(let payload): payload.state
        case .scale(let payload): payload.state
        case .marquee(let payload): payload.state
        case .lasso(let payload): payload.state
        case .pan(let payload): payload.state
        case .pinch(let payload): payload.state
        case .cut(let payload): payload.state
        case .relate(let payload): payload.state
        case .waypoint(let payload): payload.state
        case .label(let payload): payload.state
        }
    }

    /// The lines that the gesture aligns to.
    public var guides: [Guide] {
        switch self {
        case .drag(let payload): payload.guides
        case .resize(let payload): payload.guides
        case .waypoint(let payload): payload.guides
        case .connect, .reconnect, .scale, .marquee, .lasso, .cut, .relate, .label, .pan, .pinch: []
        }
    }

    /// The pointer's look while the gesture is open.
    var cursor: Cursor {
        switch self {
        case .drag(let payload): payload.isCopying ? .copy : .grabbing
        case .waypoint, .label, .pan, .pinch: .grabbing
        case .connect, .reconnect, .marquee, .lasso, .cut, .relate: .crosshair
        case .resize(let payload): Cursor(resizing: payload.handle)
        case .scale(let payload): Cursor(resizing: payload.handle)
        }
    }

    /// The gesture after the pointer came to a point of the screen, and what its view is to show then.
    consuming func updated(
        to at: Point, _ modifiers: Modifiers, on stage: Stage
    ) -> (gesture: Gesture, effect: GestureEffect) {
        switch consume self {
        case .drag(var payload):
            let effect = payload.update(to: at, modifiers, on: stage)
            return (.drag(payload), effect)
        case .connect(var payload):
            let effect = payload.update(to: at, modifiers, on: stage)
            return (.connect(payload), effect)
        case .reconnect(var payload):
            let effect = payload.update(to: at, modifiers, on: stage)
            return (.reconnect(payload), effect)
        case .resize(var payload):
            let effect = payload.update(to: at, modifiers, on: stage)
            return (.resize(payload), effect)
        case .scale(var payload):
            let effect = payload.update(to: at, modifiers, on: stage)
            return (.scale(payload), effect)
        case .marquee(var payload):
            let effect = payload.update(to: at, modifiers, on: stage)
            return (.marquee(payload), effect)
        case .lasso(var payload):
            let effect = payload.update(to: at, modifiers, on: stage)
            return (.lasso(payload), effect)
        case .pan(var payload):
            let effect = payload.update(to: at, modifiers, on: stage)
            return (.pan(payload), effect)
        case .pinch(var payload):
            let effect = payload.update(to: at, modifiers, on: stage)
            return (.pinch(payload), effect)
        case .cut(var payload):
            let effect = payload.update(to: at, modifiers, on: stage)
            return (.cut(payload), effect)
        case .relate(var payload):
            let effect = payload.update(to: at, modifiers, on: stage)
            return (.relate(payload), effect)
        case .waypoint(var payload):
            let effect = payload.update(to: at, modifiers, on: stage)
            return (.waypoint(payload), effect)
        case .label(var payload):
            let effect = payload.update(to: at, modifiers, on: stage)
            return (.label(payload), effect)
        }
    }

    /// The gesture drawn again after the client has answered.
    consuming func redrawn(on stage: Stage) -> Gesture {
        switch consume self {
        case .connect(var payload):
            payload.redraw(on: stage)
            return .connect(payload)
        case .reconnect(var payload):
            payload.redraw(on: stage)
            return .reconnect(payload)
        case let other: return other
        }
    }

    /// The gesture without elements that are gone; nil if it cannot go on.
    func without(nodes: SlotSet<Node>, edges: SlotSet<Edge>) -> Gesture? {
        func remaining<Payload: GesturePayload>(
            _ payload: Payload, _ gesture: (Payload) -> Gesture
        ) -> Gesture? {
            var payload = payload
            payload.origin.forget(nodes: nodes, edges: edges)
            return payload.forget(nodes: nodes, edges: edges) ? gesture(payload) : nil
        }
        return switch self {
        case .drag(let payload): remaining(payload) { .drag($0) }
        case .connect(let payload): remaining(payload) { .connect($0) }
        case .reconnect(let payload): remaining(payload) { .reconnect($0) }
        case .resize(let payload): remaining(payload) { .resize($0) }
        case .scale(let payload): remaining(payload) { .scale($0) }
        case .marquee(let payload): remaining(payload) { .marquee($0) }
        case .lasso(let payload): remaining(payload) { .lasso($0) }
        case .pan(let payload): remaining(payload) { .pan($0) }
        case .pinch(let payload): remaining(payload) { .pinch($0) }
        case .cut(let payload): remaining(payload) { .cut($0) }
        case .relate(let payload): remaining(payload) { .relate($0) }
        case .waypoint(let payload): remaining(payload) { .waypoint($0) }
        case .label(let payload): remaining(payload) { .label($0) }
        }
    }
}

extension Gesture.Kind {
    /// Whether the view follows the gesture to its border.
    var followsToBorder: Bool {
        switch self {
        case .drag, .connect, .reconnect, .resize, .scale, .marquee, .lasso, .cut, .waypoint, .label: true
        case .pan, .pinch, .relate: false
        }
    }

    /// Whether it leads to the same wherever the pointer came through, so that of several movements the last will do.
    var coalesces: Bool {
        switch self {
        case .drag, .connect, .reconnect, .resize, .scale, .marquee, .waypoint, .label, .pan: true
        case .lasso, .cut, .pinch, .relate: false
        }
    }

    /// Whether it moves the view itself.
    var movesView: Bool { self == .pan || self == .pinch }
}

/// What a gesture does, apart from all others.
protocol GesturePayload: Sendable {
    var origin: GestureOrigin { get set }
    /// The node under the pointer, which gets the focus as the gesture begins, and whether it is selected alone.
    var grasped: (node: Node.Slot, selects: Bool)? { get }
    /// The edge being drawn.
    var draft: Draft? { get }
    /// The edge to which it gives another form, and the form that it began with.
    var reshaped: (edge: Edge.Slot, from: EdgeForm)? { get }
    /// Follows the pointer to a point of the screen.
    mutating func update(to at: Point, _ modifiers: Modifiers, on stage: Stage) -> GestureEffect
    /// What the end of the gesture does, where the pointer was last.
    mutating func end(on stage: Stage) -> GestureEnd
    /// Draws it again where the pointer was last, after rules or client have changed their mind.
    mutating func redraw(on stage: Stage)
    /// Lets go of elements that are gone; false if the gesture cannot go on.
    mutating func forget(nodes: SlotSet<Node>, edges: SlotSet<Edge>) -> Bool
    /// What it would do if it ended now, as clients are sent it.
    var state: GestureState { get }
}

extension GesturePayload {
    var grasped: (node: Node.Slot, selects: Bool)? { nil }
    var draft: Draft? { nil }
    var reshaped: (edge: Edge.Slot, from: EdgeForm)? { nil }

    mutating func end(on _: Stage) -> GestureEnd { GestureEnd() }
    mutating func redraw(on _: Stage) {}
    mutating func forget(nodes _: SlotSet<Node>, edges _: SlotSet<Edge>) -> Bool { true }
}

/// What a view is to show after a gesture was updated, besides the gesture.
enum GestureEffect {
    case nothing
    case select(Selection)
    /// Within the limits of the view, or with an elastic hand a little beyond.
    case show(Viewport, isElastic: Bool)
}

/// What the end of a gesture does: at most one edit.
struct GestureEnd {
    var edit: ViewEdit?
    /// An edit that waits for the client.
    var postponed: ProposedEdit?
    /// What came of the gesture, but for what the edit makes of it.
    var outcome = GestureOutcome()
}

extension Draft {
    /// The end of the gesture that draws it to a candidate: its edit, unless rules or client refuse it.
    func end(_ edit: ProposedEdit) -> GestureEnd {
        if pending != nil { return GestureEnd(postponed: edit, outcome: edit.outcome) }
        guard isAllowed else { return GestureEnd(outcome: outcome) }
        return GestureEnd(edit: ViewEdit(edit), outcome: edit.outcome)
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
    /// The node under the press that comes to the front with it.
    var raised: Node.ID?

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
    mutating func forget(nodes: SlotSet<Node>, edges: SlotSet<Edge>) {
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
