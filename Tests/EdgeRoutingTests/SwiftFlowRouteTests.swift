import EdgeRouting
import Geometry
import Graph
import Testing

@Suite struct SwiftFlowRouteTests {
    typealias Row = (type: EdgeType, source: Anchor, target: Anchor, path: String, label: Point?)

    static let curves: [Row] = [
        // Distance 50 and 100: the floor of 50.
        (.bezier, anchor(0, 0, .right), anchor(30, 40, .left), "M0 0C50 0 -20 40 30 40", point(15, 20)),
        (.bezier, anchor(0, 0, .bottom), anchor(0, 100, .top), "M0 0C0 50 0 50 0 100", point(0, 50)),
        // Distance 500: 200 out.
        (.bezier, anchor(0, 0, .right), anchor(300, 400, .left), "M0 0C200 0 100 400 300 400", point(150, 200)),
        (.bezier, anchor(0, 0, .left), anchor(300, 400, .bottom), "M0 0C-200 0 300 600 300 400", point(75, 275)),
        (.bezier, anchor(0, 0, .top), anchor(300, 400, .right), "M0 0C0 -200 500 400 300 400", point(225, 125)),
        (.bezier, anchor(0, 0, .center), anchor(300, 400, .center), "M0 0C0 0 300 400 300 400", point(150, 200)),
        // Distance 125 is where the floor ends.
        (.bezier, anchor(0, 0, .right), anchor(125, 0, .left), "M0 0C50 0 75 0 125 0", point(62.5, 0)),
        (.bezier, anchor(7, 7, .right), anchor(7, 7, .right), "M7 7C57 7 57 7 7 7", point(44.5, 7)),
        (.simpleBezier, anchor(0, 0, .right), anchor(60, 80, .left), "M0 0Q60 40 60 80", point(45, 40)),
        (.simpleBezier, anchor(0, 0, .top), anchor(300, 400, .left), "M0 0Q150 75 300 400", point(150, 137.5)),
        (.simpleBezier, anchor(0, 0, .bottom), anchor(300, 400, .top), "M0 0Q150 325 300 400", point(150, 262.5)),
        (.simpleBezier, anchor(0, 0, .left), anchor(300, 400, .top), "M0 0Q25 200 300 400", point(87.5, 200)),
        (.simpleBezier, anchor(0, 0, .center), anchor(300, 400, .left), "M0 0Q150 200 300 400", point(150, 200)),
        (.straight, anchor(0, 0, .right), anchor(30, 40, .left), "M0 0L30 40", point(15, 20)),
        (.straight, anchor(5, 5, .center), anchor(5, 5, .center), "M5 5L5 5", point(5, 5)),
        (.horizontalBezier, anchor(0, 0, .top), anchor(100, 60, .top), "M0 0C50 0 50 60 100 60", point(50, 30)),
        (.horizontalBezier, anchor(100, 0, .right), anchor(0, 60, .left), "M100 0C50 0 50 60 0 60", point(50, 30)),
    ]

    @Test(arguments: curves)
    func curvesFollowTheirFormulas(_ row: Row) { check(row) }

