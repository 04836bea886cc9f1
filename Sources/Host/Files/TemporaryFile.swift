import Server

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that is written beside the one it will replace; removed at the end of this value unless it has replaced it.
///
/// Its name is one of a few that belong to the file. The process that writes it holds a lock on it, which ends with
/// the process: so a file left by a crash is not locked, and the next process that reads or writes there removes it.
struct TemporaryFile: ~Copyable {
    let file: Descriptor
    private let folder: Descriptor
    private let name: String
    /// Is true if it was renamed; another process may use the name from then on.
    private var isPlaced = false

    /// The number of attempts for a lock or a name that others hold for a few system calls; they are a millisecond
    /// apart.
    private static let attempts = 5000

    /// Begins a file as soon as a name is free. Throws when the system refuses, or no name becomes free.
    static func begin(beside place: borrowing Place, mode: mode_t) throws(FileError) -> TemporaryFile {
        for _ in 0..<attempts {
            if let file = try TemporaryFile(beside: place, mode: mode) { return file }
            poll(nil, 0, 1)
        }
        throw FileError("\"\(place.path)\" is being written by too many others")
    }

    /// Begins a file under the first name that is free; nil if none is.
    private init?(beside place: borrowing Place, mode: mode_t) throws(FileError) {
        guard let folder = Descriptor.openFolder(".", in: place.folder.number) else {
            throw .system("cannot write beside \"\(place.path)\"")
        }
        for name in place.temporaryNames {
            guard let file = Descriptor.open(name, in: folder.number, O_RDWR | O_CREAT | O_EXCL, mode: mode) else {
                if errno == EEXIST { continue }
                throw .system("cannot write beside \"\(place.path)\"")
            }
            // Another process may have taken it for a left-over before it was locked.
            if case .heldByOthers = file.lock() { continue }
            guard let status = file.status, status.st_nlink > 0 else { continue }
            self.file = file
            self.folder = folder
            self.name = name
            return
        }
        return nil
    }

    deinit { if !isPlaced { folder.remove(name) } }

    /// Takes over the owner and the mode of the replaced file, as far as the system allows. Rights of a group or an
    /// owner that it cannot have are not given to others.
    func adopt(_ old: stat, for path: String) throws(FileError) {
        var mode = old.st_mode & 0o7777
        if retrying({ fchown(file.number, old.st_uid, old.st_gid) }) != 0 {
            mode &= 0o777
            if retrying({ fchown(file.number, uid_t.max, old.st_gid) }) != 0 {
                mode = mode & 0o707 | (mode & 0o007) << 3
            }
        }
        if retrying({ fchmod(file.number, mode) }) != 0 { throw .system("cannot write \"\(path)\"") }
    }

    /// The state of the file after it has replaced another one.
    func version(at place: borrowing Place) throws(FileError) -> FileVersion {
        guard let status = file.status else { throw .system("cannot write \"\(place.path)\"") }
        var version = FileVersion(at: place, status)
        version.setHash(of: file)
        return version
    }

    /// Replaces a file of any kind.
    mutating func rename(replacing place: borrowing Place) throws(FileError) {
        if retrying({ renameat(folder.number, name, place.folder.number, place.name) }) != 0 {
            throw .system("cannot replace \"\(place.path)\"")
        }
        isPlaced = true
    }

    /// Waits until no other server replaces a file of the folder.
    /// If there are no locks, none is held.
    func lockFolder(for path: String) throws(FileError) {
        for _ in 0..<TemporaryFile.attempts {
            guard case .heldByOthers = folder.lock() else { return }
            poll(nil, 0, 1)
        }
        throw FileError("cannot replace \"\(path)\": another process keeps its folder locked")
    }

    func unlockFolder() { folder.unlock() }
}

extension Place {
    /// The greatest number of simultaneous saves of one file.
    private static let temporaryCount = 32
    /// The number of bytes of a file's name that temporary names repeat: they are longer, and 255 is the limit.
    private static let longestStem = 200

    /// The names of files that are written to replace this one.
    fileprivate var temporaryNames: [String] {
        var stem = name
        while stem.utf8.count > Place.longestStem { stem.unicodeScalars.removeLast() }
        return (0..<Place.temporaryCount).map { ".\(stem).nodewire-\($0)" }
    }

    /// Removes the files left by processes that ended while they wrote this file.
    func removeLeftovers() {
        for name in temporaryNames {
            guard let file = Descriptor.open(name, in: folder.number, O_RDONLY | O_NONBLOCK) else { continue }
            guard let status = file.status, status.isFile, case .held = file.lock() else { continue }
            // Before it was locked, it may have been renamed, or removed and begun again by another process.
            if folder.status(of: name)?.identity == status.identity { folder.remove(name) }
        }
    }
}
