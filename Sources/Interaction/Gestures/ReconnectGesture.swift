import EdgeRouting
import Editing
import Geometry
import Graph
import Storage

/// An end of an edge that moves to another handle; the edge does not change until the gesture ends.
public struct ReconnectGesture: DraftingGesture {
    var origin: GestureOrigin
    /// The edge with the moving end.
    public let edge: Edge.Slot
    /// The end that moves.
    public let end: Handle.Kind
    private(set) var drawn: Draft
    private var memory = DraftMemory()
    /// Is true if a client has named the handle.
    private var isAimed = false

    init(_ id: Edge.ID, _ end: Handle.Kind, _ origin: GestureOrigin, on stage: Stage) throws(EditError) {
        let document = stage.document
        let slot = try document.slot(edge: id)
        let flags = document.edges.flags(slot)
        if flags.contains(.locked) { throw .locked(edges: [id]) }
        if document.isRedirected(edge: slot) { throw .nothingThere("\"\(id)\" is drawn to a collapsed node") }
        if flags.contains(.unreconnectable) { throw .switchedOff(flag: "reconnectable", edges: [id]) }
        guard !document.isConcealed(edge: slot), let start = document.draftStart(of: slot, moving: end) else {
            throw .nothingThere("the \(end) of \"\(id)\" cannot be moved")
        }
        self.origin = origin
        edge = slot
        self.end = end
        var memory = DraftMemory()
        drawn = stage.draft(from: start, to: origin.anchor, within: 0, &memory)
        self.memory = memory
    }

    /// The edge as it was drawn at the last move; never nil.
    public var draft: Draft? { drawn }
    var draftTargets: [RelateGesture.HandleEnd] { drawn.targets }
    var movingEnd: Handle.Kind { end }

    mutating func update(to at: Point, _: Modifiers, on stage: Stage) -> GestureEffect {
        isAimed = false
        draw(to: stage.viewport.canvas(at), on: stage)
        return .nothing
    }

    private mutating func draw(to pointer: Point, on stage: Stage) {
        guard let start = stage.document.draftStart(of: edge, moving: end) else {
            drawn.pointer = pointer
            drawn.candidate = nil
            drawn.refusal = nil
            drawn.pending = nil
            return
        }
        drawn = stage.draft(from: start, to: pointer, within: stage.reaches(origin.pointer).connection, &memory)
    }

    mutating func aim(at end: Draft.DrawnEnd, on stage: Stage) {
        guard let start = stage.document.draftStart(of: edge, moving: self.end) else { return }
        isAimed = true
        drawn = stage.draft(
            from: start, to: end.anchor.point, candidate: end, stage.finding(of: start, to: end), &memory)
    }

    mutating func redraw(on stage: Stage) {
        if isAimed, let end = drawn.candidate.flatMap({ stage.current($0) }) { return aim(at: end, on: stage) }
        draw(to: drawn.pointer, on: stage)
    }

    /// Moves the end if rules and client allow it at the draft's present end; the edge keeps its id.
    mutating func end(on stage: Stage) -> GestureEnd {
        redraw(on: stage)
        guard let candidate = drawn.candidate, let start = stage.document.draftStart(of: edge, moving: end) else {
            return GestureEnd(outcome: drawn.outcome(on: stage))
        }
        return drawn.end(
            .reconnect(stage.document.proposal(start, candidate), edge: stage.document.edgeID(edge), moving: end),
            on: stage)
    }

    mutating func forget(nodes: SlotSet<Node>, edges: SlotSet<Edge>) -> Bool {
        drawn.forget(nodes)
        return !edges.contains(edge)
    }

    // MARK: Description

    static let kind = Gesture.Kind("reconnect")
    static let rows: [GestureRow] = Draft.rows
    var values: [GestureValue] { drawn.values }
    var claims: ElementClaims { ElementClaims(edges: SlotSet([edge])) }
    var cursor: Cursor { .crosshair }
}

extension ReconnectGesture {
    static func lack(_ parameters: GestureParameters) -> GestureParameters.Lack? {
        parameters.edge == nil || parameters.end == nil ? .init("a reconnect has `edge` and `end`") : nil
    }

    init(
        _ parameters: GestureParameters, _ origin: GestureOrigin, pulled _: Viewport, on stage: Stage
    ) throws(EditError) {
        guard let edge = parameters.edge, let end = parameters.end else { throw .nothingThere("no end is named") }
        try self.init(edge, end, origin, on: stage)
    }
}

extension Document {
    /// The end of an edge that stays while the other moves; nil if it has no geometry.
    fileprivate func draftStart(of edge: Edge.Slot, moving end: Handle.Kind) -> DraftStart? {
        let kind = end.opposite
        let ends = edges.ends(edge)
        let node = kind == .source ? ends.source : ends.target
        let symbol = kind == .source ? ends.sourceHandle : ends.targetHandle
        guard isPlaced(node), let handle = resolvedHandle(of: edge, kind: kind) else { return nil }
        let frame = frame(node)
        let anchor =
            settings.edgeGeometry.centerAnchor(symbol: symbol, on: frame)
            ?? anchor(of: handle, on: node)
        return DraftStart(
            node: node, handle: handle, named: symbol.map { symbols[$0] }, kind: kind, anchor: anchor,
            edge: edge)
    }
}
