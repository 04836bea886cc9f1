import Editing
import Geometry
import Graph
import Routing

/// A new edge on its way from a handle to the pointer.
public struct ConnectGesture: Sendable {
    var origin: GestureOrigin
    public let node: Int32
    /// A draft from a target is drawn backwards; the edge leads to it all the same.
    public let handle: Handle
    public internal(set) var draft: Draft
    /// Whether a tap began it, so that another ends it and no pointer is down meanwhile.
    var isClicked = false
    /// How keys have led it so far; nil if something points.
    var byKeys: ChoiceByKeys?
}

extension Workspace {
    mutating func beginConnect(
        _ id: Node.ID?, _ handle: Identifier?, _ origin: GestureOrigin, in view: Int
    ) throws(EditError) -> ConnectGesture {
        let end = try draftEnd(id, handle, origin)
        selectOnly(end.node, in: view)
        let start = start(at: end)
        let draft = draft(from: start, to: origin.anchor, within: 0)
        return ConnectGesture(origin: origin, node: end.node, handle: end.handle, draft: draft)
    }

    private func draftEnd(
        _ id: Node.ID?, _ handle: Identifier?, _ origin: GestureOrigin
    ) throws(EditError) -> Draft.End {
        guard let id else {
            if handle != nil { throw .invalid("a handle is named with its node", path: ["handle"]) }
            return try draftEnd(at: origin)
        }
        let slot = document.node(id)
        if slot < 0 { throw .noSuchNode([id]) }
        guard let named = named(handle, of: slot) else {
            let what = handle.map { "no handle \"\($0)\"" } ?? "no handles"
            throw EditError(.noSuchHandle, "node \"\(id)\" has \(what)", nodes: [id])
        }
        let flags = document.nodes.flags(slot)
        if flags.contains(.locked) { throw .locked(nodes: [id]) }
        if !named.isConnectable || flags.contains(.unconnectable) {
            throw .nothingThere("handles of \"\(id)\" cannot be connected: `connectable` is off")
        }
        guard document.isPlaced(slot), !document.isConcealed(slot) else {
            throw .nothingThere("\"\(id)\" cannot be seen")
        }
        return end(named, of: slot)
    }

    /// The first handle hit where a gesture begins that can start a connection.
    private func draftEnd(at origin: GestureOrigin) throws(EditError) -> Draft.End {
        let test = HitTest(at: origin.start, in: origin.viewport, origin.level, document, pointer: origin.pointer)
        var refusal: Claim.Reason?
        for case .handle(let slot, let index) in test.all(in: document, scene, origin.selection).map(\.target) {
            guard let reason = reason(against: .handle(node: slot, index: index)) else {
                return end(document.handles(slot)[index], of: slot)
            }
            if refusal == nil { refusal = reason }
        }
        throw .nothingThere(
            refusal.map { "the handle there can start nothing: \($0.rawValue)" } ?? "no handle is there")
    }

    /// The handle with an id, a source rather than a target; without an id the first that can be connected.
    private func named(_ id: Identifier?, of slot: Int32) -> Handle? {
        if let id { return document.handle(id, of: slot, kind: .source) ?? document.handle(id, of: slot, kind: nil) }
        let list = document.handles(slot)
        return list.first { $0.kind == .source && $0.isConnectable } ?? list.first { $0.isConnectable } ?? list.first
    }

    func end(_ handle: Handle, of slot: Int32) -> Draft.End {
        let anchor = Anchor.on(frame: document.frame(slot), side: handle.side, offset: handle.offset)
        return Draft.End(node: slot, handle: handle, anchor: anchor)
    }

    private func start(at end: Draft.End) -> DraftStart {
        DraftStart(
            node: end.node, handle: end.handle, named: end.handle.id, kind: end.handle.kind, anchor: end.anchor,
            edge: -1)
    }

    /// The end that stays, where it is now.
    func start(of connect: ConnectGesture) -> DraftStart {
        let standing =
            document.isPlaced(connect.node) ? end(connect.handle, of: connect.node).anchor : connect.draft.from
        return start(at: Draft.End(node: connect.node, handle: connect.handle, anchor: standing))
    }

    mutating func update(_ connect: inout ConnectGesture, to pointer: Point, in view: Int) {
        refresh()
        connect.byKeys = nil
        connect.draft = draft(
            from: start(of: connect), to: pointer, within: connectionReach(connect.origin, in: view))
    }

    /// Makes the edge if the rules allow it where the draft is now.
    mutating func end(_ connect: inout ConnectGesture, in view: Int, cause: String) throws(EditError) -> GestureOutcome
    {
        if connect.byKeys == nil {
            update(&connect, to: connect.draft.pointer, in: view)
        } else {
            settleChoice(of: &connect)
        }
        guard connect.draft.isAllowed, let candidate = connect.draft.candidate else { return connect.draft.outcome }
        let here = document.nodeID(connect.node)
        let there = document.nodeID(candidate.node)
        let isForward = connect.handle.kind == .source
        let proposal = ConnectionProposal(
            source: isForward ? here : there,
            sourceHandle: isForward ? connect.handle.id : candidate.handle.id, target: isForward ? there : here,
            targetHandle: isForward ? candidate.handle.id : connect.handle.id)
        let made = try perform(DocumentEditor.Options(cause: cause, label: "Connect")) {
            (transaction) throws(EditError) in
            try transaction.connect(proposal)
        }
        return GestureOutcome(changed: true, edge: made.result)
    }
}

extension Draft {
    /// What comes of a draft that makes no edge.
    var outcome: GestureOutcome { GestureOutcome(reason: refusal?.reason.rawValue ?? "nothingThere") }
}
