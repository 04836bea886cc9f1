import Geometry
import Layout
import Seeding

/// A graph with the places that a layout gave its nodes.
struct LaidOut {
    var graph: LayoutGraph
    var places: [Point]

    func frame(_ node: Int) -> Rect { Rect(origin: places[node], size: graph.sizes[node]) }

    /// Pairs of nodes that overlap by more than the rounding, or lie nearer than a gap.
    func overlaps(gap: Double = 0) -> Int {
        var count = 0
        for a in 0..<graph.count {
            let first = frame(a).grown(by: gap - 1e-3)
            for b in (a + 1)..<max(graph.count, a + 1) {
                let second = frame(b)
                if first.minX < second.maxX, second.minX < first.maxX, first.minY < second.maxY,
                    second.minY < first.maxY
                {
                    count += 1
                }
            }
        }
        return count
    }

    /// The graph with these places.
    var placed: LayoutGraph {
        var graph = graph
        graph.places = places
        return graph
    }

    /// Returns the number of nodes of an earlier drawing that moved by more than 1, less the movement that most of them
    /// share.
    func moved(since before: LaidOut) -> Int {
        let offsets = before.places.indices.map { places[$0] - before.places[$0] }
        let middle = Point(
            x: offsets.map(\.x).sorted()[offsets.count / 2], y: offsets.map(\.y).sorted()[offsets.count / 2])
        return offsets.filter { ($0 - middle).length > 1 }.count
    }

    /// Returns the number of pairs of an earlier drawing that lay beside or above one another and now lie the other way
    /// round.
    func changedSides(since before: LaidOut) -> Int {
        var count = 0
        for a in before.places.indices {
            for b in before.places.indices where a != b {
                let (old, new) = ((before.frame(a), before.frame(b)), (frame(a), frame(b)))
                if old.0.maxX <= old.1.minX, new.0.center.x > new.1.center.x + 1 { count += 1 }
                if old.0.maxY <= old.1.minY, new.0.center.y > new.1.center.y + 1 { count += 1 }
            }
        }
        return count
    }
}

extension Seeded {
    /// A tree whose nodes hang on earlier ones; its edges are in the order of their parents.
    mutating func tree(nodes: Int, sizes hasSizes: Bool = false) -> LayoutGraph {
        let parents = (1..<max(nodes, 1)).map { below($0) }
        let order = parents.indices.sorted { (parents[$0], $0) < (parents[$1], $1) }
        return LayoutGraph(
            sizes: (0..<nodes).map { _ in
                hasSizes
                    ? Size(width: Double(20 + below(200)), height: Double(10 + below(100)))
                    : Size(width: 150, height: 60)
            },
            edges: order.map { LayoutEdge(source: parents[$0], target: $0 + 1) })
    }
}
