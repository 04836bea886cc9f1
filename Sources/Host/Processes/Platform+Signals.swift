#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Is true if a signal asked the process to end.
nonisolated(unsafe) public private(set) var isStopRequested = false

/// The number of seconds since a signal asked the process to end.
nonisolated(unsafe) private var secondsSinceStop = 0

/// Is true if a tick has passed since this was set to false.
nonisolated(unsafe) public var isTickDue = false

extension Platform {
    /// Makes a write to a pipe without a reader fail, instead of ending the process.
    public static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Lets SIGTERM, SIGINT and SIGHUP end the process in order, and makes writing to a closed pipe fail without a signal.
    ///
    /// A process that has not ended two seconds after the signal, because its work takes long, is ended by force: a
    /// file that it was writing keeps its old contents. No handler restarts a call: a read that blocks returns, and
    /// the loop sees `isStopRequested`.
    public static func installSignals() {
        ignoreBrokenPipes()
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

    /// Sets `isTickDue` and interrupts a call that blocks at this interval, in seconds; 0 for never.
    public static func setTick(seconds: Int) {
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
