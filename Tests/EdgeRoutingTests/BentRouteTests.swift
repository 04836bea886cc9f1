import EdgeRouting
import Geometry
import Graph
import Seeding
import Testing

@Suite struct BentRouteTests {
    typealias Row = (type: EdgeType, source: Anchor, target: Anchor, waypoints: [Point], path: String)

    static let rows: [Row] = [
        (
            .straight, anchor(0, 0, .right), anchor(100, 0, .left), [point(30, 40), point(60, -40)],
            "M0 0L30 40L60 -40L100 0"
        ),
        // Both legs are 50 long: the tangent at the waypoint is level, and its controls lie out by a sixth of 60.
        (
            .bezier, anchor(0, 0, .bottom), anchor(60, 0, .bottom), [point(30, 40)],
            "M0 0C0 40 20 40 30 40C40 40 60 40 60 0"
        ),
        // The waypoint lies beside the source: the curve swings out by 30, not by 0.4 of the distance.
        (
            .bezier, anchor(0, 0, .bottom), anchor(1200, 0, .top), [point(600, 0)],
            "M0 0C0 30 400 0 600 0C800 0 1200 -30 1200 0"
        ),
        (
            .horizontalBezier, anchor(0, 0, .bottom), anchor(60, 0, .top), [point(30, 40)],
            "M0 0C15 0 20 40 30 40C40 40 45 0 60 0"
        ),
        // A quadratic to the waypoint would bulge by 30 below the middle, (15, 20).
        (
            .simpleBezier, anchor(0, 0, .bottom), anchor(60, 0, .bottom), [point(30, 40)],
            "M0 0C10 33.333 20 40 30 40C40 40 50 33.333 60 0"
        ),
        // The waypoint lies on the middle of a leg, not on a corner.
        (
            .step, anchor(0, 0, .right), anchor(200, 0, .left), [point(100, 50)],
            "M0 0L60 0L60 50L140 50L140 0L200 0"
        ),
        (
            .smoothStep, anchor(0, 0, .right), anchor(200, 0, .left), [point(100, 50)],
            "M0 0L55 0Q60 0 60 5L60 45Q60 50 65 50L135 50Q140 50 140 45L140 5Q140 0 145 0L200 0"
        ),
        // On the way: one straight line.
        (.step, anchor(0, 0, .right), anchor(200, 0, .left), [point(100, 0)], "M0 0L200 0"),
        // Nearer than the stub: the path turns at the waypoint.
        (.step, anchor(0, 0, .right), anchor(10, 100, .top), [point(10, 30)], "M0 0L10 0L10 100"),
        // Behind the source: around, not back over the stub.
        (
            .step, anchor(0, 0, .right), anchor(-200, 0, .right), [point(-100, 0)],
            "M0 0L20 0L20 20L-100 20L-100 0L-200 0"
        ),
        (
            .orthogonal, anchor(0, 0, .bottom), anchor(100, 200, .top), [point(0, 100)],
            "M0 0L0 135Q0 140 5 140L95 140Q100 140 100 145L100 200"
        ),
        (.step, anchor(0, 0, .center), anchor(100, 80, .center), [point(100, 0)], "M0 0L100 0L100 80"),
    ]

    @Test(arguments: rows)
    func pathsRunThroughTheirWaypoints(_ row: Row) {
        let path = Route.path(
            row.type, .swiftFlow, source: row.source, target: row.target, options: PathOptions(), through: row.waypoints
        )
        #expect(data(path) == row.path)
    }

