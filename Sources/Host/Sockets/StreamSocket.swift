#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A connected stream socket, or one that listens, by its descriptor. Nothing blocks but `connect`.
public struct StreamSocket: Equatable, Sendable {
    /// The descriptor, for `Platform.wait`.
    public let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// A client that waited, or why there is none.
    public enum Accepted: Equatable, Sendable {
        case client(StreamSocket)
        case none
        /// The process, or the system, has no descriptor for it.
        case noDescriptor
    }

    /// Accepts a client.
    public func accept() -> Accepted {
        #if canImport(Darwin)
            let client = Darwin.accept(descriptor, nil, nil)
        #elseif canImport(Musl)
            let client = Musl.accept(descriptor, nil, nil)
        #else
            let client = Glibc.accept(descriptor, nil, nil)
        #endif
        if client >= 0 { return .client(StreamSocket(client).sendingAtOnce) }
        return errno == EMFILE || errno == ENFILE ? .noDescriptor : .none
    }

    /// The same socket, which now sends small messages at once. A socket in the file system does so anyway.
    var sendingAtOnce: StreamSocket {
        var isOn: Int32 = 1
        _ = setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        return self
    }

    /// Reads the arrived bytes, up to the size of the buffer.
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Platform.Transfer {
        Platform.transfer(recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)))
    }

    /// Writes the first bytes, or all.
    public func write(_ bytes: UnsafeRawBufferPointer) -> Platform.Transfer {
        Platform.transfer(send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT)))
    }

    /// Ends the sending; arriving bytes are still read.
    public func endOutput() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes it.
    public func close() {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #elseif canImport(Musl)
            _ = Musl.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }
}

extension Platform {
    #if canImport(Glibc)
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        private static let stream = SOCK_STREAM
    #endif

    // MARK: Sockets in the file system

    /// Connects to the socket at a path; nil if no server listens there.
    public static func connect(to path: String) -> StreamSocket? {
        let descriptor = socket(AF_UNIX, stream, 0)
        guard descriptor >= 0 else { return nil }
        return connected(descriptor, withAddress(of: path) { systemConnect(descriptor, $0, $1) })
    }

    /// Listens at a path, for this user only. A socket without a listening server is replaced.
    ///
    /// The folder is locked during this time, with a wait of a second at most: of servers that begin together one
    /// listens.
    public static func listen(at path: String) throws(CommandError) -> StreamSocket {
        let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let folder = Descriptor.openFolder(parent, in: AT_FDCWD)
        defer { folder?.unlock() }
        var attempts = 0
        while attempts < 100, folder?.lock() == .heldByOthers {
            attempts += 1
            poll(nil, 0, 10)
        }
        return try replace(path)
    }

    private static func replace(_ path: String) throws(CommandError) -> StreamSocket {
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else { throw CommandError("\(path) is no socket") }
            if let other = connect(to: path) {
                other.close()
                throw CommandError("another server listens at \(path)")
            }
            unlink(path)
        }
        let descriptor = socket(AF_UNIX, stream, 0)
        guard descriptor >= 0 else { throw .system("cannot make a socket") }
        let mask = umask(0o177)
        let result = withAddress(of: path) { systemBind(descriptor, $0, $1) }
        umask(mask)
        return try listening(descriptor, result, path)
    }

    // MARK: Ports of this machine

    /// Connects to a port of this machine; nil if no server listens there.
    public static func connect(to address: LoopbackAddress) -> StreamSocket? {
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { return nil }
        return connected(descriptor, address.withAddress { systemConnect(descriptor, $0, $1) })?.sendingAtOnce
    }

    /// Listens at a port of this machine, which other machines do not reach; at port 0 the system chooses one.
    public static func listen(at address: LoopbackAddress) throws(CommandError) -> StreamSocket {
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw .system("cannot make a socket") }
        var isOn: Int32 = 1
        _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        return try listening(descriptor, address.withAddress { systemBind(descriptor, $0, $1) }, address.description)
    }

    // MARK: Both

    private static func connected(_ descriptor: Int32, _ result: Int32) -> StreamSocket? {
        let connected = StreamSocket(descriptor)
        if result == 0 { return connected }
        connected.close()
        return nil
    }

    /// - Parameter result: of `bind`.
    private static func listening(
        _ descriptor: Int32, _ result: Int32, _ place: String
    ) throws(CommandError) -> StreamSocket {
        let listener = StreamSocket(descriptor)
        guard result == 0, systemListen(descriptor, SOMAXCONN) == 0 else {
            let error = CommandError.system("cannot listen at \(place)")
            listener.close()
            throw error
        }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        return listener
    }

    /// Calls `body` with the address of a path; −1 if it is too long for one.
    private static func withAddress(
        of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let size = MemoryLayout.size(ofValue: address.sun_path)
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count < size, !bytes.contains(0) else {
            errno = ENAMETOOLONG
            return -1
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

// The calls of the system that have the names of members above.

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ count: socklen_t) -> Int32 {
    connect(descriptor, address, count)
}

private func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ count: socklen_t) -> Int32 {
    bind(descriptor, address, count)
}

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }
