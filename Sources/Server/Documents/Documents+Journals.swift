import Editing
import Formats
import Graph
import Interaction
import Storage
import Wire

/// The event that an unsaved change of a document with a file outlives.
enum Durability: String, CaseIterable, Sendable {
    /// The change outlives nothing.
    case none
    /// The end of the process, however it comes.
    case process
    /// A loss of power, too.
    case power
}

extension FileState {
    /// The state of a file with these contents.
    public init(of contents: UnsafeBufferPointer<UInt8>) {
        let bytes = UnsafeRawBufferPointer(contents)
        self.init(size: bytes.count, fingerprint: StreamFingerprint(of: bytes).value)
    }
}

/// A document that was read from a file, with the further changes in its journal.
struct JournaledDocument {
    var workspace: Workspace
    /// The changes that the file lacks and the document has; nil for none.
    var recovered: RecoveredChanges?
    /// The changes that the file and the document lack.
    var waiting: UnrecoveredChanges?
    /// The end of the lines of its journal that count, in bytes.
    var end = 0
    /// Only if it is not 0.
    var dropped: Int?
    /// The new path of a journal that does not start from the file.
    var setAside: String?
    /// Is true if there is a journal without unsaved changes, which is not gone on with.
    var hasOtherHistory = false
    /// The parts of a journal that cannot be read.
    var losses: [Loss] = []
}

extension Loss {
    /// The changes in a journal that cannot be read.
    fileprivate init(_ error: FileError) {
        self.init(
            kind: .document, id: "journal", code: Failure.Kind.journal.name, message: error.message,
            element: JSONText(trusted: Array("null".utf8)))
    }
}

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

