#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Runs this program once more as a child that listens for it, and starts it again when a signal has ended it: clients
/// connect again, and find unsaved changes in journals.
public enum Supervisor {
    /// The things that a child gets from its parent.
    public struct Lent: Sendable {
        /// The socket at which it listens.
        public let socket: StreamSocket
        /// A word that stays the same when the child is started again.
        public let secret: String
        /// Is true if it is the first child.
        public let isFirst: Bool
    }

    private static let variable = "NODEWIRE_LENT"
    /// The descriptor of the socket in the child.
    private static let descriptor: Int32 = 10
    /// A child that has run for less, in milliseconds, and ends so a few times in a row, is not started again.
    private static let (shortRun, mostShortRuns) = (2000.0, 3)

    /// The things that this process got, if it is a child; its own children do not see them.
    public static let lent: Lent? = {
        guard let value = Platform.value(ofVariable: variable) else { return nil }
        unsetenv(variable)
        let words = value.split(separator: " ")
        guard words.count == 2 else { return nil }
        return Lent(socket: StreamSocket(descriptor), secret: String(words[0]), isFirst: words[1] == "first")
    }()

    /// Runs children with these words until one ends by itself, or a signal asks this process to end; returns the exit
    /// code.
    ///
    /// A child ends with its standard input, and so with this process, however that ends.
    public static func run(_ words: [String], lending socket: StreamSocket) throws(CommandError) -> Int32 {
        Platform.installSignals()
        let secret = Platform.secret
        var (isFirst, shortRuns) = (true, 0)
        while true {
            setenv(variable, "\(secret) \(isFirst ? "first" : "again")", 1)
            isFirst = false
            let start = Platform.now
            let status = try runOnce(words, socket)
            if status & 0x7F == 0 { return (status >> 8) & 0xFF }
            if isStopRequested { return 0 }
            shortRuns = Platform.now - start < shortRun ? shortRuns + 1 : 0
            if shortRuns > mostShortRuns { throw CommandError("the server was ended by signal \(status & 0x7F)") }
            Platform.log("the server was ended by signal \(status & 0x7F); it is started again\n")
        }
    }

    /// Runs one child; returns its status as the system reports it.
    private static func runOnce(_ words: [String], _ socket: StreamSocket) throws(CommandError) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system("cannot make a pipe") }
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let files = [(ends[0], STDIN_FILENO), (socket.descriptor, descriptor)]
        let process = try ChildProcess.start(Platform.executable, words, files)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            if errno != EINTR { throw .system("the server is lost") }
            if isStopRequested { kill(process, SIGTERM) }
        }
        return status
    }
}
