#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The file of a socket at which this process listens.
public struct SocketFile: Sendable {
    private let path: String
    private let identity: Identity?

    private struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t

        init?(of path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            (device, inode) = (status.st_dev, status.st_ino)
        }
    }

    /// The file that is at a path now.
    ///
    /// - Parameter path: that is the same from every working folder.
    public init(at path: String) {
        self.path = path
        identity = Identity(of: path)
    }

    /// Removes it, unless another file is at its path by now.
    public func remove() { if Identity(of: path) == identity { unlink(path) } }
}
