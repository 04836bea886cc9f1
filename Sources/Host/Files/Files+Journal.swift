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
        guard let status = place.folder.status(of: place.name), let folder = place.folder.status else {
            throw .system("cannot reach \"\(path)\"")
        }
        let key = JournalKey(folder: folder.identity, name: place.name)
        let name = place.journalName
        if name.utf8.count > Int(NAME_MAX) { throw FileError("the name of \"\(path)\" is too long") }
        if journals.change({ $0.contains(key) }) {
            throw FileError("another document has the journal of \"\(path)\"")
        }
        let journal = place.beside(name)
        let contents = try journal.contents(for: path, limit)
        if !isLocked { return OpenedJournal(file: nil, contents: contents) }
        if faccessat(journal.folder.number, ".", W_OK, AT_EACCESS) != 0 {
            throw .system("cannot write beside \"\(path)\"")
        }
        journal.removeLeftovers()
        _ = journals.change { $0.insert(key) }
        let file = JournalOnDisk(root, path, mode: status.st_mode & 0o666) { [journals] in
            journals.change { _ = $0.remove(key) }
        }
        return OpenedJournal(file: file, contents: contents)
    }
}

/// The place of a file that has a journal.
struct JournalKey: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
    let name: String

    init(folder: FileVersion.Identity, name: String) {
        (device, number, self.name) = (folder.device, folder.number, name)
    }
}

extension Place {
    /// The name of the journal beside this file.
    var journalName: String { name + ".journal" }

    /// What stands in the journal here, nothing where there is none; throws `left` if that cannot be read.
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

/// The journal beside a file; its own file is opened by the first write, and stays open. One thread uses it.
private final class JournalOnDisk: JournalFile, @unchecked Sendable {
    private let root: Root
    /// Of the document's file, as the client named it.
    private let path: String
    private let mode: mode_t
    /// Called when it is not used any more.
    private let close: @Sendable () -> Void
    private var file: Descriptor?
    /// Whether nothing stands behind what was written here.
    private var isCut = false
    /// Whether the name of the file is on the disk, as far as was waited for.
    private var isNameSynced = false

    /// How many journals of one file are kept aside at most.
    private static let mostAside = 1000

    init(_ root: Root, _ path: String, mode: mode_t, close: @escaping @Sendable () -> Void) {
        self.root = root
        self.path = path
        self.mode = mode
        self.close = close
    }

    deinit { close() }

    func write(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) throws(JournalError) {
        if file == nil { try open() }
        let bytes = UnsafeRawBufferPointer(bytes)
        guard let number = file?.number else { return }
        // What stands behind would be taken for lines.
        if !isCut, retrying({ ftruncate(number, off_t(offset)) }) != 0 { throw failure() }
        isCut = true
        if Platform.writeAll(bytes, to: number, at: offset) { return }
        let error = failure()
        // A line that was refused must not be found; where this fails too, the next one is written over it.
        _ = retrying { ftruncate(number, off_t(offset)) }
        throw error
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
        if retrying({ ftruncate(number, off_t(offset)) }) != 0 || retrying({ fdatasync(number) }) != 0 {
            throw failure()
        }
    }

    func replace(with bytes: UnsafeBufferPointer<UInt8>, isLasting: Bool) throws(JournalError) {
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
            try new.rename(replacing: place)
            file = place.open(O_RDWR)
            (isCut, isNameSynced) = (true, false)
        } catch {
            throw JournalError(error.message)
        }
    }

    func setAside() throws(JournalError) -> String {
        do throws(FileError) {
            let place = try journalPlace()
            for number in 1...JournalOnDisk.mostAside {
                let name = "\(place.name).\(number)"
                if place.folder.status(of: name) != nil { continue }
                if renameat(place.folder.number, place.name, place.folder.number, name) == 0 {
                    return "\(place.path).\(number)"
                }
                throw .system("cannot set the journal of \"\(path)\" aside")
            }
            throw FileError("\"\(path)\" has too many journals that were set aside")
        } catch {
            throw JournalError(error.message)
        }
    }

    func remove() throws(JournalError) {
        file = nil
        (isCut, isNameSynced) = (false, false)
        do throws(FileError) {
            let place = try journalPlace()
            if unlinkat(place.folder.number, place.name, 0) != 0 && errno != ENOENT {
                throw .system("cannot remove the journal of \"\(path)\"")
            }
        } catch {
            throw JournalError(error.message)
        }
    }

    // MARK: The file

    fileprivate func journalPlace() throws(FileError) -> Place {
        let place = try Place(path, below: root)
        let name = place.journalName
        return place.beside(name)
    }

    private func open() throws(JournalError) {
        do throws(FileError) {
            let place = try journalPlace()
            let opened = Descriptor.open(place.name, in: place.folder.number, O_RDWR | O_CREAT | O_NONBLOCK, mode: mode)
            guard let opened else { throw .system("cannot write the journal of \"\(path)\"") }
            guard opened.status?.isFile == true else { throw FileError("the journal of \"\(path)\" is not a file") }
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
