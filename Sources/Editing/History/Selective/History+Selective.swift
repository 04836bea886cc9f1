import Graph

// A selective undo takes back a step that others lie on: each element then follows from the steps that are left (`ElementLogs`).

extension History {
    /// The steps that were undone or redone, by index, and the label of the last one.
    typealias Selected = (steps: [Int], label: String?)

    /// Returns true if a step of an owner can be undone or redone, wherever it is in the history.
    func canSelect(_ direction: HistoryDirection, of owner: StepOwner) -> Bool {
        (direction == .undo ? lastDone(of: owner) : lastUndone(of: owner)) != nil
    }

    /// Undoes the last steps of an owner, wherever they are, or redoes the last undone ones in their positions. The
    /// steps have to be split.
    mutating func select(_ direction: HistoryDirection, _ count: Int, of owner: StepOwner) -> Selected {
        let taken = last(direction, count, of: owner)
        for index in taken { mark(direction, index) }
        return (taken, taken.last.map { steps[$0].label })
    }

    /// The last done steps of an owner, or the last undone ones, in that order.
    private func last(_ direction: HistoryDirection, _ count: Int, of owner: StepOwner) -> [Int] {
        switch direction {
        case .undo:
            let done = steps.indices.reversed().lazy.filter { steps[$0].undone == nil && owner.takes(steps[$0].origin) }
            return Array(done.prefix(count))
        case .redo:
            let undone = steps.indices.filter { steps[$0].undone != nil && owner.takes(steps[$0].origin) }
            return Array(undone.sorted { (steps[$0].undone ?? 0) > (steps[$1].undone ?? 0) }.prefix(count))
        }
    }

    /// Undoes or redoes these steps; false, without any effect, if this is not possible for one of them. The steps
    /// have to be split.
    mutating func select(_ direction: HistoryDirection, _ taken: [Int]) -> Bool {
        let canTake = taken.allSatisfy { index in
            steps.indices.contains(index) && !steps[index].origin.isRemote
                && (steps[index].undone == nil) == (direction == .undo)
        }
        if !canTake || Set(taken).count < taken.count { return false }
        for index in taken { mark(direction, index) }
        return true
    }

    private mutating func mark(_ direction: HistoryDirection, _ index: Int) {
        if direction == .undo { markUndone(index) } else { markDone(index) }
    }

    /// Returns the content that a document should show after some steps.
    func projection(
        _ taken: [Int], in document: Document, without transients: TransientElements
    ) -> SelectiveProjection {
        SelectiveProjection(taken.flatMap { steps[$0].keys }, logs, in: document, without: transients)
    }

    /// Records the parts that a document will not show when it follows a projection, before it does.
    mutating func suppress(
        _ projection: SelectiveProjection, in document: Document, without transients: TransientElements
    ) {
        logs.suppress(projection.suppressed, in: document, without: transients)
    }

    /// The edges that should exist and that a document does not show after a walk, or did not until then.
    ///
    /// - Parameters:
    ///   - former: the history before the walk.
    ///   - delta: the change of the document by it.
    func edgesLeftOut(
        by projection: SelectiveProjection, since former: History, _ delta: Delta, in document: Document
    ) -> [LeftOutEdge] {
        if !document.hasStamps { return [] }
        func edge(_ id: Edge.ID, in logs: ElementLogs) -> Edge? {
            if case .edge(let edge)? = logs.content(of: .edge(id)) { edge } else { nil }
        }
        let shown = Dictionary(delta.edges.compactMap { $0.before.map { ($0.id, $0) } }) { first, _ in first }
        let come = Set(delta.edges.compactMap { $0.before?.id == $0.after?.id ? nil : $0.after?.id })
        return projection.edges.compactMap { id, _ in
            let isShown = document.lastingEdge(id) != nil
            return LeftOutEdge(
                id, from: shown[id] ?? edge(id, in: former.logs), to: edge(id, in: logs),
                wasShown: shown[id] != nil || isShown && !come.contains(id), isShown: isShown)
        }
    }

    /// Records the parts that a document does not show because of a limit.
    mutating func noteMissing(_ projection: SelectiveProjection, in document: Document) {
        let missing = projection.missing(in: document)
        if !missing.isEmpty { logs.setSuppressed(projection.suppressed + missing) }
    }

    /// Makes the shown state after the last step, or a confirmation of others, a consequence of the steps.
    ///
    /// The step was made while something was suppressed. If the step would show that element, or suppress another
    /// one, it removes the element itself. So the element stays hidden as long as the step is done.
    mutating func keepSuppressed(_ document: Document, without transients: TransientElements) {
        if logs.suppressed.isEmpty || isGroupOpen { return }
        split(document, without: transients)
        guard let last = steps.indices.last, let number = steps[last].number else { return }
        let projection = SelectiveProjection(steps[last].keys, logs, in: document, without: transients)
        if projection.isShown(in: document) { return }
        steps[last].keys += logs.removeSuppressed(
            of: document, by: number, ElementLog.Revival(steps[last].origin))
    }
}
