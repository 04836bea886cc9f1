import Editing
import Geometry
import Graph
import Storage

/// An interaction in progress in a view: it previews, and ends in at most one edit or leaves no trace.
///
/// A gesture is a payload in a file of its own, which describes it completely, and a line in `payloads`. It is behind
/// one reference, since each move of the pointer updates it.
public struct Gesture: Sendable {
    /// All kinds of gestures, in the order in which the protocol lists them.
    static let payloads: [any GesturePayload.Type] = [
        DragGesture.self, ConnectGesture.self, ReconnectGesture.self, ResizeGesture.self, ScaleGesture.self,
        WaypointGesture.self, LabelGesture.self, MarqueeGesture.self, LassoGesture.self, CutGesture.self,
        PanGesture.self, PinchGesture.self, RelateGesture.self,
    ]

    /// The content of the gesture, behind one reference: views need it at each move.
    private struct Body: Sendable {
        let kind: Kind
        var payload: any GesturePayload
    }

    private var body: CopyOnWrite<Body>

    /// The content of the gesture.
    var payload: any GesturePayload {
        _read { yield body.value.payload }
        _modify { yield &body.value.payload }
    }

    /// The kinds of all gestures.
    public static let kinds = payloads.map { $0.kind }
    /// The members of the state of each, in the same order.
    public static let states = payloads.map { $0.rows }
    /// The members of all their states, each once.
    public static let rows = payloads.flatMap { $0.rows }.reduce(into: [GestureRow]()) { rows, row in
        if !rows.contains(where: { $0.text == row.text }) { rows.append(row) }
    }

    init(_ payload: any GesturePayload) {
        body = CopyOnWrite(Body(kind: type(of: payload).kind, payload: payload))
    }

    /// Returns the content of the gesture, if it is one of a kind.
    public func `as`<Payload>(_: Payload.Type) -> Payload? { payload as? Payload }

    /// The kind of gesture.
    public var kind: Kind { body.value.kind }

    /// The state of the gesture for clients.
    public var state: GestureState { GestureState(body.address.pointee.payload) }

    /// The lines that the gesture aligns to.
    public var guides: [Guide] { payload.guides }

    /// The gesture without elements that are gone; nil if it cannot go on.
    consuming func without(nodes: SlotSet<Node>, edges: SlotSet<Edge>) -> Gesture? {
        payload.origin.forget(nodes: nodes, edges: edges)
        return payload.forget(nodes: nodes, edges: edges) ? self : nil
    }

    /// A kind of gestures.
    public struct Kind: Sendable, Equatable {
        /// Its name, as clients call it.
        public let name: String
        /// Is true if the view follows the gesture to its border.
        let followsToBorder: Bool
        /// Is true if its result does not depend on the way of the pointer, so that of several movements the last is
        /// enough.
        let coalesces: Bool
        /// Is true if it moves the view itself.
        let movesView: Bool

        init(_ name: String, followsToBorder: Bool = true, coalesces: Bool = true, movesView: Bool = false) {
            self.name = name
            self.followsToBorder = followsToBorder
            self.coalesces = coalesces
            self.movesView = movesView
        }

        /// Returns true if both have the same name.
        public static func == (a: Kind, b: Kind) -> Bool { a.name == b.name }
    }
}

/// The content and the behavior of a gesture, apart from all others.
protocol GesturePayload: Sendable {
    /// Its name, and the view's part in it.
    static var kind: Gesture.Kind { get }
    /// The members of its state, in the written order.
    static var rows: [GestureRow] { get }
    /// The effect if it ended now, as clients are sent it: a value for each row.
    var values: [GestureValue] { get }
    /// The pointer's look while the gesture is open.
    var cursor: Cursor { get }
    /// The lines that it aligns to.
    var guides: [Guide] { get }
    /// The visible handles on which the edge that it draws may end.
    var draftTargets: [RelateGesture.HandleEnd] { get }
    /// Is true if taps keep their meaning while the gesture is open: it is a mode that one ends.
    var takesTaps: Bool { get }
    /// Is true if it selects, so that its outcome is the selection.
    var selects: Bool { get }
    /// The part of the canvas, besides the view, whose drawing affects it; nil for none.
    var region: Rect? { get }
    /// The point at which it began.
    var origin: GestureOrigin { get set }
    /// The node under the pointer, which gets the focus at the beginning, and whether only it is selected.
    var grasped: (node: Node.Slot, selects: Bool)? { get }
    /// The edge being drawn.
    var draft: Draft? { get }
    /// The elements that it shows elsewhere, or otherwise, than the document has them.
    var displaced: Displaced { get }
    /// The elements that no gesture of another view may take at the same time.
    var claims: ElementClaims { get }
    /// The initial form of the edge that it changes; nil if it changes none.
    var formAtStart: EdgeForm? { get }
    /// The offset on the canvas by which the led elements stay behind the pointer because something holds them, beyond
    /// the offset of snapping.
    func lag(at: Point, on stage: Stage) -> Point
    /// Follows the pointer to a point of the screen.
    mutating func update(to at: Point, _ modifiers: Modifiers, on stage: Stage) -> GestureEffect
    /// Ends the gesture at the last position of the pointer. Returns its effects.
    mutating func end(on stage: Stage) -> GestureEnd
    /// Draws it again at the last position of the pointer, after rules or client have changed their answer.
    mutating func redraw(on stage: Stage)
    /// Lets go of elements that are gone; false if the gesture cannot go on.
    mutating func forget(nodes: SlotSet<Node>, edges: SlotSet<Edge>) -> Bool
}

