/// The files a session may read and write; the process lends it, the libraries do no I/O of their own.
public protocol FileAccess: Sendable {
    /// Reads a whole file and hands its bytes to `body`.
    func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError)

    /// Replaces a file by what `body` puts into the sink, all or nothing: when it throws, the file is as it was.
    func replace(_ path: String, _ body: (any FileSink) throws(FileError) -> Void) throws(FileError)

    /// The same files for jobs, one of which may replace a file while the session does, even the same one.
    var forJobs: any FileAccess { get }
}

extension FileAccess {
    public var forJobs: any FileAccess { self }
}

/// A file that is being written.
public protocol FileSink {
    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError)
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
