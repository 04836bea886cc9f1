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
    init(_ error: FileError) {
        self.init(
            kind: .document, id: "journal", code: Failure.Kind.journal.name, message: error.message,
            element: JSONText(trusted: Array("null".utf8)))
    }
}

extension JournaledDocument {
    /// Reads a journal, and handles the changes that the file lacks as decided.
    ///
    /// - Parameter source: of the time; with the client's clock no other time is sent.
    /// - Returns: True if the document continues with the journal.
    /// - Throws: `journal` if changes cannot be dropped.
    mutating func read(
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
    mutating func takeUpJournal(isLeft: Bool, with files: any FileAccess) -> Bool {
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
    mutating func noteReplaced(_ state: FileState) {
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

extension FileAccess {
    /// Returns true if the journal of a file has the whole document, which leads on from a state of the file.
    func journalHoldsAll(of path: String, behind state: FileState) -> Bool {
        guard let opened = try? openJournal(of: path, isLocked: false, limit: Limits.fileBytes) else { return false }
        return opened.contents.withUnsafeBufferPointer { JournalRecovery.holdsAll(behind: state, in: $0) }
    }
}
