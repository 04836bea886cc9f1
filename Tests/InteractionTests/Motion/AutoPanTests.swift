import Editing
import Geometry
import Interaction
import Seeding
import Testing

@Suite("The view follows a gesture at its border:")
struct AutoPanTests {
    private let size = Size(width: 800, height: 600)

    private func pan(_ points: (x: Double, y: Double)..., every step: Double = 10) -> AutoPan {
        var pan = AutoPan(at: Point(x: points[0].x, y: points[0].y), in: size, time: 0)
        for (index, point) in points.enumerated().dropFirst() {
            pan.move(to: Point(x: point.x, y: point.y), in: size, at: Double(index) * step)
        }
        return pan
    }

    @Test(
        "faster the nearer the border, at full speed outside, and each axis for itself",
        arguments: [
            (400.0, 300.0, 0.0, 0.0), (40, 300, 0, 0), (20, 300, 450, 0), (0, 300, 900, 0), (-500, 300, 900, 0),
            (760, 300, 0, 0), (790, 300, -675, 0), (900, 300, -900, 0), (400, 10, 0, 675), (400, 595, 0, -787.5),
            (20, 590, 450, -675),
        ])
    func speeds(x: Double, y: Double, dx: Double, dy: Double) {
        let pan = pan((400, 300), (x, y))
        #expect(pan.velocity(at: 209) == .zero)
        #expect(pan.velocity(at: 210) == Point(x: dx, y: dy))
        #expect(pan.isArmed == (dx != 0 || dy != 0))
    }

    @Test("only 200 ms after the pointer has come into a margin, and anew when it comes again")
    func dwells() {
        var pan = pan((400, 300), (10, 300))
        #expect(pan.start == 210)
        pan.move(to: Point(x: 5, y: 300), in: size, at: 150)
        #expect(pan.start == 210)
        pan.move(to: Point(x: 50, y: 300), in: size, at: 160)
        #expect(pan.start == nil && pan.offset(to: 1e6) == .zero)
        pan.move(to: Point(x: 5, y: 300), in: size, at: 400)
        #expect(pan.start == 600)
    }

    @Test("only at sides whose margin the pointer has left since the press")
    func arms() {
        var pan = pan((10, 590), (5, 595))
        #expect(!pan.isArmed)
        pan.move(to: Point(x: 10, y: 300), in: size, at: 300)
        #expect(!pan.isArmed)
        pan.move(to: Point(x: 10, y: 595), in: size, at: 310)
        #expect(pan.velocity(at: 1000) == Point(x: 0, y: -787.5))
    }

    @Test("where margins overlap the low side wins")
    func overlaps() {
        let small = Size(width: 60, height: 60)
        var pan = AutoPan(at: Point(x: 30, y: 30), in: small, time: 0)
        pan.move(to: Point(x: 31, y: 31), in: small, at: 1)
        #expect(!pan.isArmed, "no side counts yet")
        pan.move(to: Point(x: 15, y: 30), in: small, at: 2)
        pan.move(to: Point(x: 30, y: 30), in: small, at: 3)
        #expect(pan.velocity(at: 1000) == Point(x: -225, y: 0), "only the right side counts")
        pan.move(to: Point(x: 45, y: 30), in: small, at: 4)
        pan.move(to: Point(x: 30, y: 30), in: small, at: 5)
        #expect(pan.velocity(at: 1000) == Point(x: 225, y: 0))
    }

    @Test("as far in one step as in many", arguments: 1...20)
    func slices(seed: Int) {
        var random = Seeded(UInt64(seed))
        let place = Point(x: Double.random(in: -20...60, using: &random), y: 585)
        var pan = pan((400, 300), (place.x, place.y))
        let whole = pan.offset(to: 900)
        var sum = Point.zero
        for time in (0..<30).map({ _ in Double.random(in: 10...900, using: &random) }).sorted() + [900] {
            sum += pan.offset(to: time)
            pan.move(to: place, in: size, at: time)
        }
        #expect(sum.distance(to: whole) < 1e-9)
        #expect(pan.offset(to: 0) == .zero)
    }
}
