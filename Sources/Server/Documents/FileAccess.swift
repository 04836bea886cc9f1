import Editing
import Formats

/// The files that a session may read and write. The process provides it; the libraries do no I/O of their own.
public protocol FileAccess: Sendable {
    /// Reads a whole file and calls `body` with its bytes, which are valid during the call.
    ///
    /// - Parameters:
    ///   - path: from the server's folder.
    ///   - limit: the greatest length, in bytes.
    /// - Returns: the version that was read.
    /// - Throws: `FileError` of kind `limit` for a longer file, else of kind `system`.
    func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) -> FileVersion

    /// Reads a file in Markdown.
    ///
    /// A process may keep a file's content if it works on only that content.
    /// - Throws: as `withContents`.
    func markdown(of path: String, limit: Int) throws(FileError) -> (version: FileVersion, text: MarkdownText)

    /// Checks a path at the gate (`admit`), and returns its present location.
    ///
    /// - Throws: `FileError` of kind `reserved`, `hidden`, `open` or `format`, else of kind `system`.
    func pass(_ path: String, _ intent: WriteIntent) throws(FileError) -> FilePass

    /// Replaces a file by the output of `body` into the sink, all or nothing: if it throws, the file is unchanged.
    ///
    /// A session may replace a file while one of its jobs replaces the same one.
    ///
    /// - Returns: the version that was written.
    /// - Throws: `FileError` of kind `changed` or `taken` if the existing file is not `replaceable`, else of kind
    ///   `system`; and errors of `body`.
    func replace(
        _ pass: FilePass, _ replaceable: Replaceable, _ body: (any FileSink) throws(FileError) -> Void
    ) throws(FileError) -> FileVersion

    /// Opens the journal of a file, which need not be there: nothing is made before it is written.
    ///
    /// - Parameter isLocked: whether this process has the lock of the file; else the journal is only read.
    /// - Throws: `FileError` of kind `left` if there is a journal that cannot be read, and of kind `system` if there can be none,
    ///   for example because another document of this server has it.
    func openJournal(of path: String, isLocked: Bool, limit: Int) throws(FileError) -> OpenedJournal

    /// The file at a path, by which two paths of one file are recognized; nil if there is none.
    func locate(_ path: String) -> FileVersion?

    /// Puts a lock beside a file, by which other servers know that it is edited. A second one of this process is the
    /// same lock.
    func lock(_ path: String) -> FileLock

    /// Replaces another process's lock of a file, whether that process runs or not; a file that is not a lock stays.
    func takeLock(_ path: String) -> FileLock

    /// Removes a lock of this process.
    func unlock(_ lock: FileLock.Held)
}

extension FileAccess {
    /// Reads it again.
    public func markdown(of path: String, limit: Int) throws(FileError) -> (version: FileVersion, text: MarkdownText) {
        var text: MarkdownText?
        let version = try withContents(of: path, limit: limit) { text = MarkdownText($0) }
        guard let text else { throw FileError("cannot read \"\(path)\"") }
        return (version, text)
    }

    /// Returns nil: files that cannot be located are compared by their paths.
    public func locate(_ path: String) -> FileVersion? { nil }

    /// Locks it like any other: if others cannot see the process's files, there are no other locks.
    public func takeLock(_ path: String) -> FileLock { lock(path) }

    /// Throws: a process that lends no journals has none.
    public func openJournal(of path: String, isLocked: Bool, limit: Int) throws(FileError) -> OpenedJournal {
        throw FileError("there is no journal beside \"\(path)\"")
    }
}

/// The journal of a file, with its content.
public struct OpenedJournal: Sendable {
    /// The file to which it is written; nil if it is read-only.
    public var file: (any JournalFile)?
    /// Empty if there is none.
    public var contents: [UInt8]
    /// The time when it was written last, in milliseconds since 1970; nil if that is not known.
    public var modified: Int?

    /// A journal that was just opened.
    public init(file: (any JournalFile)?, contents: [UInt8], modified: Int? = nil) {
        self.file = file
        self.contents = contents
        self.modified = modified
    }
}

