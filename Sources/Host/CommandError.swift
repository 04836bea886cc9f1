/// Why a command failed. Its message is printed on standard error.
public struct CommandError: Error {
    public let message: String

    public init(_ message: String) {
        self.message = message
    }
}
