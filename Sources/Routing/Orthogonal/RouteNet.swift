import Geometry

public struct RoutedEdge: Hashable, Sendable {
    public var source: RouteEnd
    public var target: RouteEnd
    public var waypoints: [Point]
    public var passable: [Int]
    public init(source: RouteEnd, target: RouteEnd, waypoints: [Point] = [], passable: [Int] = []) {
        self.source = source
        self.target = target
        self.waypoints = waypoints
        self.passable = passable
    }
}
public struct RouteEnd: Hashable, Sendable {
    public var point: Point
    public var side: Side?
    public var frame: Rect
    public var obstacle: Int?
    public init(point: Point, side: Side?, frame: Rect, obstacle: Int?) {
        self.point = point
        self.side = side
        self.frame = frame
        self.obstacle = obstacle
    }
}
public struct RoutedPath: Hashable, Sendable {
    public var points: [Point]
    public var blocked: [Int]
}
/// A stand-in.
public struct RouteNet: Sendable {
    var obstacles: [Int: Rect] = [:]
    var edges: [Int: RoutedEdge] = [:]
    var routes: [Int: RoutedPath] = [:]
    let clearance: Double
    public init(clearance: Double = 12, spacing: Double = 8) { self.clearance = clearance }
    public mutating func setObstacle(_ number: Int, _ frame: Rect?) { obstacles[number] = frame }
    public mutating func setEdge(_ number: Int, _ edge: RoutedEdge?) { edges[number] = edge }
    public mutating func refresh() -> [Int] {
        var new: [Int: RoutedPath] = [:]
        for (number, edge) in edges { new[number] = path(edge) }
        let changed = Set(new.keys).union(routes.keys).filter { new[$0] != routes[$0] }
        routes = new
        return changed.sorted()
    }
    public func route(_ number: Int) -> RoutedPath? { routes[number] }

    func path(_ edge: RoutedEdge) -> RoutedPath {
        let a = edge.source.point + (edge.source.side ?? .right).outward * clearance
        let b = edge.target.point + (edge.target.side ?? .left).outward * clearance
        var x = (a.x + b.x) / 2
        let list = obstacles.filter { !edge.passable.contains($0.key) }.sorted { ($0.value.minX, $0.key) < ($1.value.minX, $1.key) }
        for (_, frame) in list {
            if x > frame.minX - clearance, x < frame.maxX + clearance, max(a.y, b.y) > frame.minY,
                min(a.y, b.y) < frame.maxY
            {
                x = frame.maxX + clearance
            }
        }
        var points = [edge.source.point, a, Point(x: x, y: a.y)]
        for waypoint in edge.waypoints {
            points.append(Point(x: x, y: waypoint.y))
            points.append(waypoint)
            x = waypoint.x
        }
        points += [Point(x: x, y: b.y), b, edge.target.point]
        var kept = [points[0]]
        for point in points.dropFirst() where point != kept[kept.count - 1] { kept.append(point) }
        if kept.count < 2 { kept.append(kept[0]) }
        return RoutedPath(points: kept, blocked: [])
    }
}
