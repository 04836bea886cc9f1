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

    /// An editor with an empty history; the document counts as saved.
    public init(_ document: Document) {
        self.document = document
        transients = TransientElements(of: document)
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
        /// The view that the edit comes from, whose step it is; nil is none.
        public var view: Identifier?
        /// Whether the edit is performed and everything is left as it was.
        public var isDryRun = false

        /// Options for an edit; without a label the cause is shown.
        public init(cause: String, label: String? = nil, view: Identifier? = nil) {
            self.cause = cause
            self.label = label ?? cause
            self.view = view
        }
    }

    /// Performs an edit as one change: committed, recorded, ready to be announced; or not at all.
    ///
    /// - Returns: what `edit` returned, and the revision the document has then (in a dry run: would have).
    /// - Throws: what `edit` throws; then nothing has changed.
    public mutating func perform<Result>(
        _ options: Options, _ edit: (inout Transaction) throws(EditError) -> Result
    ) throws(EditError) -> (result: Result, revision: Int) {
        document.updateInheritance()
        let (result, delta) = try document.transact(dryRun: options.isDryRun, edit)
        if delta.isEmpty { return (result, revision) }
        if options.isDryRun { return (result, revision + 1) }
        let lasting = transients.takeLasting(delta, in: &document)
        if !lasting.isEmpty, record(lasting, options) { dropVoidStep() }
        commit(delta, cause: options.cause)
        return (result, revision)
    }

    private mutating func record(_ lasting: Delta, _ options: Options) -> Bool {
        history.record(
            lasting, label: options.label, mergeKey: options.mergeKey, origin: StepOrigin(options.view), document)
    }

    /// Performs a change that another replica made: it is committed and announced, and is no step. Undo and redo leave what
    /// it wrote.
    ///
    /// - Returns: what `edit` returned, and the revision the document has then.
    /// - Throws: what `edit` throws; then nothing has changed. `groupOpen`.
    public mutating func performRemote<Result>(
        cause: String, _ edit: (inout Transaction) throws(EditError) -> Result
    ) throws(EditError) -> (result: Result, revision: Int) {
        try refuseInGroup()
        document.updateInheritance()
        let (result, delta) = try document.transact(edit)
        if delta.isEmpty { return (result, revision) }
        let lasting = transients.takeLasting(delta, in: &document)
        if !lasting.isEmpty { history.recordRemote(lasting, document) }
        commit(delta, cause: cause)
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
    /// What lies on top goes back as it came. A step that others lie on is taken from between them: what these wrote stays.
    ///
    /// - Throws: `groupOpen`.
    public mutating func undo(
        _ steps: Int, of owner: StepOwner = .everyone, cause: String
    ) throws(EditError) -> HistoryWalk {
        try refuseInGroup()
        if let undone = history.undo(steps, of: owner) {
            return (undone.steps, undone.label, replay(undone.deltas, cause: cause))
        }
        return try select(steps, cause: cause) { $0.undoSelected(of: owner, in: &$1) }
    }

    /// Performs up to so many steps again as one change.
    ///
    /// - Throws: `groupOpen`.
    public mutating func redo(
        _ steps: Int, of owner: StepOwner = .everyone, cause: String
    ) throws(EditError) -> HistoryWalk {
        try refuseInGroup()
        if let redone = history.redo(steps, of: owner) {
            return (redone.steps, redone.label, replay(redone.deltas, cause: cause))
        }
        return try select(steps, cause: cause) { $0.redoSelected(of: owner, in: &$1) }
    }

    /// Takes up to so many steps from between others, as one change.
    private mutating func select(
        _ steps: Int, cause: String, _ take: (inout History, inout Transaction) -> String?
    ) throws(EditError) -> HistoryWalk {
        var history = history
        history.split(document)
        document.updateInheritance()
        let (walk, delta) = try document.transact { (transaction) throws(EditError) in
            var walk: (steps: Int, label: String?) = (0, nil)
            while walk.steps < steps, let label = take(&history, &transaction) { walk = (walk.steps + 1, label) }
            return walk
        }
        self.history = history
        if delta.isEmpty { return (walk.steps, walk.label, delta) }
        _ = transients.takeLasting(delta, in: &document)
        commit(delta, cause: cause)
        return (walk.steps, walk.label, delta)
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
    /// - Throws: `limits`.
    public mutating func beginGroup(_ label: String, view: Identifier? = nil) throws(EditError) {
        if history.openGroups >= Limits.historyGroups {
            throw EditError(.limits, "at most \(Limits.historyGroups) groups are open at a time")
        }
        history.beginGroup(label, origin: StepOrigin(view))
    }

    /// Closes the innermost group.
    ///
    /// - Throws: `noGroup`.
    public mutating func endGroup() throws(EditError) {
        if try history.endGroup() { dropVoidStep() }
    }

    /// Forgets the last step if all of it came out as it was: there is nothing to take back.
    private mutating func dropVoidStep() {
        guard let delta = history.lastDelta else { return }
        let isInPlace = delta.nodeOrder.isEmpty && delta.edgeOrder.isEmpty
        // Its places leave the transient elements out.
        if (transients.isEmpty || isInPlace) && document.isVoid(delta) { history.dropLast() }
    }

    /// Closes the innermost group and reverts what was done in it.
    ///
    /// - Throws: `noGroup`.
    public mutating func cancelGroup(cause: String) throws(EditError) {
        _ = replay(try history.cancelGroup(), cause: cause)
    }

    /// Notes that the file holds the current state: the document is no longer dirty.
    public mutating func markSaved() { history.markSaved() }
}
