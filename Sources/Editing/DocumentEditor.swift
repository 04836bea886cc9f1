import Graph

/// A document with its history: the one door through which an open document changes.
///
/// The history knows lasting elements alone; what changes transient ones is committed and is no step of it.
public struct DocumentEditor: Sendable {
    /// The document as it is now; it changes through `perform` and the history alone.
    public private(set) var document: Document
    /// The steps that undo and redo take.
    public private(set) var history = History()
    /// Grows by one with every committed change.
    public private(set) var revision = 0
    /// Changes that were committed and not yet announced, the oldest first.
    public private(set) var commits: [Commit] = []
    /// The elements of which the history knows nothing.
    private var transients: TransientElements
    /// Where every change is written before it is committed; nil where none is kept.
    private var journal: Journal?

    /// An editor with an empty history; the document counts as saved.
    public init(_ document: Document) {
        self.document = document
        transients = TransientElements(of: document)
    }

    /// An editor of a document that a journal has led to; its history goes on.
    public init(_ recovery: JournalRecovery) {
        self.init(recovery.document)
        history = recovery.history
    }

    /// A committed change.
    public struct Commit: Sendable {
        /// The method the client sent.
        public let cause: String
        /// The revision the change led to; it came from the one before.
        public let revision: Int
        /// What changed, before and after.
        public let delta: Delta
    }

    /// How an edit is committed.
    public struct Options: Sendable {
        /// The method the client sent, as notifications name it.
        public var cause: String
        /// What undo menus show.
        public var label: String
        /// Edits in a row with the same key become one undo step.
        public var mergeKey: String?
        /// Whether the edit is performed and everything is left as it was.
        public var isDryRun = false

        /// Options for an edit; without a label the cause is shown.
        public init(cause: String, label: String? = nil) {
            self.cause = cause
            self.label = label ?? cause
        }
    }

    /// Performs an edit as one change: committed, recorded, ready to be announced; or not at all.
    ///
    /// - Returns: what `edit` returned, and the revision the document has then (in a dry run: would have).
    /// - Throws: what `edit` throws, and `journal`; then nothing has changed.
    public mutating func perform<Result>(
        _ options: Options, _ edit: (inout Transaction) throws(EditError) -> Result
    ) throws(EditError) -> (result: Result, revision: Int) {
        document.updateInheritance()
        if !options.isDryRun { try renewJournal() }
        let made = document.madeIDs
        let (result, delta) = try document.transact(dryRun: options.isDryRun, edit)
        if delta.isEmpty { return (result, revision) }
        if options.isDryRun { return (result, revision + 1) }
        let former = journal == nil ? TransientElements() : transients
        let lasting = transients.takeLasting(delta, in: &document)
        if !lasting.isEmpty {
            let isJoining = history.joins(options.mergeKey)
            do throws(EditError) {
                try journal?.append(
                    lasting, of: document, transients, options, revision: revision + 1, isJoining: isJoining)
            } catch {
                transients = former
                document.takeBack(delta, to: made)
                throw error
            }
            history.record(lasting, label: options.label, mergeKey: options.mergeKey, isJoining: isJoining)
            if isJoining { dropVoidStep() }
        }
        commit(delta, cause: options.cause)
        return (result, revision)
    }

    /// Performs an edit and leaves everything as it was; returns what the edit returned.
    ///
    /// - Throws: what `edit` throws.
    public mutating func dryRun<Result>(
        _ edit: (inout Transaction) throws(EditError) -> Result
    ) throws(EditError) -> Result {
        var options = Options(cause: "")
        options.isDryRun = true
        return try perform(options, edit).result
    }

    /// Drops names that no element uses any more; returns the new numbers of the others, or nil if none changed.
    public mutating func sweepNames() -> NameSweep? { document.sweepNames() }

    /// Brings what the document derives lazily in step, before questions about it.
    public mutating func refresh() { document.updateInheritance() }

    /// Makes the order by which the gate looks for cycles, before questions to it.
    public mutating func prepareGate() { document.prepareGate() }

    /// Why the rules refuse a connection, or nil.
    public mutating func refusal(of proposal: ConnectionProposal) -> ConnectionRefusal? {
        document.prepareGate()
        return document.refusal(of: proposal)
    }

    /// Brings what diagnostics follow from in step, before `Document.diagnostics` and its like.
    public mutating func prepareDiagnostics() {
        document.updateInheritance()
        document.updateValues()
    }

    /// Everything in the document that is against its rules.
    public mutating func diagnostics() -> [Diagnostic] {
        prepareDiagnostics()
        return document.diagnostics()
    }

    // MARK: Values

    /// Computes what nodes compute, before questions about it (`Document.value`).
    public mutating func updateValues() { document.updateValues() }

    /// Lets changes of values be kept from now on, or no more.
    public mutating func keepValueChanges(_ isWanted: Bool) { document.keepValueChanges(isWanted) }

    /// Hands over the values that are others than when changes were last taken; nil for nodes that have none now.
    public mutating func takeValueChanges() -> [(id: Identifier, value: NodeValue?)] { document.takeValueChanges() }

    /// Hands over the nodes whose values are others than when they were last taken; from now on such nodes are kept or not.
    public mutating func takePassingValues(keeping isWanted: Bool) -> [Node.Slot] {
        document.takePassingValues(keeping: isWanted)
    }

