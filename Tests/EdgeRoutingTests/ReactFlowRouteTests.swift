import EdgeRouting
import Geometry
import Graph
import Testing

@Suite struct ReactFlowRouteTests {
    typealias Row = (type: EdgeType, source: Anchor, target: Anchor, path: String, label: Point, angle: Double)

    static let quarter = Double.pi / 2

    static let curves: [Row] = [
        // The example of React Flow's documentation.
        (
            .bezier, anchor(0, 20, .right), anchor(150, 100, .left), "M0 20C75 20 75 100 150 100", point(75, 60),
            Point(x: 150, y: 160).angle
        ),
        (
            .bezier, anchor(0, 0, .bottom), anchor(100, 200, .top), "M0 0C0 100 100 100 100 200", point(50, 100),
            Point(x: 200, y: 200).angle
        ),
        // Behind by 100: 0.25 · 25 · √100 = 62.5.
        (
            .bezier, anchor(100, 0, .right), anchor(0, 0, .left), "M100 0C162.5 0 -62.5 0 0 0", point(50, 0), .pi
        ),
        (
            .bezier, anchor(0, 0, .top), anchor(100, 64, .right), "M0 0C0 -50 162.5 64 100 64", point(73.438, 13.25),
            Point(x: 262.5, y: 178).angle
        ),
        (
            .simpleBezier, anchor(0, 20, .right), anchor(150, 100, .left), "M0 20C75 20 75 100 150 100",
            point(75, 60), Point(x: 150, y: 160).angle
        ),
        (
            .simpleBezier, anchor(0, 0, .right), anchor(100, 60, .top), "M0 0C50 0 100 30 100 60",
            point(68.75, 18.75), Point(x: 150, y: 90).angle
        ),
        (
            .simpleBezier, anchor(0, 0, .bottom), anchor(100, 60, .left), "M0 0C0 30 50 60 100 60",
            point(31.25, 41.25), Point(x: 150, y: 90).angle
        ),
        (.straight, anchor(0, 0, .right), anchor(0, 50, .left), "M0 0L0 50", point(0, 25), quarter),
        (
            .horizontalBezier, anchor(0, 0, .top), anchor(100, 0, .top), "M0 0C50 0 50 0 100 0", point(50, 0), 0
        ),
        // A center faces the other end: here right and left.
        (
            .bezier, anchor(0, 20, .center), anchor(150, 100, .center), "M0 20C75 20 75 100 150 100", point(75, 60),
            Point(x: 150, y: 160).angle
        ),
    ]

    @Test(arguments: curves)
    func curvesFollowTheirFormulas(_ row: Row) { check(row) }

