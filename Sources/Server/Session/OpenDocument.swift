import Editing
import Formats
import Graph
import Interaction

/// A document that a client opened or created, with its file.
struct OpenDocument: Sendable {
    let name: String
    var workspace: Workspace
    /// The file it was opened from or saved to last.
    var path: String?
    /// What its unsaved changes outlive.
    var durability: Durability
    /// How much of what was done is known not to be on the disk yet; nil where nothing has to be.
    var unsynced: UnsyncedMark?
    /// The version of that file then; nil while there is none.
    var version: FileVersion?
    /// Whether that file was changed by others.
    var changeOnDisk = ChangeOnDisk.none
    /// Whether this process is the one that edits that file.
    var lock = FileLock.unavailable
    /// Whether it was read-only until now, and the client has not been notified yet that it is no more.
    var becameEditable = false
    /// What became of its journal, if others took it away and the client has not been notified yet.
    var journalLoss: DocumentEditor.JournalLoss?
    /// The format in which that file was stated to be.
    var statedFormat: Format?
    /// What is in that file, where the history does not lead back to it.
    var fileContent: Document?
    /// Whether a save may replace that file: it was opened from JSON of Nodewire or of React Flow, or saved here.
    var isSavable = false
    /// The number of losses of opening it; the first save over the same file needs consent.
    var unacceptedLosses = 0
    /// Whether changes were not sent, so that the client must read the document again.
    var owesReset = false
    /// Whether it was saved since the last `document/saved`.
    var wasSaved = false
    /// Whether that was an autosave.
    var wasAutosaved = false
    /// Since when changes wait for an autosave.
    var unsaved = UnsavedChanges()
    /// How often it was opened and not closed, where opening again joins.
    var users = 1
    /// What the client is sent besides changes and frames.
    var watch = WatchedParts()
}

extension OpenDocument {
    /// Whether a path leads to its file, however it is spelled.
    ///
    /// - Parameter found: what is there.
    func isFile(at path: String, _ found: FileVersion?) -> Bool {
        if let found, let version { return found.isAtSamePlace(as: version) }
        return self.path?.utf8.elementsEqual(path.utf8) == true
    }
}

/// Whether others have changed the file of a document.
enum ChangeOnDisk: Sendable {
    case none
    /// A change was noticed, and the client has not been notified yet.
    case noticed
    case announced
}
