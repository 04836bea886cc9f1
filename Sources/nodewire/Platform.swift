#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The system calls of the process, with their interruptions and error numbers made into values.
enum Platform {
    /// What came of an attempt to read or write.
    enum Transfer {
        case bytes(Int)
        case wouldBlock
        case interrupted
        case failed
    }

    static func readInput(into room: UnsafeMutableRawBufferPointer) -> Transfer {
        transfer(read(STDIN_FILENO, room.baseAddress, room.count))
    }

    static func writeOutput(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        transfer(write(STDOUT_FILENO, bytes.baseAddress, bytes.count))
    }

    /// Writes to a socket without blocking, whatever the mode it is in.
    static func sendOutput(_ bytes: UnsafeRawBufferPointer) -> Transfer {
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

    /// What of standard input ends a wait.
    enum InputEvent {
        case none
        /// Its end, although what came before was not read yet.
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

    /// Waits until one of the standard streams is ready, a signal comes or the milliseconds have passed (nil: for ever).
    ///
    /// - Parameter bell: a pipe that is waited for as well; negative for none.
    static func wait(
        input: InputEvent, output: Bool, bell: Int32 = -1, for milliseconds: Double?
    ) -> (input: Bool, output: Bool, bell: Bool) {
        var polled = [
            input.polled,
            pollfd(fd: output ? STDOUT_FILENO : -1, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
        ]
        let timeout = milliseconds.map { Int32(min(max($0.rounded(.up), 0), 3_600_000)) } ?? -1
        guard poll(&polled, 3, timeout) > 0 else { return (false, false, false) }
        return (polled[0].revents != 0, polled[1].revents != 0, polled[2].revents != 0)
    }

    /// Whether nobody can read standard output any more.
    static var isOutputClosed: Bool {
        var polled = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&polled, 1, 0) > 0 && polled.revents & Int16(POLLERR | POLLHUP) != 0
    }

    /// Milliseconds of a clock that never goes back.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }

    /// Opens nothing in the place of standard streams that were closed, lest a file opened later takes their number.
    static func openMissingDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// Changes the size of a block of memory, or makes one; nil when there is none to be had.
    static func resize(_ block: UnsafeMutableRawPointer?, to count: Int) -> UnsafeMutableRawPointer? {
        realloc(block, count)
    }

    /// Asks for large pages under a block of memory that is filled at once, which spares most of its page faults.
    ///
    /// Where the system has none, nothing happens.
    static func useLargePages(_ block: UnsafeMutableRawBufferPointer) {
        #if os(Linux)
            madvise(block.baseAddress, block.count, MADV_HUGEPAGE)
        #endif
    }

    static func release(_ block: UnsafeMutableRawPointer) { free(block) }

    static func writeFile(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        write(file, bytes.baseAddress, bytes.count)
    }

    static func changeFolder(to folder: String) -> Bool { chdir(folder) == 0 }

    static func end(_ code: Int32) -> Never { exit(code) }

    static func printOut(_ text: String) {
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

    /// Writes to standard error what can be written at once; the rest is dropped, for nobody need read it.
    static func log(_ text: String) {
        var polled = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&polled, 1, 0) == 1 else { return }
        var text = text
        // A pipe that is ready takes this much without blocking (POSIX, PIPE_BUF).
        text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, min($0.count, 512)) }
    }

    /// Whether a process exists and has not ended: one that ended may still wait for its parent to notice.
    static func isRunning(_ process: Int32) -> Bool {
        guard kill(process, 0) == 0 || errno != ESRCH else { return false }
        #if os(Linux)
            let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return true }
            defer { close(file) }
            var text = [UInt8](repeating: 0, count: 512)
            let count = read(file, &text, text.count)
            // The name of the program stands in brackets and may hold any; the state follows the last of them.
            guard count > 0, let bracket = text[..<count].lastIndex(of: UInt8(ascii: ")")), bracket + 2 < count else {
                return true
            }
            return text[bracket + 2] != UInt8(ascii: "Z") && text[bracket + 2] != UInt8(ascii: "X")
        #else
            return true
        #endif
    }
}

extension Platform {
    enum OutputKind {
        case socket, pipe, other
    }

    static var outputKind: OutputKind {
        var status = stat()
        guard fstat(STDOUT_FILENO, &status) == 0 else { return .other }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK: return .socket
        case S_IFIFO: return .pipe
        default: return .other
        }
    }

    static var outputFlags: Int32 {
        get { fcntl(STDOUT_FILENO, F_GETFL) }
        set { _ = fcntl(STDOUT_FILENO, F_SETFL, newValue) }
    }

    static var nonBlocking: Int32 { O_NONBLOCK }
}

/// Whether a signal asked the process to end.
nonisolated(unsafe) private(set) var isStopRequested = false

/// How many seconds have passed since a signal asked the process to end.
nonisolated(unsafe) private var secondsSinceStop = 0

/// Whether it is time to look around.
nonisolated(unsafe) var isTickDue = false

extension Platform {
    /// Lets SIGTERM, SIGINT and SIGHUP end the process in order, and has writing fail instead of raising a signal.
    ///
    /// A process that does not get there in two seconds, because it performs something long, is ended where it stands: a
    /// file that it was writing is still the old one.
    /// None of the handlers restarts a call: a read that blocks is left, and the loop looks around.
    static func installSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        handle(SIGALRM) { _ in
            isTickDue = true
            guard isStopRequested else { return }
            secondsSinceStop += 1
            if secondsSinceStop >= 2 { _exit(1) }
            alarm(1)
        }
        for number in [SIGTERM, SIGINT, SIGHUP] {
            handle(number) { _ in
                if isStopRequested { return }
                isStopRequested = true
                // The signal may come just before a read that would block: so that one is interrupted too.
                alarm(1)
            }
        }
        var all = sigset_t()
        sigemptyset(&all)
        sigprocmask(SIG_SETMASK, &all, nil)
    }

    /// Interrupts a call that blocks at this interval; 0 for never.
    static func setTick(seconds: Int) {
        if isStopRequested { return }
        var timer = itimerval()
        timer.it_interval.tv_sec = seconds
        timer.it_value.tv_sec = seconds
        #if canImport(Glibc)
            setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
        #else
            setitimer(Int32(ITIMER_REAL), &timer, nil)
        #endif
    }

    private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        #if canImport(Glibc)
            action.__sigaction_handler.sa_handler = handler
        #elseif canImport(Musl)
            action.__sa_handler.sa_handler = handler
        #else
            action.__sigaction_u.__sa_handler = handler
        #endif
        sigaction(number, &action, nil)
    }
}