/// A file that is being written.
public protocol FileSink {
    /// Appends bytes.
    ///
    /// - Throws: `FileError` of kind `system`, for example if the disk is full.
    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError)
}

/// The choice of existing files that a write may replace.
/// If there is none, it can always be written.
public enum Replaceable: Sendable {
    case anything
    /// Only this version; with nil no file at all.
    case only(FileVersion?)
}

/// The data of a file since it was read or written, by which changes are noticed. Only the process uses its members.
public struct FileVersion: Equatable, Sendable {
    /// A file or folder, whatever its name.
    public struct Identity: Equatable, Sendable {
        /// The device of the file system.
        public var device: UInt64
        /// The number of the file on it (`st_ino`).
        public var number: UInt64

        /// The identity of nothing, unless its numbers are given.
        public init(device: UInt64 = 0, number: UInt64 = 0) {
            self.device = device
            self.number = number
        }
    }

    /// The folder that contains it.
    public var folder = Identity()
    /// The name in that folder.
    public var name = ""
    /// The file itself.
    public var file = Identity()
    /// The size, in bytes.
    public var size = 0
    /// The time of the last write, in nanoseconds since 1970.
    public var modified = 0
    /// Is true if a later write cannot have the same time: the clocks of file systems are coarse.
    public var hasReliableTime = false
    /// The hash of the contents; nil if they are too long to read again.
    public var hash: UInt64?
    /// The hash of the fence in the file that was read or written; nil for a whole file.
    public internal(set) var fence: UInt64?

    /// An empty version, which the process fills.
    public init() {}

    /// The same location after something unread was written there: any content counts as changed.
    var unread: FileVersion {
        var version = self
        (version.size, version.hash) = (-1, nil)
        return version
    }

    /// The hash of the read file or fence.
    var contentHash: UInt64? { fence ?? hash }

    /// The version of a fence of the file, which is a location of its own.
    ///
    /// - Parameter contents: the hash of the fence, if it was read.
    func of(fence number: Int, _ contents: UInt64? = nil) -> FileVersion {
        var version = self
        (version.name, version.fence) = (FencedFiles.path(name, number), contents)
        return version
    }

    /// Returns true if both name the same location: one name in one folder.
    public func isAtSamePlace(as other: FileVersion) -> Bool {
        folder == other.folder && name.utf8.elementsEqual(other.name.utf8)
    }
}

/// The reason why a file cannot be read or written.
public struct FileError: Error, Sendable {
    /// The message for people.
    public var message: String
    /// The kind of failure.
    public var kind: FileErrorKind
    /// The new file, if it was in its place before the failure; then only a power failure may lose its name.
    public var written: FileVersion?

    /// - Parameter kind: by default an error of the system.
    public init(_ message: String, _ kind: FileErrorKind = .system) {
        self.message = message
        self.kind = kind
    }
}

extension Failure {
    init(_ error: FileError) {
        switch error.kind {
        case .system, .left: self.init(.path, error.message, path: "/path")
        case .reserved, .hidden: self.init(refusing: "/path", error.message, error.kind)
        case .open: self.init(refusing: "/overwrite", "\(error.message); `overwrite` replaces it", error.kind)
        case .format: self.init(refusing: "/format", error.message, error.kind)
        case .losses: self.init(refusing: "/acceptLosses", error.message, error.kind)
        case .limit: self.init("fileBytes", error.message, path: "/path")
        case .fences: self.init(.limits, error.message, path: "/path")
        case .changed, .taken:
            self.init(.changedOnDisk, "\(error.message); `overwrite` replaces it", path: "/overwrite")
        }
    }

    /// A file is not written for the reason that a kind of error names; `path` is a JSON Pointer into the parameters.
    init(refusing path: String, _ message: String, _ kind: FileErrorKind) {
        self.init(.path, message, path: path)
        if let name = kind.reason { reason = name }
    }
}
