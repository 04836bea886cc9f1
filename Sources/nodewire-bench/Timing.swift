import Host

/// The times of two things measured in turns, so that a drift of the machine affects both.
struct Comparison {
    /// Nanoseconds for each operation, one entry for each batch.
    let ours: [Double]
    let floor: [Double]

    /// Runs both once to warm up, then in turns.
    init(
        batches: Int, _ ours: () throws(CommandError) -> Double, floor: () throws(CommandError) -> Double
    ) throws(CommandError) {
        _ = try ours()
        _ = try floor()
        var (left, right): ([Double], [Double]) = ([], [])
        for _ in 0..<batches {
            left.append(try ours())
            right.append(try floor())
        }
        self.ours = left
        self.floor = right
    }

    /// The ratio of the least times. Other work on the machine makes a batch longer, but never shorter.
    var ratio: Double { ours.least / floor.least }

    var shown: String { "\(ours.least.asTime) to \(floor.least.asTime)" }
}

extension [Double] {
    var least: Double { self.min() ?? .nan }

    func quantile(_ share: Double) -> Double {
        if isEmpty { return .nan }
        return sorted()[Swift.min(Int(Double(count) * share), count - 1)]
    }
}

/// Returns the nanoseconds that `body` takes this program, and a peer that it has: not what other work on the machine
/// takes meanwhile.
func timed(with peer: BenchPeer? = nil, _ body: () throws(CommandError) -> Void) throws(CommandError) -> Double {
    let start = workTime(with: peer)
    try body()
    return (workTime(with: peer) - start) * 1e6
}

/// Milliseconds that this program and a peer have computed; where the system does not count a peer's, those that have passed.
func workTime(with peer: BenchPeer? = nil) -> Double {
    guard let peer else { return Platform.processorTime }
    return peer.child.processorTime.map { $0 + Platform.processorTime } ?? Platform.now
}

/// A small pseudorandom generator with a seed (SplitMix64; Steele, Lea, Flood 2014).
struct SeededNumbers {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Returns a number from 0 up to, but not including, `count`.
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }

    /// Returns a number from 0 up to, but not including, 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }
}
