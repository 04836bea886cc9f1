import Editing
import Server
import Wire

/// Files whose contents are recorded when they are read, so that the conversation can be replayed without them.
struct RecordingFiles: FileAccess {
    private let files: any FileAccess
    private let sink: any RecordingSink

    init(files: any FileAccess, sink: any RecordingSink) {
        self.files = files
        self.sink = sink
    }

    func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) -> FileVersion {
        do throws(FileError) {
            return try files.withContents(of: path, limit: limit) { bytes in
                note("read", path) { Recorder.write(payload: bytes, into: &$0) }
                body(bytes)
            }
        } catch {
            note("read", path, error)
            throw error
        }
    }

    func pass(_ path: String, _ intent: WriteIntent) throws(FileError) -> FilePass {
        do throws(FileError) {
            return try files.pass(path, intent)
        } catch {
            note("refused", path, error)
            throw error
        }
    }

    func replace(
        _ pass: FilePass, _ replaceable: Replaceable, _ body: (any FileSink) throws(FileError) -> Void
    ) throws(FileError) -> FileVersion {
        let path = pass.target.path
        do throws(FileError) {
            let version = try files.replace(pass, replaceable, body)
            note("replaced", path) { _ in }
            return version
        } catch {
            note("replaced", path, error)
            throw error
        }
    }

    func lock(_ path: String) -> FileLock { noted(files.lock(path), path) }

    func takeLock(_ path: String) -> FileLock { noted(files.takeLock(path), path) }

    private func noted(_ lock: FileLock, _ path: String) -> FileLock {
        switch lock {
        case .held: break
        case .heldByOthers(let owner):
            note("locked", path) { writer in
                writer.name("process")
                writer.integer(owner.process)
                writer.name("host")
                writer.string(owner.host)
            }
        case .unavailable: note("locked", path) { _ in }
        }
        return lock
    }

    func unlock(_ lock: FileLock.Held) { files.unlock(lock) }

    func openJournal(of path: String, isLocked: Bool, limit: Int) throws(FileError) -> OpenedJournal {
        do throws(FileError) {
            var opened = try files.openJournal(of: path, isLocked: isLocked, limit: limit)
            if !opened.contents.isEmpty {
                note("journal", path) { writer in
                    opened.contents.withUnsafeBufferPointer { Recorder.write(payload: $0, into: &writer) }
                    if let modified = opened.modified {
                        writer.name("modified")
                        writer.integer(modified)
                    }
                }
            }
            opened.file = opened.file.map { RecordedJournal($0, path, self) }
            return opened
        } catch {
            note("journal", path, error)
            throw error
        }
    }

    /// A journal whose failures are recorded.
    private final class RecordedJournal: JournalFile, @unchecked Sendable {
        private let file: any JournalFile
        private let path: String
        private let files: RecordingFiles
        private var calls = 0

        init(_ file: any JournalFile, _ path: String, _ files: RecordingFiles) {
            self.file = file
            self.path = path
            self.files = files
        }

        private func call<Result>(_ body: () throws(JournalError) -> Result) throws(JournalError) -> Result {
            calls += 1
            do throws(JournalError) {
                return try body()
            } catch {
                files.note("journal", path, FileError(error.message), call: calls)
                throw error
            }
        }

        func write(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) throws(JournalError) {
            try call { () throws(JournalError) in try file.write(bytes, at: place) }
        }

        func sync() throws(JournalError) { try call { () throws(JournalError) in try file.sync() } }

        func cut(at place: Int) throws(JournalError) { try file.cut(at: place) }

        func replace(with bytes: UnsafeBufferPointer<UInt8>, isLasting: Bool) throws(JournalError) -> String? {
            let name = try call { () throws(JournalError) in try file.replace(with: bytes, isLasting: isLasting) }
            if let name { noteAside(name) }
            return name
        }

        func find(byName: Bool) -> JournalPresence {
            let presence = file.find(byName: byName)
            if presence != .own {
                files.note("journal", path) { writer in
                    writer.name("found")
                    writer.string(presence.rawValue)
                }
            }
            return presence
        }

        func remove(isSaved: Bool) throws(JournalError) {
            try call { () throws(JournalError) in try file.remove(isSaved: isSaved) }
        }

        func setAside() throws(JournalError) -> String {
            let name = try call { () throws(JournalError) in try file.setAside() }
            noteAside(name)
            return name
        }

        private func noteAside(_ name: String) {
            files.note("journal", path) { writer in
                writer.name("call")
                writer.integer(calls)
                writer.name("setAside")
                writer.string(name)
            }
        }
    }

    private func note(_ use: StaticString, _ path: String, _ error: FileError, call: Int? = nil) {
        note(use, path) { writer in
            if let call {
                writer.name("call")
                writer.integer(call)
            }
            writer.name("error")
            writer.string(error.message)
            guard let mark = error.kind.mark else { return }
            writer.name(mark)
            writer.boolean(true)
        }
    }

    private func note(_ use: StaticString, _ path: String, _ outcome: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name(use)
        writer.string(path)
        outcome(&writer)
        // A job that is short is done on the session's thread; its files belong to the event, as all others.
        if !sink.isOnSessionThread {
            writer.name("job")
            writer.boolean(true)
        }
        writer.endObject()
        writer.append("\n")
        writer.withBytes { sink.write($0) }
    }
}
