import Editing
import Graph
import Storage

// What is selected in a view, and how taps and edits change it.

extension View {
    /// Changes the selection; settings and flags are not checked.
    ///
    /// The last listed element that is now selected gets the focus; a focused element that is deselected loses it.
    ///
    /// - Complexity: O(the words of the sets), one for 64 slots.
    public mutating func select(_ operation: Selection.Operation, _ other: Selection, named: [ElementSlot] = []) {
        let wasSelected = focus.map { selection.contains($0) } == true
        join(operation, other)
        if let last = named.last(where: { selection.contains($0) }) {
            if focus != last { focus = last }
        } else if wasSelected, let focus, !selection.contains(focus) {
            self.focus = nil
        }
    }

    /// Selects only the results of an edit; a single node gets the focus.
    public mutating func select(made: Selection) {
        let node = made.edges.isEmpty ? made.nodes.single : nil
        select(.replace, made, named: node.map { [.node($0)] } ?? [])
    }

    /// Changes the selection. A change ends the mode that relates the former selection.
    private mutating func join(_ operation: Selection.Operation, _ other: Selection) {
        let before = selection
        selection.apply(operation, other)
        if selection != before && gesture?.kind == RelateGesture.kind { gesture = nil }
    }

    /// Selects elements that a step of the history brought back or moved; a step without any leaves the selection.
    public mutating func select(_ delta: Delta) {
        var chosen = Selection()
        for change in delta.nodes where !change.isRemoval {
            if change.isInsertion || change.before != change.after { chosen.nodes.insert(change.slot) }
        }
        for change in delta.edges where change.before == nil && change.after != nil { chosen.edges.insert(change.slot) }
        if !chosen.isEmpty { select(.replace, chosen) }
    }

    /// Selects only nodes and focuses the first, if gestures may select them.
    mutating func selectOnly(_ nodes: [Node.Slot], in document: Document) {
        let settings = document.settings.interaction
        if !settings.selectionEnabled { return }
        let chosen = nodes.filter { !document.nodes.flags($0).contains(.unselectable) }
            .prefix(settings.multiSelectionEnabled ? .max : 1)
        guard let first = chosen.first else { return }
        selection = Selection(nodes: SlotSet(chosen))
        focus = .node(first)
    }

    /// Changes the selection by the elements of one item; a toggle that finds a part selected adds the rest.
    private mutating func select(_ operation: Selection.Operation, whole other: Selection) {
        var rest = other
        rest.apply(.remove, selection)
        let isPart = !rest.isEmpty && rest != other
        join(operation == .toggle && isPart ? .add : operation, other)
    }

    /// Selects the copies of the selection; the focus moves from an element to its copy.
    mutating func select(_ made: Duplicates, in document: Document) {
        var copies = Selection()
        var next = focus
        for (old, new) in made.nodes {
            guard let from = document.node(old), let to = document.node(new) else { continue }
            if selection.nodes.contains(from) { copies.nodes.insert(to) }
            if focus == .node(from) { next = .node(to) }
        }
        for (old, new) in made.edges {
            guard let from = document.edge(old), let to = document.edge(new) else { continue }
            if selection.edges.contains(from) { copies.edges.insert(to) }
            if focus == .edge(from) { next = .edge(to) }
        }
        if copies.isEmpty { return }
        select(.replace, copies)
        if next != focus { focus = next }
    }

    /// Selects and focuses a tapped element: alone, or joined to the selection by the held keys.
    mutating func choose(_ element: ElementSlot?, with modifiers: Modifiers, on stage: Stage) {
        let settings = stage.document.settings.interaction
        guard settings.selectionEnabled else { return }
        let operation = settings.multiSelectionEnabled ? modifiers.joining : .replace
        let other = element.map { stage.selectable($0) } ?? Selection()
        guard let element, !other.isEmpty else {
            if element == nil && modifiers.isEmpty {
                if !selection.isEmpty { selection = Selection() }
                if focus != nil { focus = nil }
            }
            return
        }
        select(operation, whole: other)
        if selection.contains(element) {
            focus = element
        } else if focus == element {
            focus = nil
        }
    }

    /// Selects the focused element.
    ///
    /// - Throws: `switchedOff`.
    mutating func selectFocused(_ operation: Selection.Operation, on stage: Stage) throws(EditError) {
        let settings = stage.document.settings.interaction
        guard let focus else { return }
        if !settings.selectionEnabled { throw .switchedOff(by: "selectionEnabled") }
        let other = stage.selectable(focus)
        if other.isEmpty {
            switch focus {
            case .node(let slot): throw .switchedOff(flag: "selectable", nodes: [stage.document.nodeID(slot)])
            case .edge(let slot): throw .switchedOff(flag: "selectable", edges: [stage.document.edgeID(slot)])
            }
        }
        select(settings.multiSelectionEnabled ? operation : .replace, whole: other)
    }
}

extension Stage {
    /// Returns the elements that gestures may select for an element; for an edge that represents a bundle, the edges of
    /// the bundle.
    fileprivate func selectable(_ element: ElementSlot) -> Selection {
        var selection = Selection()
        switch element {
        case .node(let slot):
            if !document.nodes.flags(slot).contains(.unselectable) { selection.nodes.insert(slot) }
        case .edge(let slot):
            let edges = document.nodes.collapsedCount > 0 ? scene.bundles.edges(with: slot) ?? [slot] : [slot]
            for edge in edges where !document.edges.flags(edge).contains(.unselectable) {
                selection.edges.insert(edge)
            }
        }
        return selection
    }
}

extension Document {
    /// Everything that is not concealed and may be selected.
    ///
    /// - Throws: `switchedOff`.
    func everythingSelectable() throws(EditError) -> Selection {
        if !settings.interaction.selectionEnabled { throw .switchedOff(by: "selectionEnabled") }
        if !settings.interaction.multiSelectionEnabled { throw .switchedOff(by: "multiSelectionEnabled") }
        var selection = Selection()
        // Edges lead anywhere, and a set of slots lies nearer than rows.
        var concealed = SlotSet<Node>()
        for slot in (0..<nodes.slotCount).lazy.map({ Node.Slot(index: $0) }) where nodes.isAlive(slot) {
            if isConcealed(slot) {
                concealed.insert(slot)
            } else if !nodes.flags(slot).contains(.unselectable) {
                selection.nodes.insert(slot)
            }
        }
        for slot in (0..<edges.slotCount).lazy.map({ Edge.Slot(index: $0) }) where edges.isAlive(slot) {
            let flags = edges.flags(slot)
            if flags.contains(.unselectable) { continue }
            let ends = edges.ends(slot)
            let hasConcealedEnd = concealed.contains(ends.source) || concealed.contains(ends.target)
            let isInside = hasConcealedEnd || flags.contains(.grouped)
            if isInside ? isConcealed(edge: slot) : flags.contains(.hidden) { continue }
            selection.edges.insert(slot)
        }
        return selection
    }
}

extension View {
    /// Selects the results of an edit of the view.
    mutating func follow(_ made: EditMade, in document: Document) {
        if let copies = made.copies { select(copies, in: document) }
        selectOnly(made.nodes.compactMap { document.node($0) }, in: document)
        guard let pasted = made.pasted, document.settings.interaction.selectionEnabled else { return }
        let nodes = SlotSet(pasted.roots.compactMap { document.node($0) })
        select(
            made: Selection(nodes: nodes, edges: SlotSet(pasted.copies.edges.compactMap { document.edge($0.new) })))
    }
}
