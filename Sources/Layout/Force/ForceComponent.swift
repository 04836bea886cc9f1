import Geometry

/// A connected part of a graph, with the centers of its nodes in units of an edge.
struct ForceComponent {
    /// The nodes, by their number in the graph.
    let nodes: [Int]
    /// A flag for each node: true if it is fixed.
    let isFixed: [Bool]
    private(set) var centers: [Point]
    /// A sample of distances with which a drawing is judged.
    private(set) var sample: StressSample
    private let graph: StressGraph
    /// The current centers of the nodes, in units of an edge.
    private let known: [Point?]

    /// The number of requested rounds that correct all distances.
    private static let rounds = 15
    /// The approximate number of distances that refinement may correct.
    private static let refinement = 5_000_000

    init(nodes: [Int], edges: [(Int32, Int32)], graph: LayoutGraph, unit: Double) {
        self.nodes = nodes
        self.graph = StressGraph(count: nodes.count, edges: edges)
        isFixed = nodes.map { graph.isFixed[$0] }
        known = nodes.map { node in
            graph.places[node].flatMap { place in
                let size = graph.sizes[node].clean
                let center = Point(x: (place.x + size.width / 2) / unit, y: (place.y + size.height / 2) / unit)
                return center.isFinite ? center : nil
            }
        }
        centers = Array(repeating: .zero, count: nodes.count)
        sample = StressSample()
    }

    /// Is true if some of its nodes are fixed.
    var isHeld: Bool { isFixed.contains(true) }

    /// The edges of each component, by the numbers of their ends in it.
    static func edges(of graph: LayoutGraph, _ components: Components) -> [[(Int32, Int32)]] {
        var numbers = Array(repeating: Int32(0), count: graph.count)
        for part in 0..<components.count {
            for (number, node) in components[part].enumerated() { numbers[node] = Int32(truncatingIfNeeded: number) }
        }
        var edges: [[(Int32, Int32)]] = Array(repeating: [], count: components.count)
        for edge in graph.edges where edge.source != edge.target {
            guard numbers.indices.contains(edge.source), numbers.indices.contains(edge.target) else { continue }
            edges[components.numbers[edge.source]].append((numbers[edge.source], numbers[edge.target]))
        }
        return edges
    }

    /// Finds places of low stress; false if the watch stopped it.
    mutating func layOut(_ layout: ForceLayout, _ watch: LayoutWatch) -> Bool {
        guard nodes.count > 1 else {
            centers = [known[0] ?? .zero]
            return true
        }
        guard watch(0) else { return false }
        var random = StressRandom(layout.seed)
        let held = isHeld
        let keepsPlaces = held && known.count { $0 == nil } * 2 <= known.count
        let free = Array(repeating: false, count: nodes.count)
        guard
            var terms = StressTerms(
                graph: graph, isFixed: keepsPlaces ? isFixed : free, random: &random, { watch(0) }),
            watch(0.3)
        else { return false }
        var start: [Point]
        if keepsPlaces {
            start = filled()
        } else {
            guard let best = best(terms, layout, &random, { watch(0.3 + 0.5 * $0) }) else { return false }
            start = best
            if held {
                start = PlaceFit(places: start, onto: known, isFixed: isFixed).fitted
                terms.hold(isFixed)
            }
        }
        var descent = StressDescent(terms: terms.terms, count: nodes.count)
        let bold = keepsPlaces ? 0 : min(layout.iterations, ForceComponent.rounds)
        let rounds = min(layout.iterations - bold, ForceComponent.refinement / max(terms.terms.count, 1))
        guard let places = descent.relaxed(start, rounds: rounds, until: 1e-3, { watch(0.8 + 0.2 * $0) })
        else { return false }
        centers = places
        sample = StressSample(terms)
        return true
    }

    /// The places with the fewest crossings among attempts of nearly the least stress. Small components get more
    /// attempts.
    private func best(
        _ terms: StressTerms, _ layout: ForceLayout, _ random: inout StressRandom, _ watch: LayoutWatch
    ) -> [Point]? {
        guard let start = scaled(terms, &random, { watch(0) }) else { return nil }
        let count = min(max(ForceComponent.work / (terms.terms.count * 20), 1), 12)
        var attempts: [(places: [Point], stress: Double, crossings: Int)] = []
        var shuffled = terms
        for attempt in 0..<count {
            let rounds = min(layout.iterations, ForceComponent.rounds)
            var descent = StressDescent(terms: shuffled.terms, count: nodes.count)
            let begun = descent.descended(start, rounds: rounds, boldness: attempt % 2 == 0 ? 0.1 : 1) {
                watch((Double(attempt) + $0) / Double(count))
            }
            guard let begun, count > 1 else { return begun }
            guard let places = descent.relaxed(begun, rounds: 5, until: 1e-2, { _ in true }) else { return nil }
            attempts.append((places, terms.stress(of: places), crossings(places)))
            guard shuffled.shuffle(&random, { watch(Double(attempt + 1) / Double(count)) }) else { return nil }
        }
        let least = attempts.reduce(Double.infinity) { min($0, $1.stress) }
        let good = attempts.filter { $0.stress <= least * 1.04 + 1e-6 }
        return good.min { ($0.crossings, $0.stress) < ($1.crossings, $1.stress) }?.places
    }

    /// The approximate number of distances that all attempts may correct.
    private static let work = 6_000_000

    private func crossings(_ places: [Point]) -> Int {
        var lines: [[Point]] = []
        for node in nodes.indices {
            for place in Int(graph.starts[node])..<Int(graph.starts[node + 1]) {
                let neighbor = Int(graph.neighbors[place])
                if node < neighbor { lines.append([places[node] * 200, places[neighbor] * 200]) }
            }
        }
        return LayoutFigures(of: lines).crossings ?? Int.max
    }

    /// First places from the pivots; nil when stopped.
    private func scaled(_ terms: StressTerms, _ random: inout StressRandom, _ isOn: () -> Bool) -> [Point]? {
        let scaling = PivotScaling(pivots: terms.pivots, count: nodes.count)
        guard let places = scaling.places(random: &random, isOn) else { return nil }
        let scale = terms.bestScale(of: places)
        return places.map { $0 * scale }
    }

    /// The current places; a node without one begins near a placed neighbor.
    private func filled() -> [Point] {
        var places = known
        var queue = nodes.indices.filter { known[$0] != nil }
        var first = 0
        while first < queue.count {
            let node = queue[first]
            first += 1
            for place in Int(graph.starts[node])..<Int(graph.starts[node + 1]) {
                let neighbor = Int(graph.neighbors[place])
                guard places[neighbor] == nil, let here = places[node] else { continue }
                places[neighbor] = here + Point(x: 0.01 * Double(first % 7 - 3), y: 0.02 * Double(1 + first % 3))
                queue.append(neighbor)
            }
        }
        return places.map { $0 ?? .zero }
    }
}

/// A few of the distances of a component.
struct StressSample {
    private(set) var terms: [StressTerm] = []

    init() {}

    /// The first distances of a shuffled list.
    init(_ terms: StressTerms) { self.terms = Array(terms.terms.prefix(20_000)) }

    /// The sums for the stress: of the ratios of drawn to wanted distances, and of their squares.
    func sums(of centers: [Point]) -> (once: Double, twice: Double, count: Double) {
        var once = 0.0
        var twice = 0.0
        for term in terms {
            let ratio = centers[Int(term.first)].distance(to: centers[Int(term.second)]) / Double(term.distance)
            once += ratio
            twice += ratio * ratio
        }
        return (once, twice, Double(terms.count))
    }
}
