/// Nodes far from one another, with the distances of all nodes to each.
struct StressPivots {
    /// The pivots by their number in the component.
    private(set) var nodes: [Int] = []
    /// The distances of all nodes from the first pivot, then from the second, and so on.
    private(set) var distances: [Int32] = []
    /// The nearest pivot of each node.
    private(set) var nearest: [Int32]

    /// Chooses pivots: the first is the farthest from a random node. Then every second one is the farthest from all
    /// before it, and the others are random (Ortmann, Klimenta, Brandes 2016 compare such choices).
    ///
    /// - Complexity: O(*k*(*n* + *m*)) for *k* pivots.
    init(graph: StressGraph, count: Int, random: inout StressRandom) {
        let total = graph.count
        var row = Array(repeating: Int32(0), count: total)
        var queue = row
        nearest = Array(repeating: 0, count: total)
        distances.reserveCapacity(total * count)
        graph.distances(from: random.below(total), into: &row, &queue)
        var least = row
        var isPivot = Array(repeating: false, count: total)
        var next = StressPivots.farthest(row)
        for number in 0..<count {
            isPivot[next] = true
            nodes.append(next)
            graph.distances(from: next, into: &row, &queue)
            distances += row
            for node in 0..<total where number == 0 || row[node] < least[node] {
                least[node] = row[node]
                nearest[node] = Int32(truncatingIfNeeded: number)
            }
            next = StressPivots.farthest(least)
            if number % 2 == 1 && number > 6 {
                let chosen = random.below(total)
                if !isPivot[chosen] { next = chosen }
            }
            if isPivot[next] { return }
        }
    }

    private static func farthest(_ distances: [Int32]) -> Int {
        var best = 0
        for (node, distance) in distances.enumerated() where distance > distances[best] { best = node }
        return best
    }
}

/// A small pseudorandom generator with a seed (SplitMix64: Steele, Lea and Flood 2014).
struct StressRandom {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, but not including, the bound.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// A number from −0.5 to 0.5.
    mutating func offset() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 - 0.5 }
}
