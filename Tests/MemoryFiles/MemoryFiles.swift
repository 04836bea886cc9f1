import Editing
import Server

/// Files that exist only in memory, in one folder, and are known by how often they were written; not for several threads.
///
/// The journal and the lock of `f` are in `.f.nodewire/`; those that version 1 leaves as `f.journal` and `f.lock` are found, too.
public final class MemoryFiles: FileAccess, @unchecked Sendable {
    /// The contents of the files, their journals and locks, by name.
    public private(set) var contents: [String: [UInt8]]
    private var writes: [String: Int] = [:]
    /// The files whose journals are open.
    private var journals: Set<String> = []
    /// Is true if journals cannot be written.
    public var isFull = false
    /// Is true if the bytes written into journals do not come to be on the disk.
    public var isStuck = false
    /// The number of times that the disk was waited for.
    public var syncs = 0

    public init(_ contents: [String: [UInt8]] = [:]) { self.contents = contents }

    public func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) -> FileVersion {
        guard let bytes = contents[path] else { throw FileError("cannot open \"\(path)\"") }
        if bytes.count > limit { throw FileError("\"\(path)\" is longer than \(limit) bytes", .limit) }
        bytes.withUnsafeBufferPointer(body)
        return version(of: path)
    }

    public func pass(_ path: String, _ intent: WriteIntent) throws(FileError) -> FilePass {
        var target = WriteTarget(path)
        if contents[path] != nil { target.version = version(of: path) }
        if !intent.isOwn, case .heldByOthers(let owner) = lock(path) { target.owner = owner }
        let pass = try admit(target, intent)
        if path.contains("/") { throw FileError("cannot enter the folder of \"\(path)\"") }
        return pass
    }

    public func replace(
        _ pass: FilePass, _ replaceable: Replaceable, _ body: (any FileSink) throws(FileError) -> Void
    ) throws(FileError) -> FileVersion {
        let path = pass.target.path
        if contents[path] != nil, case .only(let known) = replaceable {
            guard known?.name == path else { throw FileError("there is a file \"\(path)\" already", .taken) }
            if known != version(of: path) {
                throw FileError("\"\(path)\" was changed since it was opened or saved here", .changed)
            }
        }
        let sink = Sink()
        try body(sink)
        contents[path] = sink.bytes
        writes[path, default: 0] += 1
        return version(of: path)
    }

    /// The name of the journal of a file.
    public static func journal(of path: String) -> String { ".\(path).nodewire/journal" }

    private static func locks(of path: String) -> [String] { [".\(path).nodewire/lock", "\(path).lock"] }

    public func lock(_ path: String) -> FileLock {
        for name in MemoryFiles.locks(of: path) {
            if let bytes = contents[name], case .owner(let owner) = LockOwner.read(bytes) {
                return .heldByOthers(owner)
            }
        }
        return .held(FileLock.Held(path: path, folder: FileVersion.Identity(), name: path))
    }

    public func takeLock(_ path: String) -> FileLock {
        for name in MemoryFiles.locks(of: path) {
            if let bytes = contents[name], case .owner = LockOwner.read(bytes) { contents[name] = nil }
        }
        return lock(path)
    }

    public func unlock(_ lock: FileLock.Held) {}

    public func openJournal(of path: String, isLocked: Bool, limit: Int) throws(FileError) -> OpenedJournal {
        if journals.contains(path) { throw FileError("another document has the journal of \"\(path)\"") }
        let name = journalName(of: path)
        let found = contents[name] ?? []
        if !isLocked { return OpenedJournal(file: nil, contents: found) }
        journals.insert(path)
        return OpenedJournal(file: Journal(self, path, name), contents: found)
    }

    /// The name of the journal that a file has, also where version 1 left it.
    private func journalName(of path: String) -> String {
        let name = MemoryFiles.journal(of: path)
        return contents[name] == nil && contents["\(path).journal"] != nil ? "\(path).journal" : name
    }

    /// The journal beside one of the files.
    private final class Journal: JournalFile, @unchecked Sendable {
        private let files: MemoryFiles
        private let path: String
        private var name: String

        init(_ files: MemoryFiles, _ path: String, _ name: String) {
            (self.files, self.path, self.name) = (files, path, name)
        }

        /// Moves a journal of version 1 to where journals lie.
        private func move() {
            let place = MemoryFiles.journal(of: path)
            if name != place { files.contents[place] = files.contents.removeValue(forKey: name) }
            name = place
        }

        deinit { files.journals.remove(path) }

        func write(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) throws(JournalError) {
            if files.isFull { throw JournalError("the disk is full") }
            move()
            files.contents[name, default: []].removeSubrange(place...)
            files.contents[name, default: []] += bytes
        }

        func sync() throws(JournalError) {
            files.syncs += 1
            if files.isFull || files.isStuck { throw JournalError("the disk is broken") }
        }

        func cut(at place: Int) { files.contents[name]?.removeSubrange(place...) }

        func replace(with bytes: UnsafeBufferPointer<UInt8>, isLasting: Bool) throws(JournalError) -> String? {
            if files.isFull || files.isStuck { throw JournalError("the disk is full") }
            move()
            files.contents[name] = Array(bytes)
            return nil
        }

        func find(byName: Bool) -> JournalPresence { .own }

        func setAside() throws(JournalError) -> String {
            move()
            let number = (1...).first { files.contents["\(name).\($0)"] == nil } ?? 1
            files.contents["\(name).\(number)"] = files.contents.removeValue(forKey: name)
            return "\(name).\(number)"
        }

        func remove(isSaved: Bool) throws(JournalError) { files.contents[name] = nil }
    }

    private func version(of path: String) -> FileVersion {
        var version = FileVersion()
        version.name = path
        version.modified = writes[path, default: 0]
        return version
    }

    private final class Sink: FileSink {
        var bytes: [UInt8] = []

        func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError) { self.bytes += bytes }
    }
}