    private mutating func commit(_ delta: Delta, cause: String) {
        revision += 1
        commits.append(Commit(cause: cause, revision: revision, delta: delta))
    }

    /// Hands over the changes that were not yet announced.
    public mutating func takeCommits() -> [Commit] {
        if commits.isEmpty { return [] }
        let taken = commits
        commits.removeAll()
        return taken
    }

    // MARK: History

    /// What an undo or a redo went through: how many steps, the label of the last one, and what changed.
    public typealias HistoryWalk = (steps: Int, label: String?, delta: Delta)

    /// Takes back up to so many steps as one change.
    ///
    /// - Throws: `groupOpen`, `journal`.
    public mutating func undo(_ steps: Int, cause: String) throws(EditError) -> HistoryWalk {
        try refuseInGroup()
        try renewJournal()
        let count = min(steps, history.position)
        if count > 0 { try journal?.appendUndo(count) }
        let undone = history.undo(steps)
        return (undone.steps, undone.label, replay(undone.deltas, cause: cause))
    }

    /// Performs up to so many steps again as one change.
    ///
    /// - Throws: `groupOpen`, `journal`.
    public mutating func redo(_ steps: Int, cause: String) throws(EditError) -> HistoryWalk {
        try refuseInGroup()
        try renewJournal()
        let count = min(steps, history.steps.count - history.position)
        if count > 0 { try journal?.appendRedo(count) }
        let redone = history.redo(steps)
        return (redone.steps, redone.label, replay(redone.deltas, cause: cause))
    }

    private func refuseInGroup() throws(EditError) {
        if history.isGroupOpen { throw EditError(.groupOpen, "end or cancel the open group of edits first") }
    }

    private mutating func replay(_ deltas: [Delta], cause: String) -> Delta {
        if deltas.isEmpty { return Delta() }
        let whole = document.replay(deltas, &transients)
        commit(whole, cause: cause)
        return whole
    }

    /// Opens a group of edits, which becomes one undo step; groups nest.
    ///
    /// - Throws: `limits`, `journal`.
    public mutating func beginGroup(_ label: String) throws(EditError) {
        if history.openGroups >= Limits.historyGroups {
            throw EditError(.limits, "at most \(Limits.historyGroups) groups are open at a time")
        }
        try renewJournal()
        try journal?.appendBegin(label)
        history.beginGroup(label)
    }

    /// Closes the innermost group.
    ///
    /// - Throws: `noGroup`, `journal`.
    public mutating func endGroup() throws(EditError) {
        try renewJournal()
        if history.isGroupOpen { try journal?.appendEnd() }
        if try history.endGroup() { dropVoidStep() }
    }

    /// Forgets the last step if all of it came out as it was: there is nothing to take back.
    private mutating func dropVoidStep() {
        guard let delta = history.lastDelta else { return }
        let isInPlace = delta.nodeOrder.isEmpty && delta.edgeOrder.isEmpty
        // Its places leave the transient elements out.
        guard (transients.isEmpty || isInPlace) && document.isVoid(delta) else { return }
        // A journal that does not know of it would take the next undo for that of this step: then the step stays.
        do throws(EditError) { try journal?.appendDrop() } catch { return }
        history.dropLast()
    }

    /// Closes the innermost group and reverts what was done in it.
    ///
    /// - Throws: `noGroup`, `journal`.
    public mutating func cancelGroup(cause: String) throws(EditError) {
        try renewJournal()
        if history.isGroupOpen { try journal?.appendCancel() }
        _ = replay(try history.cancelGroup(), cause: cause)
    }

    // MARK: Journal

    /// Whether every change is in a journal before it is committed.
    public var hasJournal: Bool { journal != nil }

    /// Keeps this journal from now on, which is in step with the history, or none.
    public mutating func keep(_ journal: Journal?) { self.journal = journal }

    /// Writes the journal again before a change, if it cannot go on as it is or has become long.
    ///
    /// - Throws: `journal` if it cannot go on.
    private mutating func renewJournal() throws(EditError) {
        guard journal?.isDue == true else { return }
        do throws(EditError) {
            try journal?.rewrite(document, history, transients)
        } catch {
            if journal?.isBroken == true { throw error }
        }
    }

    /// Keeps a new journal from now on, beside a file that was just written for the first time.
    ///
    /// - Parameter state: that of the file.
    public mutating func begin(_ journal: Journal, _ state: FileState) {
        self.journal = journal
        self.journal?.compact(document, history, transients, saved: state)
    }

    /// Notes the state that the file will have if the save that is under way comes through.
    public mutating func noteSaving(_ state: FileState) { journal?.noteSaving(state) }

    /// Notes that the file holds the current state: the document is no longer dirty. Of the journal remains what the history
    /// holds.
    ///
    /// - Parameter state: that of the file.
    public mutating func markSaved(_ state: FileState) {
        history.markSaved()
        journal?.compact(document, history, transients, saved: state)
    }

    /// Removes the journal and keeps none any more.
    ///
    /// - Throws: `journal`.
    public mutating func discardJournal() throws(EditError) {
        try journal?.discard()
        journal = nil
    }
}