    static let steps: [Row] = [
        // The example of React Flow's documentation.
        (
            .smoothStep, anchor(0, 20, .right), anchor(150, 100, .left),
            "M0 20L20 20L70 20Q75 20 75 25L75 95Q75 100 80 100L130 100L150 100", point(75, 60), quarter
        ),
        // Level with each other: one straight line.
        (
            .smoothStep, anchor(0, 0, .right), anchor(100, 0, .left), "M0 0L20 0L50 0L50 0L80 0L100 0", point(50, 0),
            0
        ),
        // The target behind: back between the two.
        (
            .smoothStep, anchor(100, 0, .right), anchor(0, 60, .left),
            "M100 0L115 0Q120 0 120 5L120 25Q120 30 115 30L-15 30Q-20 30 -20 35L-20 55Q-20 60 -15 60L0 60",
            point(50, 30), .pi
        ),
        (
            .smoothStep, anchor(0, 0, .bottom), anchor(60, 100, .top),
            "M0 0L0 20L0 45Q0 50 5 50L55 50Q60 50 60 55L60 80L60 100", point(30, 50), 0
        ),
        (
            .smoothStep, anchor(0, 100, .bottom), anchor(60, 0, .top),
            "M0 100L0 115Q0 120 5 120L25 120Q30 120 30 115L30 -15Q30 -20 35 -20L55 -20Q60 -20 60 -15L60 0",
            point(30, 50), -quarter
        ),
        // The same side, far apart: one corner beyond the farther end.
        (
            .smoothStep, anchor(0, 0, .right), anchor(100, 60, .right),
            "M0 0L20 0L115 0Q120 0 120 5L120 55Q120 60 115 60L100 60", point(70, 0), 0
        ),
        (
            .smoothStep, anchor(100, 0, .right), anchor(0, 60, .right),
            "M100 0L115 0Q120 0 120 5L120 55Q120 60 115 60L20 60L0 60", point(70, 60), .pi
        ),
        // The same side, 10 apart: a stub shorter by 10.
        (
            .smoothStep, anchor(0, 0, .right), anchor(10, 60, .right),
            "M0 0L10 0L25 0Q30 0 30 5L30 55Q30 60 25 60L10 60", point(30, 30), quarter
        ),
        (
            .smoothStep, anchor(0, 0, .left), anchor(-10, 60, .left),
            "M0 0L-10 0L-25 0Q-30 0 -30 5L-30 55Q-30 60 -25 60L-10 60", point(-30, 30), quarter
        ),
        // The same side, in line: 19 of the target's stub of 20 are taken back.
        (
            .smoothStep, anchor(0, 0, .bottom), anchor(80, 0, .bottom),
            "M0 0L0 15Q0 20 5 20L75 20Q80 20 80 15L80 1L80 0", point(40, 20), 0
        ),
        // Level to upright, late where the target's stub can be met, else early.
        (
            .smoothStep, anchor(0, 0, .right), anchor(100, 100, .bottom),
            "M0 0L15 0Q20 0 20 5L20 115Q20 120 25 120L95 120Q100 120 100 115L100 100", point(20, 60), quarter
        ),
        (
            .smoothStep, anchor(0, 0, .right), anchor(100, 100, .top),
            "M0 0L20 0L95 0Q100 0 100 5L100 80L100 100", point(60, 0), 0
        ),
        (
            .smoothStep, anchor(0, 0, .bottom), anchor(100, 100, .left),
            "M0 0L0 20L0 95Q0 100 5 100L80 100L100 100", point(40, 100), 0
        ),
        (
            .smoothStep, anchor(0, 0, .left), anchor(100, -100, .bottom),
            "M0 0L-15 0Q-20 0 -20 -5L-20 -75Q-20 -80 -15 -80L95 -80Q100 -80 100 -85L100 -100", point(40, -80), 0
        ),
        (
            .step, anchor(0, 20, .right), anchor(150, 100, .left),
            "M0 20L20 20L75 20L75 100L130 100L150 100", point(75, 60), quarter
        ),
    ]

    @Test(arguments: steps)
    func stepsTurnAsReactFlowDoes(_ row: Row) { check(row) }

    @Test func optionsAreHonoured() {
        let (source, target) = (anchor(0, 20, .right), anchor(150, 100, .left))
        func path(_ type: EdgeType, _ options: PathOptions) -> String {
            data(Route.path(type, .reactFlow, source: source, target: target, options: options))
        }
        #expect(
            path(.smoothStep, PathOptions(offset: 30, borderRadius: 10))
                == "M0 20L30 20L65 20Q75 20 75 30L75 90Q75 100 85 100L120 100L150 100")
        #expect(
            path(.smoothStep, PathOptions(borderRadius: 0, stepPosition: 0))
                == "M0 20L20 20L20 100L130 100L150 100")
        #expect(
            path(.smoothStep, PathOptions(stepPosition: 1))
                == "M0 20L20 20L125 20Q130 20 130 25L130 95Q130 100 135 100L150 100")
        #expect(path(.step, PathOptions(borderRadius: 9)) == "M0 20L20 20L75 20L75 100L130 100L150 100")
        let back = Route.path(
            .bezier, .reactFlow, source: anchor(100, 0, .right), target: anchor(0, 0, .left),
            options: PathOptions(curvature: 0.5))
        #expect(data(back) == "M100 0C225 0 -125 0 0 0")
    }

    private func check(_ row: Row) {
        let route = Route.make(row.type, .reactFlow, source: row.source, target: row.target)
        #expect(data(route.path) == row.path)
        #expect(isClose(route.label, row.label, 1e-3), "\(route.label)")
        #expect(abs(route.labelAngle - row.angle) < 1e-9, "\(route.labelAngle)")
        #expect(Route.path(row.type, .reactFlow, source: row.source, target: row.target) == route.path)
    }
}
