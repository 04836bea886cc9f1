/// The exit codes of all commands.
enum ExitCode {
    /// Something was found: errors, a difference, a threshold that was missed.
    static let found: Int32 = 1
    /// The command line or a file cannot be used.
    static let unusable: Int32 = 2
    /// Something was lost, and the command was to be strict.
    static let losses: Int32 = 3
    /// Another process has unsaved changes of the output file.
    static let unsaved: Int32 = 4
    /// `merge` wrote nothing. Git takes lower codes for numbers of conflicts.
    static let unmerged: Int32 = 129

    /// All of them with their meaning in words, for the help and the manual.
    static let meanings: [(code: Int32, meaning: String)] = [
        (0, "all is well"),
        (found, "something was found: an error in a document, a difference, a conflict, a threshold that was missed"),
        (unusable, "the command line or a file cannot be used"),
        (losses, "a part of a file cannot be kept, and --strict was given"),
        (unsaved, "another process has unsaved changes of a file that would be written; nothing was"),
        (unmerged, "merge wrote nothing: its command line or a file cannot be used"),
    ]
}
