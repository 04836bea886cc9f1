import Graph

// The journal of a document, and which of its states is in the file.

extension DocumentEditor {
    /// Is true if every change is in a journal before it is committed.
    public var hasJournal: Bool { journal != nil }

    /// Lends the journal. The one that is left there is kept from now on, and is in step with the history; or none is kept.
    ///
    /// - Throws: the errors of `body`; the journal then counts as the one before.
    public mutating func withJournal<Result, Failure>(
        _ body: (inout Journal?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result = try body(&journal)
        isLasting = journal?.isLasting ?? false
        unsynced = nil
        return result
    }

    /// Keeps this journal from now on, which is in step with the history, or none.
    public mutating func keep(_ journal: Journal?) { withJournal { $0 = journal } }

    /// Gets the journal ready for a change: it is written again, if it cannot go on as it is or has become long.
    ///
    /// - Throws: `journal` if it cannot go on, `readOnly` if another process has taken the file over.
    mutating func prepareJournal() throws(EditError) {
        // It is looked once before and, by name, once after all that is done at once.
        if journal?.isUnfound == false, !findJournal(byName: false) { throw .readOnly }
        if isReplaced { history.markUnsaved() }
        isReplaced = false
        if journal?.isDue == true {
            do throws(EditError) { try rewriteJournal() } catch { if journal?.isBroken == true { throw error } }
        }
        if isLasting, journal != nil { beginUnsynced() }
    }

    /// Writes the journal again; then all that was done is on the disk.
    ///
    /// - Throws: `journal`.
    mutating func rewriteJournal() throws(EditError) {
        let (hasStamps, holding) = (isDirty, holding)
        let wasGone = journal?.isGone == true
        let aside = try journal?.rewrite(document, history, transients, hasStamps: hasStamps, holding: holding)
        if wasGone { journalLoss = .rewritten(setAside: aside ?? nil) }
        unsynced = nil
    }

    // MARK: Its changes

    /// Performs the changes of a journal that waited, as one change: the history is that of the recovery from now on.
    ///
    /// The document is the one that was held back.
    ///
    /// - Returns: False if the journal does not say what changed; then nothing has happened.
    public mutating func take(_ recovery: JournalRecovery, cause: String) -> Bool {
        guard let changes = recovery.held?.changes else { return false }
        for change in changes { document.noteMade(change) }
        let whole = document.replay(changes, &transients)
        history = recovery.history
        history.limits = limits
        let replica = document.stamps?.replica
        document.setStamps(recovery.document.stamps)
        if let replica { document.beginStamps(replica: replica) }
        isUnrecovered = false
        add(whole, cause: cause, nil)
        return true
    }

    /// Leaves in a journal what the history holds, and nothing of the changes that were held back; it is kept from now on.
    ///
    /// - Throws: `journal`; then the journal is as it was, and is not kept.
    public mutating func drop(changesIn journal: Journal) throws(EditError) {
        var journal = journal
        try journal.reduce(document, history, transients, hasStamps: isDirty, holding: holding)
        keep(journal)
        isUnrecovered = false
    }

    // MARK: Its place

    /// The fate of a journal that others have taken away.
    public enum JournalLoss: Equatable, Sendable {
        /// The journal was written again.
        /// The file that others had put in its place has this path now.
        case rewritten(setAside: String?)
        /// It cannot be written again; until it can, every change is refused.
        case refused
        /// Another process has the lock of the file: the document is read-only, and has no journal.
        case taken
    }

    /// Is true if the journal is to be looked at before changes are sent: others may have taken it away, or it waits to be on
    /// the disk.
    public var isJournalToCheck: Bool { mutating get { journal?.isToCheck == true } }

    /// Is true if others have taken the journal away since that was last handed over.
    public var hasJournalLoss: Bool { journalLoss != nil }

    /// Hands over what became of the journal since the last time; nil if nothing did.
    public mutating func takeJournalLoss() -> JournalLoss? { journalLoss.take() }

    /// Sees to it that all that was done is in a journal that has its name: one that was taken away is written again.
    public mutating func ensureJournal() {
        guard journal?.isUnfound == true, findJournal(byName: true) else { return }
        // Where that is waited for, it is written again when it is brought to the disk, or else what was done is taken back.
        if isLasting || journal?.isGone != true { return }
        do throws(EditError) { try rewriteJournal() } catch { journalLoss = .refused }
    }

    /// Looks whether the journal is in its place; false if it is that of another process, and none is kept any more.
    private mutating func findJournal(byName: Bool) -> Bool {
        if journal?.find(byName: byName) != .taken { return true }
        keep(nil)
        (isReadOnly, journalLoss) = (true, .taken)
        return false
    }

    // MARK: The file

    /// Notes the state that the file will have if the save that is under way comes through.
    ///
    /// The history is found again from the lines before, of steps that were undone selectively only from a journal that
    /// is written again.
    /// If that fails, a crash before the save is through costs those steps, and nothing of the content: the save need
    /// not fail for that, and after it the journal is written again anyway.
    ///
    /// - Parameter holding: what the file will hold of the document.
    public mutating func noteSaving(_ state: FileState, holding: FileHoldings = .all) {
        // A failure costs nothing of the content.
        if history.wasSplit { try? rewriteJournal() }
        journal?.noteSaving(state, of: document, holding: holding)
    }

    /// Notes that the file holds the current state: the document is no longer dirty. Of the journal remains what the history
    /// holds.
    ///
    /// - Parameters:
    ///   - state: the state of the file.
    ///   - hasStamps: whether the file holds the stamps of the document, too.
    ///   - holding: what the file holds of the document; the journal holds what it lacks before the next change.
    public mutating func markSaved(_ state: FileState, hasStamps: Bool = true, holding: FileHoldings = .all) {
        isReplaced = false
        history.markSaved()
        self.holding = holding
        savedStampChanges = hasStamps || !document.hasStamps ? document.stampChanges : -1
        compactJournal(state)
        // What the journal may lack is in the file.
        if isUnsynced { journal?.noteSynced() }
    }

    private mutating func compactJournal(_ saved: FileState) {
        let (hasStamps, holding) = (isDirty, holding)
        journal?.compact(document, history, transients, saved: saved, hasStamps: hasStamps, holding: holding)
    }

    // MARK: The saved state

    /// Notes that no state that undo and redo reach is the one in the file.
    ///
    /// - Parameters:
    ///   - state: the state of the file.
    ///   - holding: what the file holds that the document was led on from.
    public mutating func markUnsaved(_ state: FileState, holding: FileHoldings = .all) {
        history.markUnsaved()
        self.holding = holding
        compactJournal(state)
    }

    /// Notes that the file holds something else from now on, which another document has written there. What is not saved leads
    /// on from it at once; where nothing is, the next change makes all of the document unsaved.
    ///
    /// - Parameter state: the state of the file.
    public mutating func noteReplaced(_ state: FileState) {
        if isDirty { return markUnsaved(state, holding: .other) }
        journal?.begin(from: state)
        holding = .other
        isReplaced = true
    }

    /// Is true if the history leads back to what was saved last, also by way of replaced steps. O(the steps).
    public var reachesSaved: Bool { history.savedPlace != nil }

    /// The document as it was saved last, its transient elements as they are now; nil if the history does not reach that.
    ///
    /// - Complexity: O(the changes since then), and what a first change of a copy costs.
    public var savedDocument: Document? {
        guard let way = history.wayToSaved else { return nil }
        if way.isEmpty { return document }
        var (copy, lifted) = (document, transients)
        _ = copy.replay(way, &lifted)
        // Its stamps are those of now.
        copy.setStamps(nil)
        return copy
    }
}
