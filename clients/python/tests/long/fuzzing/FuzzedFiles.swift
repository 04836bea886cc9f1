import Editing
import Server

/// Files in memory with their journals. Nothing is thrown but what a file that is not there or that has changed throws.
final class FuzzedFiles: FileAccess, @unchecked Sendable {
    private var contents: [String: [UInt8]] = [
        "a.json": Array(
            #"{"nodewire":1,"nodes":[{"id":"a"},{"id":"b"}],"edges":[{"id":"e","source":"a","target":"b"}]}"#.utf8),
        "a.dot": Array("digraph { a -> b [label=x] }".utf8),
    ]
    private var writes: [String: Int] = [:]
    /// The files whose journals are open.
    private var journals: Set<String> = []

    func withContents(of path: String, limit: Int, _ body: (Bytes) -> Void) throws(FileError) -> FileVersion {
        guard let bytes = contents[path] else { throw FileError("there is no such file") }
        if bytes.count > limit { throw FileError("the file is too long", .limit) }
        bytes.withUnsafeBufferPointer(body)
        return version(of: path)
    }

    func replace(
        _ path: String, _ replaceable: Replaceable, _ body: (any FileSink) throws(FileError) -> Void
    ) throws(FileError) -> FileVersion {
        if contents[path] != nil, case .only(let known) = replaceable, known != version(of: path) {
            throw FileError("there is another file", known?.name == path ? .changed : .taken)
        }
        let sink = FuzzedSink()
        try body(sink)
        contents[path] = sink.bytes
        writes[path, default: 0] += 1
        return version(of: path)
    }

    private func version(of path: String) -> FileVersion {
        var version = FileVersion()
        version.name = path
        version.modified = writes[path, default: 0]
        return version
    }

    func lock(_ path: String) -> FileLock {
        .held(FileLock.Held(path: path, folder: FileVersion.Identity(), name: path))
    }

    func unlock(_ lock: FileLock.Held) {}

    func openJournal(of path: String, limit: Int) throws(FileError) -> OpenedJournal {
        guard journals.insert(path).inserted else { throw FileError("another document has this journal") }
        let name = "\(path).journal"
        let file = FuzzedJournal(
            contents[name] ?? [], keep: { [weak self] in self?.contents[name] = $0 },
            release: { [weak self] in self?.journals.remove(path) })
        return OpenedJournal(file: file, contents: contents[name] ?? [])
    }
}

/// A journal in memory.
final class FuzzedJournal: JournalFile, @unchecked Sendable {
    private(set) var bytes: [UInt8]
    private let keep: ([UInt8]?) -> Void
    private let release: () -> Void

    /// - Parameters:
    ///   - keep: gets what stands in it after each write; nil when it is gone.
    ///   - release: is called when nobody has it any more.
    init(_ bytes: [UInt8] = [], keep: @escaping ([UInt8]?) -> Void = { _ in }, release: @escaping () -> Void = {}) {
        (self.bytes, self.keep, self.release) = (bytes, keep, release)
    }

    deinit { release() }

    func write(_ bytes: Bytes, at place: Int, isLasting: Bool) throws(JournalError) {
        if place > self.bytes.count { broken("a journal is written behind its end") }
        self.bytes.removeSubrange(place...)
        self.bytes += bytes
        keep(self.bytes)
    }

    func replace(with bytes: Bytes, isLasting: Bool) throws(JournalError) {
        self.bytes = Array(bytes)
        keep(self.bytes)
    }

    func setAside() throws(JournalError) -> String {
        try remove()
        return "aside"
    }

    func remove() throws(JournalError) {
        bytes = []
        keep(nil)
    }
}

private final class FuzzedSink: FileSink {
    var bytes: [UInt8] = []

    func write(_ bytes: Bytes) throws(FileError) { self.bytes += bytes }
}
