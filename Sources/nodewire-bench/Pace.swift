import Host

/// The speed of this machine relative to the reference machine of time goals.
///
/// It is the time of a loop that computes and reads memory in random order. Since a busy machine is slow, the loop is
/// timed again for each figure.
enum Pace {
    /// The time of the loop on the idle reference machine, in nanoseconds. There the floor server answers in 4.7 µs,
    /// and CPython adds ten million numbers in half a second.
    private static let reference = 2.1e5
    private static let steps = 200_000
    private static let table = {
        var numbers = SeededNumbers(seed: 1)
        return (0..<1 << 17).map { _ in numbers.next() }
    }()

    /// Returns the factor by which the loop takes longer here and now.
    static func measured() -> Double { (0..<5).map { _ in loop() }.min().map { $0 / reference } ?? 1 }

    private static func loop() -> Double {
        var numbers = SeededNumbers(seed: 2)
        var sum: UInt64 = 0
        let start = workTime()
        for _ in 0..<steps { sum &+= table[Int(truncatingIfNeeded: numbers.next() & 0x1FFFF)] }
        let time = (workTime() - start) * 1e6
        // The sum is used, so that the loop is not optimized away.
        return sum == 0 ? .infinity : time
    }
}
