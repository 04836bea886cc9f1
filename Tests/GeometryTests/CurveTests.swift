import Seeding
import Testing

@testable import Geometry

@Suite struct CurveTests {
    @Test func pointsOfACubicAtItsEndsAreExact() {
        let curve = cubic(point(0.1, 0.2), point(3, 4), point(5, 6), point(0.7, 0.3))
        #expect(curve.point(at: 0) == curve.start)
        #expect(curve.point(at: 1) == curve.end)
        #expect(isClose(curve.point(at: 0.5), point(3.1, 3.8125)))
    }

    @Test(arguments: [
        // The well-known S: no part leaves the box of its ends.
        (cubic(point(0, 0), point(50, 0), point(50, 100), point(100, 100)), rect(0, 0, 100, 100)),
        // Both controls 100 above: the top is 3/4 of it, at one half.
        (cubic(point(0, 0), point(0, -100), point(100, -100), point(100, 0)), rect(0, -75, 100, 75)),
        // x(t) = 300 t (1−t)² has its maximum 400/9 at one third.
        (cubic(point(0, 0), point(100, 0), point(0, 60), point(0, 60)), rect(0, 0, 400.0 / 9, 60)),
        (cubic(point(7, 7), point(7, 7), point(7, 7), point(7, 7)), rect(7, 7, 0, 0)),
        // On a level line it swings out to both sides: x(t) = 100 (−3t + 12t² − 8t³), so x′ = 0 at ½ ± √2/4.
        (
            cubic(point(0, 0), point(-100, 0), point(200, 0), point(100, 0)),
            rect(-20.71067811865475, 0, 141.4213562373095, 0)
        ),
    ])
    func boundsOfACubicAreTight(_ curve: CubicCurve, _ bounds: Rect) {
        #expect(isClose(curve.bounds, bounds, 1e-6), "\(curve.bounds)")
        #expect(isClose(curve.reversed.bounds, bounds, 1e-6))
    }

    @Test func boundsOfAQuadraticAreTight() {
        let curve = QuadraticCurve(start: point(0, 0), control: point(50, 80), end: point(100, 0))
        #expect(isClose(curve.bounds, rect(0, 0, 100, 40)))
        #expect(isClose(curve.elevated.bounds, curve.bounds))
        let level = QuadraticCurve(start: point(0, 0), control: point(20, 0), end: point(0, 0))
        #expect(isClose(level.bounds, rect(0, 0, 10, 0)))
    }

    @Test(arguments: [1e-6, 1, 1e3, 1e9])
    func boundsHoldDenseSamplesAndAreReachedByThem(_ extent: Double) {
        var random = Seeded(1)
        for _ in 0..<100 {
            let path = random.path(in: extent)
            let bounds = path.bounds
            let sampled = samples(of: path, 2000).reduce(Rect.empty) { $0.union($1) }
            #expect(bounds.grown(by: extent * 1e-12).contains(sampled), "\(path)")
            #expect(isClose(bounds, sampled, extent * 5e-6), "\(path)")
        }
    }

    @Test func splittingKeepsTheCurve() {
        var random = Seeded(2)
        for _ in 0..<200 {
            let curve = random.cubic(in: 100)
            let at = Double.random(in: 0...1, using: &random)
            let (left, right) = curve.split(at: at)
            #expect(isClose(left.point(at: 0.5), curve.point(at: at * 0.5)))
            #expect(isClose(right.point(at: 0.5), curve.point(at: at + (1 - at) * 0.5)))
            #expect(left.end == right.start)
        }
    }

    @Test(arguments: [
        (cubic(point(0, 0), point(1, 0), point(2, 0), point(3, 0)), 3.0),
        // There and back again: x(t) = 30 t(1−t) reaches 7.5.
        (cubic(point(0, 0), point(10, 0), point(10, 0), point(0, 0)), 15.0),
        // An octant of the unit circle's usual approximation is within 3e-4 of π/2.
        (cubic(point(1, 0), point(1, 0.5522847498), point(0.5522847498, 1), point(0, 1)), 1.5709),
        (cubic(point(4, 4), point(4, 4), point(4, 4), point(4, 4)), 0.0),
        (cubic(point(0, 0), point(1e9, 0), point(2e9, 0), point(3e9, 0)), 3e9),
    ])
    func lengthsOfCubicsAreRight(_ curve: CubicCurve, _ length: Double) {
        #expect(isClose(curve.length, length, max(length * 2e-4 * (length < 2 ? 1 : 1e-6), 1e-9)), "\(curve.length)")
    }

