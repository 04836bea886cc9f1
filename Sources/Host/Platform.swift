#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The system calls of the process, with their interruptions and error numbers turned into values.
public enum Platform {
    /// Milliseconds of the monotonic clock.
    public static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }

    /// Resizes a block of memory, or allocates one for nil; nil if there is no memory, and the block is as it was.
    public static func resize(_ block: UnsafeMutableRawPointer?, to byteCount: Int) -> UnsafeMutableRawPointer? {
        realloc(block, byteCount)
    }

    /// Asks for large pages under a block of memory that is filled at once, which spares most of its page faults.
    ///
    /// Where the system has none, nothing happens.
    static func useLargePages(_ block: UnsafeMutableRawBufferPointer) {
        #if os(Linux)
            madvise(block.baseAddress, block.count, MADV_HUGEPAGE)
        #endif
    }

    /// Frees a block that `resize` returned.
    public static func release(_ block: UnsafeMutableRawPointer) { free(block) }

    /// Makes `folder` the working folder; false if that fails.
    public static func changeFolder(to folder: String) -> Bool { chdir(folder) == 0 }

    /// Ends the process with an exit code.
    public static func end(_ code: Int32) -> Never { exit(code) }
}

extension CommandError {
    /// The message, followed by what the system says of the last call that failed.
    static func system(_ message: String) -> CommandError {
        CommandError("\(message): \(String(cString: strerror(errno)))")
    }
}
