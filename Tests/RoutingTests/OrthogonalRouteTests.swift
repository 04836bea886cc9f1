import Geometry
import Routing
import Testing

@Suite struct OrthogonalRouteTests {
    private let left = Rect(x: 0, y: 0, width: 100, height: 60)
    private let right = Rect(x: 300, y: 100, width: 100, height: 60)

    private func points(_ plane: inout OrthogonalPlane, _ edge: Int = 0) -> [Point] {
        _ = plane.net.refresh()
        return plane.net.route(edge)?.points ?? []
    }

    @Test func `a middle leg lies in the middle of its channel`() {
        var plane = OrthogonalPlane([left, right])
        plane.connect(0, 1, .right, .left)
        #expect(
            points(&plane) == [
                Point(x: 100, y: 30), Point(x: 200, y: 30), Point(x: 200, y: 130), Point(x: 300, y: 130),
            ])
    }

    @Test func `nodes that face each other are joined by a straight line`() {
        var plane = OrthogonalPlane([left, Rect(x: 300, y: 20, width: 100, height: 60)])
        plane.connect(0, 1)
        let route = points(&plane)
        #expect(route.count == 2)
        #expect(route.first?.y == route.last?.y)
    }

    @Test func `a route goes round a node at the clearance`() {
        var plane = OrthogonalPlane([
            left, Rect(x: 400, y: 0, width: 100, height: 60), Rect(x: 200, y: -20, width: 100, height: 90),
        ])
        plane.connect(0, 1, .right, .left)
        let route = points(&plane)
        #expect(route.map(\.y).max() == 82)
        #expect(plane.net.route(0)?.blocked == [])
        #expect(plane.net.route(0)?.enters(Rect(x: 200, y: -20, width: 100, height: 90)) == false)
    }

    @Test func `a route back leaves by its side and goes round both nodes`() {
        var plane = OrthogonalPlane([left, Rect(x: -300, y: 0, width: 100, height: 60)])
        plane.connect(0, 1, .right, .left)
        let route = points(&plane)
        #expect(route.count == 6)
        #expect(route[1] == Point(x: 112, y: 30))
        #expect(route[4] == Point(x: -312, y: 30))
    }

    @Test func `waypoints are passed in order`() {
        var plane = OrthogonalPlane([left, right])
        plane.set(
            0,
            RoutedEdge(
                source: plane.end(0, .right), target: plane.end(1, .left),
                waypoints: [Point(x: 150, y: 300), Point(x: 250, y: -100)]))
        let route = points(&plane)
        let legs = zip(route, route.dropFirst()).map { Rect($0, $1) }
        let first = legs.firstIndex { $0.distance(to: Point(x: 150, y: 300)) == 0 }
        let second = legs.lastIndex { $0.distance(to: Point(x: 250, y: -100)) == 0 }
        #expect(first != nil && second != nil && first! < second!)
    }

    @Test func `an end without a handle lies before its waypoint`() {
        var plane = OrthogonalPlane([left, Rect(x: 300, y: 200, width: 100, height: 60)])
        let (first, last) = (Point(x: 80, y: 90), Point(x: 320, y: 170))
        for isBack in [false, true] {
            plane.set(
                0,
                RoutedEdge(
                    source: plane.end(isBack ? 1 : 0), target: plane.end(isBack ? 0 : 1),
                    waypoints: isBack ? [last, first] : [first, last]))
            let route = points(&plane)
            #expect((isBack ? route.last : route.first) == Point(x: 80, y: 60))
            #expect((isBack ? route.first : route.last) == Point(x: 320, y: 200))
        }
    }

    @Test func `parallel edges are spread`() {
        var plane = OrthogonalPlane([left, right])
        for _ in 0..<3 { plane.connect(0, 1, .right, .left) }
        _ = plane.net.refresh()
        let places = (0..<3).compactMap { plane.net.route($0)?.points[1].x }.sorted()
        #expect(places == [192, 200, 208])
    }

    @Test func `a loop lies outside its node`() {
        let loops: [(Side?, Side?)] = [
            (nil, nil), (.right, .right), (.left, .right), (.top, .right), (.bottom, .bottom),
        ]
        for sides in loops {
            var plane = OrthogonalPlane([left, right])
            plane.connect(0, 0, sides.0, sides.1)
            #expect(points(&plane).count >= 4)
            #expect(plane.net.route(0)?.enters(left) == false)
            #expect(plane.net.route(0)?.isOrthogonal == true)
        }
    }

    @Test func `an end that is shut in leaves through one node`() {
        var plane = OrthogonalPlane([
            Rect(x: 0, y: 0, width: 50, height: 50), Rect(x: -100, y: -100, width: 250, height: 20),
            Rect(x: -100, y: 130, width: 250, height: 20), Rect(x: -100, y: -90, width: 20, height: 230),
            Rect(x: 130, y: -90, width: 20, height: 230), Rect(x: 400, y: 0, width: 50, height: 50),
        ])
        plane.connect(0, 5)
        plane.connect(5, 0, .right, .left)
        _ = plane.net.refresh()
        #expect(plane.net.route(0)?.blocked.count == 1)
        #expect(plane.net.route(1)?.blocked.count == 1)
    }

    @Test func `groups that hold an end do not stand in the way`() {
        var plane = OrthogonalPlane([
            Rect(x: 0, y: 0, width: 400, height: 400), Rect(x: 100, y: 100, width: 50, height: 50),
            Rect(x: 600, y: 100, width: 50, height: 50),
        ])
        plane.set(0, RoutedEdge(source: plane.end(1), target: plane.end(2), passable: [0]))
        #expect(points(&plane).count == 2)
        #expect(plane.net.route(0)?.blocked == [])
    }

    @Test func `among many nodes no route enters one`() {
        for seed in 0..<4 as Range<UInt64> {
            var plane = scatteredPlane(60, seed: seed, sides: seed % 2 == 0 ? (nil, nil) : (.right, .left))
            #expect(plane.net.refresh() == Array(plane.edges.indices))
            for (number, ends) in plane.ends.enumerated() {
                guard let route = plane.net.route(number) else { continue }
                #expect(route.isOrthogonal)
                for node in plane.frames.indices where node != ends.0 && node != ends.1 {
                    #expect(!route.enters(plane.frames[node]!.grown(by: -0.1)), "seed \(seed) edge \(number)")
                }
            }
        }
    }

    @Test func `sizes and places beyond measure give finite routes`() {
        let far = 1e300
        var plane = OrthogonalPlane([
            Rect(x: 0, y: 0, width: far, height: 10), right, Rect(x: -far, y: -far, width: 10, height: far),
            Rect(x: far, y: 5, width: 0, height: 0), Rect(minX: .nan, minY: 0, maxX: 10, maxY: .infinity), left, left,
        ])
        for k in 0..<7 {
            plane.connect(k, (k + 3) % 7)
            plane.connect(k, (k + 1) % 7, .left, .top)
        }
        _ = plane.net.refresh()
        for route in plane.routes { #expect(route?.points.allSatisfy(\.isFinite) == true) }
    }

    @Test func `many parallel edges are bounded`() {
        var plane = OrthogonalPlane([left, right])
        for _ in 0..<1500 { plane.connect(0, 1) }
        #expect(plane.net.refresh().count == 1500)
    }
}
