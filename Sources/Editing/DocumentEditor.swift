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
    /// Where every change is written before it is committed; nil where none is kept.
    private var journal: Journal?
    /// The clock's milliseconds, with which changes are stamped.
    public var time = 0.0

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
    /// - Throws: what `edit` throws, and `journal`; then nothing has changed.
    public mutating func perform<Result>(
        _ options: Options, _ edit: (inout Transaction) throws(EditError) -> Result
    ) throws(EditError) -> (result: Result, revision: Int) {
        if isReadOnly && !options.isDryRun { throw .readOnly }
        document.updateInheritance()
        if !options.isDryRun { try renewJournal() }
        let made = document.madeIDs
        let limits = limits
        let (result, delta) = try document.transact(dryRun: options.isDryRun) { (transaction) throws(EditError) in
            let before = (nodes: transaction.document.nodes.count, edges: transaction.document.edges.count)
            let result = try edit(&transaction)
            try limits.refuseGrowth(from: before, of: transaction.document)
            return result
        }
        if delta.isEmpty { return (result, revision) }
        if options.isDryRun { return (result, revision + 1) }
        let origin = StepOrigin(options.view)
        var line = Journal.Change(options, origin, isJoining: history.joins(options.mergeKey, origin))
        let lasting = try takeLasting(delta, made, &line)
        if !lasting.isEmpty {
            history.record(lasting, line, document)
            if line.isJoining { dropVoidStep() }
        }
        commit(delta, lasting, line.stamp, cause: options.cause)
        return (result, revision)
    }

    /// What a change that was just made did to the lasting elements. It is in the journal then; if that fails, the change is
    /// taken back.
    ///
    /// - Parameters:
    ///   - made: the ids that were made before it.
    ///   - line: gets the stamp of the change.
    private mutating func takeLasting(
        _ delta: Delta, _ made: MadeIDs, _ line: inout Journal.Change
    ) throws(EditError) -> Delta {
        if delta.isEmpty { return delta }
        let former = journal == nil ? TransientElements() : transients
        let lasting = transients.takeLasting(delta, in: &document)
        if lasting.isEmpty { return lasting }
        if line.origin != .remote { line.stamp = document.nextStamp(at: time) }
        do throws(EditError) {
            try journal?.append(lasting, of: document, transients, line, revision: revision + 1)
        } catch {
            transients = former
            document.takeBack(delta, to: made)
            throw error
        }
        return lasting
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

    /// - Parameters:
    ///   - lasting: what of it was done to lasting elements, which is stamped.
    ///   - stamp: nil for a document without stamps.
    private mutating func commit(_ delta: Delta, _ lasting: Delta, _ stamp: Stamp?, cause: String) {
        if let stamp { document.stamp(lasting, with: stamp) }
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
        if isReadOnly { throw .readOnly }
        try renewJournal()
        let plan = MergePlan(changes, in: document)
        let made = document.madeIDs
        let (_, delta) = try document.transact { (transaction) throws(EditError) in
            transaction.isReplay = true
            try transaction.apply(DocumentChange(plan))
        }
        var line = Journal.Change(Options(cause: cause), .remote)
        let lasting = try takeLasting(delta, made, &line)
        if changes.keepsStamps {
            document.setStamps(plan.finished(in: document))
            journal?.appendStamps(of: document)
        }
        if delta.isEmpty { return ([], [], plan.repaired) }
        if !lasting.isEmpty { history.record(lasting, line, document) }
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
    /// What lies on top goes back as it came. A step that others lie on is taken from between them: what these wrote stays.
    ///
    /// - Throws: `groupOpen`, `journal`.
    public mutating func undo(
        _ steps: Int, of owner: StepOwner = .everyone, cause: String
    ) throws(EditError) -> HistoryWalk {
        try refuseInGroup()
        try renewJournal()
        if journal == nil || history.isLinear, let undone = history.undo(steps, of: owner) {
            let stamp = undone.steps > 0 ? document.nextStamp(at: time) : nil
            do throws(EditError) {
                if undone.steps > 0 { try journal?.appendUndo(undone.steps, stamp) }
            } catch {
                _ = history.redo(undone.steps, of: .everyone)
                throw error
            }
            return (undone.steps, undone.label, replay(undone.deltas, stamp, cause: cause))
        }
        return try select(steps, cause: cause) { $0.undoSelected(of: owner, in: &$1) }
    }

    /// Performs up to so many steps again as one change.
    ///
    /// - Throws: `groupOpen`, `journal`.
    public mutating func redo(
        _ steps: Int, of owner: StepOwner = .everyone, cause: String
    ) throws(EditError) -> HistoryWalk {
        try refuseInGroup()
        try renewJournal()
        if journal == nil || history.isLinear, let redone = history.redo(steps, of: owner) {
            let stamp = redone.steps > 0 ? document.nextStamp(at: time) : nil
            do throws(EditError) {
                if redone.steps > 0 { try journal?.appendRedo(redone.steps, stamp) }
            } catch {
                _ = history.undo(redone.steps, of: .everyone)
                throw error
            }
            return (redone.steps, redone.label, replay(redone.deltas, stamp, cause: cause))
        }
        return try select(steps, cause: cause) { $0.redoSelected(of: owner, in: &$1) }
    }

    /// Takes up to so many steps from between others, as one change. In the journal it is a step.
    private mutating func select(
        _ steps: Int, cause: String, _ take: (inout History, inout Transaction) -> String?
    ) throws(EditError) -> HistoryWalk {
        var history = history
        history.split(document)
        document.updateInheritance()
        let made = document.madeIDs
        let (walk, delta) = try document.transact { (transaction) throws(EditError) in
            var walk: (steps: Int, label: String?) = (0, nil)
            while walk.steps < steps, let label = take(&history, &transaction) { walk = (walk.steps + 1, label) }
            return walk
        }
        var line = Journal.Change(Options(cause: cause, label: walk.label), .anyone)
        let lasting = try takeLasting(delta, made, &line)
        self.history = history
        if delta.isEmpty { return (walk.steps, walk.label, delta) }
        commit(delta, lasting, line.stamp, cause: cause)
        return (walk.steps, walk.label, delta)
    }

    private func refuseInGroup() throws(EditError) {
        if isReadOnly { throw .readOnly }
        if history.isGroupOpen { throw EditError(.groupOpen, "end or cancel the open group of edits first") }
    }

    private mutating func replay(_ deltas: [Delta], _ stamp: Stamp?, cause: String) -> Delta {
        if deltas.isEmpty { return Delta() }
        let whole = document.replay(deltas, &transients)
        var lasting = deltas[0]
        if document.hasStamps { for delta in deltas.dropFirst() { lasting.merge(delta) } }
        commit(whole, lasting, stamp, cause: cause)
        return whole
    }

    /// Opens a group of edits, which becomes one undo step; groups nest.
    ///
    /// - Throws: `limits`, `journal`.
    public mutating func beginGroup(_ label: String, view: Identifier? = nil) throws(EditError) {
        if history.openGroups >= Limits.historyGroups {
            throw EditError(.limits, "at most \(Limits.historyGroups) groups are open at a time")
        }
        try renewJournal()
        let origin = StepOrigin(view)
        try journal?.appendBegin(label, origin)
        history.beginGroup(label, origin: origin)
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
        let stamp = history.isGroupOpen ? document.nextStamp(at: time) : nil
        if history.isGroupOpen { try journal?.appendCancel(stamp) }
        _ = replay(try history.cancelGroup(), stamp, cause: cause)
    }

    // MARK: Journal

    /// Whether every change is in a journal before it is committed.
    public var hasJournal: Bool { journal != nil }

    /// Hands over the journal and keeps none any more.
    public mutating func takeJournal() -> Journal? { journal.take() }

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

    // MARK: The saved state

    /// Notes that no state that undo and redo reach is the one in the file.
    ///
    /// - Parameter state: that of the file.
    public mutating func markUnsaved(_ state: FileState) {
        history.markUnsaved()
        journal?.compact(document, history, transients, saved: state)
    }

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
