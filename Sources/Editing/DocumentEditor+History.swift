import Graph

// Undo, redo, and groups of edits.

extension DocumentEditor {
    /// The result of an undo or a redo: the number of steps, the label of the last one, and the change.
    public typealias HistoryWalk = (steps: Int, label: String?, delta: Delta)

    /// Undoes or redoes up to a number of steps as one change.
    ///
    /// Undoes the last steps exactly. A step below others is undone selectively: later changes stay.
    ///
    /// - Parameter prepared: the steps as performed on a copy of the document; nil if that was not done.
    /// - Throws: `groupOpen`, `journal`.
    public mutating func walk(
        _ direction: HistoryDirection, _ steps: Int, of owner: StepOwner = .everyone, cause: String,
        _ prepared: PreparedWalk? = nil
    ) throws(EditError) -> HistoryWalk {
        try refuseInGroup()
        try prepareJournal()
        guard let walked = history.walk(direction, steps, of: owner) else {
            return try select(direction, steps, of: owner, cause)
        }
        let stamp = walked.steps > 0 ? document.nextStamp(at: time) : nil
        do throws(EditError) {
            if walked.steps > 0 { try journal?.appendWalk(direction, walked.steps, stamp) }
        } catch {
            _ = history.walk(direction.opposite, walked.steps, of: .everyone)
            throw error
        }
        let isPrepared = prepared?.isSame(as: direction, walked.steps, in: document) == true
        return (
            walked.steps, walked.label,
            replay(walked.deltas, stamp, cause: cause, isPrepared ? prepared : nil)
        )
    }

    /// Undoes up to a number of steps; see `walk`.
    public mutating func undo(
        _ steps: Int, of owner: StepOwner = .everyone, cause: String
    ) throws(EditError) -> HistoryWalk { try walk(.undo, steps, of: owner, cause: cause) }

    /// Redoes up to a number of steps; see `walk`.
    public mutating func redo(
        _ steps: Int, of owner: StepOwner = .everyone, cause: String
    ) throws(EditError) -> HistoryWalk { try walk(.redo, steps, of: owner, cause: cause) }

    /// Undoes or redoes steps below others, as one change.
    private mutating func select(
        _ direction: HistoryDirection, _ steps: Int, of owner: StepOwner, _ cause: String
    ) throws(EditError) -> HistoryWalk {
        if !history.canSelect(direction, of: owner) { return (0, nil, Delta()) }
        history.split(document, without: transients)
        var history = history
        let taken = history.select(direction, steps, of: owner)
        document.updateInheritance()
        let made = document.madeIDs
        let projection = history.projection(taken.steps, in: document, without: transients)
        history.suppress(projection, in: document, without: transients)
        let (_, delta) = try document.transact { (transaction) throws(EditError) in
            transaction.isReplay = true
            transaction.perform(projection)
        }
        var line = StepLine(Options(cause: cause, label: taken.label), .anyone)
        line.selection = StepSelection(direction, taken.steps, of: history)
        let edges = history.edgesLeftOut(by: projection, since: self.history, delta, in: document)
        if !edges.isEmpty { line.stamp = document.nextStamp(at: time) }
        let lasting = try takeLasting(delta, made, &line)
        history.noteMissing(projection, in: document)
        self.history = history
        commit(delta, lasting, line.stamp, leavingOut: edges, isWalk: true, cause: cause)
        return (taken.steps.count, taken.label, delta)
    }

    func refuseInGroup() throws(EditError) {
        if let editRefusal { throw editRefusal }
        if history.isGroupOpen { throw EditError(.groupOpen, "end or cancel the open group of edits first") }
    }

    mutating func replay(
        _ deltas: [Delta], _ stamp: Stamp?, cause: String, _ prepared: PreparedWalk? = nil
    ) -> Delta {
        if deltas.isEmpty { return Delta() }
        if let prepared {
            (document, transients) = (prepared.document, prepared.transients)
            commit(prepared.delta, deltas[0], stamp, isWalk: true, cause: cause, ([], nil), prepared.text)
            return prepared.delta
        }
        let whole = document.replay(deltas, &transients)
        let lasting = document.hasStamps ? Delta(merging: deltas) : deltas[0]
        commit(whole, lasting, stamp, isWalk: true, cause: cause)
        return whole
    }

    /// Opens a group of edits, which becomes one undo step; groups nest.
    ///
    /// - Throws: `limits`, `journal`.
    public mutating func beginGroup(_ label: String, view: Identifier? = nil) throws(EditError) {
        if history.openGroups >= Limits.historyGroups {
            throw EditError(.limits, "at most \(Limits.historyGroups) groups are open at a time")
        }
        if isUnrecovered { throw .unrecovered }
        try prepareJournal()
        let origin = StepOrigin(view)
        try journal?.appendBegin(label, origin)
        history.beginGroup(label, origin: origin)
    }

    /// Closes the innermost group.
    ///
    /// - Parameter cause: the cause of the change that shows suppressed elements, if there is one.
    /// - Throws: `noGroup`, `journal`.
    public mutating func endGroup(cause: String = "end") throws(EditError) {
        try prepareJournal()
        if history.isGroupOpen { try journal?.appendEnd() }
        if try history.endGroup(), !dropVoidStep() { history.keepSuppressed(document, without: transients) }
        showSuppressed(.remote, cause: cause)
    }

    /// Drops the last step if it has no effect, since there is nothing to undo.
    ///
    /// - Returns: True if it did.
    @discardableResult
    mutating func dropVoidStep() -> Bool {
        guard let delta = history.lastDelta, document.isVoid(delta, without: transients) else { return false }
        // A journal that does not know of it would take the next undo for that of this step: then the step stays.
        do throws(EditError) { try journal?.appendDrop() } catch { return false }
        history.dropLast()
        return true
    }

    /// Closes the innermost group and reverts its changes.
    ///
    /// - Throws: `noGroup`, `journal`.
    public mutating func cancelGroup(cause: String) throws(EditError) {
        try prepareJournal()
        let stamp = history.isGroupOpen ? document.nextStamp(at: time) : nil
        if history.isGroupOpen { try journal?.appendCancel(stamp) }
        _ = replay(try history.cancelGroup(), stamp, cause: cause)
    }
}
