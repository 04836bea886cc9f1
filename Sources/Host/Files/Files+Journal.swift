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
    /// Opens the journal beside a file. Throws where none can be, where one cannot be read (`left`), or while another document
    /// of this process has it.
    public func openJournal(of path: String, isLocked: Bool, limit: Int) throws(FileError) -> OpenedJournal {
        let place = try Place(path, below: root)
        guard let status = place.folder.status(of: place.name), let key = FileKey(place) else {
            throw .system("cannot reach \"\(path)\"")
        }
        let name = place.journalName
        if name.utf8.count > Int(NAME_MAX) { throw FileError("the name of \"\(path)\" is too long") }
        if journals.change({ $0.contains(key) }) {
            throw FileError("another document has the journal of \"\(path)\"")
        }
        let journal = place.beside(name)
        let file = isLocked ? journal.open(O_RDWR) : nil
        if file?.lock() == .heldByOthers {
            throw FileError("another process writes the journal of \"\(path)\"", .left)
        }
        let contents = try journal.contents(for: path, limit)
        let found = contents.isEmpty ? nil : journal.folder.status(of: name)
        let modified = found.map { $0.modified / 1_000_000 }
        if !isLocked { return OpenedJournal(file: nil, contents: contents, modified: modified) }
        if faccessat(journal.folder.number, ".", W_OK, AT_EACCESS) != 0 {
            throw .system("cannot write beside \"\(path)\"")
        }
        journal.removeLeftovers()
        _ = journals.change { $0.insert(key) }
        let identity = journal.folder.status(of: name)?.identity
        return OpenedJournal(
            file: JournalOnDisk(self, path, key, journal.path, status.st_mode & 0o666, file, identity),
            contents: contents, modified: modified)
    }
}

extension Place {
    /// The name of the journal beside this file.
    var journalName: String { name + ".journal" }

    /// Returns the contents of the journal here, nothing if there is none.
    /// Throws `left` if they cannot be read.
    fileprivate func contents(for path: String, _ limit: Int) throws(FileError) -> [UInt8] {
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
}

extension Files {
    /// Puts a copy in place of the journal of a file, which another process writes; false if that fails.
    func takeJournal(of path: String) -> Bool {
        do throws(FileError) {
            let place = try Place(path, below: root)
            let name = place.journalName
            let journal = place.beside(name)
            guard let status = journal.folder.status(of: journal.name) else { return true }
            let contents = try journal.contents(for: path, .max)
            var copy = try TemporaryFile.begin(beside: journal, mode: status.st_mode & 0o666)
            let isWritten = contents.withUnsafeBytes { Platform.writeAll($0, to: copy.file.number) }
            if !isWritten || retrying({ fsync(copy.file.number) }) != 0 { return false }
            try copy.rename(replacing: journal)
            return true
        } catch {
            return false
        }
    }
}

/// The journal beside a file, which is kept open and locked: other processes find that this one writes it. One thread uses it.
private final class JournalOnDisk: JournalFile, @unchecked Sendable {
    private let files: Files
    /// The path of the document's file, as the client named it.
    private let path: String
    private let key: FileKey
    /// The path from the root, without links.
    private let journalPath: String
    private let mode: mode_t
    /// Opened by the first write, if it was not there before.
    private var file: Descriptor?
    /// The lock of the document's file; nil if the file was not found at the last look.
    private var lock: HeldFile?
    /// The identity of the file; nil if there is none yet.
    private var identity: FileVersion.Identity?
    /// Is true if nothing follows the last bytes that were written here.
    private var isCut = false
    /// Is true if the name of the file is on the disk, as far as was waited for.
    private var isNameSynced = false

    /// The greatest number of journals of one file that are kept aside.
    private static let mostAside = 1000

    init(
        _ files: Files, _ path: String, _ key: FileKey, _ journalPath: String, _ mode: mode_t,
        _ file: consuming Descriptor?, _ identity: FileVersion.Identity?
    ) {
        (self.files, self.path, self.key, self.journalPath) = (files, path, key, journalPath)
        (self.mode, self.identity) = (mode, identity)
        lock = files.heldLock(path)
        self.file = file
    }

    deinit { files.journals.change { _ = $0.remove(key) } }

    func write(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) throws(JournalError) {
        if file == nil { try open() }
        let bytes = UnsafeRawBufferPointer(bytes)
        guard let number = file?.number else { return }
        // The bytes behind would be taken for lines.
        if !isCut, retrying({ ftruncate(number, off_t(offset)) }) != 0 { throw failure() }
        isCut = true
        if Platform.writeAll(bytes, to: number, at: offset) { return }
        let error = failure()
        // A line that was refused must not be found.
        takeAway(from: offset, of: number)
        throw error
    }

