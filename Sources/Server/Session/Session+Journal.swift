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
    var recovered = 0
    /// Only if it is not 0.
    var dropped: Int?
    /// The place of a journal that does not lead on from the file.
    var setAside: String?
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
    /// Opens the journal of a file that was read, and performs what the file lacks.
    ///
    /// If there can be no journal, and without the lock of the file, the workspace has none: then the journal is only
    /// read.
    /// The part of one that cannot be read is a loss, so that no save goes over it by itself.
    func findJournal(
        of path: String, _ state: FileState, _ durability: Durability, _ document: Document, _ lock: FileLock
    ) -> JournaledDocument {
        var found = JournaledDocument(workspace: Workspace(document))
        let opened: OpenedJournal
        do throws(FileError) {
            opened = try files.openJournal(of: path, isLocked: lock.isHeld, limit: Limits.fileBytes)
        } catch {
            if error.kind == .left { found.losses.append(Loss(error)) }
            return found
        }
        var end = 0
        if !opened.contents.isEmpty {
            switch opened.contents.withUnsafeBufferPointer({ JournalRecovery.read($0, document, state) }) {
            case .nothing(let dropped): found.dropped = dropped
            case .recovered(let recovery):
                end = recovery.end
                found.recovered = recovery.count
                if recovery.dropped > 0 { found.dropped = recovery.dropped }
                found.workspace = Workspace(recovery)
            case .unrelated:
                guard let name = try? opened.file?.setAside() else { return found }
                found.setAside = name
            }
        }
        if let file = opened.file {
            let journal = Journal(file, isLasting: durability == .power, state: state, end: end)
            found.workspace.content.withJournal { $0 = journal }
        }
        return found
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
        if isNews && !isHoldingBack { announce(into: &outbox) }
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
        if durability == .none || !lock.isHeld { return }
        guard let opened = try? files.openJournal(of: target, isLocked: true, limit: Limits.fileBytes),
            let file = opened.file
        else { return }
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
