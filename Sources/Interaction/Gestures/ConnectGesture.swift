import EdgeRouting
import Editing
import Geometry
import Graph
import Storage

/// A new edge on its way from a handle to the pointer, or to the handle that keys have chosen.
public struct ConnectGesture: DraftingGesture {
    /// The input that leads the draft.
    enum Lead: Sendable {
        /// A pointer that is down, or a client.
        case pointer
        /// A pointer that is up: a tap began the draft, and another ends it.
        case taps
        /// A client that has named the handle.
        case name
        /// Keys, which choose among the legal handles.
        case keys(KeyChoice)
    }

    var origin: GestureOrigin
    /// The node of the end that stays.
    public let node: Node.Slot
    /// A draft from a target is drawn backwards; the edge leads to it all the same.
    public let handle: Handle
    private(set) var drawn: Draft
    private var memory = DraftMemory()
    /// The edges from the same handle of all selected nodes, which shift draws with this one; nil without it.
    private var fan: DraftFan?
    var lead = Lead.pointer

    init(
        _ id: Node.ID?, _ handle: Identifier?, _ origin: GestureOrigin, on stage: Stage
    ) throws(EditError) {
        let end = try stage.draftEnd(id, handle, origin)
        self.origin = origin
        node = end.node
        self.handle = end.handle
        var memory = DraftMemory()
        drawn = stage.draft(from: DraftStart(end), to: origin.anchor, within: 0, &memory)
        self.memory = memory
    }

    /// The edge as it was drawn at the last move; never nil.
    public var draft: Draft? { drawn }
    var draftTargets: [RelateGesture.HandleEnd] { drawn.targets }
    var grasped: (node: Node.Slot, selects: Bool)? { (node, true) }
    /// Is true if another tap ends it.
    var takesTaps: Bool { if case .taps = lead { true } else { false } }
    var movingEnd: Handle.Kind { handle.kind.opposite }
    var isLedByKeys: Bool { if case .keys = lead { true } else { false } }

    /// The fixed end, at its present position.
    func start(on stage: Stage) -> DraftStart {
        let document = stage.document
        let anchor = document.isPlaced(node) ? document.draftEnd(handle, of: node).anchor : drawn.from
        return DraftStart(Draft.DrawnEnd(node: node, handle: handle, anchor: anchor))
    }

    /// Follows the pointer: shift draws from all selected nodes, which stay selected.
    mutating func update(to at: Point, _ modifiers: Modifiers, on stage: Stage) -> GestureEffect {
        switch lead {
        case .pointer, .taps: break
        case .name, .keys: lead = .pointer
        }
        let wasFanned = fan != nil
        fan = modifiers.contains(.shift) ? fan ?? DraftFan(from: node, origin.selection, on: stage) : nil
        draw(to: stage.viewport.canvas(at), on: stage)
        if wasFanned == (fan != nil) { return .nothing }
        return .select(fan == nil ? Selection(nodes: SlotSet([node])) : origin.selection)
    }

    private mutating func draw(to pointer: Point, on stage: Stage) {
        drawn = stage.draft(
            from: start(on: stage), to: pointer, within: stage.reaches(origin.pointer).connection, &memory)
        spread(on: stage)
    }

    /// Asks the rules about the edges from the other nodes.
    private mutating func spread(on stage: Stage) {
        guard var spread = fan.take() else { return }
        spread.spread(from: start(on: stage), origin.selection, to: drawn.candidate, on: stage)
        fan = spread
    }

    /// Lets keys choose the end; at first there is none.
    mutating func beginChoosing(on stage: Stage) {
        lead = .keys(KeyChoice())
        let start = start(on: stage)
        drawn = stage.draft(from: start, to: start.anchor.point, candidate: nil, .allowed, &memory)
    }

    /// Draws to an end that was chosen, or to none.
    mutating func draw(to end: Draft.DrawnEnd?, on stage: Stage) {
        let start = start(on: stage)
        drawn = stage.draft(
            from: start, to: end?.anchor.point ?? drawn.pointer, candidate: end,
            end.map { stage.finding(of: start, to: $0) } ?? .allowed, &memory)
        spread(on: stage)
    }

    mutating func aim(at end: Draft.DrawnEnd, on stage: Stage) {
        lead = .name
        draw(to: end, on: stage)
    }

    mutating func redraw(on stage: Stage) {
        switch lead {
        case .pointer, .taps: draw(to: drawn.pointer, on: stage)
        case .name, .keys: draw(to: drawn.candidate.flatMap { stage.current($0) }, on: stage)
        }
    }

