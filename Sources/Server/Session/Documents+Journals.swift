import Editing
import Formats
import Graph
import Interaction
import Storage
import Wire

extension Documents {
    /// Opens the journal of a file that was read, and handles the missing changes as decided.
    ///
    /// If there can be no journal, or no lock of the file, the workspace has none: the journal is then only read. The
    /// same holds if none is wanted, unless changes are performed. An unreadable part is a loss, so that no save
    /// overwrites it by itself.
    ///
    /// - Parameter source: of the time; with the client's clock no other time is sent.
    /// - Throws: `journal` if changes cannot be dropped.
    func findJournal(
        of path: String, _ state: FileState, _ durability: Durability, _ recovery: Recovery, _ document: Document,
        _ lock: FileLock, _ source: Clock
    ) throws(Failure) -> JournaledDocument {
        var found = JournaledDocument(workspace: Workspace(document))
        let opened: OpenedJournal
        do throws(FileError) {
            opened = try files.openJournal(of: path, isLocked: lock.isHeld, limit: Limits.fileBytes)
        } catch {
            if error.kind == .left { found.losses.append(Loss(error)) }
            return found
        }
        if opened.contents.isEmpty {
            if durability == .none { return found }
        } else if !(try found.read(opened, recovery, durability, document, state, source)) {
            return found
        }
        if let file = opened.file {
            let isLasting = durability == .power
            let journal = Journal(file, isLasting: isLasting, state: state, end: found.end)
            found.workspace.content.withJournal { $0 = journal }
        }
        return found
    }
}

extension Documents {
    /// Leaves the journal of a closed document: it stays if it has unsaved changes, or for its history if the client
    /// wants this.
    mutating func leaveJournal(of key: DocumentKey, keepsHistory: Bool) {
        if keepsHistory { return }
        // One that cannot be removed stays, and leads on from the file: nothing is lost with it.
        with(key) { if !$0.workspace.isDirty { try? $0.discardJournal() } }
    }

    /// Returns the mark of a document's changes that are not yet on the disk, if it is new. A journal that others may
    /// have removed is recorded for a check.
    @inline(__always)
    mutating func takeUnsyncedMark(of key: DocumentKey) -> UnsyncedMark? {
        guard with(key, { $0.isJournalToCheck }) == true else { return nil }
        if !journaled.contains(key) { journaled.append(key) }
        return with(key) { $0.takeUnsyncedMark() } ?? nil
    }

    /// Ensures that all changes are in journals that still have their names, and waits until they are on the disk, if
    /// required. If this fails for a document, everything since the last success is taken back.
    ///
    /// - Parameter cause: the method to which taking back is attributed.
    /// - Returns: the undone changes, with their mark, and the documents with something to send.
    mutating func syncJournals(
        cause: String
    ) -> (refused: [(DocumentKey, UnsyncedMark, Failure)], news: [DocumentKey]) {
        var refused: [(DocumentKey, UnsyncedMark, Failure)] = []
        var news: [DocumentKey] = []
        for key in journaled {
            with(key) { open in
                open.workspace.content.ensureJournal()
                if let mark = open.unsyncedMark {
                    do throws(EditError) {
                        try open.workspace.change { (editor) throws(EditError) in
                            try editor.syncJournal(cause: cause)
                        }
                    } catch {
                        refused.append((key, mark, Failure(error)))
                        news.append(key)
                    }
                }
                if open.hasJournalLoss && news.last != key { news.append(key) }
            }
        }
        journaled.removeAll(keepingCapacity: true)
        return (refused, news)
    }

    /// Records for the client what happened to a document's journal that others removed; if another process has the
    /// lock, which one.
    mutating func noteJournalLoss(of key: DocumentKey) {
        guard let loss = with(key, { $0.workspace.content.takeJournalLoss() }) ?? nil else { return }
        with(key) { [files] open in
            open.journalNews = .lost(loss)
            guard loss == .taken else { return }
            // What hangs on that is drawn otherwise in the frames that follow.
            open.workspace.isReadOnly = true
            if let path = open.path { open.lock = files.lock(path) }
        }
    }

    /// Lets another document of a file take over its journal, after one has given up that file.
    ///
    /// - Parameter isLeft: whether that document left the journal's content; else it waits for the next opening.
    mutating func passOnJournal(ofFileAt path: String, isLeft: Bool) {
        for key in keys(ofFileAt: path) {
            let isTaken = with(key) { [files] in $0.takeUpJournal(isLeft: isLeft, with: files) }
            if isTaken == true { return touch(key) }
        }
    }

    /// Records in the journals of a file its state after the present save, if it succeeds, so that other processes
    /// find at any moment that the journals start from the file's content.
    ///
    /// - Parameter holding: the future file content of the saved document.
    mutating func noteSaving(_ path: String, _ state: FileState, by saver: DocumentKey, holding: FileHoldings) {
        for key in keys(ofFileAt: path) {
            with(key) { (open) in
                if key == saver {
                    open.workspace.content.noteSaving(state, holding: holding)
                } else if open.workspace.isDirty {
                    open.workspace.content.noteSaving(state, holding: .other)
                }
            }
        }
    }

    /// Updates the other documents of a file after one was saved there: their journals then start from the present
    /// file.
    mutating func noteReplaced(_ path: String, _ state: FileState, by saver: DocumentKey) {
        for key in keys(ofFileAt: path) where key != saver {
            with(key) { $0.noteReplaced(state) }
            touch(key)
        }
    }
}
