#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// The standard streams.

extension Platform {
    /// The result of an attempt to read or write.
    public enum Transfer {
        /// The number of bytes that were moved; zero of a read is the end of input.
        case bytes(Int)
        case wouldBlock
        /// A signal came first.
        case interrupted
        case failed
    }

    /// Reads the content of standard input, up to the size of the buffer; blocks while it is empty.
    public static func readInput(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        transfer(read(STDIN_FILENO, buffer.baseAddress, buffer.count))
    }

    /// Writes to standard output, which takes the first bytes or all.
    public static func writeOutput(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        transfer(write(STDOUT_FILENO, bytes.baseAddress, bytes.count))
    }

    /// Writes to a standard output that is a socket, without blocking whatever its mode is.
    public static func sendOutput(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        transfer(send(STDOUT_FILENO, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT)))
    }

    @inline(__always)
    static func transfer(_ count: Int) -> Transfer {
        if count >= 0 { return .bytes(count) }
        switch errno {
        case EINTR: return .interrupted
        case EAGAIN, EWOULDBLOCK: return .wouldBlock
        default: return .failed
        }
    }

    /// Opens /dev/null in place of closed standard streams, so that no file opened later gets their number.
    public static func openMissingDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// Writes a text to standard output and waits until all is taken. Ends the process with 1 if it has no reader.
    public static func printOut(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            var rest = UnsafeRawBufferPointer(utf8)
            while !rest.isEmpty {
                switch writeOutput(rest) {
                case .bytes(let count): rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                case .wouldBlock: _ = wait(input: .none, output: true, for: nil)
                case .interrupted: continue
                case .failed: exit(1)
                }
            }
        }
    }

    /// Writes to standard error as much as it accepts at once; the rest is dropped, so that the process never waits
    /// for it.
    public static func log(_ text: String) {
        var polled = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&polled, 1, 0) == 1 else { return }
        var text = text
        // A pipe that is ready takes this much without blocking (POSIX, PIPE_BUF).
        text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, min($0.count, 512)) }
    }

    /// Is true if a person may read standard error as it is written.
    public static var hasErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// The kind of standard output, as far as it decides how to write without blocking.
    public enum OutputKind {
        case socket, pipe, other
    }

    /// The kind of standard output.
    public static var outputKind: OutputKind {
        var status = stat()
        guard fstat(STDOUT_FILENO, &status) == 0 else { return .other }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK: return .socket
        case S_IFIFO: return .pipe
        default: return .other
        }
    }

    /// The mode of standard output, a set of flags.
    public static var outputFlags: Int32 {
        get { fcntl(STDOUT_FILENO, F_GETFL) }
        set { _ = fcntl(STDOUT_FILENO, F_SETFL, newValue) }
    }

    /// The flag of a stream that never blocks.
    public static var nonBlocking: Int32 { O_NONBLOCK }
}
