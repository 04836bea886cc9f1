import Foundation

/// The growth of work with its input.
public enum Growth {
    /// Returns how many times as long some work takes for twice as much; the least of some runs counts.
    ///
    /// - Parameter work: made ready for a count; what it returns is measured, in the processor time of this thread.
    public static func whenDoubled(from count: Int, runs: Int = 5, _ work: (Int) -> () -> Void) -> Double {
        let (once, twice) = (work(count), work(2 * count))
        var least = (once: UInt64.max, twice: UInt64.max)
        for _ in 0..<runs {
            least.once = min(least.once, time(once))
            least.twice = min(least.twice, time(twice))
        }
        return Double(least.twice) / Double(max(least.once, 1))
    }

    private static func time(_ work: () -> Void) -> UInt64 {
        let start = processorTime()
        work()
        return processorTime() - start
    }

    private static func processorTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
