import Editing
import Server

/// The files of a recorded conversation: reads return the recorded contents, and nothing is written.
///
/// One thread uses it: a replay performs jobs between other events.
final class ReplayedFiles: FileAccess, @unchecked Sendable {
    private var uses: [Recording.FileUse] = []

    /// Sets the file uses of the event that is performed next.
    func offer(_ uses: [Recording.FileUse]) { if !(self.uses.isEmpty && uses.isEmpty) { self.uses = uses } }

    private func find(_ path: String, _ kind: Recording.FileUse.Kind) -> Recording.FileUse? {
        uses.firstIndex { $0.path == path && $0.kind == kind }.map { uses.remove(at: $0) }
    }

    private func take(_ path: String, _ kind: Recording.FileUse.Kind) throws(FileError) -> Recording.FileUse {
        if let use = find(path, kind) { return use }
        throw FileError("\"\(path)\" is not in the recording")
    }

    func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) -> FileVersion {
        switch try take(path, .read).outcome {
        case .contents(let bytes): bytes.withUnsafeBufferPointer(body)
        case .failed(let error): throw error
        case .replaced, .setAside, .locked, .found: break
        }
        return FileVersion()
    }

    func openJournal(of path: String, isLocked: Bool, limit: Int) throws(FileError) -> OpenedJournal {
        var contents: [UInt8] = []
        let use = find(path, .journal)
        switch use?.outcome {
        case .contents(let bytes): contents = bytes
        case .failed(let error): throw error
        case .replaced, .setAside, .locked, .found, nil: break
        }
        return OpenedJournal(
            file: isLocked ? ReplayedJournal(path: path, files: self) : nil, contents: contents,
            modified: use?.modified)
    }

    func pass(_ path: String, _ intent: WriteIntent) throws(FileError) -> FilePass {
        if case .failed(let error) = find(path, .refused)?.outcome { throw error }
        var target = WriteTarget(path)
        target.names = []
        return try admit(target, WriteIntent(overwrites: true))
    }

    func replace(
        _ pass: FilePass, _ replaceable: Replaceable, _ body: (any FileSink) throws(FileError) -> Void
    ) throws(FileError) -> FileVersion {
        let outcome = try take(pass.target.path, .replaced).outcome
        try body(NoSink())
        if case .failed(let error) = outcome { throw error }
        return FileVersion()
    }

    func lock(_ path: String) -> FileLock {
        guard case .locked(let owner) = find(path, .locked)?.outcome else {
            return .held(FileLock.Held(path: path, folder: FileVersion.Identity(), name: path))
        }
        return owner.map { .heldByOthers($0) } ?? .unavailable
    }

    func unlock(_ lock: FileLock.Held) {}

    /// A journal that stores nothing; recorded failures are repeated.
    private final class ReplayedJournal: JournalFile, @unchecked Sendable {
        private let path: String
        private let files: ReplayedFiles
        private var calls = 0

        init(path: String, files: ReplayedFiles) {
            self.path = path
            self.files = files
        }

        private func call() throws(JournalError) -> Recording.FileUse.Outcome? {
            calls += 1
            let outcome = files.find(path, .journalCall(calls))?.outcome
            if case .failed(let error) = outcome { throw JournalError(error.message) }
            return outcome
        }

        func write(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) throws(JournalError) { _ = try call() }

        func sync() throws(JournalError) { _ = try call() }

        func cut(at place: Int) {}

        func replace(with bytes: UnsafeBufferPointer<UInt8>, isLasting: Bool) throws(JournalError) -> String? {
            if case .setAside(let name) = try call() { return name }
            return nil
        }

        func find(byName: Bool) -> JournalPresence {
            if case .found(let presence) = files.find(path, .journalFound)?.outcome { return presence }
            return .own
        }

        func remove(isSaved: Bool) throws(JournalError) { _ = try call() }

        func setAside() throws(JournalError) -> String {
            if case .setAside(let name) = try call() { return name }
            return "\(path).journal"
        }
    }

    private struct NoSink: FileSink {
        func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError) {}
    }
}
