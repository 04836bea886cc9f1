import Editing
import Geometry
import Graph

/// The mode in which taps on targets toggle edges from a source, until one was tapped or something else is.
public struct RelateGesture: Sendable {
    /// A handle of a node.
    public struct End: Sendable, Equatable {
        public let node: Int32
        public let handle: Identifier
    }

    var origin: GestureOrigin
    let node: Int32
    let handle: Handle
    /// The visible targets to which an edge may lead or leads already, in the order of the nodes.
    public internal(set) var targets: [End]

    public var source: End { End(node: node, handle: handle.id) }
}

extension Workspace {
    /// Begins to relate a node with others; one without a source that may be connected is refused.
    ///
    /// - Complexity: O(the visible nodes and their handles), each asked of the gate.
    mutating func beginRelating(from node: Int32, _ origin: GestureOrigin, in view: Int) throws(EditError) {
        let flags = document.nodes.flags(node)
        if flags.contains(.locked) { throw .locked(nodes: [document.nodeID(node)]) }
        guard !flags.contains(.unconnectable),
            let handle = document.handles(node).first(where: { $0.kind == .source && $0.isConnectable })
        else { throw .nothingThere("\"\(document.nodeID(node))\" has no source that can be connected") }
        var relate = RelateGesture(origin: origin, node: node, handle: handle, targets: [])
        var visible: [Int32] = []
        scene.nodes.visit(touching: views[view].visible) { if visible.count < Limits.sceneItems { visible.append($0) } }
        visible.sort { document.nodes.order.key($0) < document.nodes.order.key($1) }
        for slot in visible where !document.nodes.flags(slot).contains(.unconnectable) {
            for target in document.handles(slot) where target.kind == .target && target.isConnectable {
                let end = RelateGesture.End(node: slot, handle: target.id)
                if canToggle(end, in: relate) { relate.targets.append(end) }
            }
        }
        views[view].gestureCount += 1
        views[view].gesture = .relate(relate)
    }

    private mutating func canToggle(_ end: RelateGesture.End, in relate: RelateGesture) -> Bool {
        switch refusal(of: proposal(to: end, in: relate))?.reason {
        case nil, .duplicate, .limit: true
        case .noSuchNode, .noSuchHandle, .locked, .direction, .`self`, .dataType, .cycle, .rejectedByClient: false
        }
    }

    private func proposal(to end: RelateGesture.End, in relate: RelateGesture) -> ConnectionProposal {
        ConnectionProposal(
            source: document.nodeID(relate.node), sourceHandle: relate.handle.id,
            target: document.nodeID(end.node), targetHandle: end.handle)
    }

    /// Ends the mode with a tap: on a target that takes part it toggles the edge; true if it did.
    mutating func relate(_ relate: RelateGesture, to hits: [Hit], in view: Int, cause: String) throws(EditError) -> Bool
    {
        views[view].gesture = nil
        for hit in hits {
            guard case .handle(let node, let index) = hit.target else { continue }
            let end = RelateGesture.End(node: node, handle: document.handles(node)[index].id)
            guard relate.targets.contains(end) else { continue }
            let proposal = proposal(to: end, in: relate)
            _ = try perform(DocumentEditor.Options(cause: cause, label: "Relate")) { (transaction) throws(EditError) in
                try transaction.toggle(proposal)
            }
            return true
        }
        return false
    }

    /// Whether a tap belongs to a mode that taps end, or begins one.
    mutating func isTapTaken(_ press: Press, in view: Int, cause: String) throws(EditError) -> Bool {
        switch views[view].gesture {
        case .relate(let relate): return try self.relate(relate, to: press.hits, in: view, cause: cause)
        case .connect(let connect) where connect.isClicked:
            try advanceGesture(in: view, to: press.start, press.modifiers)
            try finishGesture(at: press.start, in: view, cause: cause)
            return true
        case nil: return beginClicking(press, in: view)
        default: return false
        }
    }

    /// Begins a connection with a tap on a handle, if the settings want it.
    private mutating func beginClicking(_ press: Press, in view: Int) -> Bool {
        guard document.settings.connectOnClick, case .handle? = press.hits.first?.target else { return false }
        do throws(EditError) {
            try beginGesture(
                .connect(node: nil, handle: nil), press.origin, in: view, to: press.start, press.modifiers)
        } catch {
            return false
        }
        guard case .connect(var connect)? = views[view].gesture else { return false }
        connect.isClicked = true
        views[view].gesture = .connect(connect)
        return true
    }
}

extension Gesture {
    /// Whether taps go on to have a meaning while the gesture is open: it is a mode that one ends.
    var takesTaps: Bool {
        switch self {
        case .relate: true
        case .connect(let connect): connect.isClicked
        case .drag, .reconnect, .resize, .waypoint, .label, .marquee, .lasso, .pan, .pinch, .cut: false
        }
    }
}
