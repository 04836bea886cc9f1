/// The files a session may read and write; the process lends it, the libraries do no I/O of their own.
public protocol FileAccess: Sendable {
    /// Reads a whole file and hands its bytes to `body`.
    func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError)

    /// Replaces a file by these bytes, all or nothing.
    func replace(_ path: String, with bytes: UnsafeBufferPointer<UInt8>) throws(FileError)
}

/// Why a file cannot be read or written.
public struct FileError: Error, Sendable {
    public var message: String
    /// The file was found, and is longer than the limit.
    public var isLimit: Bool

    public init(_ message: String, isLimit: Bool = false) {
        self.message = message
        self.isLimit = isLimit
    }
}
