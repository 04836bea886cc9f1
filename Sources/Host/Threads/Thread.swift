#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A thread that signals do not interrupt.
public struct Thread: @unchecked Sendable {
    private let handle: pthread_t

    /// The stack's size in bytes: as much as the main thread usually has; some systems give others far less.
    private static let stackBytes = 8 << 20

    /// Runs `body` in a new thread; fails when the system has none to give.
    public init?(_ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, Thread.stackBytes)
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
        if error != 0 { task.release() }
        #if canImport(Glibc)
            guard error == 0 else { return nil }
        #else
            guard error == 0, let thread else { return nil }
        #endif
        handle = thread
    }

    /// Lets the current thread rest.
    public static func rest(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

    /// Waits until the thread has ended.
    public func join() { pthread_join(handle, nil) }

    /// The body of a thread, as one reference.
    private final class Task: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        static func perform(_ task: UnsafeMutableRawPointer?) {
            guard let task else { return }
            Unmanaged<Task>.fromOpaque(task).takeRetainedValue().body()
        }
    }
}

/// The identity of the thread that made it.
public struct ThreadMark: @unchecked Sendable {
    private let thread = pthread_self()

    /// Marks the calling thread.
    public init() {}

    /// Is true if the calling thread is that one.
    public var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
}
