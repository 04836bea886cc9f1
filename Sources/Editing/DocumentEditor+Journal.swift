import Graph

// The journal of a document, and which of its states is in the file.

extension DocumentEditor {
    /// Is true if every change is in a journal before it is committed.
    public var hasJournal: Bool { journal != nil }

    /// Lends the journal. The one that remains there is kept from now on, in step with the history; nil keeps none.
    ///
    /// - Throws: the errors of `body`; the journal then counts as unchanged.
    public mutating func withJournal<Result, Failure>(
        _ body: (inout Journal?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result = try body(&journal)
        isLasting = journal?.isLasting ?? false
        unsynced = nil
        return result
    }

    /// Keeps a journal from now on, or none. The journal must be in step with the history.
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

    /// Writes the journal again; then all changes are on the disk.
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

    /// Performs the waiting changes of a journal, as one change: the history is that of the recovery from now on.
    ///
    /// The document is the held-back one.
    ///
    /// - Returns: False if the journal does not have the single changes; then nothing has happened.
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

    /// Writes only the history into a journal, without the held-back changes; it is kept from now on.
    ///
    /// - Throws: `journal`; then the journal is unchanged, and is not kept.
    public mutating func drop(changesIn journal: Journal) throws(EditError) {
        var journal = journal
        try journal.reduce(document, history, transients, hasStamps: isDirty, holding: holding)
        keep(journal)
        isUnrecovered = false
    }

    // MARK: Its place

    /// The fate of a journal that others have taken away.
    public enum JournalLoss: Equatable, Sendable {
        /// The journal was written again. Something else in its place was moved to this path.
        case rewritten(setAside: String?)
        /// It cannot be written again; until it can, every change is refused.
        case refused
        /// Another process has the lock of the file: the document is read-only, and has no journal.
        case taken
    }

    /// Is true if the journal must be checked before changes are sent: others may have removed it, or it waits for the
    /// disk.
    public var isJournalToCheck: Bool { mutating get { journal?.isToCheck == true } }

    /// Is true if others have removed the journal since the last report.
    public var hasJournalLoss: Bool { journalLoss != nil }

    /// Returns what happened to the journal since the last call; nil for nothing.
    public mutating func takeJournalLoss() -> JournalLoss? { journalLoss.take() }

    /// Ensures that all changes are in a journal that still has its name: a removed one is written again.
    public mutating func ensureJournal() {
        guard journal?.isUnfound == true, findJournal(byName: true) else { return }
        // Where that is waited for, it is written again when it is brought to the disk, or else what was done is taken back.
        if isLasting || journal?.isGone != true { return }
        do throws(EditError) { try rewriteJournal() } catch { journalLoss = .refused }
    }

    /// Checks that the journal is in its place; false if it belongs to another process, and then none is kept.
    private mutating func findJournal(byName: Bool) -> Bool {
        if journal?.find(byName: byName) != .taken { return true }
        keep(nil)
        (isReadOnly, journalLoss) = (true, .taken)
        return false
    }

    // MARK: The file

    /// Records the state of the file after the present save, if it succeeds.
    ///
    /// The history is recovered from the earlier lines; selectively undone steps only from a journal that is written
    /// again. If that fails, a crash before the end of the save costs those steps, but no content: the save need not
    /// fail for that, and after it the journal is written again anyway.
    ///
    /// - Parameter holding: the future file content of the document.
    public mutating func noteSaving(_ state: FileState, holding: FileHoldings = .all) {
        // A failure costs nothing of the content.
        if history.wasSplit { try? rewriteJournal() }
        journal?.noteSaving(state, of: document, holding: holding)
    }

    /// Records that the file has the present state: the document is no longer dirty. The journal keeps only the
    /// history.
    ///
    /// - Parameters:
    ///   - state: the state of the file.
    ///   - hasStamps: whether the file holds the stamps of the document, too.
    ///   - holding: the file's content of the document; the journal holds the rest before the next change.
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

    /// Records that undo and redo reach no state of the file.
    ///
    /// - Parameters:
    ///   - state: the state of the file.
    ///   - holding: the content of the file from which the document continues.
    public mutating func markUnsaved(_ state: FileState, holding: FileHoldings = .all) {
        history.markUnsaved()
        self.holding = holding
        compactJournal(state)
    }

    /// Records that another document has written different content into the file. Unsaved changes continue from it at
    /// once; without any, the next change makes the whole document unsaved.
    ///
    /// - Parameter state: the state of the file.
    public mutating func noteReplaced(_ state: FileState) {
        if isDirty { return markUnsaved(state, holding: .other) }
        journal?.begin(from: state)
        holding = .other
        isReplaced = true
    }

    /// Is true if the history leads back to the last saved content, also through replaced steps. O(the steps).
    public var reachesSaved: Bool { history.savedPlace != nil }

    /// The last saved document, with the present transient elements; nil if the history does not reach it.
    ///
    /// - Complexity: O(the changes since then), plus the cost of a copy's first change.
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
