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
    /// The folder's own name, so that an absolute path below it can be taken for a relative one; empty if it has none,
    /// as after it was removed.
    private let rootPath: String
    /// Ends the names of files that are being written. There are two writers, the session and the worker.
    private var suffix = "save"

    init() {
        root = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let name = realpath(".", nil)
        rootPath = name.map { String(cString: $0) } ?? ""
        free(name)
    }

    var forJobs: any FileAccess {
        var files = self
        files.suffix = "export"
        return files
    }

    func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) {
        let place = try Place(path, root, rootPath)
        defer { place.close() }
        let file = retrying { openat(place.folder, place.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
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
        let temporary = ".\(place.name).nodewire-\(suffix)"
        unlinkat(place.folder, temporary, 0)
        let file = retrying {
            openat(place.folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        }
        guard file >= 0 else { throw .system("cannot write beside \"\(path)\"") }
        do throws(FileError) {
            if !isNew && retrying({ fchmod(file, mode) }) != 0 { throw .system("cannot write \"\(path)\"") }
            try body(OpenFile(descriptor: file, path: path))
            if retrying({ fsync(file) }) != 0 { throw .system("cannot write \"\(path)\"") }
        } catch {
            close(file)
            unlinkat(place.folder, temporary, 0)
            throw error
        }
        close(file)
        if retrying({ renameat(place.folder, temporary, place.folder, place.name) }) != 0 {
            let error = FileError.system("cannot replace \"\(path)\"")
            unlinkat(place.folder, temporary, 0)
            throw error
        }
        // Without this the new name may be lost with the power; some systems cannot do it for folders.
        if retrying({ fsync(place.folder) }) != 0 && errno != EINVAL {
            throw .system("cannot make the new \"\(path)\" last")
        }
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
        // Bytes, as the system reads them: to a String, a slash with a combining mark behind it is no slash.
        var relative = path.utf8[...]
        if relative.contains(0) { throw FileError("a path holds no NUL") }
        let slash = UInt8(ascii: "/")
        if relative.first == slash {
            let prefix = rootPath == "/" ? "" : rootPath
            guard !rootPath.isEmpty, relative.starts(with: prefix.utf8),
                relative.dropFirst(prefix.utf8.count).first == slash
            else { throw FileError("\"\(path)\" is outside of the server's folder") }
            relative = relative.dropFirst(prefix.utf8.count)
        }
        let parts = relative.split(separator: slash).map { String(Substring($0)) }.filter { $0 != "." }
        guard let last = parts.last, relative.last != slash else { throw FileError("\"\(path)\" names no file") }
        if parts.contains("..") { throw FileError("\"\(path)\" leads out of the server's folder") }
        var folder = root
        for part in parts.dropLast() {
            let next = retrying { openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
            let error = next < 0 ? FileError.system("cannot enter \"\(part)\"") : nil
            if folder != root { _ = Platform.closeFile(folder) }
            if let error { throw error }
            folder = next
        }
        self.folder = folder
        name = last
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

/// The answer of a system call that is made again for as long as a signal interrupts it.
private func retrying(_ call: () -> Int32) -> Int32 {
    while true {
        let answer = call()
        if answer >= 0 || errno != EINTR { return answer }
    }
}
