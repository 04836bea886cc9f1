import Graph
import Wire

/// A document with its history: the only way to change an open document.
///
/// The history knows only persistent elements; changes of transient ones are committed and are not steps of it.
public struct DocumentEditor: Sendable {
    /// The present document; it changes only through `perform` and the history.
    public internal(set) var document: Document
    /// The steps that undo and redo take.
    public internal(set) var history = History()
    /// Grows by one with every committed change.
    public private(set) var revision = 0
    /// Changes that were committed and not yet announced, the oldest first.
    public private(set) var commits: [Commit] = []
    /// Is true if every change is refused, because another process edits the file.
    public var isReadOnly = false
    /// Is true if every change is refused, because those of a journal wait for the client's decision.
    public var isUnrecovered = false
    /// The limits on the size of the document and on the history.
    public var limits = EditorLimits() {
        didSet { history.limits = limits }
    }
    /// The elements that the history does not know.
    var transients: TransientElements
    /// The journal, to which every change is written before it is committed; nil if there is none.
    var journal: Journal?
    /// The loss of the journal since that was last taken, if others took it away.
    var journalLoss: JournalLoss?
    /// Is true if another document has replaced the file, and nothing was changed here since.
    var isReplaced = false
    /// The part of the last saved document that its file holds.
    public internal(set) var holding = FileHoldings.all
    /// Is true if a change must be on the disk before it is announced.
    var isLasting = false
    /// The changes that can be taken back because they are not on the disk yet; nil if nothing waits for that.
    var unsynced: UnsyncedChanges?
    /// The latest changes of texts.
    public private(set) var texts = TextLog()
    /// The clock's milliseconds, with which changes are stamped.
    public var time = 0.0
    /// The count of changes of stamps when the file was written or read.
    var savedStampChanges = 0

    /// An editor with an empty history; the document counts as saved.
    public init(_ document: Document) {
        self.document = document
        transients = TransientElements(of: document)
    }

    /// An editor of a document recovered from a journal; its history continues.
    public init(_ recovery: JournalRecovery) {
        self.init(recovery.document)
        history = recovery.history
        holding = recovery.holding
    }

    /// An editor of a document as in its file; the history that led there continues.
    public init(_ held: JournalRecovery.Held) {
        self.init(held.document)
        history = held.history
    }

    /// The error by which every change is now refused; nil if changes are accepted.
    public var editRefusal: EditError? { isReadOnly ? .readOnly : isUnrecovered ? .unrecovered : nil }

    /// Is true if every change is refused.
    public var refusesEdits: Bool { isReadOnly || isUnrecovered }

    /// A committed change.
    public struct Commit: Sendable {
        /// The method the client sent.
        public let cause: String
        /// The revision after the change, which starts from the previous one.
        public let revision: Int
        /// The change, with the content before and after.
        public let delta: Delta
        /// Its stamp; nil for a document without stamps, and for changes of other replicas.
        public let stamp: Stamp?
        /// The text of the differences, if it was written in a job or into the journal; else nil.
        public let text: JSONText?
    }

    /// The options of a commit.
    public struct Options: Sendable {
        /// The method the client sent, as notifications name it.
        public var cause: String
        /// The text in undo menus.
        public var label: String
        /// Edits in a row with the same key become one undo step.
        public var mergeKey: String?
        /// The view of the edit, which owns the step; nil is none.
        public var view: Identifier?
        /// Is true if the edit is performed and everything is left as it was.
        public var isDryRun = false
        /// Is false if it only sets measured sizes, which is allowed while edits are refused.
        public var changesContent = true

        /// Options for an edit; without a label the cause is shown.
        public init(cause: String, label: String? = nil, view: Identifier? = nil) {
            self.cause = cause
            self.label = label ?? cause
            self.view = view
        }
    }

    /// Performs an edit as one change: committed, recorded and ready to be announced, or not at all. It also lays out
    /// automatic groups that it touches.
    ///
    /// - Returns: the result of `edit`, and the revision that the document has then (in a dry run: would have).
    /// - Throws: the errors of `edit`, and `journal`; then nothing has changed.
    @inlinable
    public mutating func perform<Result>(
        _ options: Options, _ edit: (inout Transaction) throws(EditError) -> Result
    ) throws(EditError) -> (result: Result, revision: Int) {
        var result: Result?
        let revision = try change(options) { (transaction) throws(EditError) in result = try edit(&transaction) }
        // An edit that throws has ended this by now.
        return (result.unsafelyUnwrapped, revision)
    }

    /// The same for an edit without a result: it is compiled only once.
    public mutating func change(
        _ options: Options, _ edit: (inout Transaction) throws(EditError) -> Void
    ) throws(EditError) -> Int {
        let isEdit = !options.isDryRun && options.changesContent
        if isEdit, let editRefusal { throw editRefusal }
        document.updateInheritance()
        if isEdit { try prepareJournal() }
        let made = document.madeIDs
        let limits = limits
        var typed: [TextLog.Typed] = []
        var text: JSONText?
        // The transaction has the log alone: of two that hold it the next change would make a copy.
        var log = TextLog()
        swap(&log, &texts)
        let delta: Delta
        do throws(EditError) {
            delta = try document.transact(dryRun: options.isDryRun) { (transaction) throws(EditError) in
                swap(&log, &transaction.texts)
                defer { swap(&log, &transaction.texts) }
                let before = (nodes: transaction.document.nodes.count, edges: transaction.document.edges.count)
                try edit(&transaction)
                if isEdit { try transaction.layOutTouchedGroups() }
                try limits.refuseGrowth(from: before, of: transaction.document)
                typed = transaction.typed
                text = transaction.description
            }.delta
        } catch {
            swap(&log, &texts)
            throw error
        }
        swap(&log, &texts)
        if delta.isEmpty { return revision }
        if options.isDryRun { return revision + 1 }
        let origin = StepOrigin(options.view)
        var line = StepLine(options, origin, isJoining: history.joins(options.mergeKey, origin))
        let lasting = try takeLasting(delta, made, &line)
        if !lasting.isEmpty {
            history.record(lasting, line, document, without: transients)
            if line.isJoining { dropVoidStep() }
        }
        commit(delta, lasting, line.stamp, cause: options.cause, (typed, options.view), text ?? line.text)
        return revision
    }

