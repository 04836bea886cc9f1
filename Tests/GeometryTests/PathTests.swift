import Geometry
import Testing
import Seeding

@Suite struct PathTests {
    static let corner = Path.polyline(
        RoundedPolyline([point(0, 0), point(20, 0), point(20, 100)], radius: 5))

    @Test(arguments: [
        (Path.line(Segment(start: point(0, 0), end: point(30, 5))), "M0 0L30 5"),
        (
            .quadratic(QuadraticCurve(start: point(0, 0), control: point(1, 2), end: point(3, 4))), "M0 0Q1 2 3 4"
        ),
        (.cubic(cubic(point(0, 0), point(10, 0), point(20, 5), point(30, 5))), "M0 0C10 0 20 5 30 5"),
        (corner, "M0 0L15 0Q20 0 20 5L20 100"),
        (
            .spline(
                Spline(
                    through: [point(0, 0), point(36, 0), point(72, 0)], leaving: point(12, 9), arriving: point(64, 3))),
            "M0 0C12 9 24 0 36 0C48 0 64 3 72 0"
        ),
    ])
    func elementsAreAbsoluteAndInOrder(_ path: Path, _ data: String) {
        func text(_ points: Point...) -> String { points.map { "\(Int($0.x)) \(Int($0.y))" }.joined(separator: " ") }
        let written = path.elements.map { element in
            switch element {
            case .move(let point): "M" + text(point)
            case .line(let point): "L" + text(point)
            case .quadratic(let control, let end): "Q" + text(control, end)
            case .cubic(let control1, let control2, let end): "C" + text(control1, control2, end)
            }
        }
        #expect(written.joined() == data)
    }

    @Test func aCornerIsRoundedByHalfItsShorterLegAtMost() {
        let line = RoundedPolyline(
            [point(0, 0), point(6, 0), point(6, 8), point(6, 8), point(0, 8)], radius: 5)
        #expect(line.corners.map(\.radius) == [0, 3, 0, 0, 0])
        #expect(line.leg(0) == Segment(start: point(0, 0), end: point(3, 0)))
        #expect(line.bend(1) == QuadraticCurve(start: point(3, 0), control: point(6, 0), end: point(6, 3)))
        #expect(line.bounds == rect(0, 0, 6, 8))
    }

    @Test func aLineThatDoublesBackIsRoundedUnlessOnlyTurnsAre() {
        let points = [point(0, 0), point(20, 0), point(-40, 0)]
        #expect(RoundedPolyline(points, radius: 5).bounds == rect(-40, 0, 57.5, 0))
        #expect(RoundedPolyline(points, radius: 5, rounding: .turnsOnly).bounds == rect(-40, 0, 60, 0))
    }

    @Test func fractionsAreOfTheLength() {
        let path = Path.polyline(RoundedPolyline([point(0, 0), point(20, 0), point(20, 80)], radius: 0))
        #expect(isClose(path.length, 100))
        #expect(isClose(path.point(atFraction: 0.1), point(10, 0)))
        #expect(isClose(path.point(atFraction: 0.6), point(20, 40)))
        #expect(path.point(atFraction: -1) == point(0, 0))
        #expect(path.point(atFraction: 2) == point(20, 80))
        #expect(path.direction(atFraction: 0.1) == point(1, 0))
        #expect(path.direction(atFraction: 0.6) == point(0, 1))
        // A cubic whose parameter runs unevenly: 10 t² (3 − 2t) is at 0.104 for t = 0.2.
        let uneven = Path.cubic(cubic(point(0, 0), point(0, 0), point(1, 0), point(1, 0)))
        #expect(isClose(uneven.point(atFraction: 0.104), point(0.104, 0), 1e-9))
    }

    @Test func thePointAtAFractionHasThatLengthBeforeIt() {
        var random = Seeded(4)
        for _ in 0..<60 {
            let path = random.path(in: 500)
            let points = samples(of: path, 2000)
            var lengths = [0.0]
            for (a, b) in zip(points, points.dropFirst()) {
                lengths.append(lengths[lengths.count - 1] + a.distance(to: b))
            }
            let total = lengths[lengths.count - 1]
            let fraction = Double.random(in: 0.01...0.99, using: &random)
            let index = lengths.firstIndex { $0 >= total * fraction } ?? 0
            #expect(path.point(atFraction: fraction).distance(to: points[index]) < 3, "\(path) \(fraction)")
        }
    }

    @Test func aPathThatIsAPointAnswersEverything() {
        let here = point(3, 4)
        let paths: [Path] = [
            .line(Segment(start: here, end: here)),
            .quadratic(QuadraticCurve(start: here, control: here, end: here)),
            .cubic(cubic(here, here, here, here)),
            .polyline(RoundedPolyline([here, here, here], radius: 5)),
            .spline(Spline([cubic(here, here, here, here), cubic(here, here, here, here)])),
        ]
        for path in paths {
            #expect(path.bounds == Rect(here, here))
            #expect(path.length == 0)
            #expect(path.point(atFraction: 0.5) == here)
            #expect(path.direction(atFraction: 0.5) == .zero)
            #expect(path.startDirection == .zero && path.endDirection == .zero)
            #expect(path.nearest(to: point(3, 5), within: 5) == nil)
            #expect(path.touches(rect(0, 0, 10, 10)))
            #expect(!path.touches(rect(5, 5, 10, 10)))
            #expect(path.flattened(tolerance: 0.1) == [here])
        }
    }

    @Test func flatteningStaysWithinItsTolerance() {
        var random = Seeded(5)
        for tolerance in [10, 0.5, 0.01] {
            for _ in 0..<15 {
                let path = random.path(in: 400)
                let points = path.flattened(tolerance: tolerance)
                #expect(points[0] == path.start && isClose(points[points.count - 1], path.end))
                for sample in samples(of: path, 60) {
                    let distance = zip(points, points.dropFirst()).map { a, b in
                        let segment = Segment(start: a, end: b)
                        return segment.point(at: segment.nearestParameter(to: sample)).distance(to: sample)
                    }.min()
                    #expect((distance ?? 0) <= tolerance * 1.0001)
                }
            }
        }
    }
}
