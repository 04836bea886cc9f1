import Graph

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// Files that the command line names, wherever they are.

extension Platform {
    /// Begins a file where there is none, for its owner only, and answers its descriptor.
    static func createFile(_ path: String) throws(UsageError) -> Int32 {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        if file < 0 { throw UsageError("cannot write \(path): \(String(cString: strerror(errno)))") }
        return file
    }

    /// Puts bytes into a file of this name, whether there is one or not.
    static func writeFile(_ path: String, _ parts: [UnsafeRawBufferPointer]) throws(UsageError) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        var isWritten = file >= 0
        for part in parts where isWritten { isWritten = writeAll(part, to: file) }
        if file >= 0, close(file) != 0 { isWritten = false }
        if !isWritten { throw UsageError("cannot write \(path): \(String(cString: strerror(errno)))") }
    }

    /// Writes all bytes; false when that is not possible.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = writeFile(file, rest)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }

    /// Reads a whole file, which is no longer than files that are opened may be.
    static func readFile(_ path: String) throws(UsageError) -> [UInt8] {
        func failure() -> UsageError { UsageError("cannot read \(path): \(String(cString: strerror(errno)))") }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure() }
        defer { close(file) }
        var status = stat()
        var bytes: [UInt8] = []
        if fstat(file, &status) == 0 { bytes.reserveCapacity(min(Int(status.st_size), Limits.fileBytes)) }
        var room = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(file, &room, room.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { throw failure() }
            if count == 0 { return bytes }
            if bytes.count + count > Limits.fileBytes {
                throw UsageError("\(path) is longer than \(Limits.fileBytes) bytes")
            }
            bytes += room[..<count]
        }
    }

    /// The place of the first line feed from `start` on.
    static func firstLineFeed(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { all in
            guard let base = all.baseAddress, start < all.count,
                let found = memchr(base + start, Int32(UInt8(ascii: "\n")), all.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
