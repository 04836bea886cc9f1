#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Waits until a descriptor is ready or the time has passed; returns as `poll` does.
///
/// - Parameter milliseconds: an hour or more is no limit; fractions count if the system has such a call.
func pollForTime(_ polled: inout [pollfd], _ milliseconds: Double) -> Int32 {
    guard milliseconds < 3_600_000 else { return poll(&polled, nfds_t(polled.count), -1) }
    let limit = max(milliseconds, 0)
    #if os(Linux)
        var time = timespec(tv_sec: Int(limit / 1000), tv_nsec: Int(limit.truncatingRemainder(dividingBy: 1000) * 1e6))
        return systemPoll(&polled, UInt(polled.count), &time, nil)
    #else
        return poll(&polled, nfds_t(polled.count), Int32(limit))
    #endif
}

#if os(Linux)
    // Hidden from Swift by the C library's feature macros.
    @_silgen_name("ppoll")
    private func systemPoll(
        _ polled: UnsafeMutablePointer<pollfd>, _ count: UInt, _ time: UnsafeMutablePointer<timespec>,
        _ signals: UnsafeRawPointer?
    ) -> Int32
#endif