    /// Makes the edge if rules and client allow it at the draft's present end; with shift each allowed one of several.
    mutating func end(on stage: Stage) -> GestureEnd {
        redraw(on: stage)
        guard let candidate = drawn.candidate else { return GestureEnd(outcome: drawn.outcome(on: stage)) }
        if let fan, !fan.proposals.isEmpty { return GestureEnd(edit: ViewEdit(connecting: fan.proposals)) }
        return drawn.end(.connect(stage.document.proposal(start(on: stage), candidate)), on: stage)
    }

    mutating func forget(nodes: SlotSet<Node>, edges _: SlotSet<Edge>) -> Bool {
        drawn.forget(nodes)
        fan?.forget()
        if case .keys(var choice) = lead {
            choice.passed.removeAll { nodes.contains($0.node) }
            lead = .keys(choice)
        }
        return !nodes.contains(node)
    }

    // MARK: Description

    static let kind = Gesture.Kind("connect")
    static let rows: [GestureRow] = Draft.rows + DraftFan.rows
    var values: [GestureValue] { drawn.values + (fan?.values ?? [.absent, .absent]) }
    var cursor: Cursor { .crosshair }
}

extension ConnectGesture {
    static func lack(_ parameters: GestureParameters) -> GestureParameters.Lack? {
        parameters.handle != nil && parameters.node == nil
            ? .init("a handle is named with its node", path: "/handle") : nil
    }

    init(
        _ parameters: GestureParameters, _ origin: GestureOrigin, pulled _: Viewport, on stage: Stage
    ) throws(EditError) {
        try self.init(parameters.node, parameters.handle, origin, on: stage)
    }
}

extension Stage {
    /// The named handle, or else the one at which a connection begins.
    fileprivate func draftEnd(
        _ id: Node.ID?, _ handle: Identifier?, _ origin: GestureOrigin
    ) throws(EditError) -> Draft.DrawnEnd {
        guard let id else {
            if handle != nil { throw .invalid("a handle is named with its node", path: ["handle"]) }
            return try draftEnd(at: origin)
        }
        let slot = try document.slot(node: id)
        guard let named = document.startHandle(handle, of: slot) else {
            let what = handle.map { "no handle \"\($0)\"" } ?? "no handles"
            throw EditError(.noSuchHandle, "node \"\(id)\" has \(what)", nodes: [id])
        }
        let flags = document.nodes.flags(slot)
        if flags.contains(.locked) { throw .locked(nodes: [id]) }
        if flags.contains(.unconnectable) { throw .switchedOff(flag: "connectable", nodes: [id]) }
        if !named.isConnectableStart { throw .switchedOff(flag: "connectableStart", nodes: [id]) }
        guard document.isPlaced(slot), !document.isConcealed(slot) else {
            throw .nothingThere("\"\(id)\" cannot be seen")
        }
        return document.draftEnd(named, of: slot)
    }

    /// The first handle hit that can start a connection; handles that accept another edge come before full ones.
    private func draftEnd(at origin: GestureOrigin) throws(EditError) -> Draft.DrawnEnd {
        var refusal: Claim.Reason?
        var full: Draft.DrawnEnd?
        for case .handle(let slot, let index) in hits(at: origin).map(\.target) {
            if let reason = document.reason(against: .handle(node: slot, index: index)) {
                if refusal == nil { refusal = reason }
                continue
            }
            let handle = document.handles(slot)[index]
            let end = document.draftEnd(handle, of: slot)
            if document.refusal(ofFull: handle, of: slot) == nil { return end }
            if full == nil { full = end }
        }
        if let full { return full }
        throw .nothingThere(
            refusal.map { "the handle there can start nothing: \($0.rawValue)" } ?? "no handle is there")
    }
}

extension Document {
    /// The handle with an id, a source rather than a target; without an id the first that can be connected.
    fileprivate func startHandle(_ id: Identifier?, of slot: Node.Slot) -> Handle? {
        if let id { return handle(id, of: slot, kind: .source) ?? handle(id, of: slot, kind: nil) }
        let list = handles(slot)
        return list.first { $0.kind == .source && $0.isConnectableStart } ?? list.first { $0.isConnectableStart }
            ?? list.first
    }

    /// A handle with its anchor.
    func draftEnd(_ handle: Handle, of slot: Node.Slot) -> Draft.DrawnEnd {
        Draft.DrawnEnd(node: slot, handle: handle, anchor: anchor(of: handle, on: slot))
    }
}
