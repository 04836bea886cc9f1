/// The reason why a command failed.
/// Its message is printed on standard error.
public struct CommandError: Error {
    /// One line for people.
    public let message: String
    /// The exit code of the process, if it is not the one of the command's failures.
    public let exitCode: Int32?

    /// An error that is reported by this line.
    public init(_ message: String, exitCode: Int32? = nil) {
        self.message = message
        self.exitCode = exitCode
    }
}
