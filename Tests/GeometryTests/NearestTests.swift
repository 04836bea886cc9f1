import Geometry
import Testing
import Seeding

@Suite struct NearestTests {
    static let level = Path.line(Segment(start: point(0, 0), end: point(100, 0)))

    @Test(arguments: [
        (point(25, 3), 5.0, 3.0 as Double?, 0.25),
        (point(25, 5), 5, nil, 0),  // as far as the reach is outside
        (point(-1, 1), 5, nil, 0),  // beyond the start's normal
        (point(101, 1), 5, nil, 0),
        (point(0, 1), 5, 1, 0),
        (point(100, -1), 5, 1, 1),
        (point(50, 1), 0, nil, 0),
        (point(50, 1), -3, nil, 0),
    ])
    func aLineIsHitBesideItAndNotBeyondItsEnds(_ at: Point, _ reach: Double, _ distance: Double?, _ fraction: Double) {
        let hit = NearestTests.level.nearest(to: at, within: reach)
        #expect(hit?.distance == distance)
        if let hit { #expect(isClose(hit.fraction, fraction)) }
        #expect(NearestTests.level.distance(to: at, within: reach) == distance)
    }

    @Test func aCurveEndsWithItsTangent() {
        let path = Path.cubic(cubic(point(0, 0), point(50, 0), point(50, 100), point(100, 100)))
        #expect(path.nearest(to: point(-1, 2), within: 10) == nil)
        #expect(path.nearest(to: point(1, 2), within: 10) != nil)
        #expect(path.nearest(to: point(101, 99), within: 10) == nil)
        #expect(path.nearest(to: point(50, 50), within: 1)?.fraction.rounded(.up) == 1)
        #expect(isClose(path.nearest(to: point(50, 50), within: 1)?.fraction ?? 0, 0.5))
    }

    @Test func theOuterSideOfACornerIsHit() {
        let path = Path.polyline(RoundedPolyline([point(0, 0), point(20, 0), point(20, 80)], radius: 0))
        let hit = path.nearest(to: point(23, -4), within: 6)
        #expect(isClose(hit?.distance ?? 0, 5))
        #expect(isClose(hit?.fraction ?? 0, 0.2))
    }

    @Test(arguments: [1e-3, 1, 1e3, 1e9])
    func theNearestPointIsThatOfDenseSamples(_ extent: Double) {
        var random = Seeded(6)
        var hits = 0
        for _ in 0..<300 {
            let path = random.path(in: extent)
            let at = random.point(in: extent)
            let points = samples(of: path, 400)
            guard let nearest = nearestSample(points, to: at) else { continue }
            let isEnd = nearest.index == 0 || nearest.index == points.count - 1
            let hit = path.nearest(to: at, within: extent * 3)
            guard let hit else {
                #expect(isEnd, "\(path) \(at)")
                continue
            }
            hits += 1
            #expect(hit.distance <= nearest.distance + extent * 1e-9, "\(path) \(at)")
            // Samples are up to a step apart, and the distance changes with the square of what is missing.
            #expect(hit.distance >= nearest.distance - extent * 5e-3, "\(path) \(at)")
            let place = path.point(atFraction: hit.fraction)
            #expect(isClose(place.distance(to: at), hit.distance, extent * 1e-6), "\(path) \(at)")
        }
        #expect(hits > 180)
    }

    @Test func theNearestPointIsExactToAThousandth() {
        var random = Seeded(7)
        for _ in 0..<12 {
            let curve = random.cubic(in: 300)
            let at = random.point(in: 300)
            guard let hit = Path.cubic(curve).nearest(to: at, within: .infinity) else { continue }
            let nearest = nearestSample(samples(of: .cubic(curve), 50_000), to: at)
            #expect(isClose(hit.distance, nearest?.distance ?? 0, 1e-3), "\(curve) \(at)")
        }
    }

    @Test func pointsOnThePathAreHitAtTheirFraction() {
        var random = Seeded(8)
        for _ in 0..<300 {
            let path = random.path(in: 300)
            let fraction = Double.random(in: 0.05...0.95, using: &random)
            let at = path.point(atFraction: fraction)
            let hit = path.nearest(to: at, within: 1)
            #expect((hit?.distance ?? 1) < 1e-5, "\(path) \(fraction)")
        }
    }

    @Test func theClosestPointMayBeAnEnd() {
        let beyond = NearestTests.level.closest(to: point(-3, 4))
        #expect(beyond.point == point(0, 0) && beyond.fraction == 0 && beyond.distance == 5)
        var random = Seeded(12)
        for _ in 0..<200 {
            let path = random.path(in: 300)
            let at = random.point(in: 400)
            let closest = path.closest(to: at)
            let nearest = nearestSample(samples(of: path, 400), to: at)
            #expect(isClose(closest.distance, closest.point.distance(to: at), 1e-9), "\(path) \(at)")
            #expect(isClose(closest.distance, nearest?.distance ?? 0, 1.5), "\(path) \(at)")
            #expect(closest.distance <= (nearest?.distance ?? 0) + 1e-6, "\(path) \(at)")
            #expect(isClose(path.point(atFraction: closest.fraction), closest.point, 1e-3), "\(path) \(at)")
        }
    }

    private func nearestSample(_ points: [Point], to at: Point) -> (index: Int, distance: Double)? {
        var best: (index: Int, distance: Double)?
        for (index, point) in points.enumerated() {
            let distance = point.distance(to: at)
            if distance < best?.distance ?? .infinity { best = (index, distance) }
        }
        return best
    }
}
