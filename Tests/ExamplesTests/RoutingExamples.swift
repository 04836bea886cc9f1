import Geometry
import Routing
import Testing

@Suite struct RoutingExamples {
    @Test func routeNet() {
        var net = RouteNet()
        let frames = [0.0, 200].map { Rect(x: $0, y: 0, width: 100, height: 40) }
        for number in frames.indices { net.setObstacle(number, frames[number]) }
        let ends = frames.indices.map { RouteEnd(point: .zero, side: nil, frame: frames[$0], obstacle: $0) }
        net.setEdge(0, RoutedEdge(source: ends[0], target: ends[1]))
        assert(net.refresh() == [0])
        assert(net.points(0) == [Point(x: 100, y: 20), Point(x: 200, y: 20)])
    }

    @Test func readme() {
        var net = RouteNet(clearance: 12, spacing: 8)
        let frames = [0.0, 200, 400].map { Rect(x: $0, y: 0, width: 100, height: 40) }
        for number in frames.indices { net.setObstacle(number, frames[number]) }

        // From the right side of the first rectangle to the left side of the last one.
        let source = RouteEnd(point: Point(x: 100, y: 20), side: .right, frame: frames[0], obstacle: 0)
        let target = RouteEnd(point: Point(x: 400, y: 20), side: .left, frame: frames[2], obstacle: 2)
        net.setEdge(0, RoutedEdge(source: source, target: target))
        assert(net.refresh() == [0])
        assert(net.points(0)?.count == 6)

        // Nothing is in the way any more: the route is straight.
        net.setObstacle(1, nil)
        assert(net.refresh() == [0])
        assert(net.points(0) == [source.point, target.point])
    }
}
