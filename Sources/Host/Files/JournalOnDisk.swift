import Editing
import Server

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The journal of a file, which is kept open and locked, so that other processes detect that this one writes it. One
/// thread uses it.
///
/// A journal that version 1 left beside the file is moved to the usual folder before anything is written.
final class JournalOnDisk: JournalFile, @unchecked Sendable {
    private let files: Files
    /// The path of the document's file, as the client named it.
    private let path: String
    /// The path of the locked file: that of the document, or the Markdown file around its fence.
    private let lockedPath: String
    private let key: FileKey
    /// The path from the root, without links.
    private var journalPath: String
    /// Is true if it is beside the file, as version 1 left it.
    private var isOld: Bool
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

    /// The greatest number of journals of one file that are set aside.
    private static let mostAside = 1000

    init(
        _ files: Files, _ path: String, _ lockedPath: String, _ key: FileKey, _ mode: mode_t,
        _ found: consuming FoundJournal
    ) {
        (self.files, self.path, self.lockedPath, self.key, self.mode) = (files, path, lockedPath, key, mode)
        (journalPath, identity, isOld) = (found.path, found.identity, found.isOld)
        lock = files.heldLock(lockedPath)
        file = found.file.take()
    }

    deinit { files.journals.change { _ = $0.remove(key) } }

    func write(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) throws(JournalError) {
        try move()
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

    /// Removes the content from a position on; false if some of it is still there.
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
        try move()
        guard let number = file?.number else { return }
        if !takeAway(from: offset, of: number) || retrying({ fdatasync(number) }) != 0 { throw failure() }
    }

    func replace(with bytes: UnsafeBufferPointer<UInt8>, isLasting: Bool) throws(JournalError) -> String? {
        try move()
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
            let isOwn = place.folder.status(of: place.name)?.identity == identity
            if !isOwn && place.isHeldByOthers {
                throw FileError("another document has the journal of \"\(path)\"")
            }
            let aside = isOwn ? nil : try setAside(place)
            try new.rename(replacing: place)
            becomes(new, place.path)
            isCut = true
            return aside
        } catch {
            throw JournalError(error.message)
        }
    }

    func setAside() throws(JournalError) -> String {
        try move()
        forget()
        do throws(FileError) {
            if let name = try setAside(try journalPlace()) { return name }
            throw FileError("the journal of \"\(path)\" is gone")
        } catch {
            throw JournalError(error.message)
        }
    }

    /// Renames the file with the journal's name to a free name; returns its path, nil if there is nothing.
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

    func remove(isSaved: Bool) throws(JournalError) {
        let identity = identity
        forget()
        do throws(FileError) {
            guard let place = try presentPlace() else { return }
            isOld = false
            // What others have put there stays.
            if place.folder.status(of: place.name)?.identity != identity { return }
            if !isSaved { place.folder.remove(StateFolder.baseName) }
            if unlinkat(place.folder.number, place.name, 0) != 0 && errno != ENOENT {
                throw .system("cannot remove the journal of \"\(path)\"")
            }
            files.leaveStateFolder(of: try Place(path, below: files.root))
        } catch {
            throw JournalError(error.message)
        }
    }

    // MARK: The file

    func find(byName: Bool) -> JournalPresence {
        let isOwn = byName ? hasName : lock?.isLinked == true && file?.isLinked != false
        if isOwn { return .own }
        if case .heldByOthers = files.lock(lockedPath) { return .taken }
        // Without a lock, because something else has its name, the journal itself is locked all the same.
        let found = files.heldLock(lockedPath)
        defer { lock = found }
        return found === lock && hasName ? .own : .gone
    }

    private var hasName: Bool { files.root.status(of: journalPath)?.identity == identity }

    /// The journal has no file any more.
    private func forget() {
        file = nil
        (identity, isCut, isNameSynced) = (nil, false, false)
    }

    /// The location of the journal, in a folder that is made if there is none.
    private func journalPlace() throws(FileError) -> Place {
        let place = try Place(path, below: files.root)
        guard let state = files.stateFolder(of: place, isMade: true) else {
            throw .system("cannot write the journal of \"\(path)\"")
        }
        return try state.journal()
    }

    /// The present location of the journal; nil if there is none.
    private func presentPlace() throws(FileError) -> Place? {
        let place = try Place(path, below: files.root)
        if isOld { return try place.oldJournal() }
        return try files.stateFolder(of: place, isMade: false)?.journal()
    }

    /// Moves a journal of version 1 to the usual folder. One that others have removed is dropped.
    private func move() throws(JournalError) {
        if !isOld { return }
        do throws(FileError) {
            let old = try Place(path, below: files.root).oldJournal()
            let place = try journalPlace()
            if old.folder.status(of: old.name)?.identity == identity { try move(from: old, to: place) }
            (isOld, isNameSynced, journalPath) = (false, false, place.path)
        } catch {
            throw JournalError(error.message)
        }
    }

    private func move(from old: borrowing Place, to place: borrowing Place) throws(FileError) {
        if renameat(old.folder.number, old.name, place.folder.number, place.name) == 0 { return }
        guard errno == EXDEV else { throw .system("cannot move the journal of \"\(path)\"") }
        // On another disk there are two of them for a moment, which are the same.
        var copy = try TemporaryFile.begin(beside: place, mode: mode)
        try copy.fill(with: old.contents(for: path, .max), for: path)
        try copy.rename(replacing: place)
        becomes(copy, place.path)
        old.folder.remove(old.name)
    }

    /// Makes this file the journal from now on.
    private func becomes(_ new: borrowing TemporaryFile, _ path: String) {
        identity = new.file.status?.identity
        // The same open file, for its lock.
        file = new.file.duplicate()
        (isNameSynced, journalPath) = (false, path)
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
            (identity, journalPath) = (status.identity, place.path)
            file = consume opened
        } catch {
            throw JournalError(error.message)
        }
    }

    /// Waits until the names of the journal and of its folder are on the disk.
    private func syncFolder() throws(JournalError) {
        do throws(FileError) {
            let place = try journalPlace()
            guard place.folder.sync(), place.folder.openParent()?.sync() != false else {
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
