import Server

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An open file or folder, which is closed at the end of this value.
struct Descriptor: ~Copyable {
    let number: Int32

    private init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Opens the file with this name in a folder, unless it is a link; nil on failure, which `errno` explains.
    static func open(_ name: String, in folder: Int32, _ flags: Int32, mode: mode_t = 0) -> Descriptor? {
        let number = retrying { openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, mode) }
        return number < 0 ? nil : Descriptor(number)
    }

    static func openFolder(_ name: String, in folder: Int32) -> Descriptor? {
        open(name, in: folder, O_RDONLY | O_DIRECTORY)
    }

    /// Opens the folder that this one is in.
    func openParent() -> Descriptor? { Descriptor.openFolder("..", in: number) }

    /// Waits until the names in this folder are on the disk; true also if waiting is not possible.
    func sync() -> Bool { retrying({ fsync(number) }) == 0 || errno == EINVAL }

    var status: stat? {
        var status = stat()
        return fstat(number, &status) == 0 ? status : nil
    }

    /// Is true if the file has any name.
    var isLinked: Bool { (status?.st_nlink ?? 0) > 0 }

    /// The state of a file in this folder, without following links; nil on failure, with the reason in `errno`.
    func status(of name: String) -> stat? {
        var status = stat()
        return fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// The target of a symbolic link in this folder; nil if the name is of something else.
    func link(_ name: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            let count = buffer.baseAddress.map { readlinkat(number, name, $0, buffer.count) } ?? -1
            return count < 0 ? nil : String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self)
        }
    }

    func remove(_ name: String) { _ = unlinkat(number, name, 0) }

    /// Removes a folder, unless something is in it.
    func removeFolder(_ name: String) { _ = unlinkat(number, name, AT_REMOVEDIR) }

    /// Reads from the start until the file ends or the buffer is full; returns the count of bytes, nil when reading fails.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        guard let start = buffer.baseAddress else { return 0 }
        var filled = 0
        while filled < buffer.count {
            let count = pread(number, start + filled, buffer.count - filled, off_t(filled))
            if count < 0 && errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { break }
            filled += count
        }
        return filled
    }
}

extension Descriptor {
    enum Lock {
        case held
        case heldByOthers
        /// This file system has no such locks.
        case unsupported
    }

    /// Locks the file or folder against other holders of such a lock, until this is closed or the process has ended.
    func lock() -> Lock {
        if retrying({ flock(number, LOCK_EX | LOCK_NB) }) == 0 { return .held }
        return errno == EWOULDBLOCK ? .heldByOthers : .unsupported
    }

    /// Another descriptor of the same open file, whose lock ends with the last of them; nil on failure.
    func duplicate() -> Descriptor? {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        return copy < 0 ? nil : Descriptor(copy)
    }

    func unlock() { _ = flock(number, LOCK_UN) }
}

extension stat {
    var isFile: Bool { st_mode & S_IFMT == S_IFREG }

    var identity: FileVersion.Identity {
        FileVersion.Identity(
            device: UInt64(truncatingIfNeeded: st_dev), number: UInt64(truncatingIfNeeded: st_ino))
    }

    /// The time when it was written last, in nanoseconds since 1970.
    var modified: Int {
        #if canImport(Darwin)
            st_mtimespec.nanoseconds
        #else
            st_mtim.nanoseconds
        #endif
    }
}

extension timespec {
    /// Wraps around in the year 2262.
    var nanoseconds: Int { Int(tv_sec) &* 1_000_000_000 &+ Int(tv_nsec) }
}

extension FileError {
    /// The message, followed by the system's reason for the last failed call.
    static func system(_ message: String, _ kind: FileErrorKind = .system) -> FileError {
        FileError("\(message): \(String(cString: strerror(errno)))", kind)
    }
}

/// The result of a system call that is repeated as long as a signal interrupts it.
func retrying(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
