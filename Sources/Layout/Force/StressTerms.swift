import Geometry

/// The wanted distance of two nodes of a component, and how strongly it pulls each of them.
struct StressTerm {
    var first: Int32
    var second: Int32
    /// The distance, in edges.
    var distance: Float
    /// The weight for the first node; 0 if it is not moved.
    var firstWeight: Float
    var secondWeight: Float
}

/// The distances whose errors are the stress of a drawing. A small component uses all distances. A large one uses those
/// to nearby nodes and to pivots, which represent the nodes around them (Ortmann, Klimenta, Brandes 2016).
struct StressTerms {
    private(set) var terms: [StressTerm] = []
    let pivots: StressPivots

    /// The greatest number of nodes of a component that uses all its distances.
    static let smallCount = 1100
    /// The approximate number of distances that a large component uses.
    private static let most = 2_000_000
    /// The number of nearby nodes whose distances to a node of a large component are always used.
    private static let surroundings = 30
    /// The weight of edges relative to other distances of the same length. It gives fewer crossings, and hardly more
    /// stress.
    private static let edgeEmphasis: Float = 2

    /// Returns nil when stopped.
    ///
    /// - Complexity: O(*n*²) for small components, else O(*k*(*n* + *m*)) for *k* ≤ 200 pivots.
    init?(graph: StressGraph, isFixed: [Bool], random: inout StressRandom, _ isOn: () -> Bool) {
        let count = graph.count
        if count <= StressTerms.smallCount {
            pivots = StressPivots(graph: graph, count: min(count, 60), random: &random)
            addAll(graph, isFixed)
        } else {
            let wanted = min(max(StressTerms.most / count, 12), 200)
            pivots = StressPivots(graph: graph, count: wanted, random: &random)
            guard isOn(), addSurroundings(graph, isFixed, isOn), addPivots(count, graph, isFixed, isOn) else {
                return nil
            }
        }
        guard shuffle(&random, isOn) else { return nil }
    }

    /// Shuffles the distances; returns false when stopped.
    mutating func shuffle(_ random: inout StressRandom, _ isOn: () -> Bool) -> Bool {
        for place in terms.indices.dropFirst().reversed() {
            if place % 65_536 == 0, !isOn() { return false }
            terms.swapAt(place, random.below(place + 1))
        }
        return true
    }

    private mutating func addAll(_ graph: StressGraph, _ isFixed: [Bool]) {
        var row = Array(repeating: Int32(0), count: graph.count)
        var queue = row
        terms.reserveCapacity(graph.count * (graph.count - 1) / 2)
        for first in 0..<graph.count {
            graph.distances(from: first, into: &row, &queue)
            for second in (first + 1)..<max(graph.count, first + 1) where row[second] > 0 {
                let distance = Float(row[second])
                add(first, second, distance, 1 / (distance * distance), 1 / (distance * distance), isFixed)
            }
        }
    }

    /// Adds the distances of each node to nearby nodes, the nearest first, up to a number. Returns false when stopped.
    private mutating func addSurroundings(_ graph: StressGraph, _ isFixed: [Bool], _ isOn: () -> Bool) -> Bool {
        var seen = Array(repeating: -1, count: graph.count)
        var queue: [(node: Int, distance: Int)] = []
        for first in 0..<graph.count {
            if first % 4096 == 0, !isOn() { return false }
            seen[first] = first
            queue.removeAll(keepingCapacity: true)
            queue.append((first, 0))
            var at = 0
            while at < queue.count {
                let (node, hops) = queue[at]
                at += 1
                if hops >= 3 { break }
                let distance = Float(hops + 1)
                let begin = Int(graph.starts[node])
                let degree = Int(graph.starts[node + 1]) - begin
                for number in 0..<degree {
                    // Each node takes other neighbors of a hub.
                    if hops > 0 && queue.count > StressTerms.surroundings { break }
                    let neighbor = Int(graph.neighbors[begin + (number + first) % degree])
                    guard seen[neighbor] != first else { continue }
                    seen[neighbor] = first
                    queue.append((neighbor, hops + 1))
                    add(first, neighbor, distance, 1 / (distance * distance), 0, isFixed)
                }
            }
        }
        return true
    }

    /// Adds the distances to pivots. A pivot represents those nodes of its region that are less than half as far from
    /// it as the moved node is.
    /// Returns false when stopped.
    private mutating func addPivots(
        _ count: Int, _ graph: StressGraph, _ isFixed: [Bool], _ isOn: () -> Bool
    ) -> Bool {
        for (number, pivot) in pivots.nodes.enumerated() {
            if !isOn() { return false }
            let row = pivots.distances[(number * count)..<((number + 1) * count)]
            var region: [Int] = []
            for (node, distance) in row.enumerated() where Int(pivots.nearest[node]) == number {
                let distance = Int(distance)
                while region.count <= distance { region.append(0) }
                region[distance] += 1
            }
            for distance in region.indices.dropFirst() { region[distance] += region[distance - 1] }
            for (node, hops) in row.enumerated() where hops > 1 {
                let distance = Float(hops)
                let stood = region.isEmpty ? 1 : region[min(Int(hops) / 2, region.count - 1)]
                add(node, pivot, distance, Float(stood) / (distance * distance), 0, isFixed)
            }
        }
        return true
    }

    private mutating func add(
        _ first: Int, _ second: Int, _ distance: Float, _ firstWeight: Float, _ secondWeight: Float, _ isFixed: [Bool]
    ) {
        let emphasis = distance == 1 ? StressTerms.edgeEmphasis : 1
        terms.append(
            StressTerm(
                first: Int32(truncatingIfNeeded: first), second: Int32(truncatingIfNeeded: second), distance: distance,
                firstWeight: isFixed[first] ? 0 : firstWeight * emphasis,
                secondWeight: isFixed[second] ? 0 : secondWeight * emphasis))
    }

    /// The scale of places with the least stress.
    func bestScale(of places: [Point]) -> Double {
        var once = 0.0
        var twice = 0.0
        for term in terms {
            let ratio = places[Int(term.first)].distance(to: places[Int(term.second)]) / Double(term.distance)
            once += ratio
            twice += ratio * ratio
        }
        return once > 0 && twice > 0 && (once / twice).isFinite ? once / twice : 1
    }

    /// The mean square of the relative errors of distances.
    func stress(of places: [Point]) -> Double {
        var sum = 0.0
        for term in terms {
            let ratio = places[Int(term.first)].distance(to: places[Int(term.second)]) / Double(term.distance)
            sum += (ratio - 1) * (ratio - 1)
        }
        return terms.isEmpty ? 0 : sum / Double(terms.count)
    }
}

extension StressTerms {
    /// Sets the weights of fixed nodes to zero.
    mutating func hold(_ isFixed: [Bool]) {
        for place in terms.indices {
            if isFixed[Int(terms[place].first)] { terms[place].firstWeight = 0 }
            if isFixed[Int(terms[place].second)] { terms[place].secondWeight = 0 }
        }
    }
}
