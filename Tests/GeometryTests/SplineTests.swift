import Geometry
import Testing
import Seeding

@Suite struct SplineTests {
    @Test func aSplineIsSmoothAndRunsThroughItsPoints() {
        var random = Seeded(13)
        for _ in 0..<100 {
            let points = (0..<Int.random(in: 2...8, using: &random)).map { _ in random.point(in: 200) }
            let spline = Spline(through: points, leaving: random.point(in: 200), arriving: random.point(in: 200))
            #expect(spline.curves.map(\.start) + [spline.end] == points)
            for (before, after) in zip(spline.curves, spline.curves.dropFirst()) {
                #expect(before.end == after.start)
                #expect(isClose(before.endDirection, after.startDirection, 1e-6))
            }
        }
    }

    @Test func evenlySpacedPointsHaveTheTangentOfCatmullAndRom() {
        let points = [point(0, 0), point(30, 40), point(80, 40), point(120, 70)]
        let spline = Spline(through: points, leaving: points[0], arriving: points[3])
        // All legs are 50 long: the tangent is half the way between the neighbors, a third of it the control's.
        #expect(isClose(spline.curves[0].control2, point(30, 40) - point(80, 40) * (1.0 / 6)))
        #expect(isClose(spline.curves[1].control1, point(30, 40) + point(80, 40) * (1.0 / 6)))
        #expect(isClose(spline.curves[1].control2, point(80, 40) - point(90, 30) * (1.0 / 6)))
    }

    /// Yuksel, Schaefer and Keyser (2011): centripetal knots leave no piece a loop, nor much to overshoot.
    @Test func noInnerCurveTurnsBackOnItself() {
        var random = Seeded(14)
        for _ in 0..<300 {
            let points = (0..<6).map { _ in random.point(in: 200) }
            let spline = Spline(through: points, leaving: points[0], arriving: points[5])
            for curve in spline.curves[1..<4] {
                let steps = (0...64).map { curve.point(at: Double($0) / 64) }
                let segments = zip(steps, steps.dropFirst()).map { Segment(start: $0, end: $1) }
                for first in segments.indices {
                    for second in segments.indices where second > first + 1 {
                        #expect(!segments[first].touches(segments[second]), "\(points)")
                    }
                }
            }
        }
    }

    @Test func farAndNearNeighboursGiveFiniteCurves() {
        for points in [
            [point(0, 0), point(1e-160, 0), point(1e75, 1e75)], [point(0, 0), point(1e9, 0), point(1e9, 1e-9)],
            [point(-1e75, 0), point(1e75, 0), point(-1e75, 0)],
        ] where zip(points, points.dropFirst()).allSatisfy({ $0.distance(to: $1) > 0 }) {
            let spline = Spline(through: points, leaving: points[0], arriving: points[2])
            #expect(spline.bounds.isFinite && spline.hull.isFinite, "\(points)")
            #expect(spline.hull.contains(spline.bounds))
        }
    }

    @Test func boundsHoldTheLineTightly() {
        var random = Seeded(15)
        for _ in 0..<100 {
            let spline = random.spline(in: 100)
            var bounds = Rect.empty
            for sample in samples(of: .spline(spline), 400) { bounds = bounds.union(sample) }
            #expect(isClose(spline.bounds, bounds, 0.1), "\(spline)")
        }
    }

    @Test(arguments: [3, 20, 60])
    func partsHoldTheLine(_ count: Int) {
        var random = Seeded(16)
        let points = (0..<count).map { _ in random.point(in: 5000) }
        let paths: [Path] = [
            .spline(Spline(through: points, leaving: points[0], arriving: points[count - 1])),
            .polyline(RoundedPolyline(points, radius: 9)),
        ]
        for path in paths {
            var parts: [PathPart] = []
            path.visitParts(noLongerThan: 256, atMost: 64) { parts.append($0) }
            #expect(parts.count <= max(64, 2 * count))
            for sample in samples(of: path, 20) {
                #expect(parts.contains { $0.bounds.grown(by: 1e-9).touches(sample) })
            }
        }
    }
}
