import Server

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The location of a client's path below the root: an open folder, and a name in it that is not a link.
///
/// The path is walked part by part. A link is read and walked itself, from its folder; so links that stay below the
/// root are followed, and a link that leads out is refused, even if others change the folders at the same time.
struct Place: ~Copyable {
    let folder: Descriptor
    let name: String
    /// The path as the client wrote it, for messages.
    let path: String
    /// The same if it is plain; else the path from the root to which links lead.
    private let target: String
    /// The way from the root, without links and dots.
    let way: String
    /// The greatest number of folders entered, links read, and parts of links added: links may lead to each other
    /// without end.
    private static let longestWalk = 4096

    init(_ path: String, below root: Root) throws(FileError) {
        if path.utf8.count >= PATH_MAX { throw FileError("a path has less than \(PATH_MAX) bytes") }
        if path.utf8.contains(0) { throw FileError("a path holds no NUL") }
        guard let parts = root.parts(of: path) else {
            throw FileError("\"\(path)\" is outside of the server's folder")
        }
        if parts.contains("..") && !root.isWhole {
            throw FileError("\"\(path)\" leads out of the server's folder")
        }
        if path.utf8.last == UInt8(ascii: "/") { throw FileError("\"\(path)\" names no file") }
        var folder = try root.enter([], for: path)
        /// The way from the root to the folder.
        var way: [String] = []
        var rest = Array(parts.reversed())
        var steps = 0
        var hasLinks = false
        while let part = rest.popLast() {
            steps += part == ".." ? way.count : 1
            if steps > Place.longestWalk { throw FileError("\"\(path)\" leads over too many links") }
            if part == ".." {
                if way.popLast() == nil && !root.isWhole {
                    throw FileError("\"\(path)\" leads out of the server's folder")
                }
                folder = try root.enter(way, for: path)
            } else if let target = folder.link(part) {
                guard let parts = root.parts(of: target) else {
                    throw FileError("\"\(path)\" leads out of the server's folder")
                }
                rest += parts.reversed()
                steps += parts.count
                hasLinks = true
                if target.utf8.first == UInt8(ascii: "/") {
                    way = []
                    folder = try root.enter(way, for: path)
                }
            } else if rest.isEmpty {
                self.folder = folder
                name = part
                self.path = path
                let isPlain = !hasLinks && path.utf8.suffix(part.utf8.count).elementsEqual(part.utf8)
                self.way = (way + [part]).joined(separator: "/")
                self.target = isPlain ? path : self.way
                return
            } else {
                folder = try folder.enter(part, for: path)
                way.append(part)
            }
        }
        throw FileError("\"\(path)\" names no file")
    }

    /// The location of a name in an open folder, with a path for messages; nil if there are too many descriptors.
    init?(_ folder: borrowing Descriptor, _ name: String, _ path: String) {
        guard let folder = folder.duplicate() else { return nil }
        self.folder = folder
        self.name = name
        (self.path, target, way) = (path, path, path)
    }

    /// The path of a name in the same folder; there is no link in it.
    func path(beside name: String) -> String { (String(target.utf8.dropLast(self.name.utf8.count)) ?? "") + name }

    func open(_ flags: Int32) -> Descriptor? { Descriptor.open(name, in: folder.number, flags | O_NONBLOCK) }
}
