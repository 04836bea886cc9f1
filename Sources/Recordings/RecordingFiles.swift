import Server
import Wire

/// Files whose contents are recorded as they are read, so that the conversation can be replayed without them.
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

    func replace(
        _ path: String, _ replaceable: Replaceable, _ body: (any FileSink) throws(FileError) -> Void
    ) throws(FileError) -> FileVersion {
        do throws(FileError) {
            let version = try files.replace(path, replaceable, body)
            note("replaced", path) { _ in }
            return version
        } catch {
            note("replaced", path, error)
            throw error
        }
    }

    func lock(_ path: String) -> FileLock {
        let lock = files.lock(path)
        switch lock {
        case .held: note("locked", path) { _ in }
        case .heldByOthers(let owner):
            note("locked", path) { writer in
                writer.name("process")
                writer.integer(owner.process)
                writer.name("host")
                writer.string(owner.host)
            }
        case .unavailable: break
        }
        return lock
    }

    func unlock(_ lock: FileLock.Held) { files.unlock(lock) }

    private func note(_ use: StaticString, _ path: String, _ error: FileError) {
        note(use, path) { writer in
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
