import Editing
import Geometry
import Graph
import Routing

/// An end of an edge on its way to another handle; the edge stays what and where it is until the gesture ends.
public struct ReconnectGesture: Sendable {
    var origin: GestureOrigin
    public let edge: Int32
    /// The end that moves.
    public let end: Handle.Kind
    public internal(set) var draft: Draft
}

extension Workspace {
    mutating func beginReconnect(
        _ id: Edge.ID, _ end: Handle.Kind, _ origin: GestureOrigin
    ) throws(EditError) -> ReconnectGesture {
        let slot = document.edge(id)
        if slot < 0 { throw .noSuchEdge([id]) }
        let flags = document.edges.flags(slot)
        if flags.contains(.locked) { throw .locked(edges: [id]) }
        guard !flags.contains(.unreconnectable), !document.isConcealed(edge: slot),
            let start = start(of: slot, moving: end)
        else {
            let why = flags.contains(.unreconnectable) ? ": `reconnectable` is off" : ""
            throw .nothingThere("the \(end) of \"\(id)\" cannot be moved\(why)")
        }
        let draft = draft(from: start, to: origin.anchor, within: 0)
        return ReconnectGesture(origin: origin, edge: slot, end: end, draft: draft)
    }

    /// The end of an edge that stays while the other moves; nil where it has no geometry.
    private func start(of edge: Int32, moving end: Handle.Kind) -> DraftStart? {
        let kind = end.opposite
        let ends = document.edges.ends(edge)
        let node = kind == .source ? ends.source : ends.target
        let symbol = kind == .source ? ends.sourceHandle : ends.targetHandle
        guard document.isPlaced(node), let handle = document.resolvedHandle(of: edge, kind: kind) else { return nil }
        let frame = document.frame(node)
        let isCentred = symbol < 0 && document.settings.edgeGeometry == .swiftFlow
        let anchor =
            isCentred
            ? Anchor(point: frame.center, side: .center)
            : Anchor.on(frame: frame, side: handle.side, offset: handle.offset)
        return DraftStart(
            node: node, handle: handle, named: symbol < 0 ? nil : document.symbols[symbol], kind: kind, anchor: anchor,
            edge: edge)
    }

    mutating func update(_ reconnect: inout ReconnectGesture, to pointer: Point, in view: Int) {
        refresh()
        guard let start = start(of: reconnect.edge, moving: reconnect.end) else {
            reconnect.draft.pointer = pointer
            reconnect.draft.candidate = nil
            reconnect.draft.refusal = nil
            return
        }
        reconnect.draft = draft(from: start, to: pointer, within: connectionReach(reconnect.origin, in: view))
    }

    /// Moves the end if the rules allow it where the draft is now; the edge keeps its id.
    mutating func end(
        _ reconnect: inout ReconnectGesture, in view: Int, cause: String
    ) throws(EditError) -> GestureOutcome {
        update(&reconnect, to: reconnect.draft.pointer, in: view)
        guard reconnect.draft.isAllowed, let candidate = reconnect.draft.candidate else {
            return reconnect.draft.outcome
        }
        let id = document.edgeID(reconnect.edge)
        let node = document.nodeID(candidate.node)
        let handle = candidate.handle.id
        let end = reconnect.end
        let before = revision
        _ = try perform(DocumentEditor.Options(cause: cause, label: "Reconnect")) { (transaction) throws(EditError) in
            switch end {
            case .source: try transaction.reconnect(id, source: node, sourceHandle: handle)
            case .target: try transaction.reconnect(id, target: node, targetHandle: handle)
            }
        }
        return GestureOutcome(changed: revision != before, edge: id)
    }
}
