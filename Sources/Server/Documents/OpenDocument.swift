import Editing
import Formats
import Graph
import Interaction
import Wire

/// A document that a client opened or created, with its file.
struct OpenDocument: Sendable {
    /// The key by which it is lent; assigned when it is opened.
    var key = DocumentKey(number: 0)
    let name: String
    var workspace: Workspace
    /// The file it was opened from or saved to last.
    var path: String?
    /// The event that its unsaved changes outlive.
    var durability: Durability
    /// A mark of the changes that are known not to be on the disk yet; nil if none has to be.
    var unsynced: UnsyncedMark?
    /// The version of that file then; nil while there is none.
    var version: FileVersion?
    /// The state of the content at that time, from which its journal starts.
    var state: FileState?
    /// Is true if that file was changed by others.
    var changeOnDisk = ChangeOnDisk.none
    /// The lock of this process on that file.
    var lock = FileLock.unavailable
    /// Is true if it was opened only for reading: it gets no lock, unless the lock is taken for it or it is saved
    /// elsewhere.
    var isForReading = false
    /// Is true if it was read-only until now, and the client has not been notified yet of the change.
    var becameEditable = false
    /// The latest change of its journal, if the client has not been notified of it yet.
    var journalNews: JournalNews?
    /// The changes in the journal that wait until the client takes or drops them.
    var waiting: UnrecoveredChanges?
    /// Is true if the journal of that file has no unsaved changes and is not gone on with; the next save removes it.
    var hasOtherHistory = false
    /// The stated format of that file.
    var statedFormat: Format?
    /// The content of that file, if the history does not lead back to it.
    var fileContent: Document?
    /// The format of that file, stated or recognized.
    var format = Format.nodewire
    /// Is true if a save may replace that file: documents are written in its format.
    var isSavable: Bool { path != nil && format.isSaved }
    /// Is true if that file has no positions of nodes.
    var isUnplaced = false
    /// The format whose losses the client has accepted.
    var acceptedLosses: Format?
    /// Is true if a client that may write hidden files has opened or saved that file.
    var mayBeHidden = false
    /// The number of losses of opening it; the first save over the same file needs consent.
    var unacceptedLosses = 0
    /// Is true if changes were not sent, so that the client must read the document again.
    var owesReset = false
    /// Is true if it was saved since the last `document/saved`.
    var wasSaved = false
    /// Is true if the outermost group of edits has ended since the last `document/history`.
    var owesHistory = false
    /// Is true if that was an autosave.
    var wasAutosaved = false
    /// The times after which its changes are saved, as the client that opened it wishes.
    var autosave = Autosave()
    /// The times since which changes wait for an autosave.
    var unsaved = UnsavedChanges()
    /// The number of times that it was opened and not closed, if opening again joins.
    var users = 1
    /// The clients that have begun the open groups of edits, the innermost last, if several share the session.
    var groups: [Int] = []
    /// The numbers of the open documents with which its views compare.
    var followed: Set<Int> = []
    /// The notifications for the client besides changes and frames.
    var watch = WatchedParts()
}

extension OpenDocument {
    /// Returns true if a path leads to its file, however it is spelled.
    ///
    /// - Parameter found: the file that is there.
    func isFile(at path: String, _ found: FileVersion?) -> Bool {
        if let found, let version { return found.isAtSamePlace(as: version) }
        return self.path?.utf8.elementsEqual(path.utf8) == true
    }
}

/// A change of the journal of a document that its edits did not make.
enum JournalNews: Sendable {
    /// Others took it away.
    case lost(DocumentEditor.JournalLoss)
    /// It has the journal of another document of its file from now on.
    case takenUp(setAside: String?)
}

/// The change of the file of a document by others.
enum ChangeOnDisk: Sendable {
    case none
    /// A change was noticed, and the client has not been notified yet.
    case noticed
    case announced
}

/// The notifications about derived data that a client has asked for.
struct WatchedParts: Sendable {
    /// The choice whether the client is sent a part.
    enum State: Sendable {
        case off
        /// All of it is still to be sent.
        case begun
        /// The changes are sent.
        case on
    }

    /// The state of `document/diagnostics`.
    var diagnostics = State.off
    /// The state of `document/evaluated`.
    var values = State.off
}

extension OpenDocument {
    /// The text of its file; nil if parts that the client made may be missing there, or if the document in it is not known.
    ///
    /// - Complexity: O(the changes since then).
    var keptText: KeptText? {
        guard acceptedLosses == nil, let content = fileContent ?? workspace.editor.savedDocument else { return nil }
        return KeptText(content, format: format, isUnplaced: isUnplaced, isEdited: workspace.isDirty)
    }
}

extension OpenDocument {
    /// Records that the client must be notified of a change of its file, once.
    mutating func noteChangeOnDisk() { if changeOnDisk == .none { changeOnDisk = .noticed } }
}
