#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A pipe by which one thread wakes another that waits in `Platform.wait`.
public struct WakePipe: Sendable {
    /// The descriptor to wait for: it is readable from `wake` until `clear`.
    public let output: Int32
    private let input: Int32

    /// Fails when the process has no descriptors left.
    public init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (output, input) = (ends[0], ends[1])
    }

    /// Wakes the thread that waits, or the next that will.
    public func wake() {
        var byte: UInt8 = 1
        while write(input, &byte, 1) < 0 && errno == EINTR {}
    }

    /// Takes back one call of `wake`.
    public func clear() {
        var byte: UInt8 = 0
        while read(output, &byte, 1) < 0 && errno == EINTR {}
    }
}
