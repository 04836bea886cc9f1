import Geometry

/// The input for an orthogonal route: its two ends, the points it passes and the obstacles that it may cross.
public struct RoutedEdge: Hashable, Sendable {
    /// The end of the source.
    public var source: RouteEnd
    /// The end of the target.
    public var target: RouteEnd
    /// Points it passes, in this order.
    public var waypoints: [Point]
    /// Numbers of the obstacles that do not count for it: groups that hold an end.
    public var passable: [Int]

    /// An edge between two ends.
    public init(source: RouteEnd, target: RouteEnd, waypoints: [Point] = [], passable: [Int] = []) {
        self.source = source
        self.target = target
        self.waypoints = waypoints
        self.passable = passable
    }
}

/// An end of an orthogonal route.
public struct RouteEnd: Hashable, Sendable {
    /// The start or the end of the route; it counts only with a side.
    public var point: Point
    /// The side by which it leaves; nil or the center: the best side, there in the middle if possible.
    public var side: Side?
    /// The frame of the node it belongs to.
    public var frame: Rect
    /// The number of that node among the obstacles, if it is one.
    public var obstacle: Int?

    /// An end at a point of a node.
    public init(point: Point, side: Side?, frame: Rect, obstacle: Int?) {
        self.point = point
        self.side = side
        self.frame = frame
        self.obstacle = obstacle
    }
}

/// An orthogonal route as drawn.
public struct RoutedPath: Hashable, Sendable {
    /// Both ends and the corners between them.
    public var points: [Point]
    /// Numbers of the obstacles that it crosses, ascending: only if there is no way around.
    public var blocked: [Int]

    /// A route from its points.
    public init(points: [Point], blocked: [Int]) {
        self.points = points
        self.blocked = blocked
    }
}