    @Test func lengthsBeforeAParameterAreThoseOfTheSplitCurve() {
        var random = Seeded(31)
        for _ in 0..<300 {
            let curve = random.cubic(in: 300)
            let t = Double.random(in: 0...1, using: &random)
            let lengths = Piece.cubic(curve).lengths(to: t)
            let (before, behind) = curve.split(at: t)
            #expect(isClose(lengths.before, before.length, 1e-6), "\(curve) \(t)")
            #expect(isClose(lengths.whole, before.length + behind.length, 1e-6), "\(curve) \(t)")
        }
    }

    @Test func theSpeedIsLeastOrGreatestWhereItIsSaidToBe() {
        var random = Seeded(32)
        var found = 0
        for _ in 0..<300 {
            let curve = CubicCurve(
                start: random.point(in: 300), control1: random.point(in: 300), control2: random.point(in: 300),
                end: random.point(in: 300))
            let hodograph = curve.hodograph
            func change(_ t: Double) -> Double { hodograph.velocity(at: t).dot(hodograph.acceleration(at: t)) }
            let extremes = hodograph.speedExtremes
            let marks = [0.0] + extremes.indices.map { extremes[$0] }.filter { $0 < 1 } + [1]
            #expect(marks == marks.sorted())
            found += marks.count - 2
            for (from, to) in zip(marks, marks.dropFirst()) {
                let signs = (1...20).map { change(from + (to - from) * Double($0) / 21) > 0 }
                #expect(Set(signs).count == 1, "\(curve) between \(from) and \(to)")
            }
        }
        #expect(found > 200)
    }

    @Test func lengthsAgreeWithSampledOnes() {
        var random = Seeded(3)
        for _ in 0..<200 {
            let path = random.path(in: 100)
            let points = path.flattened(tolerance: 1e-4)
            let sampled = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
            #expect(isClose(path.length, sampled, 0.02), "\(path)")
        }
    }

    @Test(arguments: [
        (cubic(point(0, 0), point(10, 0), point(20, 10), point(20, 20)), point(1, 0), point(0, 1)),
        (cubic(point(0, 0), point(0, 0), point(0, 10), point(9, 10)), point(0, 1), point(1, 0)),
        (cubic(point(0, 0), point(0, 0), point(3, 4), point(3, 4)), point(0.6, 0.8), point(0.6, 0.8)),
        (cubic(point(5, 5), point(5, 5), point(5, 5), point(5, 5)), Point.zero, Point.zero),
        (cubic(point(0, 0), point(1e-9, 0), point(50, 9), point(60, 9)), point(1, 0), point(1, 0)),
    ])
    func tangentsAtTheEndsLookPastCoincidentPoints(_ curve: CubicCurve, _ start: Point, _ end: Point) {
        #expect(isClose(curve.startDirection, start))
        #expect(isClose(curve.endDirection, end))
    }

    @Test func aCuspHasTheDirectionOfWhatLiesAround() {
        // Symmetric: it stops at one half, where it turns from up to down.
        let curve = cubic(point(0, 0), point(100, -100), point(0, -100), point(100, 0))
        #expect(isClose(curve.derivative(at: 0.5), .zero))
        #expect(isClose(curve.direction(at: 0.5), point(1, 0), 1e-6))
    }

    @Test func unitVectorsSurviveAllMagnitudes() {
        #expect(isClose(point(3e-200, 4e-200).unit, point(0.6, 0.8)))
        #expect(isClose(point(3e200, -4e200).unit, point(0.6, -0.8)))
        #expect(point(-7, 0).unit == point(-1, 0))
        #expect(Point.zero.unit == .zero)
        #expect(isClose(point(0, 1).angle, Double.pi / 2))
    }
}

/// Points of the path at equal steps of each piece's parameter.
func samples(of path: Path, _ count: Int) -> [Point] {
    var points = [path.start]
    var last = path.start
    func sample(_ place: (Double) -> Point) {
        for step in 1...count { points.append(place(Double(step) / Double(count))) }
    }
    for element in path.elements {
        switch element {
        case .move(let point): last = point
        case .line(let end):
            let segment = Segment(start: last, end: end)
            sample(segment.point)
            last = end
        case .quadratic(let control, let end):
            sample(QuadraticCurve(start: last, control: control, end: end).point)
            last = end
        case .cubic(let control1, let control2, let end):
            sample(CubicCurve(start: last, control1: control1, control2: control2, end: end).point)
            last = end
        }
    }
    return points
}
