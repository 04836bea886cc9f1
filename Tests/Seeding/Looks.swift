import Foundation

/// The work between the looks at a watch: what is still done after it was asked to stop.
public enum Looks {
    /// Returns how long some work does not look at its watch at most, and how long it takes as a whole, in the processor
    /// time of this thread; of each part of some runs the least counts.
    ///
    /// - Parameter work: calls what it is given whenever it looks; as often in every run.
    public static func longest(runs: Int = 3, _ work: (() -> Void) -> Void) -> (part: UInt64, whole: UInt64) {
        var parts: [UInt64] = []
        for run in 0..<runs {
            var (number, last) = (0, processorTime())
            func look() {
                let part = processorTime() - last
                if run == 0 { parts.append(part) } else { parts[number] = min(parts[number], part) }
                number += 1
                last = processorTime()
            }
            work(look)
            look()
        }
        return (parts.max() ?? 0, parts.reduce(0, +))
    }

    private static func processorTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
