import Editing
import Geometry
import Graph
import Storage

/// An open window of a client onto a document: a view, the input in it, and the state that its client was sent.
///
/// The parts do not know each other. A function of one of them touches only that part, and receives the others as
/// parameters; it returns all other work to the workspace.
public struct Window: Sendable {
    /// The view that it shows.
    public internal(set) var view: View
    /// The state of pointers and keys in it.
    var input = InputMachine()
    /// The state that other views are sent of it.
    var presence: PresenceState
    /// The state that its client was sent.
    var sent = SentState()
    /// The drawing shown in place of the document; nil if the document is shown.
    var arrangement: Arrangement?
    /// The comparison with another document; nil if it shows none.
    public internal(set) var compared: ViewComparison?

    /// The slot of the view in the memory of a window.
    fileprivate static let offsetOfView = MemoryLayout<Window>.offset(of: \.view) ?? 0

    init(_ view: View, _ presence: PresenceState) {
        self.view = view
        self.presence = presence
        // A client knows the viewport from the reply; what else there is to show comes with the first frame.
        if view.mode == .none {
            sent.isFirst = false
            sent.viewport = view.viewport
            self.view.dirty = presence.followsOthers ? .presence : []
        } else {
            self.view.dirty = .all
        }
    }

    /// The pressed pointers, in order, each with its state and its rejected claims.
    public var contacts: [(id: Int, part: ContactPart, claim: Claim?, refusals: [Claim.Refusal])] {
        input.pointers.contacts.map { ($0.id, input.pointers.part(of: $0.id), $0.claim, $0.refusals) }
    }

    // MARK: Changes of the document

    /// Comes in step with a change of the document.
    ///
    /// - Parameter drawing: the version of the drawing before the scene follows it.
    mutating func follow(_ delta: Delta, _ document: Document, drawing: Int) {
        forget(delta)
        view.endDisturbedForm(delta, document)
        view.disturb(by: delta, document, drawing: drawing)
        if compared != nil {
            compared?.follow(delta, document)
            moveFocusFromGhost(document)
        }
        followDrawing()
    }

    /// Is true if only the frames of the window depend on a change. The window is borrowed, because a copy would
    /// retain all its content.
    @inline(__always)
    var isCalm: Bool {
        mutating get {
            view.resting == nil && view.editing == nil && arrangement == nil && compared == nil && !view.isBusy
                && view.offering == nil
        }
    }

    /// Is true if only the frames of the window, and an open gesture, depend on a change. While a gesture is open,
    /// none waits.
    @inline(__always)
    var isCalmBesidesGesture: Bool {
        mutating get {
            view.isBusy && view.heed != nil && view.editing == nil && arrangement == nil && compared == nil
                && view.offering == nil
        }
    }

    /// Comes in step with edges that are drawn otherwise.
    mutating func followDrawing() {
        view.invalidateHover()
        if view.mode != .none || view.framesSelection { view.dirty.insert(.content) }
    }

    /// Forgets elements that are gone from the document.
    private mutating func forget(_ delta: Delta) {
        var goneNodes: [Node.Slot] = []
        var goneEdges: [Edge.Slot] = []
        for index in delta.nodes.indices {
            guard let id = delta.nodes[index].goneID else { continue }
            let slot = delta.nodes[index].slot
            goneNodes.append(slot)
            sent.forget(.node(slot))
            if view.listsSelection { sent.deselect(node: slot, id) }
        }
        for index in delta.edges.indices {
            guard let id = delta.edges[index].goneID else { continue }
            let slot = delta.edges[index].slot
            goneEdges.append(slot)
            sent.forget(.edge(slot))
            if view.listsSelection { sent.deselect(edge: slot, id) }
        }
        if goneNodes.isEmpty && goneEdges.isEmpty { return }
        let gone = (nodes: SlotSet(goneNodes), edges: SlotSet(goneEdges))
        presence.forget(nodes: goneNodes, edges: goneEdges)
        sent.forgetRunning(nodes: gone.nodes, edges: gone.edges)
        input.pointers.forget(nodes: gone.nodes, edges: gone.edges)
        view.forget(nodes: gone.nodes, edges: gone.edges)
    }

    // MARK: Frames

    /// Moves the changes since the last update into an empty one; false if there were none. The first update is
    /// complete.
    ///
    /// - Parameters:
    ///   - scene: in step with the document.
    ///   - problems: the counts for elements; nil if no view shows them or depends on them.
    ///   - isReadOnly: whether every change of the document is refused.
    ///   - revision: of the document.
    /// - Complexity: O(the changes and the visible elements), whatever the size of the document and of the selection.
    mutating func takeUpdate(
        into update: inout ViewUpdate, _ document: Document, _ scene: Scene, _ problems: ProblemCounts?,
        isReadOnly: Bool, revision: Int
    ) -> Bool {
        sent.begin(&update, of: &view, revision: revision)
        let isNew: Bool
        if arrangement == nil {
            isNew = sent.takeUpdate(
                into: &update, of: &view, document, scene, problems, &compared, isReadOnly: isReadOnly,
                isArranged: false)
        } else {
            isNew = sent.takeUpdate(
                into: &update, of: &view, arrangement?.document ?? document, arrangement?.scene ?? scene, problems,
                &compared, isReadOnly: isReadOnly, isArranged: true)
        }
        if view.level != sent.scene.value.level { view.level = sent.scene.value.level }
        view.dirty = []
        return isNew
    }

    /// The first update if the view were opened now; the sent state does not change.
    mutating func wholeUpdate(
        _ document: Document, _ scene: Scene, _ problems: ProblemCounts?, isReadOnly: Bool, revision: Int,
        _ presence: [ViewUpdate.Neighbor]
    ) -> ViewUpdate {
        var copy = self
        copy.sent = SentState()
        copy.sent.scene.value.types = sent.scene.value.types.repeated()
        copy.sent.scene.value.handleSets = sent.scene.value.handleSets.repeated()
        copy.view.dirty = .all
        var update = ViewUpdate()
        update.presence = presence
        _ = copy.takeUpdate(into: &update, document, scene, problems, isReadOnly: isReadOnly, revision: revision)
        update.number = sent.number
        return update
    }
}

extension [Window] {
    /// The memory of a view: valid as long as the windows are not changed.
    @inline(__always)
    func address(ofView view: View.Slot) -> UnsafePointer<View> {
        precondition(indices.contains(view.index))
        return withUnsafeBufferPointer { windows in
            (UnsafeRawPointer(windows.baseAddress.unsafelyUnwrapped + view.index) + Window.offsetOfView)
                .assumingMemoryBound(to: View.self)
        }
    }
}

extension View {
    /// The index of a view among those of a document.
    public typealias Slot = Storage.Slot<Window>
}

extension Window {
    /// Updates the drawing that frames show in place of the document while others make way for dragged nodes.
    mutating func arrange(on stage: Stage) {
        if arrangement == nil && view.gesture == nil { return }
        let former = arrangement.take()
        let next = Arrangement.next(after: former, of: view, on: stage)
        arrangement = next
        guard let shown = next ?? former, next.map({ !$0.isSame(as: former) }) ?? true else { return }
        sent.scene.value.lookAgain(at: next?.scene ?? stage.scene)
        if Arrangement.differ(former, next, stage.document) { sent.transition = Transition() }
        sent.held = shown.carried
    }
}
