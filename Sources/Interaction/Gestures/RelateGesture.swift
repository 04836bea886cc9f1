import Editing
import Geometry
import Graph
import Storage

/// The mode in which taps on targets toggle edges from a source, until one was tapped or something else is.
public struct RelateGesture: GesturePayload {
    /// A handle of a node.
    public struct End: Sendable, Equatable {
        /// The node that has the handle.
        public let node: Node.Slot
        /// The id of the handle.
        public let handle: Identifier
    }

    var origin: GestureOrigin
    private let node: Node.Slot
    private let handle: Handle
    /// The visible targets to which an edge may lead or leads already, in the order of the nodes.
    public private(set) var targets: [End] = []

    /// The handle from which taps toggle edges.
    public var source: End { End(node: node, handle: handle.id) }

    /// Begins to relate a node with others; one without a source that may be connected is refused.
    ///
    /// - Complexity: O(the visible nodes and their handles), each asked of the gate.
    init(from node: Node.Slot, _ origin: GestureOrigin, on stage: Stage) throws(EditError) {
        let document = stage.document
        let flags = document.nodes.flags(node)
        if flags.contains(.locked) { throw .locked(nodes: [document.nodeID(node)]) }
        guard !flags.contains(.unconnectable),
            let handle = document.handles(node).first(where: { $0.kind == .source && $0.isConnectableStart })
        else { throw .nothingThere("\"\(document.nodeID(node))\" has no source that can be connected") }
        self.origin = origin
        self.node = node
        self.handle = handle
        var visible: [Node.Slot] = []
        stage.scene.nodes.visit(touching: stage.visible) { if visible.count < Limits.sceneItems { visible.append($0) } }
        visible.sort { document.nodes.order.key($0) < document.nodes.order.key($1) }
        for slot in visible where !document.nodes.flags(slot).contains(.unconnectable) {
            for target in document.handles(slot) where target.kind == .target && target.isConnectableEnd {
                let end = End(node: slot, handle: target.id)
                if canToggle(end, on: stage) { targets.append(end) }
            }
        }
    }

    private func canToggle(_ end: End, on stage: Stage) -> Bool {
        switch stage.refusal(of: proposal(to: end, in: stage.document))?.reason {
        case nil, .duplicate, .limit: true
        case .noSuchNode, .noSuchHandle, .locked, .direction, .`self`, .dataType, .nodeType, .valueType, .cycle,
            .rejectedByClient:
            false
        }
    }

    private func proposal(to end: End, in document: Document) -> ConnectionProposal {
        ConnectionProposal(
            source: document.nodeID(node), sourceHandle: handle.id, target: document.nodeID(end.node),
            targetHandle: end.handle)
    }

    /// The edge that a tap toggles: to the first target hit that takes part; nil if none does.
    func proposal(for hits: [Hit], in document: Document) -> ConnectionProposal? {
        for hit in hits {
            guard case .handle(let node, let index) = hit.target else { continue }
            let end = End(node: node, handle: document.handles(node)[index].id)
            if targets.contains(end) { return proposal(to: end, in: document) }
        }
        return nil
    }

    mutating func update(to _: Point, _: Modifiers, on _: Stage) -> GestureEffect { .nothing }

    mutating func forget(nodes: SlotSet<Node>, edges _: SlotSet<Edge>) -> Bool {
        targets.removeAll { nodes.contains($0.node) }
        return !nodes.contains(node)
    }

    var state: GestureState { .relate(source, targets: targets) }
}

// MARK: Taps in modes

extension Workspace {
    mutating func beginRelating(from node: Node.Slot, _ origin: GestureOrigin, in view: View.Slot) throws(EditError) {
        if isReadOnly { throw .readOnly }
        open(.relate(try RelateGesture(from: node, origin, on: stage(of: view))), in: view)
    }

    /// Whether a tap belongs to a mode that taps end, or begins one.
    mutating func isTapTaken(_ press: Press, in view: View.Slot, cause: String) throws(EditError) -> Bool {
        switch views[view].gesture {
        case .relate(let relate):
            // The tap ends the mode, whatever it is on.
            views[view].gesture = nil
            guard let proposal = relate.proposal(for: press.hits, in: document) else { return false }
            try toggle(proposal, of: .relate(relate), in: view, cause: cause)
            return true
        case .connect(let connect) where connect.takesTaps:
            try advanceGesture(in: view, to: press.start, press.modifiers)
            try finishGesture(at: press.start, in: view, cause: cause)
            return true
        case nil: return beginClicking(press, in: view)
        default: return false
        }
    }

    /// Toggles an edge, or if it would make one that the client is asked about, waits for the answer.
    private mutating func toggle(
        _ proposal: ConnectionProposal, of gesture: Gesture, in view: View.Slot, cause: String
    ) throws(EditError) {
        let edit = ProposedEdit.toggle(proposal)
        let isDuplicate = document.refusal(of: proposal)?.reason == .duplicate
        if !isDuplicate, let client = clientRule(of: view) {
            switch client(proposal) {
            case .unknown, .pending:
                _ = postpone(edit, of: gesture, in: view, cause: cause)
                return
            case .refused: return
            case .allowed: break
            }
        }
        _ = try perform(options(edit.label, in: view, cause: cause)) { (transaction) throws(EditError) in
            try edit.perform(in: &transaction)
        }
    }

    /// Begins a connection with a tap on a handle, if the settings want it.
    private mutating func beginClicking(_ press: Press, in view: View.Slot) -> Bool {
        guard document.settings.interaction.connectOnClick, case .handle? = press.hits.first?.target else {
            return false
        }
        do throws(EditError) {
            try beginGesture(
                .connect(node: nil, handle: nil), press.origin, in: view, to: press.start, press.modifiers)
        } catch {
            return false
        }
        guard case .connect(var connect)? = views[view].gesture else { return false }
        connect.lead = .taps
        views[view].gesture = .connect(connect)
        return true
    }
}
