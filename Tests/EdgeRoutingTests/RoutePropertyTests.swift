import EdgeRouting
import Geometry
import Graph
import Testing

@Suite struct RoutePropertyTests {
    @Test(arguments: EdgeType.allCases, EdgeGeometry.allCases)
    func everyRouteJoinsItsAnchors(_ type: EdgeType, _ geometry: EdgeGeometry) {
        for source in Side.allCases {
            for target in Side.allCases {
                for end in [point(300, 200), point(-300, 10), point(5, -5), point(0, 0), point(0, 80), point(80, 0)] {
                    let (from, to) = (anchor(0, 0, source), Anchor(point: end, side: target))
                    let route = Route.make(type, geometry, source: from, target: to)
                    #expect(route.path.start == from.point)
                    #expect(route.path.end == to.point)
                    #expect(route.label.isFinite && route.labelAngle.isFinite)
                    #expect(route.path.bounds.grown(by: 1e-9).touches(from.point))
                    #expect(route.path == Route.path(type, geometry, source: from, target: to))
                }
            }
        }
    }

    @Test(arguments: EdgeType.allCases, EdgeGeometry.allCases)
    func noRouteLeavesItsReach(_ type: EdgeType, _ geometry: EdgeGeometry) {
        let from = Rect(x: 0, y: 0, width: 40, height: 20)
        for way in [0, 1, 15, 45, 100, 900, 30_000] as [Double] {
            for (x, y) in [(1, 0), (0, 1), (1, 1), (-1, 0.2), (0.1, -1), (-1, -1)] as [(Double, Double)] {
                let to = Rect(x: x * way, y: y * way, width: 10, height: 60)
                let reach = Route.reach(within: from.union(to))
                for source in Side.allCases {
                    for target in Side.allCases {
                        let route = Route.make(
                            type, geometry, source: .on(frame: from, side: source), target: .on(frame: to, side: target)
                        )
                        let label = Rect(route.label, route.label).grown(by: 100)
                        #expect(reach.contains(route.path.bounds.union(label)), "\(source) \(target) \(to)")
                    }
                }
            }
        }
    }

    @Test(arguments: [EdgeType.step, .smoothStep])
    func reactFlowLabelsOfStepsLieOnTheirPaths(_ type: EdgeType) {
        for source in Side.allCases where source != .center {
            for target in Side.allCases where target != .center {
                for end in [point(300, 200), point(-300, 10), point(150, -170), point(-60, 80), point(80, -90)] {
                    let route = Route.make(
                        type, .reactFlow, source: anchor(0, 0, source), target: Anchor(point: end, side: target))
                    let distance = route.path.distance(to: route.label, within: 1e9)
                    #expect(distance.map { $0 < 2.5 } ?? false, "\(source) \(target) \(end)")
                }
            }
        }
    }

    @Test(arguments: EdgeType.allCases, EdgeGeometry.allCases)
    func noCoordinateOrOptionIsTooLarge(_ type: EdgeType, _ geometry: EdgeGeometry) {
        let huge = Double.greatestFiniteMagnitude
        let options: [PathOptions] = [
            PathOptions(), PathOptions(offset: huge, borderRadius: huge, curvature: huge, stepPosition: huge),
            PathOptions(offset: -huge, borderRadius: -5, curvature: -huge, stepPosition: -huge),
        ]
        for end in [point(huge, -huge), point(-huge, 1), point(1e-300, 0), point(1e9, -1e9)] {
            for options in options {
                for side in Side.allCases {
                    let from = Anchor.on(frame: Rect(minX: -huge, minY: -huge, maxX: huge, maxY: huge), side: side)
                    let route = Route.make(
                        type, geometry, source: from, target: Anchor(point: end, side: side.opposite), options: options)
                    #expect(route.path.start.isFinite && route.path.end.isFinite)
                    #expect(route.path.bounds.isFinite, "\(end) \(options) \(side)")
                    _ = route.path.place(nearestTo: point(0, 0), within: 10).map { route.path.fraction(at: $0) }
                    _ = route.path.touches(Rect(x: 0, y: 0, width: 10, height: 10))
                    _ = route.path.length
                    _ = route.path.flattened(tolerance: 1)
                }
            }
        }
    }
}
