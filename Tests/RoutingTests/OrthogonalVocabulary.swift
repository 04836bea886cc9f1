import Geometry
import Routing
import Seeding

/// A plane of nodes and edges for tests of orthogonal routes, with a net that is kept in step with it.
struct OrthogonalPlane {
    var frames: [Rect?]
    var edges: [RoutedEdge?] = []
    var ends: [(Int, Int)] = []
    var net = RouteNet()

    init(_ frames: [Rect?]) {
        self.frames = frames
        for (number, frame) in frames.enumerated() { net.setObstacle(number, frame) }
    }

    /// An end at the middle of a side of a node, or on its best side.
    func end(_ node: Int, _ side: Side? = nil) -> RouteEnd {
        let frame = frames[node] ?? Rect(Point(x: 50, y: 50), Point(x: 50, y: 50))
        var point = frame.center
        switch side {
        case .left: point.x = frame.minX
        case .right: point.x = frame.maxX
        case .top: point.y = frame.minY
        case .bottom: point.y = frame.maxY
        default: break
        }
        return RouteEnd(point: point, side: side, frame: frame, obstacle: frames[node] == nil ? nil : node)
    }

    /// Adds an edge between two nodes.
    mutating func connect(_ source: Int, _ target: Int, _ side: Side? = nil, _ other: Side? = nil) {
        set(edges.count, RoutedEdge(source: end(source, side), target: end(target, other)))
        ends.append((source, target))
    }

    mutating func set(_ number: Int, _ edge: RoutedEdge?) {
        while edges.count <= number { edges.append(nil) }
        edges[number] = edge
        net.setEdge(number, edge)
    }

    mutating func setFrame(_ node: Int, _ frame: Rect?) {
        frames[node] = frame
        net.setObstacle(node, frame)
    }

    /// The routes of a net that was given all at once, the last things first.
    var routesAtOnce: [RoutedPath?] {
        var net = RouteNet()
        for number in edges.indices.reversed() { net.setEdge(number, edges[number]) }
        for number in frames.indices.reversed() { net.setObstacle(number, frames[number]) }
        _ = net.refresh()
        return edges.indices.map { net.route($0) }
    }

    /// The routes of the net.
    var routes: [RoutedPath?] { edges.indices.map { net.route($0) } }
}

/// Nodes in cells, moved a little, with edges between near ones.
func scatteredPlane(_ count: Int, seed: UInt64, sides: (Side?, Side?) = (nil, nil)) -> OrthogonalPlane {
    var random = Seeded(seed)
    let columns = 8
    var plane = OrthogonalPlane(
        (0..<count).map { number in
            let x = Double(number % columns * 240 + random.below(70))
            let y = Double(number / columns * 150 + random.below(70))
            return Rect(x: x, y: y, width: 150, height: 60)
        })
    for _ in 0..<(count * 3 / 2) {
        let source = random.below(count)
        let target = min(max(source + random.below(3) - 1 + (random.below(5) - 2) * columns, 0), count - 1)
        plane.connect(source, target, sides.0, sides.1)
    }
    return plane
}

extension RoutedPath {
    /// Is true if every leg runs along an axis.
    var isOrthogonal: Bool { zip(points, points.dropFirst()).allSatisfy { $0.x == $1.x || $0.y == $1.y } }

    /// Returns true if it enters the inside of a frame.
    func enters(_ frame: Rect) -> Bool {
        zip(points, points.dropFirst()).contains { a, b in
            let leg = Rect(a, b)
            return leg.minX < frame.maxX && leg.maxX > frame.minX && leg.minY < frame.maxY && leg.maxY > frame.minY
        }
    }
}
