#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// Files that the command line names, wherever they are.

extension Platform {
    /// Creates a file that does not exist, for its owner only, and returns its descriptor.
    ///
    /// Throws when there is one already, or the system refuses.
    public static func createFile(_ path: String) throws(CommandError) -> Int32 {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        if file < 0 { throw .system("cannot write \(path)") }
        return file
    }

    /// Writes these parts, one after the other, as the contents of a new or existing file.
    public static func writeFile(_ path: String, _ parts: [UnsafeRawBufferPointer]) throws(CommandError) {
        let file = try beginFile(path)
        var isWritten = true
        for part in parts where isWritten { isWritten = writeAll(part, to: file) }
        if !endFile(file) { isWritten = false }
        if !isWritten { throw .system("cannot write \(path)") }
    }

    /// Begins a file, whether there is one of this name or not, and returns its descriptor.
    public static func beginFile(_ path: String) throws(CommandError) -> Int32 {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        if file < 0 { throw .system("cannot write \(path)") }
        return file
    }

    /// Closes a file that was written; false when that fails.
    public static func endFile(_ file: Int32) -> Bool { close(file) == 0 }

    /// Writes all bytes to a descriptor; false when that fails.
    public static func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = write(file, rest.baseAddress, rest.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }

    /// Writes all bytes at a position of a file; false on failure.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int) -> Bool {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = pwrite(file, rest.baseAddress, rest.count, off_t(offset + written))
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return false }
            written += count
        }
        return true
    }

    /// Reads a whole file. Throws when it cannot be read or is longer than `limit` bytes.
    public static func readFile(_ path: String, limit: Int) throws(CommandError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .system("cannot read \(path)") }
        defer { close(file) }
        var status = stat()
        var bytes: [UInt8] = []
        if fstat(file, &status) == 0 { bytes.reserveCapacity(min(Int(status.st_size), limit)) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { throw .system("cannot read \(path)") }
            if count == 0 { return bytes }
            if bytes.count + count > limit { throw CommandError("\(path) is longer than \(limit) bytes") }
            bytes += buffer[..<count]
        }
    }

    /// The length of a file in bytes; nil if there is none.
    public static func fileBytes(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Returns true if a path leads to something that can be read only once, from its start: a pipe, a socket or a
    /// device.
    public static func isPipe(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return !status.isFile && status.st_mode & S_IFMT != S_IFDIR
    }

    /// The kinds of files at a path.
    public enum FileKind { case file, folder, other }

    /// The kind of the file at a path, where a link is neither; nil if nothing is there.
    public static func kind(of path: String) -> FileKind? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return status.isFile ? .file : status.st_mode & S_IFMT == S_IFDIR ? .folder : .other
    }

    /// The absolute path of the file at a path, without links; nil if nothing is there.
    public static func resolved(_ path: String) -> String? {
        guard let name = realpath(path, nil) else { return nil }
        defer { free(name) }
        return String(cString: name)
    }

    /// The names in a folder that do not begin with a dot, in the order of their bytes; nil for anything but a folder that
    /// can be read.
    public static func entries(ofFolder path: String) -> [String]? {
        guard let list = opendir(path) else { return nil }
        defer { closedir(list) }
        var names: [String] = []
        while let entry = readdir(list) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Gives a file a second name.
    public static func linkFile(_ path: String, as other: String) throws(CommandError) {
        guard link(path, other) == 0 else { throw .system("cannot link \(path) as \(other)") }
    }

    /// Makes a folder of its own for temporary files, below `TMPDIR` or /tmp, and returns its path.
    public static func makeTemporaryFolder() throws(CommandError) -> String {
        let parent = value(ofVariable: "TMPDIR") ?? "/tmp"
        var name = Array("\(parent)/nodewire-\(String(repeating: "X", count: 6))".utf8CString)
        guard mkdtemp(&name) != nil else { throw .system("cannot make a folder in \(parent)") }
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes these files of a folder, and the folder if nothing else is in it.
    public static func remove(_ files: [String], in folder: String) {
        for file in files { unlink("\(folder)/\(file)") }
        rmdir(folder)
    }
}
