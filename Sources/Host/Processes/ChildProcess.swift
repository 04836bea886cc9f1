#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

#if os(Linux)
    // Hidden from Swift by the C library's feature macros.
    private let setPipeSize: Int32 = 1031
#endif

/// A child process with the pipes to its standard input and output.
public struct ChildProcess: Sendable {
    /// The process number (pid).
    public let number: Int32
    private let input: Int32
    private let output: Int32

    /// Starts a program, found as the shell finds it, with pipes of a mebibyte if the system grants them.
    ///
    /// - Parameter isQuiet: whether its messages are dropped, and its children end with it if it is killed.
    public init(_ program: String, _ arguments: [String], isQuiet: Bool = false) throws(CommandError) {
        var (down, up): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&down) == 0, pipe(&up) == 0 else { throw .system("cannot make pipes") }
        for end in down + up {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            #if os(Linux)
                _ = fcntl(end, setPipeSize, 1 << 20)
            #endif
        }
        defer {
            close(down[0])
            close(up[1])
        }
        do throws(CommandError) {
            let files = [(down[0], STDIN_FILENO), (up[1], STDOUT_FILENO)]
            number = try ChildProcess.start(program, arguments, files, isQuiet: isQuiet)
        } catch {
            close(down[1])
            close(up[0])
            throw error
        }
        (input, output) = (down[1], up[0])
    }

    /// Starts a program, looked for as the shell does; returns its number.
    ///
    /// - Parameter files: the descriptors that it gets, each with the number that it has there.
    static func start(
        _ program: String, _ arguments: [String], _ files: [(own: Int32, there: Int32)], isQuiet: Bool = false
    ) throws(CommandError) -> Int32 {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for file in files { posix_spawn_file_actions_adddup2(&actions, file.own, file.there) }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        if isQuiet {
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        }
        var process: pid_t = 0
        let code = Platform.withWords(program, arguments) {
            posix_spawnp(&process, program, &actions, &attributes, $0, environ)
        }
        guard code == 0 else { throw CommandError("cannot start \(program): \(String(cString: strerror(code)))") }
        return process
    }

    /// Closes its input, so that it reads the end; then call `finishRead` instead of `finish`.
    public func closeInput() { close(input) }

    /// Closes the pipes and waits for the end of the child; returns its exit code, nil if a signal ended it.
    @discardableResult
    public func finish() -> Int32? {
        close(input)
        return finishRead()
    }

    /// Waits for the end of a child whose input is closed and whose output was read; returns its exit code like
    /// `finish`.
    @discardableResult
    public func finishRead() -> Int32? {
        close(output)
        var status: Int32 = 0
        while waitpid(number, &status, 0) < 0 { if errno != EINTR { return nil } }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }

    /// Waits for the end of a child whose input is closed; after a number of milliseconds it is killed.
    public func end(within limit: Double) {
        let start = Platform.now
        var status: Int32 = 0
        while waitpid(number, &status, WNOHANG) == 0 {
            if Platform.now - start > limit {
                kill(number, SIGKILL)
                waitpid(number, &status, 0)
                break
            }
            poll(nil, 0, 5)
        }
    }

    /// Closes its output, which was read.
    public func closeOutput() { close(output) }

    /// Waits for the end of a child that was started as a quiet one; after a number of milliseconds it is killed with
    /// its children, and the result is false.
    public func finish(within limit: Double) -> Bool {
        close(input)
        defer { close(output) }
        let start = Platform.now
        var status: Int32 = 0
        var buffer = [UInt8](repeating: 0, count: 4096)
        setNonBlocking(output)
        while waitpid(number, &status, WNOHANG) == 0 {
            if Platform.now - start > limit {
                kill(-number, SIGKILL)
                waitpid(number, &status, 0)
                return false
            }
            // What it says is dropped, so that it never waits for a reader.
            _ = systemRead(output, &buffer, buffer.count)
            poll(nil, 0, 20)
        }
        return true
    }

    /// Makes `write` return when it would wait for the child.
    public func makeInputNonBlocking() { setNonBlocking(input) }

    /// Waits until the child accepts bytes, or a number of milliseconds have passed.
    public func waitToWrite(atMost milliseconds: Double) {
        var polled = [pollfd(fd: input, events: Int16(POLLOUT), revents: 0)]
        _ = pollForTime(&polled, milliseconds)
    }

    private func setNonBlocking(_ file: Int32) { _ = fcntl(file, F_SETFL, O_NONBLOCK) }

    /// Reads the output of the child, up to the size of the buffer.
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Platform.Transfer {
        Platform.transfer(systemRead(output, buffer.baseAddress, buffer.count))
    }

    /// Writes to the child, which takes the first bytes or all.
    public func write(_ bytes: UnsafeRawBufferPointer) -> Platform.Transfer {
        Platform.transfer(systemWrite(input, bytes.baseAddress, bytes.count))
    }

    /// Waits until the child can be read from or, if asked for, be written to, or the time has passed.
    ///
    /// - Parameter milliseconds: infinity for no limit; fractions count if the system has such a call.
    public func wait(toWrite: Bool, for milliseconds: Double = .infinity) -> (canRead: Bool, canWrite: Bool) {
        var polled = [
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: toWrite ? input : -1, events: Int16(POLLOUT), revents: 0),
        ]
        let count = pollForTime(&polled, milliseconds)
        guard count > 0 else { return (false, false) }
        return (polled[0].revents != 0, polled[1].revents != 0)
    }

    /// Sets whether reading and writing wait for the child.
    public func setBlocking(_ isBlocking: Bool) {
        for end in [input, output] { _ = fcntl(end, F_SETFL, isBlocking ? 0 : O_NONBLOCK) }
    }

    /// The memory of the child in bytes; nil if the system does not report it.
    public var residentBytes: Int? {
        #if os(Linux)
            let file = open("/proc/\(number)/statm", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            var text = [UInt8](repeating: 0, count: 256)
            let count = systemRead(file, &text, text.count)
            guard count > 0 else { return nil }
            let fields = text[..<count].split(separator: UInt8(ascii: " "))
            guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return nil }
            return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        #else
            return nil
        #endif
    }

    /// Milliseconds that the child has computed so far; nil if the system does not report it.
    public var processorTime: Double? {
        #if os(Linux)
            var (clock, time) = (clockid_t(), timespec())
            guard clock_getcpuclockid(number, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
            return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
        #else
            return nil
        #endif
    }

    /// The first line that a program prints; nil when it fails.
    public static func outputLine(of program: String, _ arguments: [String]) -> String? {
        guard let child = try? ChildProcess(program, arguments) else { return nil }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case .bytes(let count) = buffer.withUnsafeMutableBytes({ child.read(into: $0) }), count > 0 {
            text += buffer[..<count]
        }
        guard child.finish() == 0 else { return nil }
        return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}

/// The system's function, which the method of the same name hides.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(file, buffer, count)
}

/// The system's function, which the method of the same name hides.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
