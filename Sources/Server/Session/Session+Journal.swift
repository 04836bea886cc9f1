import Editing
import Graph
import Interaction
import Storage

/// What an unsaved change of a document with a file outlives.
enum Durability: String, CaseIterable, Sendable {
    /// Nothing.
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
    /// Where a journal went that does not lead on from the file.
    var setAside: String?
}

extension Session {
    /// Opens the journal of a file that was read, and performs what the file lacks.
    ///
    /// Where there can be no journal, and without the lock of the file, the workspace has none.
    func findJournal(
        of path: String, _ state: FileState, _ durability: Durability, _ document: Document, _ lock: FileLock
    ) -> JournaledDocument {
        var found = JournaledDocument(workspace: Workspace(document))
        guard lock.isHeld, let opened = try? files.openJournal(of: path, limit: Limits.fileBytes) else { return found }
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
                guard let name = try? opened.file.setAside() else { return found }
                found.setAside = name
            }
        }
        let journal = Journal(opened.file, isLasting: durability == .power, state: state, end: end)
        found.workspace.withEditor { $0.keep(journal) }
        return found
    }
}

extension OpenDocument {
    /// Notes that its file was written with these contents: its changes are in the journal of that file from now on, unless
    /// it has no lock.
    mutating func noteSaved(_ target: String, _ state: FileState, with files: any FileAccess) {
        if workspace.editor.hasJournal && target == path { return workspace.markSaved(state) }
        // What the former file lacks is in the new one.
        try? discardJournal()
        workspace.withEditor { $0.keep(nil) }
        workspace.markSaved(state)
        if durability == .none || !lock.isHeld { return }
        guard let opened = try? files.openJournal(of: target, limit: Limits.fileBytes) else { return }
        if !opened.contents.isEmpty, (try? opened.file.setAside()) == nil { return }
        workspace.withEditor { editor in
            editor.begin(Journal(opened.file, isLasting: durability == .power, state: state), state)
        }
    }

    /// Removes the journal: its changes are not wanted, or are in another file.
    mutating func discardJournal() throws(Failure) {
        do throws(EditError) {
            try workspace.withEditor { (editor) throws(EditError) in try editor.discardJournal() }
        } catch {
            throw Failure(error)
        }
    }
}
