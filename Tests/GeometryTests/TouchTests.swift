import Geometry
import Testing
import Seeding

@Suite struct TouchTests {
    static let arch = Path.cubic(cubic(point(0, 0), point(0, -100), point(100, -100), point(100, 0)))
    static let square = Polygon([point(0, 0), point(100, 0), point(100, 100), point(0, 100)])

    @Test(arguments: [
        (rect(40, -80, 20, 10), true),  // cuts the top, at −75
        (rect(40, -73, 20, 60), false),  // under the arch, inside its bounds
        (rect(40, -85, 20, 10), true),  // its border is the top
        (rect(40, -86, 20, 10), false),
        (rect(-50, -200, 300, 400), true),  // holds all of it
        (rect(0, -100, 8, 40), false),  // in the corner of the hull and of the bounds
        (rect(100, 0, 10, 10), true),  // meets the end
        (rect(101, 0, 10, 10), false),
    ])
    func anArchTouchesWhatItRunsThrough(_ rect: Rect, _ touches: Bool) {
        #expect(TouchTests.arch.touches(rect) == touches)
        let corners = [
            point(rect.minX, rect.minY), point(rect.maxX, rect.minY), point(rect.maxX, rect.maxY),
            point(rect.minX, rect.maxY),
        ]
        #expect(TouchTests.arch.touches(Polygon(corners)) == touches)
    }