    /// Returns the effect of a new change on the lasting elements. It is in the journal then; if that fails, the
    /// change is taken back.
    ///
    /// - Parameters:
    ///   - made: the ids that were generated before it.
    ///   - line: gets the stamp of the change, and its text.
    mutating func takeLasting(
        _ delta: Delta, _ made: MadeIDs, _ line: inout StepLine
    ) throws(EditError) -> Delta {
        let isWalk = line.selection != nil
        if delta.isEmpty && !isWalk { return delta }
        var former: TransientElements?
        if !transients.isEmpty { former = transients }
        let lasting = transients.takeLasting(delta, in: &document)
        if lasting.isEmpty && !isWalk { return lasting }
        if !line.origin.isRemote && !lasting.isEmpty { line.stamp = document.nextStamp(at: time) }
        let text: JSONText?
        do throws(EditError) {
            text = try journal?.append(lasting, of: document, transients, line, revision: revision + 1)
        } catch {
            transients = former ?? TransientElements()
            document.takeBack(delta, to: made)
            throw error
        }
        line.text = text
        return lasting
    }

    /// Changes of texts in an edit, and the view of the edit.
    typealias Typing = (typed: [TextLog.Typed], view: Identifier?)

    /// Counts and announces a change that the document holds.
    ///
    /// - Parameters:
    ///   - lasting: the part of it that concerns persistent elements, which is stamped.
    ///   - stamp: nil for a document without stamps.
    ///   - edges: the edges that it leaves out.
    ///   - isWalk: whether it undoes or redoes steps.
    ///   - typing: the changes of texts in it, and its view.
    ///   - text: of the change, if it was written before.
    mutating func commit(
        _ delta: Delta, _ lasting: Delta, _ stamp: Stamp?, leavingOut edges: [LeftOutEdge] = [], isWalk: Bool = false,
        cause: String, _ typing: Typing = ([], nil), _ text: JSONText? = nil
    ) {
        if let stamp { document.stamp(lasting, leavingOut: edges, with: stamp) }
        if stamp != nil, !edges.isEmpty { journal?.append(StampedPart(edges: edges), of: document) }
        if !delta.isEmpty { add(delta, cause: cause, stamp, typing, text) }
        if stamp != nil { showSuppressed(isWalk ? .revealed : .remote, cause: cause) }
    }

    /// The same, without a stamp of its own on the touched elements.
    mutating func add(
        _ delta: Delta, cause: String, _ stamp: Stamp?, _ typing: Typing = ([], nil), _ text: JSONText? = nil
    ) {
        revision += 1
        texts.note(delta, typing.typed, from: typing.view, revision: revision)
        // `isLasting` alone is asked first: to ask the journal makes a copy of all this.
        if isLasting, isUnsynced { unsynced?.deltas.append(delta) }
        commits.append(Commit(cause: cause, revision: revision, delta: delta, stamp: stamp, text: text))
    }

    /// Forgets the changes that were not yet announced, since they are now.
    public mutating func forgetCommits() { commits.removeAll(keepingCapacity: commits.count < 16) }

    /// Performs an edit and restores everything; returns the result of the edit.
    ///
    /// - Throws: the errors of `edit`.
    public mutating func dryRun<Result>(
        _ edit: (inout Transaction) throws(EditError) -> Result
    ) throws(EditError) -> Result {
        var options = Options(cause: "")
        options.isDryRun = true
        return try perform(options, edit).result
    }

    /// Drops names that no element uses any more; returns the new numbers of the others, or nil if none changed.
    public mutating func sweepNames() -> NameSweep? { document.sweepNames() }

    /// Updates the lazily derived values of the document, before questions about it.
    public mutating func refresh() { document.updateInheritance() }

    /// Makes the order that the gate uses to find cycles, before questions to it.
    public mutating func prepareGate() { document.prepareGate() }

    /// Returns the reason why the rules refuse a connection, or nil.
    public mutating func refusal(of proposal: ConnectionProposal) -> ConnectionRefusal? {
        document.prepareGate()
        return document.refusal(of: proposal)
    }

    /// Updates the inputs of diagnostics, before `Document.diagnostics` and the like.
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

    /// Computes the values of nodes, before questions about them (`Document.value`).
    public mutating func updateValues() { document.updateValues() }

    /// Starts or stops the recording of changed values.
    public mutating func keepValueChanges(_ isWanted: Bool) { document.keepValueChanges(isWanted) }

    /// Hands over the values that changed since the last call; nil for nodes without a value.
    public mutating func takeValueChanges() -> [(id: Identifier, value: NodeValue?)] { document.takeValueChanges() }

    /// Returns the nodes with changed values since the last call; from now on such nodes are recorded or not.
    public mutating func takePassingValues(keeping isWanted: Bool) -> [Node.Slot] {
        document.takePassingValues(keeping: isWanted)
    }
}

extension StepLine {
    @inline(__always)
    init(_ options: DocumentEditor.Options, _ origin: StepOrigin, isJoining: Bool = false) {
        (label, mergeKey, cause) = (options.label, options.mergeKey, options.cause)
        (self.origin, self.isJoining) = (origin, isJoining)
    }
}
