/// Counts of a session's work, and its times.
struct Metrics: Sendable {
    /// Counts of one method.
    struct OfMethod: Sendable {
        var count = 0
        var failures = 0
        /// The times from the bytes of a message to the end of its effects; nil while none were measured.
        var latencies: LatencyHistogram?
    }

    /// A bucket is 3 % wide: a histogram has 10 KB.
    private static let precision = 5

    /// The counts, by the index of the method in the table.
    private(set) var methods: [OfMethod]
    var receivedBytes = 0
    /// The bytes that clients were sent who have gone.
    var sentBytesOfGone = 0
    var frames = 0
    /// The number of times that frames waited until a client had read.
    var framesHeldBack = 0

    /// A clock, in nanoseconds; nil if times are not measured.
    private let stopwatch: (@Sendable () -> Int)?
    private let began: Int
    /// The arrival of the present message, or the end of the previous one in its batch.
    private var start = 0

    init(of methodCount: Int, _ stopwatch: (@Sendable () -> Int)?) {
        methods = Array(repeating: OfMethod(), count: methodCount)
        self.stopwatch = stopwatch
        began = stopwatch?() ?? 0
    }

    /// The time since the session began, in milliseconds; nil if times are not measured.
    var uptime: Double? { stopwatch.map { Double($0() - began) / 1e6 } }

    /// Notes that the bytes of a message have come.
    @inline(__always)
    mutating func begin(_ bytes: Int) {
        receivedBytes += bytes
        if let stopwatch { start = stopwatch() }
    }

    /// Counts a message of the method at an index of the table; returns its time, in milliseconds, and 0 if times are
    /// not measured.
    @inline(__always)
    mutating func end(_ index: Int) -> Double {
        methods[index].count += 1
        guard let stopwatch else { return 0 }
        return note(index, stopwatch())
    }

    private mutating func note(_ index: Int, _ now: Int) -> Double {
        let time = now - start
        if methods[index].latencies == nil { methods[index].latencies = LatencyHistogram(precision: Self.precision) }
        methods[index].latencies?.add(time)
        start = now
        return Double(time) / 1e6
    }

    /// Notes that a message of the method at an index of the table has failed.
    mutating func fail(_ index: Int) { methods[index].failures += 1 }
}
