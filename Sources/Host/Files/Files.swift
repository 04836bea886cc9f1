import Server
import Storage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The files below a folder, by default the working folder at the time of creation.
public struct Files: FileAccess {
    let root: Root
    /// The folder of all journals and locks; nil if they are beside their files.
    let state: StateRoot?
    /// The journals that documents of this process have.
    let journals = Lock<Set<FileKey>>([])
    /// The folder whose own path may contain hidden names when hidden ones are refused, without links; nil is the
    /// root.
    let outer: String?
    /// Is true if every client may write names that begin with a dot.
    let allowsHidden: Bool
    /// The locks of this process.
    let locks = Lock<[FileKey: HeldFile]>([:])

    /// The files of this process.
    ///
    /// - Parameters:
    ///   - folder: the folder of the files; by default the working folder.
    ///   - outer: the folder whose path may contain names that begin with a dot; by default `folder`.
    ///   - state: the folder of all journals and locks; by default they are beside their files.
    public init(
        in folder: String = ".", outer: String? = nil, state: StateRoot? = nil, allowsHidden: Bool = false
    ) {
        (root, self.outer, self.state, self.allowsHidden) = (Root(folder), outer, state, allowsHidden)
    }

    /// The files below a folder, with journals and locks beside them; nil if it cannot be opened.
    public init?(below folder: String) {
        // The system would end the path there.
        if folder.utf8.contains(0) { return nil }
        self.init(in: folder)
        if !root.isOpen { return nil }
    }

    /// Closes the folder, once for all copies; no file is accessed afterwards.
    public func close() { root.close() }

    /// Reads a file of at most `limit` bytes. Throws a `FileError` of kind `limit` if it is longer, and one of kind
    /// `system` or a message of its own if it is outside the folder, no plain file, or the system refuses.
    public func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) -> FileVersion {
        let place = try Place(path, below: root)
        place.removeLeftovers()
        guard let file = place.open(O_RDONLY) else { throw .system("cannot open \"\(path)\"") }
        guard let status = file.status, status.isFile else { throw FileError("\"\(path)\" is not a file") }
        let size = Int(status.st_size)
        if size > limit { throw FileError("\"\(path)\" is longer than \(limit) bytes", .limit) }
        var version = FileVersion(at: place, status)
        let buffer = Files.buffer(for: size)
        defer { buffer.deallocate() }
        guard let count = file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])) else {
            throw .system("cannot read \"\(path)\"")
        }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        version.setHash(of: bytes)
        body(bytes.bindMemory(to: UInt8.self))
        return version
    }

    /// Memory for a file of a size; for a long one in large pages.
    private static func buffer(for size: Int) -> UnsafeMutableRawBufferPointer {
        let largePage = 2 << 20
        let isLarge = size >= 4 * largePage
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(size, 1), alignment: isLarge ? largePage : 16)
        if isLarge { Platform.useLargePages(buffer) }
        return buffer
    }
}

// MARK: Changes

extension Files {
    /// Returns the location of a path, in any spelling and over links, and the file there; nil if there is none.
    public func locate(_ path: String) -> FileVersion? {
        guard let place = try? Place(path, below: root), let status = place.folder.status(of: place.name) else {
            return nil
        }
        return FileVersion(at: place, status)
    }

    /// A change of a file since it was read or written.
    public enum Change {
        /// It is unchanged, or gone.
        case none
        /// It was written with the same contents.
        case touched(FileVersion)
        case changed
    }

    /// Returns the change of the file at a client's path; `none` if its state cannot be read.
    public func change(of path: String, since known: FileVersion) -> Change {
        guard let place = try? Place(path, below: root), let status = place.folder.status(of: place.name) else {
            return .none
        }
        return (try? place.change(to: status, since: known)) ?? .none
    }
}

extension Place {
    /// Returns the change of the file here, whose present state is `status`. Throws if the file must be read for that,
    /// and cannot be.
    ///
    /// - Complexity: O(1), and if the state does not decide, O(*n*) for a file of *n* bytes, up to
    ///   `FileVersion.hashedBytes`.
    func change(to status: stat, since known: FileVersion) throws(FileError) -> Files.Change {
        var version = FileVersion(at: self, status)
        if version.isSameState(as: known), known.hasReliableTime || known.hash == nil { return .none }
        guard status.isFile, version.size == known.size, known.hash != nil else { return .changed }
        guard let file = open(O_RDONLY), version.setHash(of: file) else { throw .system("cannot read \"\(path)\"") }
        return version.hash == known.hash ? .touched(version) : .changed
    }
}

extension FileVersion {
    /// The longest file, in bytes, that is compared by its contents: to read it takes some milliseconds.
    static let hashedBytes = 16 << 20
    /// The coarsest clock of a file system, in nanoseconds (FAT).
    private static let coarsestClock = 2_000_000_000

    init(at place: borrowing Place, _ status: stat) {
        self.init()
        folder = place.folder.status?.identity ?? Identity()
        name = place.name
        file = status.identity
        size = Int(status.st_size)
        modified = status.modified
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        hasReliableTime = now.nanoseconds &- modified > FileVersion.coarsestClock
    }

    fileprivate func isSameState(as other: FileVersion) -> Bool {
        file == other.file && size == other.size && modified == other.modified
    }

    mutating func setHash(of bytes: UnsafeRawBufferPointer) {
        if bytes.count <= FileVersion.hashedBytes { hash = fingerprint(of: bytes) }
    }

    /// Reads a file of this size for its hash; false if it is too long or cannot be read.
    @discardableResult
    mutating func setHash(of file: borrowing Descriptor) -> Bool {
        guard size <= FileVersion.hashedBytes else { return false }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: 16)
        defer { buffer.deallocate() }
        guard let count = file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])) else {
            return false
        }
        setHash(of: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return true
    }
}
