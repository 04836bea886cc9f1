import Editing
import Graph
import Interaction

/// A document that a client opened or created, with where it came from.
struct OpenDocument: Sendable {
    let name: String
    var workspace: Workspace
    /// The file it was opened from or saved to last.
    var path: String?
    /// What that file was then; nil while there is none.
    var version: FileVersion?
    /// Whether that file was changed by others.
    var changeOnDisk = ChangeOnDisk.none
    /// Whether a save may go over that file: it was opened from JSON of our own or of React Flow, or saved by us.
    var isSavable = false
    /// What opening it left out; the first save over the same file needs consent.
    var unacceptedLosses = 0
    /// Changes were left untold; the client is to be told to read it anew.
    var owesReset = false
    /// It was saved, and the client has not been told yet.
    var wasSaved = false
}

/// How far a change of a document's file by others has come.
enum ChangeOnDisk: Sendable {
    case none
    /// It was noticed, and the client has not been notified yet.
    case noticed
    case announced
}
