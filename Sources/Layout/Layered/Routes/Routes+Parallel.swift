import Geometry

/// The free distances beside edges at the borders of their nodes' layers. Within them, edges with the same ends are
/// drawn apart.
struct Clearances {
    /// Half the distance of each edge to the next edge at the same node, at its upper and its lower end.
    private(set) var upper: [Double]
    private(set) var lower: [Double]

    init(_ routes: Routes, ways: [[Point]]) {
        let graph = routes.graph
        let tops = ways.indices.map { edge in
            Clearances.across(ways[edge], at: routes.bands.bottom(graph.uppers[edge]))
        }
        let bottoms = ways.indices.map { edge in
            Clearances.across(ways[edge], at: routes.bands.top(graph.lowers[edge]))
        }
        upper = Clearances.halves(graph.count, graph.uppers, tops)
        lower = Clearances.halves(graph.count, graph.lowers, bottoms)
    }

    private static func halves(_ count: Int, _ nodes: [Int], _ places: [Double]) -> [Double] {
        var halves = Array(repeating: Double.infinity, count: nodes.count)
        let incident = Adjacency(count: count, ends: nodes)
        for node in 0..<count where incident.degree(node) > 1 {
            let edges = incident[node].sorted { (places[$0], $0) < (places[$1], $1) }
            for at in edges.indices.dropFirst() {
                let half = (places[edges[at]] - places[edges[at - 1]]) / 2
                halves[edges[at]] = min(halves[edges[at]], half)
                halves[edges[at - 1]] = min(halves[edges[at - 1]], half)
            }
        }
        return halves
    }

    /// Returns the coordinate across the flow of a downward path at some height.
    static func across(_ way: [Point], at y: Double) -> Double {
        for index in way.indices.dropFirst() where way[index].y >= y && way[index].y > way[index - 1].y {
            let (a, b) = (way[index - 1], way[index])
            return a.x + (b.x - a.x) * max(0, (y - a.y) / (b.y - a.y))
        }
        return way[way.count - 1].x
    }
}

extension Routes {
    /// The lines of edges with the same ends, side by side: through narrow gates along their common path.
    mutating func parallelWays(
        _ way: [Point], of edge: Int, count: Int, _ component: FlowComponent, _ clearances: Clearances
    ) -> [[Point]] {
        let lead = points(component.upperEnds[edge], at: graph.uppers[edge])
        let tail = points(component.lowerEnds[edge], at: graph.lowers[edge])
        let (start, end) = (lead[lead.count - 1], tail[tail.count - 1])
        layGates(edge, component.upperEnds[edge], component.lowerEnds[edge], start, end)
        let top = bands.bottom(graph.uppers[edge])
        let bottom = bands.top(graph.lowers[edge])
        if corridor.gates.isEmpty {
            for share in [0.2, 0.8] {
                let y = start.y + (end.y - start.y) * share
                corridor.append(Corridor.Gate(y: y, low: -Double.infinity, high: Double.infinity))
            }
        }
        let gates = corridor.gates
        let step = min(10, 200 / Double(count))
        let middles = gates.map { Clearances.across(way, at: $0.y) }
        return (0..<count).map { number in
            let shift = (Double(number) - Double(count - 1) / 2) * step
            let most = Double(count) / 2 * step
            for (at, gate) in gates.enumerated() {
                var free = max(0, min(gate.high - middles[at], middles[at] - gate.low))
                if gate.y == top { free = min(free, clearances.upper[edge]) }
                if gate.y == bottom { free = min(free, clearances.lower[edge]) }
                // They are drawn apart, however near other edges are.
                let x = middles[at] + shift * min(1, max(free / most, 0.25))
                corridor.gates[at].low = x
                corridor.gates[at].high = x
            }
            return lead + corridor.corners(from: start, to: end) + tail.reversed()
        }
    }
}
