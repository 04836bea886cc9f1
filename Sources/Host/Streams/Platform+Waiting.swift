#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// Waiting for the standard streams.

extension Platform {
    /// The event of standard input that ends a wait.
    public enum InputEvent {
        case none
        /// Its end, even if bytes before it are still unread.
        case end
        /// Bytes to read, or its end.
        case bytes

        fileprivate var polled: pollfd {
            // A negative descriptor is left out. The end is reported whatever is asked for, of half a socket only if it is.
            switch self {
            case .none: pollfd(fd: -1, events: 0, revents: 0)
            case .end: pollfd(fd: STDIN_FILENO, events: Platform.halfEnd, revents: 0)
            case .bytes: pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            }
        }
    }

    #if os(Linux)
        /// `POLLRDHUP`, which the system's headers hide from programs that keep to POSIX.
        private static let halfEnd: Int16 = 0x2000
    #else
        private static let halfEnd: Int16 = 0
    #endif

    /// Waits until a stream or the pipe is ready, a signal comes or the time has passed; returns the ready ones.
    ///
    /// - Parameters:
    ///   - output: whether to wait until standard output takes bytes.
    ///   - wakePipe: a descriptor to wait for as well; negative for none.
    ///   - milliseconds: nil for no limit.
    public static func wait(
        input: InputEvent, output: Bool, wakePipe: Int32 = -1, for milliseconds: Double?
    ) -> (input: Bool, output: Bool, wakePipe: Bool) {
        var polled = [
            input.polled,
            pollfd(fd: output ? STDOUT_FILENO : -1, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: wakePipe, events: Int16(POLLIN), revents: 0),
        ]
        let timeout = milliseconds.map { Int32(min(max($0.rounded(.up), 0), 3_600_000)) } ?? -1
        guard poll(&polled, 3, timeout) > 0 else { return (false, false, false) }
        return (polled[0].revents != 0, polled[1].revents != 0, polled[2].revents != 0)
    }

    /// Is true if standard output has no reader any more.
    public static var isOutputClosed: Bool {
        var polled = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&polled, 1, 0) > 0 && polled.revents & Int16(POLLERR | POLLHUP) != 0
    }
}