    static let steps: [Row] = [
        (
            .smoothStep, anchor(0, 0, .right), anchor(100, 60, .left),
            "M0 0L15 0Q20 0 25 0L45 0Q50 0 50 5L50 55Q50 60 55 60L75 60Q80 60 85 60L100 60", point(50, 30)
        ),
        // The legs beside the crossing are 10 long and the crossing 6: the corners shrink to 3.
        (
            .smoothStep, anchor(0, 0, .right), anchor(60, 6, .left),
            "M0 0L15 0Q20 0 25 0L27 0Q30 0 30 3L30 3Q30 6 33 6L35 6Q40 6 45 6L60 6", point(30, 3)
        ),
        (
            .smoothStep, anchor(0, 0, .bottom), anchor(60, 100, .top),
            "M0 0L0 15Q0 20 0 25L0 45Q0 50 5 50L55 50Q60 50 60 55L60 75Q60 80 60 85L60 100", point(30, 50)
        ),
        // Level to upright: over the corner at the target's x and the source's y; the label is at half of the length.
        (
            .smoothStep, anchor(0, 0, .right), anchor(100, 100, .top),
            "M0 0L15 0Q20 0 25 0L95 0Q100 0 100 5L100 75Q100 80 100 85L100 100", nil
        ),
        (
            .smoothStep, anchor(0, 0, .bottom), anchor(100, 100, .left),
            "M0 0L0 15Q0 20 0 25L0 95Q0 100 5 100L75 100Q80 100 85 100L100 100", nil
        ),
        // Centers have no stubs, so that the stub's end is a plain point on the end.
        (
            .smoothStep, anchor(0, 0, .center), anchor(40, 100, .center),
            "M0 0L0 0L0 45Q0 50 5 50L35 50Q40 50 40 55L40 100L40 100", point(20, 50)
        ),
        (
            .smoothStep, anchor(0, 0, .right), anchor(100, 60, .center),
            "M0 0L15 0Q20 0 25 0L95 0Q100 0 100 5L100 60L100 60", nil
        ),
        // Backwards it doubles back over the stubs.
        (
            .smoothStep, anchor(0, 0, .right), anchor(-100, 40, .left),
            "M0 0L15 0Q20 0 15 0L-45 0Q-50 0 -50 5L-50 35Q-50 40 -55 40L-115 40Q-120 40 -115 40L-100 40",
            point(-50, 20)
        ),
        (
            .step, anchor(0, 0, .right), anchor(100, 60, .left), "M0 0L20 0L50 0L50 60L80 60L100 60", point(50, 30)
        ),
        (
            .orthogonal, anchor(0, 0, .right), anchor(100, 100, .top),
            "M0 0L15 0Q20 0 25 0L95 0Q100 0 100 5L100 75Q100 80 100 85L100 100", nil
        ),
    ]

    @Test(arguments: steps)
    func stepsGoOverStubs(_ row: Row) { check(row) }

    @Test(arguments: EdgeType.allCases)
    func onlyStraightLabelsAreTurned(_ type: EdgeType) {
        let route = Route.make(type, .swiftFlow, source: anchor(0, 0, .right), target: anchor(30, 30, .bottom))
        #expect(abs(route.labelAngle - (type == .straight ? Double.pi / 4 : 0)) < 1e-12)
    }

    @Test func optionsChangeStubsCornersAndTheCrossing() {
        let options = PathOptions(offset: 10, borderRadius: 2, stepPosition: 0.25)
        let (source, target) = (anchor(0, 0, .right), anchor(100, 60, .left))
        let path = Route.path(.smoothStep, .swiftFlow, source: source, target: target, options: options)
        #expect(data(path) == "M0 0L8 0Q10 0 12 0L28 0Q30 0 30 2L30 58Q30 60 32 60L88 60Q90 60 92 60L100 60")
        let step = Route.path(.step, .swiftFlow, source: source, target: target, options: options)
        #expect(data(step) == "M0 0L10 0L50 0L50 60L90 60L100 60")
    }

    @Test(arguments: [
        (PathOptions(control: 0.75, least: 40), "M0 0C75 0 25 60 100 60"),
        (PathOptions(control: 0.5), "M0 0C50 0 50 60 100 60"), (PathOptions(least: 200), "M0 0C150 0 -50 60 100 60"),
        (PathOptions(control: 0), "M0 0C0 0 100 60 100 60"),
        (PathOptions(curvature: 3, control: 2, least: 0), "M0 0C200 0 -100 60 100 60"),
    ])
    func aBezierReachesOutByAShareOfItsWayAlongX(_ options: PathOptions, _ path: String) {
        for geometry in [EdgeGeometry.swiftFlow, .reactFlow] {
            let route = Route.make(
                .bezier, geometry, source: anchor(0, 0, .right), target: anchor(100, 60, .left), options: options)
            #expect(data(route.path) == path && route.label == point(50, 30))
            let back = Route.path(
                .bezier, geometry, source: anchor(100, 60, .top), target: anchor(0, 0, .bottom), options: options)
            #expect(back.start == point(100, 60) && back.bounds.isFinite)
        }
        let far = PathOptions(control: .greatestFiniteMagnitude, least: .greatestFiniteMagnitude)
        let path = Route.path(
            .bezier, .swiftFlow, source: anchor(0, 0, .right), target: anchor(1, 1, .left), options: far)
        #expect(path.bounds.isFinite)
    }

    private func check(_ row: Row) {
        let route = Route.make(row.type, .swiftFlow, source: row.source, target: row.target)
        #expect(data(route.path) == row.path)
        #expect(isClose(route.label, row.label ?? route.path.point(atFraction: 0.5)), "\(route.label)")
        if row.label == nil { #expect(route.path.closest(to: route.label).distance < 1e-9) }
        #expect(Route.path(row.type, .swiftFlow, source: row.source, target: row.target) == route.path)
    }
}
