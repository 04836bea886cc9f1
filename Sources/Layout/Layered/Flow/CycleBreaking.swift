/// The edges to reverse so that no cycle is left; a depth-first search in reading order from the sources.
///
/// An edge is reversed if it returns to a node whose search is still open. No reversal is needless: undoing a single
/// one closes a cycle. Linear time, without recursion.
enum CycleBreaking {
    /// Returns a flag for each edge: true if it is reversed; there must be no self-loops.
    ///
    /// - Parameter reading: the nodes in reading order; nil for the order of their numbers.
    static func turned(count: Int, sources: [Int], targets: [Int], reading: [Int]? = nil) -> [Bool] {
        var turned = Array(repeating: false, count: sources.count)
        let outgoing = Adjacency(count: count, ends: sources)
        var entering = Array(repeating: 0, count: count)
        for target in targets { entering[target] += 1 }
        // 0: not seen; 1: its search is open; 2: done.
        var state = Array(repeating: UInt8(0), count: count)
        var place = Array(repeating: 0, count: count)
        var path: [Int] = []
        let reading = reading ?? Array(0..<count)
        let order = reading.filter { entering[$0] == 0 } + reading.filter { entering[$0] > 0 }
        for start in order where state[start] == 0 {
            state[start] = 1
            path.append(start)
            while let node = path.last {
                if place[node] == outgoing.degree(node) {
                    state[node] = 2
                    path.removeLast()
                    continue
                }
                let edge = outgoing.item(node, place[node])
                place[node] += 1
                let target = targets[edge]
                if state[target] == 1 { turned[edge] = true }
                if state[target] == 0 {
                    state[target] = 1
                    path.append(target)
                }
            }
        }
        return turned
    }
}