/// A gesture that draws an edge, whose end may be named.
protocol DraftingGesture: NamedGesture {
    /// The end of the edge that is drawn to the pointer.
    var movingEnd: Handle.Kind { get }
    /// Draws to a handle, wherever the pointer is, until the pointer moves.
    mutating func aim(at end: Draft.DrawnEnd, on stage: Stage)
}

extension GesturePayload {
    var guides: [Guide] { [] }
    var draftTargets: [RelateGesture.HandleEnd] { [] }
    var takesTaps: Bool { false }
    var selects: Bool { false }
    var region: Rect? { nil }
    var grasped: (node: Node.Slot, selects: Bool)? { nil }
    var draft: Draft? { nil }
    var displaced: Displaced { .nothing }
    var claims: ElementClaims { ElementClaims() }
    var formAtStart: EdgeForm? { nil }

    func lag(at _: Point, on _: Stage) -> Point { .zero }
    mutating func end(on _: Stage) -> GestureEnd { GestureEnd() }
    mutating func redraw(on _: Stage) {}
    mutating func forget(nodes _: SlotSet<Node>, edges _: SlotSet<Edge>) -> Bool { true }
}

/// The elements that a gesture shows elsewhere, or otherwise, than the document has them.
enum Displaced: Sendable {
    case nothing
    /// Nodes by an offset, in canvas units, as they are known at a revision of the document.
    case moved(SlotSet<Node>, by: Point, revision: Int)
    /// A node with another frame.
    case resized(Node.Slot, Rect)
    /// An edge with other waypoints, or its label elsewhere.
    case reshaped(Edge.Slot, EdgeForm)
}

/// The change of a view after a gesture was updated, besides the gesture.
enum GestureEffect {
    case nothing
    case select(Selection)
    /// The view shows a viewport within its limits, or with an elastic hand a little beyond.
    case show(Viewport, isElastic: Bool)
}

/// The effect of the end of a gesture: at most one edit.
struct GestureEnd {
    var edit: ViewEdit?
    /// An edit that waits for the client.
    var postponed: ProposedEdit?
    /// The outcome of the gesture, without the result of the edit.
    var outcome = GestureOutcome()
}

extension Draft {
    /// The end of the gesture that draws it to a candidate: its edit, unless rules or client refuse it.
    func end(_ edit: ProposedEdit, on stage: Stage) -> GestureEnd {
        if pending != nil { return GestureEnd(postponed: edit, outcome: edit.outcome) }
        guard isAllowed else { return GestureEnd(outcome: outcome(on: stage)) }
        return GestureEnd(edit: ViewEdit(edit), outcome: edit.outcome)
    }
}

/// The start of a gesture, and the viewport to restore if it is cancelled.
struct GestureOrigin: Sendable {
    /// The start, in screen points.
    let start: Point
    let pointer: PointerKind
    let viewport: Viewport
    let level: SceneLevel?
    /// Is true if the view was on its way back to its limits.
    let isStretched: Bool
    var selection: Selection
    var focus: ElementSlot?
    /// The pressed node, which comes to the front with it.
    var raised: Node.ID?

    /// Lets go of elements that are gone.
    mutating func forget(nodes: SlotSet<Node>, edges: SlotSet<Edge>) {
        selection.nodes.subtract(nodes)
        selection.edges.subtract(edges)
        if focus?.isAmong(nodes: nodes, edges: edges) == true { focus = nil }
    }

    /// The start of the gesture on the canvas.
    var anchor: Point { viewport.canvas(start) }

    /// The distance by which an element that moved by `offset` stays behind the pointer, without the part of snapping.
    func lag(behind at: Point, _ offset: Point, on stage: Stage) -> Point {
        let rules = SnapRules(stage.document, [], pointer, zoom: stage.viewport.zoom)
        let raw = self.offset(to: at, stage.viewport)
        var lag = Point.zero
        for axis in Axis.allCases {
            let cell = rules.grid?.cell[axis] ?? 0
            let way = raw[axis] - offset[axis]
            if abs(way) > max(rules.reach * SnapRules.hold, cell) + SnapRules.tolerance { lag[axis] = way }
        }
        return lag
    }

    /// Returns the movement of the pointer on the canvas, also if the view went along.
    func offset(to at: Point, _ now: Viewport) -> Point {
        if now.zoom != viewport.zoom { return now.canvas(at) - anchor }
        // Not by way of two canvas points, whose difference is rounded twice.
        return Point(
            x: (at.x - start.x - (now.x - viewport.x)) / now.zoom, y: (at.y - start.y - (now.y - viewport.y)) / now.zoom
        )
    }
}
