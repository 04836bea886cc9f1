import Host
import Wire

/// The place where a command looks for changes that another process has not saved, and their fate, as its user chooses it.
///
/// A command never touches a journal: what is left out stays there.
struct UnsavedChoice {
    private enum Fate {
        /// They are left out, and that is said; over the file itself nothing is written.
        case report
        case recover
        case discard
    }

    private var fate = Fate.report
    /// The folder of all journals; nil if they lie beside their files.
    private(set) var state: StateRoot?

    /// Is true if they are taken in.
    var isRecovering: Bool { fate == .recover }

    /// The exit code of a command that would have gone over them.
    static let refused: Int32 = 4

    static let help = """
        --recover      Take changes in that another process has not saved.
        --discard      Leave them out without a word, also where the file itself is written.
        --state DIR    Look for them in DIR, where the servers keep them that were started with the same option.
        """

    /// Takes its own arguments out of those of a command.
    init(from arguments: inout [String]) throws(CommandError) {
        var others: [String] = []
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--recover": fate = .recover
            case "--discard": fate = .discard
            default:
                if let folder = try Options.folder(after: "--state", argument, &rest) {
                    state = try StateRoot(folder, isMade: false)
                } else {
                    others.append(argument)
                }
            }
        }
        arguments = others
    }

    /// Says what was found beside a file.
    ///
    /// - Parameters:
    ///   - opened: the result of `document/open`.
    ///   - isWritten: whether the command is to write that file.
    /// - Throws: if it would go over changes that the user knows nothing of.
    func report(_ opened: JSON, of path: String, isWritten: Bool) throws(CommandError) {
        guard fate == .report, let count = opened["recovered"]?["changes"]?.integerValue else { return }
        let changes = count == 1 ? "1 unsaved change" : "\(count) unsaved changes"
        let message = "\(path): another process has \(changes): --recover takes them in, --discard leaves them out"
        if isWritten { throw CommandError(message, exitCode: UnsavedChoice.refused) }
        Platform.log("nodewire: \(message)\n")
    }
}
