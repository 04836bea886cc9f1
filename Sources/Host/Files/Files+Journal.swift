import Editing
import Server

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Files {
    /// Opens the journal of a file. Throws if none is possible, if it cannot be read (`left`), or while another
    /// document of this process has it.
    public func openJournal(of path: String, isLocked: Bool, limit: Int) throws(FileError) -> OpenedJournal {
        let place = try Place(path, below: root)
        guard let key = FileKey(place) else { throw .system("cannot reach \"\(path)\"") }
        // A fence of a file has a journal, too, under a name that is no file, and the lock of its file.
        let status = place.folder.status(of: place.name)
        let locked = status == nil ? path.lastIndex(of: "#").map { String(path[..<$0]) } ?? path : path
        if journals.change({ $0.contains(key) }) {
            throw FileError("another document has the journal of \"\(path)\"")
        }
        let found = try findJournal(of: place, isLocked: isLocked, limit)
        let modified = found.modified
        let rebased = found.contents.isEmpty ? nil : rebased(found.contents, of: place)
        let contents = rebased ?? found.contents
        if !isLocked { return OpenedJournal(file: nil, contents: contents, modified: modified) }
        guard let state = stateFolder(of: place, isMade: true),
            faccessat(state.folder.number, ".", W_OK, AT_EACCESS) == 0
        else { throw .system("cannot keep a journal of \"\(path)\"") }
        try state.journal().removeLeftovers()
        _ = journals.change { $0.insert(key) }
        // Of a journal that is found it may still be needed.
        if found.contents.isEmpty { dropLeftBase(of: place) }
        let file = JournalOnDisk(self, path, locked, key, (status?.st_mode ?? 0o600) & 0o666, found)
        if let rebased {
            do throws(JournalError) {
                _ = try rebased.withUnsafeBufferPointer { (bytes) throws(JournalError) in
                    try file.replace(with: bytes, isLasting: true)
                }
            } catch {
                throw FileError(error.message, .left)
            }
        }
        return OpenedJournal(file: file, contents: contents, modified: modified)
    }

    /// Finds the journal of a file in its usual folder, else beside the file, as version 1 left it.
    func findJournal(
        of place: borrowing Place, isLocked: Bool, _ limit: Int
    ) throws(FileError) -> FoundJournal {
        var found = FoundJournal()
        if let state = stateFolder(of: place, isMade: false) {
            found = try state.journal().findJournal(of: place.path, isLocked: isLocked, limit)
        } else if errno == EACCES || errno == EIO || errno == EMFILE || errno == ENFILE {
            throw .system("cannot read the journal of \"\(place.path)\"", .left)
        }
        let old = try place.oldJournal()
        if old.folder.status(of: old.name)?.isFile != true { return found }
        let former = try old.findJournal(of: place.path, isLocked: isLocked, limit)
        if isLocked { old.removeLeftovers() }
        if found.contents.isEmpty {
            found = former
            found.isOld = true
        } else if isLocked, found.contents == former.contents {
            // It was being moved when the process ended.
            old.folder.remove(old.name)
        }
        return found
    }

    /// Replaces the journal of a file, which another process writes, by a copy; false on failure.
    func takeJournal(of place: borrowing Place) -> Bool {
        do throws(FileError) {
            if let state = stateFolder(of: place, isMade: false) { try state.journal().copyJournal(of: place.path) }
            try place.oldJournal().copyJournal(of: place.path)
            return true
        } catch {
            return false
        }
    }

    /// Returns true if another process writes the journal of a file.
    func isJournalHeld(of place: borrowing Place) -> Bool {
        if (try? stateFolder(of: place, isMade: false)?.journal())?.isHeldByOthers == true { return true }
        return (try? place.oldJournal())?.isHeldByOthers == true
    }
}

/// A journal that was found, or none.
struct FoundJournal: ~Copyable {
    /// Locked by this process; nil if it is only read, or not there.
    var file: Descriptor?
    var contents: [UInt8] = []
    /// The time when it was written last, in milliseconds since 1970; nil if that is not known.
    var modified: Int?
    /// The path from the root, without links.
    var path = ""
    var identity: FileVersion.Identity?
    /// Is true if it is beside the file, as version 1 left it.
    var isOld = false
}

// The place of a journal.

extension Place {
    /// - Parameter path: of the document's file.
    fileprivate func findJournal(of path: String, isLocked: Bool, _ limit: Int) throws(FileError) -> FoundJournal {
        var found = FoundJournal()
        found.path = self.path
        found.file = isLocked ? open(O_RDWR) : nil
        if found.file?.lock() == .heldByOthers {
            throw FileError("another process writes the journal of \"\(path)\"", .left)
        }
        found.contents = try contents(for: path, limit)
        let status = folder.status(of: name)
        found.identity = status?.identity
        if !found.contents.isEmpty { found.modified = status.map { $0.modified / 1_000_000 } }
        return found
    }

    /// Returns the contents of the journal here, nothing if there is none.
    /// Throws `left` if they cannot be read.
    func contents(for path: String, _ limit: Int) throws(FileError) -> [UInt8] {
        guard let file = open(O_RDONLY) else {
            if errno == ENOENT { return [] }
            throw .system("cannot read the journal of \"\(path)\"", .left)
        }
        guard let status = file.status, status.isFile else {
            throw FileError("the journal of \"\(path)\" is not a file")
        }
        let size = Int(status.st_size)
        if size > limit { throw FileError("the journal of \"\(path)\" is longer than \(limit) bytes", .left) }
        var failed = false
        let contents = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let read = file.read(into: UnsafeMutableRawBufferPointer(buffer))
            failed = read == nil
            count = read ?? 0
        }
        if failed { throw .system("cannot read the journal of \"\(path)\"", .left) }
        return contents
    }

    /// Replaces the journal here by a copy, if there is one.
    fileprivate func copyJournal(of path: String) throws(FileError) {
        guard let status = folder.status(of: name) else { return }
        var copy = try TemporaryFile.begin(beside: self, mode: status.st_mode & 0o666)
        try copy.fill(with: contents(for: path, .max), for: path)
        try copy.rename(replacing: self)
    }

    /// Is true if another process, or another document, writes the journal here.
    var isHeldByOthers: Bool {
        guard let file = open(O_RDONLY), file.status?.isFile == true else { return false }
        return file.lock() == .heldByOthers
    }
}

extension TemporaryFile {
    /// Writes a whole journal, and waits until it is on the disk.
    func fill(with contents: [UInt8], for path: String) throws(FileError) {
        let isWritten = contents.withUnsafeBytes { Platform.writeAll($0, to: file.number) }
        if isWritten, retrying({ fsync(file.number) }) == 0 { return }
        throw .system("cannot write the journal of \"\(path)\"")
    }
}
