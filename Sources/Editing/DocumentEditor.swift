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
    /// Whether every change is refused, because another process edits the file.
    public var isReadOnly = false
    /// How large the document may become by edits, and how much the history keeps.
    public var limits = EditorLimits() {
        didSet { history.limits = limits }
    }
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
    /// - Throws: what `edit` throws; then nothing has changed.
    public mutating func perform<Result>(
        _ options: Options, _ edit: (inout Transaction) throws(EditError) -> Result
    ) throws(EditError) -> (result: Result, revision: Int) {
        if isReadOnly && !options.isDryRun { throw .readOnly }
        document.updateInheritance()
        let limits = limits
        let (result, delta) = try document.transact(dryRun: options.isDryRun) { (transaction) throws(EditError) in
            let before = (nodes: transaction.document.nodes.count, edges: transaction.document.edges.count)
            let result = try edit(&transaction)
            try limits.refuseGrowth(from: before, of: transaction.document)
            return result
        }
        if delta.isEmpty { return (result, revision) }
        if options.isDryRun { return (result, revision + 1) }
        let lasting = transients.takeLasting(delta, in: &document)
        if !lasting.isEmpty, history.record(lasting, label: options.label, mergeKey: options.mergeKey) {
            dropVoidStep()
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
    /// - Throws: `groupOpen`.
    public mutating func undo(_ steps: Int, cause: String) throws(EditError) -> HistoryWalk {
        try refuseInGroup()
        let undone = history.undo(steps)
        return (undone.steps, undone.label, replay(undone.deltas, cause: cause))
    }

    /// Performs up to so many steps again as one change.
    ///
    /// - Throws: `groupOpen`.
    public mutating func redo(_ steps: Int, cause: String) throws(EditError) -> HistoryWalk {
        try refuseInGroup()
        let redone = history.redo(steps)
        return (redone.steps, redone.label, replay(redone.deltas, cause: cause))
    }

    private func refuseInGroup() throws(EditError) {
        if isReadOnly { throw .readOnly }
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
    public mutating func beginGroup(_ label: String) throws(EditError) {
        if history.openGroups >= Limits.historyGroups {
            throw EditError(.limits, "at most \(Limits.historyGroups) groups are open at a time")
        }
        history.beginGroup(label)
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

    /// Notes that no state that undo and redo reach is the one in the file.
    public mutating func markUnsaved() { history.markUnsaved() }

    /// The document as it was saved last, its transient elements as they are now; nil if the history does not reach that.
    ///
    /// - Complexity: O(the changes since then), and what a first change of a copy costs.
    public var savedDocument: Document? {
        guard let way = history.wayToSaved else { return nil }
        if way.isEmpty { return document }
        var (copy, lifted) = (document, transients)
        _ = copy.replay(way, &lifted)
        return copy
    }
}