    @Test func touchingARectangleAgreesWithSamples() {
        var random = Seeded(9)
        var touched = 0
        for _ in 0..<600 {
            let path = random.path(in: 100)
            let rect = Rect(random.point(in: 100), random.point(in: 100))
            let small = Rect(rect.origin, rect.origin + (rect.center - rect.origin) * 0.3)
            let points = samples(of: path, 200)
            for rect in [rect, small] {
                let touches = path.touches(rect)
                if touches { touched += 1 }
                if points.contains(where: { rect.touches($0) }) { #expect(touches, "\(path) \(rect)") }
                if !points.contains(where: { rect.grown(by: 3).touches($0) }) { #expect(!touches, "\(path) \(rect)") }
            }
        }
        #expect(touched > 200 && touched < 1000)
    }

    @Test func touchingAPolygonAgreesWithSamples() {
        var random = Seeded(10)
        var (touched, inside) = (0, 0)
        for corners in [3, 4, 7, 40, 200] {
            for _ in 0..<40 {
                let path = random.path(in: corners < 10 ? 10 : 60)
                let polygon = random.polygon(in: 80, corners: corners)
                let points = samples(of: path, 100)
                let touches = path.touches(polygon)
                if touches { touched += 1 }
                if points.contains(where: { polygon.contains($0) }) { #expect(touches, "\(path) \(polygon.points)") }
                if path.isInside(polygon) {
                    inside += 1
                    #expect(points.allSatisfy { polygon.contains($0) })
                }
                if !touches { #expect(!path.isInside(polygon)) }
                // A sampled path that stays clear of the outline by more than a step and outside cannot touch.
                let keepsClear = points.allSatisfy { isClear($0, of: polygon, by: 4) }
                if keepsClear && !polygon.contains(path.start) { #expect(!touches, "\(path) \(polygon.points)") }
                if keepsClear && polygon.contains(path.start) { #expect(path.isInside(polygon)) }
            }
        }
        #expect(touched > 60 && inside > 5)
    }

    @Test(arguments: [3, 5, 30, 400])
    func containsAgreesWithTheRuleForEverySide(_ corners: Int) {
        var random = Seeded(11)
        for _ in 0..<8 {
            let polygon = random.polygon(in: 50, corners: corners)
            for _ in 0..<60 {
                let at = random.point(in: 120)
                var inside = false
                for (index, a) in polygon.points.enumerated() {
                    let b = polygon.points[(index + 1) % corners]
                    if (a.y > at.y) != (b.y > at.y), at.x < a.x + (at.y - a.y) * ((b.x - a.x) / (b.y - a.y)) {
                        inside.toggle()
                    }
                }
                #expect(polygon.contains(at) == inside)
            }
        }
    }

    @Test(arguments: [
        (rect(10, 10, 20, 20), true, true),
        (rect(0, 0, 100, 100), true, true),  // the borders may touch
        (rect(-1, 0, 50, 50), true, false),
        (rect(100, 20, 50, 50), true, false),  // shares a border from outside
        (rect(101, 20, 50, 50), false, false),
        (rect(-50, -50, 300, 300), true, false),
        (rect(50, 50, 0, 0), true, true),
        (rect(100, 100, 0, 0), true, false),
    ])
    func aSquareTouchesAndHoldsRectangles(_ rect: Rect, _ touches: Bool, _ contains: Bool) {
        #expect(TouchTests.square.touches(rect) == touches)
        #expect(TouchTests.square.contains(rect) == contains)
    }

    @Test func whatIsEnclosedTwiceIsOutside() {
        // A ring: an outer square and an inner one, joined by a seam.
        let ring = Polygon([
            point(0, 0), point(90, 0), point(90, 90), point(0, 90), point(0, 0), point(30, 30), point(30, 60),
            point(60, 60), point(60, 30), point(30, 30),
        ])
        #expect(ring.contains(point(15, 45)))
        #expect(!ring.contains(point(45, 45)))
        #expect(!ring.touches(rect(40, 40, 10, 10)))
        #expect(ring.touches(rect(40, 40, 30, 10)))
        #expect(!ring.contains(rect(10, 40, 30, 10)))
        #expect(!Path.line(Segment(start: point(40, 40), end: point(50, 50))).touches(ring))
        #expect(Path.line(Segment(start: point(40, 40), end: point(70, 50))).touches(ring))
    }

    @Test(arguments: [[], [point(5, 5)], [point(0, 0), point(10, 10)], [point(1, 1), point(1, 1), point(1, 1)]])
    func fewPointsEncloseNothing(_ points: [Point]) {
        let polygon = Polygon(points)
        #expect(!polygon.contains(point(5, 5)))
        #expect(!polygon.contains(rect(5, 5, 1, 1)))
        #expect(polygon.touches(rect(-20, -20, 40, 40)) == !points.isEmpty)
        #expect(!polygon.touches(rect(20, 20, 40, 40)))
        #expect(!Path.line(Segment(start: point(50, 0), end: point(50, 9))).touches(polygon))
    }

    @Test func hugeAndTinyPolygonsAnswer() {
        for scale in [1e-9, 1e9, 1e60] {
            let polygon = Polygon(TouchTests.square.points.map { $0 * scale })
            #expect(polygon.contains(point(50, 50) * scale))
            #expect(!polygon.contains(point(150, 50) * scale))
            let curve = cubic(point(-50, 50), point(0, 60), point(50, 40), point(150, 50))
            let scaled = cubic(
                curve.start * scale, curve.control1 * scale, curve.control2 * scale, curve.end * scale)
            #expect(Path.cubic(scaled).touches(polygon))
            #expect(!Path.cubic(scaled).isInside(polygon))
            #expect(Path.cubic(scaled).touches(Rect(point(0, 0) * scale, point(100, 100) * scale)))
        }
        let endless = Polygon([point(-1e308, -1e308), point(1e308, -1e308), point(0, 1e308)])
        _ = endless.contains(point(0, 0))
        _ = endless.touches(rect(0, 0, 1, 1))
    }

    @Test(arguments: [
        (Segment(start: point(0, 0), end: point(10, 10)), Segment(start: point(0, 10), end: point(10, 0)), true),
        (Segment(start: point(0, 0), end: point(10, 0)), Segment(start: point(10, 0), end: point(20, 5)), true),
        (Segment(start: point(0, 0), end: point(10, 0)), Segment(start: point(5, 0), end: point(20, 0)), true),
        (Segment(start: point(0, 0), end: point(10, 0)), Segment(start: point(11, 0), end: point(20, 0)), false),
        (Segment(start: point(0, 0), end: point(10, 10)), Segment(start: point(6, 5), end: point(10, 0)), false),
        (Segment(start: point(5, 5), end: point(5, 5)), Segment(start: point(0, 0), end: point(10, 10)), true),
        (Segment(start: point(5, 6), end: point(5, 6)), Segment(start: point(0, 0), end: point(10, 10)), false),
    ])
    func segmentsTouchWhereTheyShareAPoint(_ a: Segment, _ b: Segment, _ touches: Bool) {
        #expect(a.touches(b) == touches)
        #expect(b.touches(a) == touches)
    }

    private func isClear(_ at: Point, of polygon: Polygon, by distance: Double) -> Bool {
        !polygon.points.indices.contains { index in
            let side = Segment(
                start: polygon.points[index], end: polygon.points[(index + 1) % polygon.points.count])
            return side.point(at: side.nearestParameter(to: at)).distance(to: at) < distance
        }
    }
}
