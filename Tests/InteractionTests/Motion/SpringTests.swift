import Geometry
import Interaction
import Seeding
import Testing

@Suite("A spring")
struct SpringTests {
    private static let dampings = [0.01, 0.2, 0.7, 0.9999999, 1, 1.0000001, 1.001, 3, 100]
    private static let size = Size(width: 800, height: 600)

    private func pan(_ spring: Spring, over way: Double = 1000) -> ViewportAnimation {
        ViewportAnimation(
            from: Viewport(x: 5), to: Viewport(x: 5 + way), Transition(spring: spring), size: SpringTests.size)
    }

    @Test("goes where small steps of its forces lead", arguments: dampings)
    func forces(damping: Double) {
        let animation = pan(Spring(response: 0.4, damping: damping))
        let (pull, step) = (2 * Double.pi / 0.4, 1e-5)
        var (place, speed) = (0.0, 0.0)
        for index in 1...80_000 {
            let time = Double(index) * step
            speed += (pull * pull * (1000 - place) - 2 * damping * pull * speed) * step
            place += speed * step
            let shown = animation.viewport(at: time * 1000).x - 5
            if time * 1000 < animation.duration && index.isMultiple(of: 97) {
                #expect(abs(shown - place) < 1, "\(damping) at \(time)")
            }
        }
    }

    @Test("has settled when it never again is farther than half a point away", arguments: dampings)
    func settles(damping: Double) {
        for way in [0.6, 40, 1000, 1e6] {
            let animation = pan(Spring(response: 0.3, damping: damping), over: way)
            let long = pan(Spring(response: 0.3, damping: damping), over: way * 1e6)
            // What is left of a way is the same share of a longer one, which takes longer to settle.
            func rest(_ time: Double) -> Double { abs(long.to.x - long.viewport(at: time).x) / 1e6 }
            #expect(animation.viewport(at: animation.duration) == animation.to)
            #expect(animation.duration == animation.duration.rounded() && animation.duration <= 60_000)
            if animation.duration == 60_000 { continue }
            #expect(rest(animation.duration - 1) > 0.5 * (1 - 1e-6), "\(damping) \(way)")
            for later in 0..<400 {
                #expect(rest(animation.duration + Double(later) * 3) <= 0.5 * (1 + 1e-6), "\(damping) \(way)")
            }
        }
    }

    @Test("swings over only below a damping of 1", arguments: dampings)
    func swings(damping: Double) {
        let animation = pan(Spring(damping: damping))
        let farthest = stride(from: 0.0, through: 3000, by: 1).map { animation.viewport(at: $0).x - 5 }.max() ?? 0
        #expect(damping < 0.9 ? farthest > 1010 : farthest <= 1000)
    }

    @Test("is within half a point of where it leads, for all that a view shows then", arguments: 0..<40)
    func zooms(seed: Int) {
        var random = Seeded(UInt64(seed))
        func viewport() -> Viewport {
            Viewport(
                x: Double.random(in: -2000...2000, using: &random), y: Double.random(in: -2000...2000, using: &random),
                zoom: [0.1, 0.7, 1, 4].randomElement(using: &random) ?? 1)
        }
        let (from, to) = (viewport(), viewport())
        let limits = ZoomLimits(least: 0.1, greatest: 4)
        for path in ViewportAnimation.Path.allCases {
            for damping in [0.2, 1, 2] {
                let animation = ViewportAnimation(
                    from: from, to: to, Transition(spring: Spring(damping: damping)), path: path,
                    size: SpringTests.size, limits: limits)
                let last = animation.viewport(at: animation.duration - 1e-6)
                for corner in [Point.zero, Point(x: 800, y: 0), Point(x: 0, y: 600), Point(x: 800, y: 600)] {
                    #expect(last.screen(to.canvas(corner)).distance(to: corner) <= 0.5, "\(path) \(damping) \(seed)")
                }
                let zooms = stride(from: 0.0, to: 2000, by: 7).map { animation.viewport(at: $0).zoom }
                #expect(zooms.allSatisfy { $0 >= 0.1 * (1 - 1e-9) && $0 <= 4 }, "\(path) \(damping) \(seed)")
            }
        }
    }

    @Test("is over at once where it does not respond or has no way", arguments: [-60, -1, 0, 1e-300])
    func instant(response: Double) {
        #expect(pan(Spring(response: response)).duration <= 1)
        #expect(pan(Spring(response: response)).viewport(at: 1) == Viewport(x: 1005))
        #expect(pan(Spring(), over: 0.5).duration == 0)
        for way in [1e300, -1e300, .infinity] {
            let animation = pan(Spring(response: 60, damping: 100), over: way)
            #expect(animation.duration <= 60_000 && animation.viewport(at: 60_000) == animation.to)
        }
    }
}
