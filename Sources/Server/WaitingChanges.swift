/// How many bytes of changes there are among the messages that wait to be written.
struct WaitingChanges: Sendable {
    private(set) var bytes = 0
    /// Bytes of any messages that have left so far.
    private var left = 0
    /// Each change by where it ends, counted in bytes from the first that ever left.
    private var ends: [(end: Int, count: Int)] = []
    /// Before this all have left.
    private var first = 0

    mutating func add(_ count: Int, waiting: Int) {
        ends.append((left &+ waiting, count))
        bytes += count
    }

    /// Tells that so many bytes have left, and how many wait now.
    ///
    /// - Complexity: O(*n*) in the changes that left, amortised.
    mutating func leave(_ count: Int, waiting: Int) {
        left &+= count
        if ends.isEmpty { return }
        if waiting == 0 {
            ends.removeAll(keepingCapacity: ends.count < 1024)
            (first, bytes) = (0, 0)
            return
        }
        while first < ends.count, ends[first].end <= left {
            bytes -= ends[first].count
            first += 1
        }
        if first > ends.count / 2 {
            ends.removeFirst(first)
            first = 0
        }
    }
}
