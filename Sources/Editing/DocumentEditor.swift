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
    /// The clock's milliseconds, with which changes are stamped.
    public var time = 0.0

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
        /// Its stamp; nil for a document without stamps, and for what other replicas wrote.
        public let stamp: Stamp?
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
        document.updateInheritance()
        let (result, delta) = try document.transact(dryRun: options.isDryRun, edit)
        if delta.isEmpty { return (result, revision) }
        if options.isDryRun { return (result, revision + 1) }
        let lasting = transients.takeLasting(delta, in: &document)
        if !lasting.isEmpty, history.record(lasting, label: options.label, mergeKey: options.mergeKey) {
            dropVoidStep()
        }
        commit(delta, lasting, cause: options.cause)
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

    /// - Parameter lasting: what of it was done to lasting elements, which is stamped.
    private mutating func commit(_ delta: Delta, _ lasting: Delta, cause: String) {
        let stamp = document.hasStamps && !lasting.isEmpty ? document.stamp(lasting, at: time) : nil
        add(delta, cause: cause, stamp)
        if stamp != nil { showLeftOut(cause: cause) }
    }

    private mutating func add(_ delta: Delta, cause: String, _ stamp: Stamp?) {
        revision += 1
        commits.append(Commit(cause: cause, revision: revision, delta: delta, stamp: stamp))
    }

    // MARK: Other replicas

    /// What a merge did: the elements that changed, and what was left out.
    public typealias Merge = (nodes: [Identifier], edges: [Identifier], repaired: [Diagnostic])

    /// Takes in what another replica wrote, as one change that is no step of the history.
    ///
    /// - Throws: `groupOpen`, `invalidValue` (a value that no element can have), `limits`; then nothing has changed.
    /// - Complexity: O(the changes), and that of `MergePlan`.
    public mutating func merge(_ changes: StampedChanges, cause: String) throws(EditError) -> Merge {
        try refuseInGroup()
        document.updateInheritance()
        let plan = MergePlan(changes, in: document)
        let (_, delta) = try document.transact { (transaction) throws(EditError) in
            try transaction.applyForeign(DocumentChange(plan))
        }
        if changes.keepsStamps { document.setStamps(plan.finished(in: document)) }
        if delta.isEmpty { return ([], [], plan.repaired) }
        history.recordForeign(transients.takeLasting(delta, in: &document))
        add(delta, cause: cause, nil)
        return (delta.changedNodes(in: document), delta.changedEdges(in: document), plan.repaired)
    }

    /// Shows what was left out and can be there now.
    private mutating func showLeftOut(cause: String) {
        guard document.stamps?.leavesOut == true, !history.isGroupOpen else { return }
        // A limit may be in the way: then it stays left out.
        _ = try? merge(StampedChanges(), cause: cause)
    }

    /// Stamps the changes from now on with the name of a replica.
    public mutating func beginStamps(replica: String) { document.beginStamps(replica: replica) }

    /// Forgets which elements were removed; returns how many they were.
    public mutating func compactStamps() -> Int { document.compactStamps() }

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
        if history.isGroupOpen { throw EditError(.groupOpen, "end or cancel the open group of edits first") }
    }

    private mutating func replay(_ deltas: [Delta], cause: String) -> Delta {
        if deltas.isEmpty { return Delta() }
        let whole = document.replay(deltas, &transients)
        var lasting = deltas[0]
        if document.hasStamps { for delta in deltas.dropFirst() { lasting.merge(delta) } }
        commit(whole, lasting, cause: cause)
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
}
