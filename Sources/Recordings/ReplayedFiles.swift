import Server

/// The files of a recorded conversation: reads return the recorded contents, and nothing is written.
///
/// One thread uses it: a replay performs jobs between other events.
final class ReplayedFiles: FileAccess, @unchecked Sendable {
    private var uses: [Recording.FileUse] = []

    /// Sets the file uses of the event that is performed next.
    func offer(_ uses: [Recording.FileUse]) { if !(self.uses.isEmpty && uses.isEmpty) { self.uses = uses } }

    private func take(_ path: String, isWrite: Bool) throws(FileError) -> Recording.FileUse {
        guard let place = uses.firstIndex(where: { $0.path == path && $0.isWrite == isWrite && !$0.isLock }) else {
            throw FileError("\"\(path)\" is not in the recording")
        }
        return uses.remove(at: place)
    }

    func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) -> FileVersion {
        switch try take(path, isWrite: false).outcome {
        case .contents(let bytes): bytes.withUnsafeBufferPointer(body)
        case .failed(let error): throw error
        case .replaced, .locked: break
        }
        return FileVersion()
    }

    func replace(
        _ path: String, _ replaceable: Replaceable, _ body: (any FileSink) throws(FileError) -> Void
    ) throws(FileError) -> FileVersion {
        let outcome = try take(path, isWrite: true).outcome
        try body(NoSink())
        if case .failed(let error) = outcome { throw error }
        return FileVersion()
    }

    func lock(_ path: String) -> FileLock {
        guard let place = uses.firstIndex(where: { $0.path == path && $0.isLock }),
            case .locked(let owner) = uses.remove(at: place).outcome
        else { return .unavailable }
        guard let owner else { return .held(FileLock.Held(path: path, folder: FileVersion.Identity(), name: path)) }
        return .heldByOthers(owner)
    }

    func unlock(_ lock: FileLock.Held) {}

    private struct NoSink: FileSink {
        func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError) {}
    }
}
