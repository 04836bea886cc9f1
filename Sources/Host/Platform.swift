#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

#if canImport(Glibc)
    // Hidden from Swift: they are in a header that no module of the C library has.
    @_silgen_name("mallopt")
    private func setAllocation(_ parameter: Int32, _ value: Int32) -> Int32
    private let mmapThreshold: Int32 = -3
#endif

/// RUSAGE_CHILDREN, which has another type in each C library.
private let endedChildren: Int32 = -1

/// The system calls of the process, with their interruptions and error numbers turned into values.
public enum Platform {
    /// Milliseconds of the monotonic clock.
    public static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }

    /// Milliseconds that this process has computed, and its children that have ended.
    public static var processorTime: Double {
        var (own, ended) = (timespec(), rusage())
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own)
        getrusage(endedChildren, &ended)
        let parts = [ended.ru_utime, ended.ru_stime]
        return parts.reduce(Double(own.tv_sec) * 1000 + Double(own.tv_nsec) / 1_000_000) {
            $0 + Double($1.tv_sec) * 1000 + Double($1.tv_usec) / 1000
        }
    }

    /// The difference between the monotonic clock and the milliseconds since 1970, as it was at the start.
    public static let origin: Double = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000 - now
    }()

    /// The time of day in UTC, to a second, as `2026-01-31T12:00:00Z`.
    public static var timestamp: String {
        var (seconds, parts) = (time(nil), tm())
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Resizes a block of memory, or allocates one for nil; nil if there is no memory, and the block is unchanged.
    public static func resize(_ block: UnsafeMutableRawPointer?, to byteCount: Int) -> UnsafeMutableRawPointer? {
        realloc(block, byteCount)
    }

    /// Asks for large pages under a block of memory that is filled at once, which spares most of its page faults.
    ///
    /// If the system has none, nothing happens.
    static func useLargePages(_ block: UnsafeMutableRawBufferPointer) {
        #if os(Linux)
            madvise(block.baseAddress, block.count, MADV_HUGEPAGE)
        #endif
    }

    /// Makes freed large blocks return to the system, such as those that opening needs for a while.
    ///
    /// Otherwise the C library serves them from its heap after one was freed, and the gaps between others stay
    /// resident.
    public static func returnLargeBlocks() {
        #if canImport(Glibc)
            _ = setAllocation(mmapThreshold, 4 << 20)
        #endif
    }

    /// Frees a block that `resize` returned.
    public static func release(_ block: UnsafeMutableRawPointer) { free(block) }

    /// Makes `folder` the working folder; false if that fails.
    public static func changeFolder(to folder: String) -> Bool { chdir(folder) == 0 }

    /// The absolute path of the working folder; nil if it is gone.
    public static var workingFolder: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Ends the process with an exit code.
    public static func end(_ code: Int32) -> Never { exit(code) }

    /// The same in a form that the compiler does not know as never returning: otherwise it would first free all
    /// values.
    @inline(never)
    public static func leave(_ code: Int32) { exit(code) }
}

extension CommandError {
    /// The message, followed by the system's reason for the last failed call.
    static func system(_ message: String) -> CommandError {
        CommandError("\(message): \(String(cString: strerror(errno)))")
    }
}
