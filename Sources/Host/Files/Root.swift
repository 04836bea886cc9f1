import Server

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The folder that a server serves, opened once. No path leads out of it, whatever dots or links it contains.
struct Root {
    private let folder: Int32
    /// The folder's own name, so that an absolute path below it becomes a relative one; empty if it has none, for
    /// example after its removal.
    private let name: String

    /// Opens a folder, by default the working folder.
    ///
    /// If it cannot be opened, nothing below it can, and `isOpen` is false.
    init(_ path: String = ".") {
        folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let name = realpath(path, nil)
        self.name = name.map { String(cString: $0) } ?? ""
        free(name)
    }

    var isOpen: Bool { folder >= 0 }

    /// Is true for the root of the file system, out of which no path leads: commands work below it.
    var isWhole: Bool { name == "/" }

    /// The names that lead to this folder, the outermost first; none if it has no name.
    var names: [String] { name.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) } }

    /// Gives the folder back to the system; nothing below it can be opened afterwards.
    func close() { _ = systemClose(folder) }

    /// Opens a folder by its path from here, which contains no link.
    func enter(_ parts: [String], for path: String) throws(FileError) -> Descriptor {
        guard var inner = Descriptor.openFolder(".", in: folder) else { throw .system("cannot reach \"\(path)\"") }
        for part in parts { inner = try inner.enter(part, for: path) }
        return inner
    }

    /// The state of the file at a path from here, over whatever links; nil if there is none.
    func status(of path: String) -> stat? {
        var status = stat()
        let isThere = path.withCString { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) == 0 }
        return isThere ? status : nil
    }

    /// The absolute name of a location below this one; nil if this has none.
    func name(of place: borrowing Place) -> String? {
        if name.isEmpty { return nil }
        return (isWhole ? "" : name) + "/" + place.way
    }

    /// The parts of a path from here, or of an absolute one that leads here; nil if that leads elsewhere.
    func parts(of path: String) -> [String]? {
        // Bytes, as the system reads them: to a String, a slash with a combining mark behind it is not a slash.
        var relative = path.utf8[...]
        let slash = UInt8(ascii: "/")
        if relative.first == slash {
            let prefix = isWhole ? "" : name
            guard !name.isEmpty, relative.starts(with: prefix.utf8),
                relative.dropFirst(prefix.utf8.count).first == slash
            else { return nil }
            relative = relative.dropFirst(prefix.utf8.count)
        }
        return relative.split(separator: slash).map { String(Substring($0)) }.filter { $0 != "." }
    }
}

extension Descriptor {
    func enter(_ part: String, for path: String) throws(FileError) -> Descriptor {
        guard let next = Descriptor.openFolder(part, in: number) else {
            throw .system("cannot enter \"\(part)\" of \"\(path)\"")
        }
        return next
    }
}

/// The system's function, which the method of the same name hides.
private func systemClose(_ file: Int32) -> Int32 { close(file) }
