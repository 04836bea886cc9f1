import Host
import Wire

/// The fate of changes that another process has not saved, as the user of a command chooses it.
///
/// A command never touches a journal: what is left out stays there.
enum UnsavedChoice {
    /// They are left out, and that is said; over the file itself nothing is written.
    case report
    case recover
    case discard

    /// The exit code of a command that would have gone over them.
    static let refused: Int32 = 4

    static let help = """
        --recover      Take changes in that another process has not saved.
        --discard      Leave them out without a word, also where the file itself is written.
        """

    /// Takes an argument, if it is one of these; false if it is not.
    mutating func take(_ argument: String) -> Bool {
        switch argument {
        case "--recover": self = .recover
        case "--discard": self = .discard
        default: return false
        }
        return true
    }

    /// Says what was found beside a file.
    ///
    /// - Parameters:
    ///   - opened: the result of `document/open`.
    ///   - isWritten: whether the command is to write that file.
    /// - Throws: if it would go over changes that the user knows nothing of.
    func report(_ opened: JSON, of path: String, isWritten: Bool) throws(CommandError) {
        guard self == .report, let count = opened["recovered"]?["changes"]?.integerValue else { return }
        let changes = count == 1 ? "1 unsaved change" : "\(count) unsaved changes"
        let message = "\(path): another process has \(changes): --recover takes them in, --discard leaves them out"
        if isWritten { throw CommandError(message, exitCode: UnsavedChoice.refused) }
        Platform.log("nodewire: \(message)\n")
    }
}
