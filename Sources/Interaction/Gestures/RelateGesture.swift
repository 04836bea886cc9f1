import Editing
import Geometry
import Graph
import Storage

/// The mode in which taps on targets toggle edges from a source, until something else is tapped.
public struct RelateGesture: GesturePayload {
    /// A handle of a node.
    public struct HandleEnd: Sendable, Equatable {
        /// The node that has the handle.
        public let node: Node.Slot
        /// The id of the handle.
        public let handle: Identifier
    }

    var origin: GestureOrigin
    private let node: Node.Slot
    private let handle: Handle
    /// The visible targets of possible or existing edges, in the order of the nodes.
    public private(set) var targets: [HandleEnd] = []

    /// The handle from which taps toggle edges.
    public var source: HandleEnd { HandleEnd(node: node, handle: handle.id) }

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
        redraw(on: stage)
    }

    /// Finds the targets again.
    mutating func redraw(on stage: Stage) {
        targets = stage.visibleEnds { slot, handle in
            handle.kind == .target && canToggle(HandleEnd(node: slot, handle: handle.id), on: stage)
        }
    }

    private func canToggle(_ end: HandleEnd, on stage: Stage) -> Bool {
        switch stage.refusal(of: proposal(to: end, in: stage.document))?.reason {
        case nil, .duplicate, .limit: true
        case .noSuchNode, .noSuchHandle, .locked, .direction, .`self`, .dataType, .nodeType, .valueType, .cycle,
            .rejectedByClient:
            false
        }
    }

    private func proposal(to end: HandleEnd, in document: Document) -> ConnectionProposal {
        ConnectionProposal(
            source: document.nodeID(node), sourceHandle: handle.id, target: document.nodeID(end.node),
            targetHandle: end.handle)
    }

    /// The edge that a tap toggles: to the first target hit that takes part; nil if none does.
    func proposal(for hits: [Hit], in document: Document) -> ConnectionProposal? {
        for hit in hits {
            guard case .handle(let node, let index) = hit.target else { continue }
            let end = HandleEnd(node: node, handle: document.handles(node)[index].id)
            if targets.contains(end) { return proposal(to: end, in: document) }
        }
        return nil
    }

    mutating func update(to _: Point, _: Modifiers, on _: Stage) -> GestureEffect { .nothing }

    mutating func forget(nodes: SlotSet<Node>, edges _: SlotSet<Edge>) -> Bool {
        targets.removeAll { nodes.contains($0.node) }
        return !nodes.contains(node)
    }

    // MARK: Description

    static let kind = Gesture.Kind("relate", followsToBorder: false, coalesces: false)
    static let rows: [GestureRow] = [
        GestureRow("source", .handle, "relate: from where taps toggle edges", .drawn),
        GestureRow("targets", .handles, "relate: the visible targets that may be joined with it or are", .drawn),
        .selection,
    ]
    var values: [GestureValue] { [.handle(source), .handles(targets), .selection(nodes: targets.count, edges: 0)] }
    var cursor: Cursor { .crosshair }
    var takesTaps: Bool { true }
}
