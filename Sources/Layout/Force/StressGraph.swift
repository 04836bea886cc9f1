/// The neighbors of each node of a component, without loops and parallel edges; nodes are numbered within it.
struct StressGraph {
    /// The index in `neighbors` at which the neighbors of each node begin.
    let starts: [Int32]
    let neighbors: [Int32]

    var count: Int { starts.count - 1 }

    /// - Parameter edges: pairs of numbers below `count`.
    init(count: Int, edges: [(Int32, Int32)]) {
        var starts = Array(repeating: Int32(0), count: count + 1)
        for (a, b) in edges where a != b {
            starts[Int(a) + 1] += 1
            starts[Int(b) + 1] += 1
        }
        for node in 0..<count { starts[node + 1] += starts[node] }
        var at = starts
        var all = Array(repeating: Int32(0), count: Int(starts[count]))
        for (a, b) in edges where a != b {
            all[Int(at[Int(a)])] = b
            at[Int(a)] += 1
            all[Int(at[Int(b)])] = a
            at[Int(b)] += 1
        }
        var neighbors: [Int32] = []
        neighbors.reserveCapacity(all.count)
        var unique: [Int32] = [0]
        unique.reserveCapacity(count + 1)
        for node in 0..<count {
            let mine = all[Int(starts[node])..<Int(starts[node + 1])].sorted()
            for (place, neighbor) in mine.enumerated() where place == 0 || mine[place - 1] != neighbor {
                neighbors.append(neighbor)
            }
            unique.append(Int32(truncatingIfNeeded: neighbors.count))
        }
        self.starts = unique
        self.neighbors = neighbors
    }

    /// Counts the edges from a node to every other one, breadth first; −1 for an unreachable node.
    func distances(from source: Int, into distances: inout [Int32], _ queue: inout [Int32]) {
        distances.withUnsafeMutableBufferPointer { distances in
            queue.withUnsafeMutableBufferPointer { queue in
                starts.withUnsafeBufferPointer { starts in
                    neighbors.withUnsafeBufferPointer { neighbors in
                        distances.update(repeating: -1)
                        distances[source] = 0
                        queue[0] = Int32(truncatingIfNeeded: source)
                        var first = 0
                        var end = 1
                        while first < end {
                            let node = Int(queue[first])
                            first += 1
                            let next = distances[node] + 1
                            for place in Int(starts[node])..<Int(starts[node + 1]) {
                                let neighbor = neighbors[place]
                                guard distances[Int(neighbor)] < 0 else { continue }
                                distances[Int(neighbor)] = next
                                queue[end] = neighbor
                                end += 1
                            }
                        }
                    }
                }
            }
        }
    }
}
