/// The number of bytes of changes among the messages that wait to be written.
struct WaitingChanges: Sendable {
    private(set) var bytes = 0
    /// The number of bytes of all messages written so far.
    private var left = 0
    /// The end of each change, counted from the first byte ever written, and its length.
    private var ends: [(end: Int, count: Int)] = []
    /// The index of the first change that is not completely written.
    private var first = 0

    mutating func add(_ count: Int, waiting: Int) {
        ends.append((left &+ waiting, count))
        bytes += count
    }

    /// Notes that `count` bytes were written, and how many wait now.
    ///
    /// - Complexity: amortized O(*n*) in the changes that were written.
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