extension JournaledDocument {
    /// Reads a journal, and handles the changes that the file lacks as decided.
    ///
    /// - Parameter source: of the time; with the client's clock no other time is sent.
    /// - Returns: True if the document continues with the journal.
    /// - Throws: `journal` if changes cannot be dropped.
    fileprivate mutating func read(
        _ opened: OpenedJournal, _ choice: Recovery, _ durability: Durability, _ document: Document,
        _ state: FileState, _ source: Clock
    ) throws(Failure) -> Bool {
        let outcome = opened.contents.withUnsafeBufferPointer {
            JournalRecovery.read($0, document, state, holdsBack: choice != .apply)
        }
        switch outcome {
        case .nothing(let dropped):
            if durability != .none { self.dropped = dropped }
        case .unrelated:
            guard durability != .none, let name = try? opened.file?.setAside() else { return false }
            setAside = name
        case .recovered(let recovery):
            // Where no journal is wanted, one counts for its unsaved changes alone.
            if durability == .none && recovery.count == 0 {
                hasOtherHistory = true
                return false
            }
            if recovery.dropped > 0 { dropped = recovery.dropped }
            var changes = RecoveredChanges(changes: recovery.count)
            if source == .server { changes.since = opened.modified }
            guard let held = recovery.held else {
                if recovery.count > 0 { recovered = changes }
                workspace = Workspace(recovery)
                end = recovery.end
                return true
            }
            changes.waiting = choice == .report ? true : nil
            workspace = Workspace(held)
            let waiting = UnrecoveredChanges(recovery: recovery, file: opened.file, state: state, recovered: changes)
            if choice == .report { self.waiting = waiting } else { try waiting.drop(from: &workspace, durability) }
            return false
        }
        return durability != .none
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
    /// - Returns: the undone changes, with their mark, and the documents with something to send.
    mutating func syncJournals() -> (refused: [(DocumentKey, UnsyncedMark, Failure)], news: [DocumentKey]) {
        var refused: [(DocumentKey, UnsyncedMark, Failure)] = []
        var news: [DocumentKey] = []
        for key in journaled {
            with(key) { open in
                open.workspace.content.ensureJournal()
                if let mark = open.unsyncedMark {
                    do throws(EditError) {
                        try open.workspace.change { (editor) throws(EditError) in
                            try editor.syncJournal(cause: HistoryUndo.name)
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

extension OpenDocument {
    // The document is borrowed for these, because a copy would retain all it holds.

    /// Is true if an edit, or a change that is not saved, does not outlive the process although it should.
    var lacksJournal: Bool {
        path != nil && durability != .none && !workspace.editor.hasJournal && waiting?.file == nil
            && (!workspace.isReadOnly || workspace.isDirty)
    }

    /// Is true if its journal may have to be looked for, or brought to the disk.
    var isJournalToCheck: Bool { mutating get { workspace.content.isJournalToCheck } }

    /// Is true if others took its journal away, and it was not noted yet.
    var hasJournalLoss: Bool { mutating get { workspace.content.hasJournalLoss } }

    /// The mark of changes that are not on the disk yet; nil if none has to be.
    var unsyncedMark: UnsyncedMark? { mutating get { workspace.content.unsyncedMark } }

    /// Returns the mark of changes that are not on the disk yet, if it is new.
    mutating func takeUnsyncedMark() -> UnsyncedMark? {
        guard let mark = unsyncedMark, mark != unsynced else { return nil }
        unsynced = mark
        return mark
    }

    /// Notes that its content was written to a file, which is its own from now on.
    ///
    /// - Parameter isOwn: whether it was its file before.
    mutating func noteSaved(to target: String, isOwn: Bool, _ format: Format, with files: any FileAccess) {
        let holding: FileHoldings = format.keepsAll(of: workspace.document) ? .all : .part
        if let state { moveJournal(to: target, isOwn: isOwn, state, holding, with: files) }
        if format != self.format { isUnplaced = false }
        (path, self.format, statedFormat) = (target, format, nil)
        // In an open group of edits no step ends here.
        fileContent = workspace.editor.reachesSaved ? nil : workspace.document
        (unacceptedLosses, wasSaved, changeOnDisk) = (0, true, .none)
    }

    /// Notes that its file was written with these contents: its changes are in the journal of that file from now on, unless
    /// it has no lock.
    ///
    /// - Parameter holding: the file's content of the document.
    private mutating func moveJournal(
        to target: String, isOwn: Bool, _ state: FileState, _ holding: FileHoldings, with files: any FileAccess
    ) {
        if workspace.editor.hasJournal && isOwn { return workspace.content.markSaved(state, holding: holding) }
        // What the former file lacks is in the new one; a journal that cannot be removed is set aside when that file is opened.
        try? discardJournal()
        workspace.content.withJournal { $0 = nil }
        workspace.content.markSaved(state, holding: holding)
        if durability == .none && !(hasOtherHistory && isOwn) || !lock.isHeld { return }
        guard let opened = try? files.openJournal(of: target, isLocked: true, limit: Limits.fileBytes),
            let file = opened.file
        else { return }
        if durability == .none {
            // It does not lead on from the new file.
            try? file.remove(isSaved: false)
            hasOtherHistory = false
            return
        }
        // One that leads on from what was written over stays for who opens the file next.
        if opened.contents.withUnsafeBufferPointer({ JournalRecovery.knows(state, in: $0) }) { return }
        if !opened.contents.isEmpty {
            guard let aside = try? file.setAside() else { return }
            journalNews = .takenUp(setAside: aside)
        }
        workspace.content.withJournal { $0 = Journal(file, isLasting: durability == .power, state: state) }
        workspace.content.markSaved(state, holding: holding)
    }

    /// Takes over the journal of its file, which no other document has any more, if it lacks one; true if it has one
    /// then. The journal starts from the present file, whoever wrote that.
    ///
    /// - Parameter isLeft: whether the journal's content may be set aside.
    fileprivate mutating func takeUpJournal(isLeft: Bool, with files: any FileAccess) -> Bool {
        var found: FileState?
        guard lacksJournal, lock.isHeld, waiting == nil, let path,
            (try? files.withContents(of: path, limit: Limits.fileBytes, { found = FileState(of: $0) })) != nil,
            let state = found,
            let opened = try? files.openJournal(of: path, isLocked: true, limit: Limits.fileBytes),
            let file = opened.file
        else { return false }
        var aside: String?
        if !opened.contents.isEmpty {
            aside = isLeft ? try? file.setAside() : nil
            if aside == nil { return false }
        }
        let journal = Journal(file, isLasting: durability == .power, state: state)
        if state != self.state { leadOn(from: state) }
        if !workspace.isDirty {
            // The next edit writes it.
            workspace.content.withJournal { $0 = journal.renewed }
        } else if (try? workspace.content.drop(changesIn: journal)) == nil {
            return false
        }
        journalNews = .takenUp(setAside: aside)
        return true
    }

    /// Records that its file is not the one that it last read or wrote, since another document was saved there. As
    /// soon as it has unsaved changes, its journal starts from the new file and holds the whole document.
    fileprivate mutating func noteReplaced(_ state: FileState) {
        if workspace.editor.hasJournal { return leadOn(from: state) }
        noteChangeOnDisk()
    }

    private mutating func leadOn(from state: FileState) {
        noteChangeOnDisk()
        fileContent = fileContent ?? workspace.editor.savedDocument
        self.state = state
        workspace.content.noteReplaced(state)
    }

    /// Removes the journal: its changes are not wanted, or are in another file.
    mutating func discardJournal() throws(Failure) {
        do throws(EditError) {
            try workspace.content.withJournal { (journal) throws(EditError) in
                try journal?.discard()
                journal = nil
            }
        } catch {
            throw Failure(error)
        }
    }
}
