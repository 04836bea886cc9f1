import Host

/// The speed of the machine beside the one that goals in time are of.
///
/// It is the time of a loop that computes and reads memory in no order. A busy machine is a slow one, so the loop is
/// timed again for each figure.
enum Pace {
    /// The time of the loop on the machine that the goals are of, in nanoseconds: there, while it does nothing else, the floor
    /// answers in 4.7 µs, and CPython adds ten million numbers in half a second.
    private static let reference = 2.1e5
    private static let steps = 200_000
    private static let table = {
        var numbers = SeededNumbers(seed: 1)
        return (0..<1 << 17).map { _ in numbers.next() }
    }()

    /// Returns how many times longer the loop takes here, now.
    static func measured() -> Double { (0..<5).map { _ in loop() }.min().map { $0 / reference } ?? 1 }

    private static func loop() -> Double {
        var numbers = SeededNumbers(seed: 2)
        var sum: UInt64 = 0
        let start = Platform.now
        for _ in 0..<steps { sum &+= table[Int(truncatingIfNeeded: numbers.next() & 0x1FFFF)] }
        let time = (Platform.now - start) * 1e6
        // What is not used is not computed.
        return sum == 0 ? .infinity : time
    }
}
