import Editing
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
    init(of contents: UnsafeBufferPointer<UInt8>) {
        let bytes = UnsafeRawBufferPointer(contents)
        self.init(size: bytes.count, fingerprint: StreamFingerprint(of: bytes).value)
    }
}

/// A document that was read from a file, with what its journal knows beyond that.
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
    /// The place of a journal that does not lead on from the file.
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

extension Session {
    /// Opens the journal of a file that was read, and does with what the file lacks as is decided.
    ///
    /// If there can be no journal, and without the lock of the file, the workspace has none: then the journal is only
    /// read. Nor has it one where none is wanted, unless changes are performed.
    /// The part of one that cannot be read is a loss, so that no save goes over it by itself.
    ///
    /// - Throws: `journal` if changes cannot be dropped.
    func findJournal(
        of path: String, _ state: FileState, _ durability: Durability, _ recovery: Recovery, _ document: Document,
        _ lock: FileLock
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
        } else if !(try found.read(opened, recovery, durability, document, state, clock.source)) {
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
    /// Reads a journal, and does with what the file lacks as is decided.
    ///
    /// - Parameter source: of the time; with the client's clock no other time is sent.
    /// - Returns: True if the document goes on with the journal.
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

extension Session {
    /// Notes whether what is performed has changed a document in a way that is not on the disk yet, for the next reply, or is
    /// in a journal that others may have taken away.
    @inline(__always)
    mutating func noteUnsynced(document index: Int, into outbox: inout Outbox) {
        if documents[index].isJournalToCheck && !journaled.contains(index) { journaled.append(index) }
        guard let mark = documents[index].takeUnsyncedMark() else { return }
        if isReplyDue { outbox.unsynced.note(documents[index].name, mark, waiting: outbox.waiting) }
    }

    /// Sees to it that all that was done is in journals that have their names, and waits until it is on the disk, as far as it
    /// is to be: before what it caused is written to the client.
    ///
    /// Of a document where that fails everything since the last time is taken back, and the requests that did it get the
    /// error in place of their results.
    public mutating func syncJournals(into outbox: inout Outbox) {
        var refused: [[UInt8]: Failure] = [:]
        var isNews = false
        for index in journaled {
            documents[index].workspace.content.ensureJournal()
            if let mark = documents[index].unsyncedMark {
                do throws(EditError) {
                    try documents[index].workspace.change { (editor) throws(EditError) in
                        try editor.syncJournal(cause: HistoryUndo.name)
                    }
                } catch {
                    for id in outbox.unsynced.ids(of: documents[index].name, mark) { refused[id] = Failure(error) }
                    refuseInPeers(document: index, mark, Failure(error))
                    touch(index)
                    isNews = true
                }
            }
            if documents[index].hasJournalLoss {
                touch(index)
                isNews = true
            }
        }
        journaled.removeAll(keepingCapacity: true)
        outbox.refuse(refused)
        outbox.unsynced.removeAll()
        for place in peers.indices { peers[place].outbox.unsynced.removeAll() }
        if isNews && !isHoldingBack { announce(into: &outbox) }
    }

    /// Leaves the journal of a document that is closed: it stays where it has unsaved changes, or for its history if the client
    /// wants that. One that cannot be removed stays, and leads on from the file.
    mutating func leaveJournal(ofDocument index: Int) {
        if keepsHistory || documents[index].workspace.isDirty { return }
        // Nothing is lost with one that stays.
        try? documents[index].discardJournal()
    }

    /// Notes for the client what became of a journal that others took away; where another process has the lock, which one.
    mutating func noteJournalLoss(document index: Int) {
        guard let loss = documents[index].workspace.content.takeJournalLoss() else { return }
        documents[index].journalLoss = loss
        guard loss == .taken, let path = documents[index].path else { return }
        documents[index].lock = files.lock(path)
    }
}

extension OpenDocument {
    // The document is borrowed for these, because a copy would retain all it holds.

    /// Is true if its journal may have to be looked for, or brought to the disk.
    fileprivate var isJournalToCheck: Bool { mutating get { workspace.editor.isJournalToCheck } }

    /// Is true if others took its journal away, and it was not noted yet.
    fileprivate var hasJournalLoss: Bool { mutating get { workspace.editor.hasJournalLoss } }

    /// The mark of changes that are not on the disk yet; nil if none has to be.
    fileprivate var unsyncedMark: UnsyncedMark? { mutating get { workspace.editor.unsyncedMark } }

    /// Returns the mark of changes that are not on the disk yet, if it is new.
    fileprivate mutating func takeUnsyncedMark() -> UnsyncedMark? {
        guard let mark = unsyncedMark, mark != unsynced else { return nil }
        unsynced = mark
        return mark
    }

    /// Notes that its file was written with these contents: its changes are in the journal of that file from now on, unless
    /// it has no lock.
    ///
    /// - Parameter isOwn: whether it was its file before.
    mutating func noteSaved(_ target: String, isOwn: Bool, _ state: FileState, with files: any FileAccess) {
        if workspace.editor.hasJournal && isOwn { return workspace.content.markSaved(state) }
        // What the former file lacks is in the new one; a journal that cannot be removed is set aside when that file is opened.
        try? discardJournal()
        workspace.content.withJournal { $0 = nil }
        workspace.content.markSaved(state)
        if durability == .none && !(hasOtherHistory && isOwn) || !lock.isHeld { return }
        guard let opened = try? files.openJournal(of: target, isLocked: true, limit: Limits.fileBytes),
            let file = opened.file
        else { return }
        if durability == .none {
            // It does not lead on from the new file.
            try? file.remove()
            hasOtherHistory = false
            return
        }
        if !opened.contents.isEmpty, (try? file.setAside()) == nil { return }
        workspace.content.withJournal { $0 = Journal(file, isLasting: durability == .power, state: state) }
        workspace.content.markSaved(state)
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
