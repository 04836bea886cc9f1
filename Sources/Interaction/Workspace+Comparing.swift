import Editing
import Geometry
import Graph
import Storage

// Views that compare their document with another one.

extension Workspace {
    /// The document as it was at a revision; nil if that is not known any more, or not yet.
    ///
    /// - Complexity: O(the document and the changes since).
    public func document(atRevision revision: Int) -> Document? {
        content.revisions.document(document, before: self.revision - revision)
    }

    /// Lets a view compare with another document.
    ///
    /// - Parameter followed: the caller's number for it, if it is an open document; else nil.
    /// - Complexity: O(*n*) in the content of both documents.
    public mutating func compare(with base: Document, followed: Int?, in view: View.Slot) {
        windows[view].compared = ViewComparison(of: document, with: base, followed: followed)
        windows[view].view.dirty.insert(.differences)
    }

    /// Refuses documents that are too large to be compared.
    ///
    /// - Throws: `limits`.
    public func refuseComparing(with base: Document) throws(EditError) {
        if document.elementCount + base.elementCount <= Limits.comparedElements { return }
        throw EditError(.limits, "at most \(Limits.comparedElements) nodes and edges are compared")
    }

    /// The comparison of a view; nil if it compares nothing.
    public func comparison(of view: View.Slot) -> ViewComparison? { windows[view].compared }

    /// Makes the view's own other document equal to this one in some elements; nil is all.
    ///
    /// - Throws: the errors of `Transaction.take`.
    @discardableResult
    public mutating func accept(
        _ elements: (nodes: [Node.ID], edges: [Edge.ID])?, rules: RulePolicy = .report, in view: View.Slot
    ) throws(EditError) -> [Loss] {
        let document = document
        var losses: [Loss] = []
        try windows[view].changeBase(document) { (transaction) throws(EditError) in
            if let elements {
                losses = try transaction.take(
                    nodes: elements.nodes, edges: elements.edges, from: document, rules: rules)
            } else {
                losses = try transaction.takeAll(from: document, rules: rules)
            }
        }
        return losses
    }

    // MARK: Open documents

    /// Comes in step with changes of an open document with which views compare.
    ///
    /// - Parameter changed: that document, after all of them.
    public mutating func follow(_ commits: [DocumentEditor.Commit], of number: Int, _ changed: Document) {
        let document = document
        for view in windows.slots where windows[view].compared?.followed == number {
            do throws(EditError) {
                for (index, commit) in commits.enumerated() {
                    let change = try DocumentChange(
                        commit.delta.announced, changed, before: commits[(index + 1)...])
                    try windows[view].changeBase(document) { (transaction) throws(EditError) in
                        try transaction.apply(change)
                    }
                }
            } catch {
                // Only of what a limit leaves out; then all is compared again.
                windows[view].compared = ViewComparison(of: document, with: changed, followed: number)
                windows[view].view.dirty.insert(.differences)
            }
        }
    }

    /// Goes on with an open document as it was when it was closed.
    public mutating func stopFollowing(_ number: Int) {
        for view in windows.slots where windows[view].compared?.followed == number {
            windows[view].compared?.followed = nil
        }
    }

    // MARK: Reading

    /// A difference with its position on the canvas.
    public struct PlacedDifference: Sendable {
        /// The element.
        public let element: Comparison.Element
        /// The difference between the two documents in it.
        public let difference: ItemDifference
        /// The bounds of its drawing, for a removed element at its former place; nil if it has none.
        public let bounds: Rect?
    }

    /// The differences of a view in reading order, up to a number: by the tops of their bounds, then by their left
    /// sides, then nodes before edges, by id. Those without a drawing come last.
    ///
    /// - Complexity: O(*n* log *n*) in the differences; O(1) if none is wanted.
    public mutating func differences(in view: View.Slot, limit: Int = .max) -> [PlacedDifference] {
        if limit == 0 { return [] }
        content.refreshItems()
        windows[view].compared?.refreshItems()
        guard let compared = windows[view].compared else { return [] }
        return compared.placed(document, scene, limit: limit)
    }

    /// Moves the focus to the next or previous difference of a view in reading order; after the last comes the first.
    ///
    /// - Returns: its bounds; nil if there is none, or it is drawn nowhere.
    public mutating func focusDifference(isNext: Bool, in view: View.Slot) -> Rect? {
        let differences = differences(in: view)
        if differences.isEmpty { return nil }
        let focused = focusedElement(of: view)
        let known = differences.firstIndex { $0.element == focused }
        let first = isNext ? 0 : differences.count - 1
        let step = isNext ? 1 : differences.count - 1
        let index = known.map { ($0 + step) % differences.count } ?? first
        let found = differences[index]
        if found.difference.kind == .removed { return focus(found.element, in: view) }
        switch found.element {
        case .node(let id): windows[view].view.focus(document.node(id).map { .node($0) })
        case .edge(let id): windows[view].view.focus(document.edge(id).map { .edge($0) })
        }
        return found.bounds
    }

