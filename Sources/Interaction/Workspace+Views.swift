import Editing
import Geometry
import Graph
import Routing
import Storage
import Wire

// The views of an editor, and the questions they ask.

extension Workspace {
    /// Opens a view; a zoom out of range is clamped. Gives the viewport it starts with.
    public mutating func openView(
        _ id: String, size: Size, viewport: Viewport?, mode: View.SceneMode, carried: View.CarriedItems = .placed,
        margin: Double?, listsSelection: Bool = false, followsOthers: Bool = false
    ) -> Viewport {
        var start = viewport ?? Viewport(document.viewport) ?? Viewport()
        start.zoom = zoomLimits(ofSize: size, reaching: start.zoom).clamped(start.zoom)
        presenceVersion += 1
        if followsOthers { presenceFollowers += 1 }
        views.append(
            View(
                id: id, size: size, viewport: start, mode: mode, carried: carried, margin: margin,
                listsSelection: listsSelection,
                presence: PresenceState(followsOthers: followsOthers, version: presenceVersion)))
        if presenceFollowers > 0 { markPresence() }
        return start
    }

    /// Closes a view; those behind it move up.
    public mutating func close(_ view: View.Slot) {
        questions.forget(view: views[view].id)
        if views[view].presence.followsOthers { presenceFollowers -= 1 }
        views.remove(at: view.index)
        if presenceFollowers > 0 { markPresence() }
    }

    /// Gives a view another size, in screen points.
    public mutating func resize(_ view: View.Slot, to size: Size) { views[view].size = size }

    /// Whose steps undo and redo take in a view: its own, those of none, and those of views that are closed.
    public func owner(_ view: View.Slot) -> StepOwner {
        StepOwner(view: Identifier(views[view].id), open: Set(views.map { Identifier($0.id) }))
    }

    /// How an edit in a view is committed.
    func options(_ label: String, in view: View.Slot?, cause: String) -> DocumentEditor.Options {
        DocumentEditor.Options(cause: cause, label: label, view: view.map { Identifier(views[$0].id) })
    }

    // MARK: Hits

    /// What is under a screen point, of what the view shows.
    public mutating func hit(in view: View.Slot, at screen: Point, _ pointer: PointerKind) -> Hit {
        refresh()
        return firstHit(in: view, at: screen, pointer)
    }

    /// Not mutating, so that document and scene are lent to the test and not counted; nor is a selection of nothing.
    private func firstHit(in view: View.Slot, at screen: Point, _ pointer: PointerKind) -> Hit {
        HitTest(at: screen, in: views[view].viewport, views[view].level, document, pointer: pointer)
            .first(in: document, scene, views[view].selection.isEmpty ? Selection() : views[view].selection)
    }

    /// Everything under a screen point, the canvas last.
    public mutating func hits(in view: View.Slot, at screen: Point, _ pointer: PointerKind) -> [Hit] {
        refresh()
        return HitTest(at: screen, in: views[view].viewport, views[view].level, document, pointer: pointer)
            .all(in: document, scene, views[view].selection)
    }

    // MARK: Selection

    /// Changes what is selected in a view; settings and flags are not asked.
    ///
    /// - Complexity: O(the words of the sets), one for 64 slots.
    public mutating func select(_ operation: Selection.Operation, _ other: Selection, in view: View.Slot) {
        views[view].selection.apply(operation, other)
    }

    /// Whether the settings let anything be selected but what a client names.
    private var mayGather: Bool {
        document.settings.interaction.selectionEnabled && document.settings.interaction.multiSelectionEnabled
    }

    /// What a lasso catches; nil where the settings let it catch nothing, which leaves the selection as it is.
    public mutating func gather(_ lasso: Lasso) -> Selection? {
        guard mayGather else { return nil }
        refresh()
        return lasso.gather(document, scene)
    }

    /// Everything that is not concealed and may be selected; nil where the settings do not let it be.
    public mutating func everythingSelectable() -> Selection? {
        guard mayGather else { return nil }
        editor.refresh()
        var selection = Selection()
        for slot in (0..<document.nodes.slotCount).lazy.map({ Node.Slot(index: $0) })
        where document.nodes.isAlive(slot) && !document.nodes.flags(slot).contains(.unselectable) {
            if !document.isConcealed(slot) { selection.nodes.insert(slot) }
        }
        for slot in (0..<document.edges.slotCount).lazy.map({ Edge.Slot(index: $0) })
        where document.edges.isAlive(slot) && !document.edges.flags(slot).contains(.unselectable) {
            if !document.isConcealed(edge: slot) { selection.edges.insert(slot) }
        }
        return selection
    }

    /// Selects what a step of the history brought back or moved; a step that did neither leaves the selection.
    public mutating func select(_ delta: Delta, in view: View.Slot) {
        var chosen = Selection()
        for change in delta.nodes where !change.isRemoval {
            if change.isInsertion || change.before != change.after { chosen.nodes.insert(change.slot) }
        }
        for change in delta.edges where change.before == nil && change.after != nil { chosen.edges.insert(change.slot) }
        if !chosen.isEmpty { select(.replace, chosen, in: view) }
    }

    // MARK: Connections

    /// Every handle to which a connection from a handle may lead, in the order of the nodes.
    ///
    /// - Complexity: O(nodes and handles), each asked of the gate.
    public mutating func legalEnds(from node: Node.ID, _ start: Handle) -> [(node: Node.ID, handle: Identifier)] {
        var ends: [(Node.ID, Identifier)] = []
        for slot in document.nodeSlots {
            for handle in document.handles(slot) where handle.kind != start.kind {
                let id = document.nodeID(slot)
                let proposal =
                    start.kind == .source
                    ? ConnectionProposal(source: node, sourceHandle: start.id, target: id, targetHandle: handle.id)
                    : ConnectionProposal(source: id, sourceHandle: handle.id, target: node, targetHandle: start.id)
                if refusal(of: proposal) == nil { ends.append((id, handle.id)) }
            }
        }
        return ends
    }
}

extension Viewport {
    /// Reads the viewport of a file; nil if it is none.
    init?(_ json: JSON?) {
        guard let x = json?["x"]?.doubleValue, let y = json?["y"]?.doubleValue, let zoom = json?["zoom"]?.doubleValue,
            zoom > 0
        else { return nil }
        self.init(x: x, y: y, zoom: zoom)
    }
}
