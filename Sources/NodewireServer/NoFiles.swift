import Server

/// The files of a server without any: documents come and go as text.
public struct NoFiles: FileAccess {
    /// Makes an access without files.
    public init() {}

    /// Refuses the access.
    public func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) -> FileVersion { throw refusal(path) }

    /// Refuses the access.
    public func replace(
        _ pass: FilePass, _ replaceable: Replaceable, _ body: (any FileSink) throws(FileError) -> Void
    ) throws(FileError) -> FileVersion { throw refusal(pass.target.path) }

    /// There is nothing to lock.
    public func lock(_ path: String) -> FileLock { .unavailable }

    /// There is nothing to unlock.
    public func unlock(_ lock: FileLock.Held) {}

    private func refusal(_ path: String) -> FileError {
        FileError("cannot open \"\(path)\": this server has no files")
    }
}
