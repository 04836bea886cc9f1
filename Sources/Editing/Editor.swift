import Geometry
import Graph
import Wire

/// A document at work: with its history, its scene and the views that look at it.
public struct Editor: Sendable {
    public private(set) var document: Document
    public internal(set) var scene = Scene()
    public private(set) var history = History()
    /// Grows by one with every committed change.
    public private(set) var revision = 0
    /// In the order in which they were opened.
    public internal(set) var views: [View] = []
    var mapCells = MapCells()
    var content = ContentExtent()
    /// Changes that were committed and not yet told to the client.
    public private(set) var commits: [Commit] = []

    /// What was recognised in views and not yet told to the client.
    var events: [ViewEvent] = []

    public init(_ document: Document) {
        self.document = document
    }

    /// A committed change.
    public struct Commit: Sendable {
        /// The method the client sent.
        public let cause: String
        /// The revision the change led to; it came from the one before.
        public let revision: Int
        public let delta: Delta
    }

    public var bytes: Int { document.bytes + scene.bytes }

    /// How an edit is committed.
    public struct Options: Sendable {
        public var cause: String
        /// What undo menus show.
        public var label: String
        public var mergeKey: String?
        /// Performs and answers, and leaves everything as it was.
        public var isRehearsal = false

        public init(cause: String, label: String? = nil) {
            self.cause = cause
            self.label = label ?? cause
        }
    }

    /// Performs an edit as one change: committed, recorded, ready to be told; or not at all.
    ///
    /// - Returns: what `edit` returned, and the revision the document has then (in a rehearsal: would have).
    public mutating func perform<Result>(
        _ options: Options, _ edit: (inout Transaction) throws(EditError) -> Result
    ) throws(EditError) -> (result: Result, revision: Int) {
        document.settleInheritance()
        let (result, delta) = try document.transact(rehearsal: options.isRehearsal, edit)
        if delta.isEmpty { return (result, revision) }
        if options.isRehearsal { return (result, revision + 1) }
        let isJoined = history.record(delta, label: options.label, mergeKey: options.mergeKey)
        if isJoined { dropVoidStep() }
        commit(delta, cause: options.cause)
        return (result, revision)
    }

    /// A question that brings the topological order up to date and changes nothing.
    public mutating func refusal(of proposal: ConnectionProposal) -> ConnectionRefusal? {
        document.refusal(of: proposal)
    }

    /// Everything in the document that is against its rules.
    public mutating func diagnostics() -> [Diagnostic] { document.diagnostics() }

    /// Brings the indexes in step before a question of place.
    public mutating func settle() {
        document.settleInheritance()
        scene.settle(document)
    }

    private mutating func commit(_ delta: Delta, cause: String) {
        revision += 1
        scene.note(delta, document)
        for index in views.indices {
            views[index].forget(delta)
            endDisturbedForm(in: index, delta)
            views[index].doubtHover()
            if views[index].mode == .none { continue }
            views[index].frames.scene.note(delta)
            views[index].frames.dirty.insert(.content)
        }
        commits.append(Commit(cause: cause, revision: revision, delta: delta))
    }

    /// Hands over the changes that were not yet told.
    public mutating func takeCommits() -> [Commit] {
        if commits.isEmpty { return [] }
        let taken = commits
        commits.removeAll()
        return taken
    }

    // MARK: History

    /// Takes back up to so many steps as one change.
    public mutating func undo(_ steps: Int, cause: String) throws(EditError) -> (
        steps: Int, label: String?, delta: Delta
    ) {
        try refuseInGroup()
        let undone = history.undo(steps)
        return (undone.steps, undone.label, replay(undone.deltas, cause: cause))
    }

    public mutating func redo(_ steps: Int, cause: String) throws(EditError) -> (
        steps: Int, label: String?, delta: Delta
    ) {
        try refuseInGroup()
        let redone = history.redo(steps)
        return (redone.steps, redone.label, replay(redone.deltas, cause: cause))
    }

    private func refuseInGroup() throws(EditError) {
        if history.isGroupOpen { throw EditError(.groupOpen, "end or cancel the open group of edits first") }
    }

    private mutating func replay(_ deltas: [Delta], cause: String) -> Delta {
        guard var whole = deltas.first else { return Delta() }
        document.replay(whole)
        for delta in deltas.dropFirst() {
            document.replay(delta)
            whole.merge(delta)
        }
        commit(whole, cause: cause)
        return whole
    }

    public mutating func beginGroup(_ label: String) throws(EditError) {
        if history.openGroups >= Limits.historyGroups {
            throw EditError(.limits, "at most \(Limits.historyGroups) groups are open at a time")
        }
        history.beginGroup(label)
    }

    public mutating func endGroup() throws(EditError) {
        if try history.endGroup() { dropVoidStep() }
    }

    /// Forgets the last step if all of it came out as it was: there is nothing to take back.
    private mutating func dropVoidStep() {
        if let delta = history.lastDelta, document.isVoid(delta) { history.dropLast() }
    }

    public mutating func cancelGroup(cause: String) throws(EditError) {
        _ = replay(try history.cancelGroup(), cause: cause)
    }

    public mutating func markSaved() { history.markSaved() }
}
