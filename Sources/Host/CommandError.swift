/// The reason why a command failed.
/// Its message is printed on standard error.
public struct CommandError: Error {
    /// One line for people.
    public let message: String

    /// An error that is reported by this line.
    public init(_ message: String) {
        self.message = message
    }
}
