#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Platform {
    typealias Thread = pthread_t

    /// What a thread is to do.
    private final class Task: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        static func perform(_ task: UnsafeMutableRawPointer?) {
            guard let task else { return }
            Unmanaged<Task>.fromOpaque(task).takeRetainedValue().body()
        }
    }

    /// As much as the main thread usually has; some systems give others far less.
    private static let stackBytes = 8 << 20

    /// Runs `body` in a thread that signals do not interrupt; nil when the system has none to give.
    static func startThread(_ body: @escaping @Sendable () -> Void) -> Thread? {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackBytes)
        // The new thread begins with the mask of this one.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let task = Unmanaged.passRetained(Task(body))
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let error = pthread_create(
            &thread, &attributes,
            {
                Task.perform($0)
                return nil
            }, task.toOpaque())
        if error == 0 { return thread }
        task.release()
        return nil
    }

    /// The thread that made it, to be told from others.
    struct ThreadMark: @unchecked Sendable {
        private let thread = pthread_self()

        var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
    }

    static func join(_ thread: Thread) { pthread_join(thread, nil) }

    /// A pipe by which one thread wakes another that waits in `wait`.
    struct Pipe: Sendable {
        let output: Int32
        private let input: Int32

        init?() {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (output, input) = (ends[0], ends[1])
        }

        func ring() {
            var byte: UInt8 = 1
            while write(input, &byte, 1) < 0 && errno == EINTR {}
        }

        /// Takes back one ringing.
        func silence() {
            var byte: UInt8 = 0
            while read(output, &byte, 1) < 0 && errno == EINTR {}
        }
    }
}

/// A value that two threads may read and write.
final class Lock<Value: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var stored: Value

    init(_ value: Value) {
        stored = value
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Reads and changes the value while nobody else does.
    func change<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&stored)
    }

    var value: Value {
        get {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return stored
        }
        set {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            stored = newValue
        }
    }
}
