/// The edges that meet each node, in the order of the edges. There must be no self-loops, or these appear twice.
struct Adjacency: Sendable {
    private let starts: [Int]
    private let items: [Int]

    /// Makes lists of all edges that meet a node.
    init(count: Int, tails: [Int], heads: [Int]) { self.init(count: count, tails, heads) }

    /// Makes lists of the edges with one end at each node: those that leave it, or those that enter it.
    init(count: Int, ends: [Int]) { self.init(count: count, ends, []) }

    private init(count: Int, _ first: [Int], _ second: [Int]) {
        var starts = Array(repeating: 0, count: count + 1)
        for end in first { starts[end + 1] += 1 }
        for end in second { starts[end + 1] += 1 }
        for node in 0..<count { starts[node + 1] += starts[node] }
        var items = Array(repeating: 0, count: first.count + second.count)
        var free = starts
        for edge in first.indices {
            items[free[first[edge]]] = edge
            free[first[edge]] += 1
            if !second.isEmpty {
                items[free[second[edge]]] = edge
                free[second[edge]] += 1
            }
        }
        (self.starts, self.items) = (starts, items)
    }

    @inline(__always) subscript(node: Int) -> ArraySlice<Int> { items[starts[node]..<starts[node + 1]] }
    @inline(__always) func degree(_ node: Int) -> Int { starts[node + 1] - starts[node] }
    @inline(__always) func item(_ node: Int, _ place: Int) -> Int { items[starts[node] + place] }
}

/// A queue: first in, first out.
struct Queue: Sendable {
    private var items: [Int] = []
    private var start = 0

    mutating func push(_ item: Int) { items.append(item) }

    mutating func pop() -> Int? {
        guard start < items.count else { return nil }
        let item = items[start]
        start += 1
        if start > 1024, start * 2 > items.count {
            items.removeFirst(start)
            start = 0
        }
        return item
    }
}
