import Host
import Wire

/// The folder in which a command searches for another process's unsaved changes, and the user's choice about them.
///
/// A command never changes a journal: omitted changes stay there.
struct UnsavedChoice {
    private enum Fate {
        /// They are left out, and that is said; over the file itself nothing is written.
        case report
        case recover
        case discard
    }

    private var fate = Fate.report
    /// The folder of all journals; nil if they are beside their files.
    private(set) var state: StateRoot?

    /// Is true if they are taken in.
    var isRecovering: Bool { fate == .recover }

    /// Reads it from the arguments of a command.
    init(_ arguments: Arguments) throws(CommandError) {
        fate = arguments.has("--recover") ? .recover : arguments.has("--discard") ? .discard : .report
        state = try arguments.value("--state").map { (folder) throws(CommandError) in
            try StateRoot(folder, isMade: false)
        }
    }

    /// Reports the findings beside a file.
    ///
    /// - Parameters:
    ///   - opened: the result of `document/open`.
    ///   - isWritten: whether the command will write that file.
    /// - Throws: if it would go over changes that the user knows nothing of.
    func report(_ opened: JSON, of path: String, isWritten: Bool) throws(CommandError) {
        guard fate == .report, let count = opened["recovered"]?["changes"]?.integerValue else { return }
        // The process that made them may have ended.
        let changes = count == 1 ? "1 change is" : "\(count) changes are"
        let message = "\(path): \(changes) in its journal, not in the file: --recover takes in, --discard leaves out"
        if isWritten { throw CommandError(message, exitCode: ExitCode.unsaved) }
        Platform.log("nodewire: \(message)\n")
    }
}