    /// Takes away what stands from a place on; false if all of it, or a part, is still there.
    @discardableResult
    private func takeAway(from offset: Int, of number: Int32) -> Bool {
        if retrying({ ftruncate(number, off_t(offset)) }) == 0 { return true }
        isCut = false
        // A disk that does not make a file shorter may still take what is no line.
        var status = stat()
        guard fstat(number, &status) == 0 else { return false }
        let blank = [UInt8](repeating: UInt8(ascii: " "), count: max(0, Int(status.st_size) - offset))
        return blank.withUnsafeBytes { Platform.writeAll($0, to: number, at: offset) }
    }

    func sync() throws(JournalError) {
        if file == nil { try open() }
        guard let number = file?.number else { return }
        if retrying({ fdatasync(number) }) != 0 { throw failure() }
        if !isNameSynced { try syncFolder() }
        isNameSynced = true
    }

    func cut(at offset: Int) throws(JournalError) {
        guard let number = file?.number else { return }
        if !takeAway(from: offset, of: number) || retrying({ fdatasync(number) }) != 0 { throw failure() }
    }

    func replace(with bytes: UnsafeBufferPointer<UInt8>, isLasting: Bool) throws(JournalError) -> String? {
        do throws(FileError) {
            let place = try journalPlace()
            place.removeLeftovers()
            var new = try TemporaryFile.begin(beside: place, mode: mode)
            if !Platform.writeAll(UnsafeRawBufferPointer(bytes), to: new.file.number) {
                throw .system("cannot write the journal of \"\(path)\"")
            }
            if isLasting, retrying({ fsync(new.file.number) }) != 0 {
                throw .system("cannot write the journal of \"\(path)\"")
            }
            let aside = place.folder.status(of: place.name)?.identity == identity ? nil : try setAside(place)
            try new.rename(replacing: place)
            identity = new.file.status?.identity
            // The same open file, for its lock.
            file = new.file.duplicate()
            (isCut, isNameSynced) = (true, false)
            return aside
        } catch {
            throw JournalError(error.message)
        }
    }

    func setAside() throws(JournalError) -> String {
        forget()
        do throws(FileError) {
            if let name = try setAside(try journalPlace()) { return name }
            throw FileError("the journal of \"\(path)\" is gone")
        } catch {
            throw JournalError(error.message)
        }
    }

    /// Gives what has the name of the journal one that is free; returns its path, nil if there is nothing.
    private func setAside(_ place: borrowing Place) throws(FileError) -> String? {
        for number in 1...JournalOnDisk.mostAside {
            let name = "\(place.name).\(number)"
            if place.folder.status(of: name) != nil { continue }
            if renameat(place.folder.number, place.name, place.folder.number, name) == 0 {
                return "\(place.path).\(number)"
            }
            if errno == ENOENT { return nil }
            throw .system("cannot set the journal of \"\(path)\" aside")
        }
        throw FileError("\"\(path)\" has too many journals that were set aside")
    }

    func remove() throws(JournalError) {
        let identity = identity
        forget()
        do throws(FileError) {
            let place = try journalPlace()
            // What others have put there stays.
            if place.folder.status(of: place.name)?.identity != identity { return }
            if unlinkat(place.folder.number, place.name, 0) != 0 && errno != ENOENT {
                throw .system("cannot remove the journal of \"\(path)\"")
            }
        } catch {
            throw JournalError(error.message)
        }
    }

    // MARK: The file

    func find(byName: Bool) -> JournalPresence {
        let isOwn = byName ? hasName : lock?.isLinked == true && file?.isLinked != false
        if isOwn { return .own }
        if case .heldByOthers = files.lock(path) { return .taken }
        // Without a lock, because something else has its name, the journal itself is locked all the same.
        let found = files.heldLock(path)
        defer { lock = found }
        return found === lock && hasName ? .own : .gone
    }

    private var hasName: Bool { files.root.status(of: journalPath)?.identity == identity }

    /// The journal has no file any more.
    private func forget() {
        file = nil
        (identity, isCut, isNameSynced) = (nil, false, false)
    }

    fileprivate func journalPlace() throws(FileError) -> Place {
        let place = try Place(path, below: files.root)
        let name = place.journalName
        return place.beside(name)
    }

    private func open() throws(JournalError) {
        do throws(FileError) {
            let place = try journalPlace()
            let opened = Descriptor.open(place.name, in: place.folder.number, O_RDWR | O_CREAT | O_NONBLOCK, mode: mode)
            guard let opened else { throw .system("cannot write the journal of \"\(path)\"") }
            guard let status = opened.status, status.isFile else {
                throw FileError("the journal of \"\(path)\" is not a file")
            }
            if opened.lock() == .heldByOthers { throw FileError("another process writes the journal of \"\(path)\"") }
            identity = status.identity
            file = consume opened
        } catch {
            throw JournalError(error.message)
        }
    }

    private func syncFolder() throws(JournalError) {
        do throws(FileError) {
            let place = try journalPlace()
            if retrying({ fsync(place.folder.number) }) != 0 && errno != EINVAL {
                throw .system("cannot make the journal of \"\(path)\" last")
            }
        } catch {
            throw JournalError(error.message)
        }
    }

    private func failure() -> JournalError {
        JournalError(FileError.system("cannot write the journal of \"\(path)\"").message)
    }
}