    @Test func optionsCountForBentPaths() {
        let (source, target) = (anchor(0, 0, .right), anchor(200, 0, .left))
        func step(_ options: PathOptions) -> String {
            data(
                Route.path(
                    .smoothStep, .reactFlow, source: source, target: target, options: options,
                    through: [point(100, 50)]))
        }
        #expect(step(PathOptions(borderRadius: 0)) == "M0 0L60 0L60 50L140 50L140 0L200 0")
        #expect(step(PathOptions(offset: 30, borderRadius: 0)) == "M0 0L65 0L65 50L135 50L135 0L200 0")
        #expect(step(PathOptions(borderRadius: 10)).hasPrefix("M0 0L50 0Q60 0 60 10L60 40Q60 50 70 50"))
        let line = Route.path(
            .straight, .swiftFlow, source: source, target: target, options: PathOptions(borderRadius: 10),
            through: [point(100, 0), point(100, 50)])
        #expect(data(line).hasPrefix("M0 0L90 0Q100 0 100 10L100 40Q100 50 "))
        let back = Route.path(
            .bezier, .reactFlow, source: source, target: target, options: PathOptions(curvature: 0.5),
            through: [point(-100, 80)])
        #expect(data(back).hasPrefix("M0 0C125 0 "))
    }

    @Test(arguments: EdgeType.allCases, EdgeGeometry.allCases)
    func everyBentPathLeavesAndArrivesByItsSidesAndMeetsItsWaypoints(_ type: EdgeType, _ geometry: EdgeGeometry) {
        var random = Seeded(1)
        for turn in 0..<400 {
            // A curve that states a radius is led along its corners, as a line is.
            let radius = type == .bezier && turn % 2 == 0 ? nil : 4.0
            let isLed = type == .straight || type == .bezier && radius != nil
            let sides = (0..<2).map { _ in Side.allCases.randomElement(using: &random) ?? .top }
            let waypoints = (0..<Int.random(in: 1...5, using: &random)).map { _ in random.gridPoint() }
            let source = Anchor(point: random.gridPoint(), side: sides[0])
            let target = Anchor(point: random.gridPoint(), side: sides[1])
            let path = Route.path(
                type, geometry, source: source, target: target, options: PathOptions(borderRadius: radius),
                through: waypoints)
            let comment: Comment = "\(source) \(waypoints) \(target)"
            #expect(path.start == source.point && path.end == target.point, comment)
            // A rounded corner passes its point at 0.36 of the radius; where lines turn back, at half of it.
            let most = isLed ? 2.001 : 1.5
            for waypoint in waypoints { #expect(path.closest(to: waypoint).distance <= most, comment) }
            if case .polyline(let line) = path, !isLed {
                for (a, b) in zip(line.corners, line.corners.dropFirst()) {
                    #expect(a.point.x == b.point.x || a.point.y == b.point.y, comment)
                }
            }
            let isStop = waypoints.contains { $0 != source.point && $0 != target.point }
            guard isStop, !isLed, type != .horizontalBezier, type != .simpleBezier else { continue }
            if sides[0] != .center, waypoints[0] != source.point {
                #expect(isClose(path.startDirection, sides[0].outward, 1e-6), comment)
            }
            if sides[1] != .center, waypoints.last != target.point {
                #expect(isClose(path.endDirection, -sides[1].outward, 1e-6), comment)
            }
        }
    }

    @Test func steppedPathsNeverRunBackOverThemselves() {
        var random = Seeded(2)
        for _ in 0..<500 {
            let sides = (0..<2).map { _ in [Side.top, .right, .bottom, .left].randomElement(using: &random) ?? .top }
            let (from, waypoint, to) = (random.gridPoint(), random.gridPoint(), random.gridPoint())
            let path = Route.path(
                .step, .swiftFlow, source: Anchor(point: from, side: sides[0]),
                target: Anchor(point: to, side: sides[1]), options: PathOptions(), through: [waypoint])
            guard case .polyline(let line) = path, waypoint != from, waypoint != to else { continue }
            let corners = line.corners.map(\.point)
            let reversals = zip(zip(corners, corners.dropFirst()), corners.dropFirst(2)).filter { pair, c in
                (pair.1 - pair.0).dot(c - pair.1) < 0
            }
            #expect(reversals.isEmpty, "\(from) \(sides) \(waypoint) \(to): \(corners)")
            #expect(corners.count <= 9, "\(from) \(sides) \(waypoint) \(to): \(corners)")
        }
    }

    @Test func waypointsThatAreNoStopsAddNothing() {
        let (source, target) = (anchor(0, 0, .right), anchor(100, 40, .left))
        for type in EdgeType.allCases {
            for geometry in EdgeGeometry.allCases {
                func path(_ waypoints: [Point]) -> Path {
                    Route.path(
                        type, geometry, source: source, target: target, options: PathOptions(), through: waypoints)
                }
                let plain = Route.path(type, geometry, source: source, target: target)
                #expect(path([]) == plain)
                #expect(path([source.point, source.point, target.point]) == plain)
                let bent = path([point(50, 80)])
                #expect(bent != plain)
                #expect(path([source.point, point(50, 80), point(50, 80), target.point]) == bent)
                let none = EdgeForm()
                let route = Route.make(
                    type, geometry, source: source, target: target, options: PathOptions(), form: none)
                #expect(route == Route.make(type, geometry, source: source, target: target))
            }
        }
    }

    @Test(arguments: EdgeType.allCases, EdgeGeometry.allCases)
    func labelsStandWhereTheFormSays(_ type: EdgeType, _ geometry: EdgeGeometry) {
        let (source, target) = (anchor(0, 0, .right), anchor(100, 40, .left))
        func route(_ form: EdgeForm) -> Route {
            Route.make(type, geometry, source: source, target: target, options: PathOptions(), form: form)
        }
        let bend = [point(50, 80)]
        let bent = route(EdgeForm(waypoints: bend))
        #expect(isClose(bent.label, bent.path.point(atFraction: 0.5)))
        for waypoints in [[], bend] {
            let plain = route(EdgeForm(waypoints: waypoints))
            let early = route(EdgeForm(waypoints: waypoints, labelPosition: 0.2))
            #expect(early.path == plain.path)
            #expect(isClose(early.label, plain.path.point(atFraction: 0.2)))
            let isTurned = geometry == .reactFlow || type == .straight
            #expect(early.labelAngle == (isTurned ? plain.path.direction(atFraction: 0.2).angle : 0))
            let beside = route(EdgeForm(waypoints: waypoints, labelOffset: point(3, -7)))
            #expect(isClose(beside.label, plain.label + point(3, -7)) && beside.labelAngle == plain.labelAngle)
            let both = route(EdgeForm(waypoints: waypoints, labelPosition: 1, labelOffset: point(3, -7)))
            #expect(isClose(both.label, target.point + point(3, -7)))
        }
    }

    @Test(arguments: EdgeType.allCases, EdgeGeometry.allCases)
    func noWaypointIsTooFar(_ type: EdgeType, _ geometry: EdgeGeometry) {
        let huge = Double.greatestFiniteMagnitude
        for far in [point(huge, -huge), point(1e-300, .leastNonzeroMagnitude), point(1e9, -huge)] {
            for side in Side.allCases {
                let form = EdgeForm(waypoints: [far, point(3, 3), far], labelPosition: 0.3, labelOffset: far)
                let route = Route.make(
                    type, geometry, source: anchor(0, 0, side), target: anchor(1, 1, side.opposite),
                    options: PathOptions(offset: huge, borderRadius: huge, curvature: huge), form: form)
                #expect(route.path.bounds.isFinite && route.label.isFinite, "\(far) \(side)")
                _ = route.path.flattened(tolerance: 1)
                _ = route.path.closest(to: point(0, 0))
            }
        }
    }
}

extension Seeded {
    fileprivate mutating func gridPoint() -> Point {
        Point(
            x: Double(Int.random(in: -6...6, using: &self)) * 25, y: Double(Int.random(in: -6...6, using: &self)) * 25)
    }
}
