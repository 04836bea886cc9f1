import Server

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The folder that a server serves, opened once. Nothing outside it is reached, whatever dots or links a path holds.
struct Root {
    private let folder: Int32
    /// The folder's own name, so that an absolute path below it can be taken for a relative one; empty if it has none,
    /// as after it was removed.
    private let name: String

    init() {
        folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let name = realpath(".", nil)
        self.name = name.map { String(cString: $0) } ?? ""
        free(name)
    }

    /// Opens a folder by its path from here, in which there is no link.
    func enter(_ parts: [String], for path: String) throws(FileError) -> Descriptor {
        guard var inner = Descriptor.openFolder(".", in: folder) else { throw .system("cannot reach \"\(path)\"") }
        for part in parts { inner = try inner.enter(part, for: path) }
        return inner
    }

    /// The parts of a path from here, or of an absolute one that leads here; nil if that leads elsewhere.
    func parts(of path: String) -> [String]? {
        // Bytes, as the system reads them: to a String, a slash with a combining mark behind it is no slash.
        var relative = path.utf8[...]
        let slash = UInt8(ascii: "/")
        if relative.first == slash {
            let prefix = name == "/" ? "" : name
            guard !name.isEmpty, relative.starts(with: prefix.utf8),
                relative.dropFirst(prefix.utf8.count).first == slash
            else { return nil }
            relative = relative.dropFirst(prefix.utf8.count)
        }
        return relative.split(separator: slash).map { String(Substring($0)) }.filter { $0 != "." }
    }
}

extension Descriptor {
    fileprivate func enter(_ part: String, for path: String) throws(FileError) -> Descriptor {
        guard let next = Descriptor.openFolder(part, in: number) else {
            throw .system("cannot enter \"\(part)\" of \"\(path)\"")
        }
        return next
    }
}

/// Where a path of a client leads below the root: a folder, opened, and a name in it that is no link.
///
/// The path is walked part by part. A link is read and walked itself, from the folder it stands in; so links that stay
/// below the root are followed, and one that leads out is refused, even if others change the folders meanwhile.
struct Place: ~Copyable {
    let folder: Descriptor
    let name: String
    /// As the client wrote it, for messages.
    let path: String
    /// How many folders are entered, links read, and parts of links added at most: links may lead to each other without end.
    private static let longestWalk = 4096

    init(_ path: String, below root: Root) throws(FileError) {
        if path.utf8.count >= PATH_MAX { throw FileError("a path has less than \(PATH_MAX) bytes") }
        if path.utf8.contains(0) { throw FileError("a path holds no NUL") }
        guard let parts = root.parts(of: path) else {
            throw FileError("\"\(path)\" is outside of the server's folder")
        }
        if parts.contains("..") { throw FileError("\"\(path)\" leads out of the server's folder") }
        if path.utf8.last == UInt8(ascii: "/") { throw FileError("\"\(path)\" names no file") }
        var folder = try root.enter([], for: path)
        /// The way from the root to the folder.
        var way: [String] = []
        var rest = Array(parts.reversed())
        var steps = 0
        while let part = rest.popLast() {
            steps += part == ".." ? way.count : 1
            if steps > Place.longestWalk { throw FileError("\"\(path)\" leads over too many links") }
            if part == ".." {
                if way.popLast() == nil { throw FileError("\"\(path)\" leads out of the server's folder") }
                folder = try root.enter(way, for: path)
            } else if let target = folder.link(part) {
                guard let parts = root.parts(of: target) else {
                    throw FileError("\"\(path)\" leads out of the server's folder")
                }
                rest += parts.reversed()
                steps += parts.count
                if target.utf8.first == UInt8(ascii: "/") {
                    way = []
                    folder = try root.enter(way, for: path)
                }
            } else if rest.isEmpty {
                self.folder = folder
                name = part
                self.path = path
                return
            } else {
                folder = try folder.enter(part, for: path)
                way.append(part)
            }
        }
        throw FileError("\"\(path)\" names no file")
    }

    func open(_ flags: Int32) -> Descriptor? { Descriptor.open(name, in: folder.number, flags | O_NONBLOCK) }
}