    /// Gives the focus to a removed element of a view; returns its bounds, or nil if it is drawn nowhere.
    public mutating func focus(_ ghost: Comparison.Element, in view: View.Slot) -> Rect? {
        windows[view].view.focus(nil)
        windows[view].view.focusedGhost = ghost
        windows[view].compared?.refreshItems()
        return windows[view].compared?.bounds(ofGhost: ghost)
    }

    private func focusedElement(of view: View.Slot) -> Comparison.Element? {
        if let ghost = windows[view].view.focusedGhost { return ghost }
        switch windows[view].view.focus {
        case .node(let slot)?: return .node(document.nodeID(slot))
        case .edge(let slot)?: return .edge(document.edgeID(slot))
        case nil: return nil
        }
    }

    /// The error of an edit; if the missing element is shown as removed, the message says so.
    func explained(_ error: EditError) -> EditError {
        guard error.reason == .noSuchNode || error.reason == .noSuchEdge else { return error }
        for window in windows {
            guard let comparison = window.compared?.comparison else { continue }
            let ghosts =
                error.nodes.filter { comparison.isRemoved(.node($0)) }
                + error.edges.filter { comparison.isRemoved(.edge($0)) }
            guard let ghost = ghosts.first else { continue }
            var error = error
            error.message += ": \"\(ghost)\" was removed and is only shown, `document/restore` brings it back"
            return error
        }
        return error
    }
}

extension Window {
    /// Changes the other document of its comparison.
    ///
    /// - Parameter document: that of the view.
    fileprivate mutating func changeBase(
        _ document: Document, _ body: (inout Transaction) throws(EditError) -> Void
    ) throws(EditError) {
        try compared?.changeBase(comparing: document, body)
        view.dirty.insert(.differences)
        moveFocusFromGhost(document)
    }

    /// Moves the focus from a removed element that is no longer shown to the element with its id, if there is one.
    mutating func moveFocusFromGhost(_ document: Document) {
        guard let ghost = view.focusedGhost, compared?.comparison.isRemoved(ghost) == false else { return }
        view.focusedGhost = nil
        switch ghost {
        case .node(let id): view.focus(document.node(id).map { .node($0) })
        case .edge(let id): view.focus(document.edge(id).map { .edge($0) })
        }
    }
}

extension ViewComparison {
    /// The former bounds of a removed element; nil if it had no drawing.
    fileprivate func bounds(ofGhost ghost: Comparison.Element) -> Rect? {
        switch ghost {
        case .node(let id): base.node(id).flatMap { scene.nodes.contains($0) ? base.frame($0) : nil }
        case .edge(let id): base.edge(id).flatMap { scene.routes.bounds(ofEdge: $0, in: base) }
        }
    }

    fileprivate func placed(_ document: Document, _ own: Scene, limit: Int) -> [Workspace.PlacedDifference] {
        var found: [FoundDifference] = []
        found.reserveCapacity(comparison.count)
        for (id, difference) in comparison.nodes {
            let bounds: Rect?
            if difference.kind == .removed {
                bounds = self.bounds(ofGhost: .node(id))
            } else {
                bounds = document.node(id).flatMap { own.nodes.contains($0) ? document.frame($0) : nil }
            }
            found.append(FoundDifference(id: id, isEdge: false, difference: difference, bounds: bounds))
        }
        for (id, difference) in comparison.edges {
            let bounds =
                difference.kind == .removed
                ? self.bounds(ofGhost: .edge(id))
                : document.edge(id).flatMap { own.routes.bounds(ofEdge: $0, in: document) }
            found.append(FoundDifference(id: id, isEdge: true, difference: difference, bounds: bounds))
        }
        found.sort { $0.comes(before: $1) }
        return found.prefix(limit).map { one in
            Workspace.PlacedDifference(
                element: one.isEdge ? .edge(one.id) : .node(one.id),
                difference: one.isEdge
                    ? ItemDifference(one.difference, from: nil) : item(one.difference, ofNode: one.id),
                bounds: one.bounds)
        }
    }
}

/// A difference with the values that decide its position in the reading order.
private struct FoundDifference {
    let id: Identifier
    let isEdge: Bool
    let difference: ElementDifference
    let bounds: Rect?

    func comes(before other: FoundDifference) -> Bool {
        let (top, otherTop) = (bounds?.minY ?? .infinity, other.bounds?.minY ?? .infinity)
        if top != otherTop { return top < otherTop }
        let (left, otherLeft) = (bounds?.minX ?? .infinity, other.bounds?.minX ?? .infinity)
        if left != otherLeft { return left < otherLeft }
        return isEdge == other.isEdge ? id.string < other.id.string : !isEdge
    }
}
