import Server

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The files below a folder: nothing outside it is read or written, whatever dots or links a path holds.
///
/// A path is walked component by component from the folder, which is opened once; no link is followed on the way.
struct Files: FileAccess {
    private let root: Int32
    /// The folder's own name, so that an absolute path below it can be taken for a relative one.
    private let rootPath: String

    init?() {
        root = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0, let name = realpath(".", nil) else { return nil }
        rootPath = String(cString: name)
        free(name)
    }

    func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) {
        let place = try Place(path, root, rootPath)
        defer { place.close() }
        let file = openat(place.folder, place.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw .system("cannot open \"\(path)\"") }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw FileError("\"\(path)\" is not a file")
        }
        let size = Int(status.st_size)
        if size > limit { throw FileError("\"\(path)\" is longer than \(limit) bytes", isLimit: true) }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: 16)
        defer { bytes.deallocate() }
        var filled = 0
        while filled < size {
            let count = read(file, bytes.baseAddress! + filled, size - filled)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { throw .system("cannot read \"\(path)\"") }
            if count == 0 { break }
            filled += count
        }
        body(UnsafeBufferPointer(rebasing: bytes.bindMemory(to: UInt8.self)[..<filled]))
    }

    /// Writes a new file beside the old one, makes it last, and puts it in the old one's place; the old one's mode stays.
    func replace(_ path: String, _ body: (any FileSink) throws(FileError) -> Void) throws(FileError) {
        let place = try Place(path, root, rootPath)
        defer { place.close() }
        var mode: mode_t = 0o666
        var isNew = true
        var status = stat()
        if fstatat(place.folder, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else { throw FileError("\"\(path)\" is not a file") }
            mode = status.st_mode & 0o7777
            isNew = false
        }
        let temporary = ".\(place.name).nodewire-save"
        unlinkat(place.folder, temporary, 0)
        let file = openat(place.folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard file >= 0 else { throw .system("cannot write beside \"\(path)\"") }
        do throws(FileError) {
            if !isNew && fchmod(file, mode) != 0 { throw .system("cannot write \"\(path)\"") }
            try body(OpenFile(descriptor: file, path: path))
            if fsync(file) != 0 { throw .system("cannot write \"\(path)\"") }
        } catch {
            close(file)
            unlinkat(place.folder, temporary, 0)
            throw error
        }
        close(file)
        if renameat(place.folder, temporary, place.folder, place.name) != 0 {
            let error = FileError.system("cannot replace \"\(path)\"")
            unlinkat(place.folder, temporary, 0)
            throw error
        }
        fsync(place.folder)
    }
}

/// A file open for writing.
private struct OpenFile: FileSink {
    let descriptor: Int32
    /// As the client named it.
    let path: String

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[written...])
            let count = Platform.writeFile(descriptor, rest)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { throw .system("cannot write \"\(path)\"") }
            written += count
        }
    }
}

/// A file's folder, opened, and its name there.
private struct Place {
    let folder: Int32
    let name: String
    private let isOpened: Bool

    init(_ path: String, _ root: Int32, _ rootPath: String) throws(FileError) {
        var relative = path[...]
        if path.utf8.contains(0) { throw FileError("a path holds no NUL") }
        if path.utf8.first == UInt8(ascii: "/") {
            guard path.hasPrefix(rootPath == "/" ? "/" : rootPath + "/") else {
                throw FileError("\"\(path)\" is outside of the server's folder")
            }
            relative = relative.dropFirst(rootPath.count)
        }
        let parts = relative.split(separator: "/").filter { $0 != "." }
        guard let last = parts.last, !path.utf8.isEmpty, path.utf8.last != UInt8(ascii: "/") else {
            throw FileError("\"\(path)\" names no file")
        }
        if parts.contains("..") { throw FileError("\"\(path)\" leads out of the server's folder") }
        var folder = root
        for part in parts.dropLast() {
            let next = openat(folder, String(part), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            let error = next < 0 ? FileError.system("cannot enter \"\(part)\"") : nil
            if folder != root { _ = Platform.closeFile(folder) }
            if let error { throw error }
            folder = next
        }
        self.folder = folder
        name = String(last)
        isOpened = folder != root
    }

    func close() { if isOpened { _ = Platform.closeFile(folder) } }
}

extension FileError {
    /// What the system says of the last call that failed.
    fileprivate static func system(_ message: String) -> FileError {
        FileError("\(message): \(String(cString: strerror(errno)))")
    }
}
