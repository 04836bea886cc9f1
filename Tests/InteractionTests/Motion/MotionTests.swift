import Editing
import Geometry
import Interaction
import Seeding
import Testing

@Suite("Motions are functions of time:")
struct MotionTests {
    @Test("an easing never goes back, and reaches both ends exactly", arguments: Easing.allCases)
    func easings(easing: Easing) {
        var last = 0.0
        for step in -5...1005 {
            let progress = easing.progress(Double(step) / 1000)
            #expect(progress >= last && progress <= 1)
            last = progress
        }
        #expect([easing.progress(0), easing.progress(0.5), easing.progress(1)] == [0, 0.5, 1])
        #expect(abs(easing.progress(0.25) + easing.progress(0.75) - 1) < 1e-12)
    }

    private func near(_ a: Viewport, _ b: Viewport, _ tolerance: Double = 1e-6) -> Bool {
        abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance && abs(a.zoom - b.zoom) <= tolerance
    }

    private static func viewport(_ random: inout Seeded) -> Viewport {
        let zoom = [0.1, 0.5, 1, 1 + 1e-8, 1.7, 4][Int.random(in: 0..<6, using: &random)]
        return Viewport(
            x: Double.random(in: -3000...3000, using: &random), y: Double.random(in: -3000...3000, using: &random),
            zoom: zoom)
    }

    @Test("an animation begins and ends exactly, without a jump between, on either path", arguments: 0..<60)
    func animations(seed: Int) {
        var random = Seeded(UInt64(seed))
        let (from, to) = (MotionTests.viewport(&random), MotionTests.viewport(&random))
        let size = Size(width: 800, height: 600)
        for path in ViewportAnimation.Path.allCases {
            for easing in Easing.allCases {
                let animation = ViewportAnimation(
                    from: from, to: to, Transition(easing: easing), path: path, size: size,
                    limits: ZoomLimits(least: 0.001, greatest: 4))
                #expect(animation.viewport(at: -1) == from && animation.viewport(at: 0) == from)
                #expect(animation.viewport(at: 250) == to && animation.viewport(at: 1e9) == to)
                #expect(near(animation.viewport(at: 1e-7), from, 1e-2), "\(path) \(seed)")
                #expect(near(animation.viewport(at: 250 - 1e-7), to, 1e-2), "\(path) \(seed)")
                let zooms = (0...50).map { animation.viewport(at: Double($0) * 5).zoom }
                #expect(zooms.allSatisfy { $0 > 0 && $0 <= max(from.zoom, to.zoom) * (1 + 1e-9) })
                if path == .straight {
                    #expect(zooms.allSatisfy { $0 >= min(from.zoom, to.zoom) * (1 - 1e-9) })
                    #expect(zip(zooms, zooms.dropFirst()).allSatisfy { ($1 - $0) * (to.zoom - from.zoom) >= -1e-12 })
                }
            }
        }
    }

    @Test("an animated zoom keeps the point under the pointer there", arguments: [0.1, 0.5, 1.0000001, 2, 40])
    func anchors(factor: Double) {
        let at = Point(x: 313, y: 77)
        let from = Viewport(x: 12_345, y: -777, zoom: 0.3)
        let canvas = from.canvas(at)
        let animation = ViewportAnimation(from: from, to: from.zoomed(to: from.zoom * factor, about: at))
        for time in stride(from: 0.0, through: 250, by: 7) {
            #expect(animation.viewport(at: time).screen(canvas).distance(to: at) < 1e-6)
        }
        let middle = animation.viewport(at: 125).zoom
        #expect(abs(middle - from.zoom * factor.squareRoot()) < 1e-9, "half of the time is half of the octaves")
    }

    @Test("every point of the canvas goes straight over the screen")
    func straight() {
        let animation = ViewportAnimation(
            from: Viewport(x: 10, y: 20, zoom: 2), to: Viewport(x: 300, y: -90, zoom: 0.25))
        for canvas in [Point.zero, Point(x: 500, y: -40), Point(x: -3, y: 1000)] {
            let start = animation.from.screen(canvas)
            let way = animation.to.screen(canvas) - start
            for time in stride(from: 5.0, to: 250, by: 5) {
                let point = animation.viewport(at: time).screen(canvas) - start
                #expect(abs(point.cross(way)) < 1e-9 * way.squaredLength)
            }
        }
    }

    @Test("a smooth path zooms out on a long way, but not below the least zoom")
    func arcs() {
        func least(_ leastZoom: Double, to x: Double) -> Double {
            let animation = ViewportAnimation(
                from: Viewport(), to: Viewport(x: x), path: .smooth, size: Size(width: 800, height: 600),
                limits: ZoomLimits(least: leastZoom, greatest: 4))
            return (0...100).map { animation.viewport(at: Double($0) * 2.5).zoom }.min() ?? 0
        }
        #expect(least(0, to: -80_000) < 0.05)
        #expect(least(0.1, to: -80_000) == 0.1)
        #expect(least(0.1, to: -20) > 0.95)
        #expect(least(0, to: -1e300) > 0, "what no number holds goes the straight way")
    }

    @Test("a velocity is that of the last tenth of a second, and bounded")
    func velocities() {
        var velocity = Velocity()
        #expect(velocity.at(0) == .zero)
        for step in 0...50 { velocity.add(Point(x: Double(step) * 8, y: Double(step) * -4), at: Double(step) * 8) }
        #expect(velocity.at(400).distance(to: Point(x: 1000, y: -500)) < 1e-6)
        #expect(velocity.at(430).length < velocity.at(400).length)
        #expect(velocity.at(500).length > 0 && velocity.at(500.1) == .zero)
        for step in 1...20 { velocity.add(Point(x: 400, y: -200), at: 400 + Double(step) * 8) }
        #expect(velocity.at(560).length < 50, "a pointer that came to rest")
        velocity.add(Point(x: 9000, y: -200), at: 561)
        #expect(abs(velocity.at(561).length - 8000) < 1e-6)
    }

    @Test("a velocity does not mind equal times, times that go back, long pauses and huge ways")
    func times() {
        var velocity = Velocity()
        for time in [100.0, 100, 90, 116] { velocity.add(Point(x: time, y: 0), at: time) }
        #expect(velocity.at(50).isFinite && velocity.at(116).length < 8000 && velocity.at(116).length > 0)
        velocity.add(Point(x: 1e308, y: 0), at: 120)
        velocity.add(Point(x: -1e308, y: 0), at: 125)
        #expect(velocity.at(125) == .zero)
        velocity.add(Point(x: -1e308, y: 0), at: 1e9)
        #expect(velocity.at(1e9) == .zero)
        var once = Velocity()
        once.add(.zero, at: 0)
        once.add(Point(x: 4, y: 0), at: 0.1)
        #expect(once.at(0.1).x < 600, "two samples at once say little")
    }

    @Test("momentum starts above 50, decays by e every 325 ms and ends at 20 points a second")
    func momentum() throws {
        #expect(Momentum(velocity: Point(x: 30, y: 40)) == nil)
        #expect(Momentum(velocity: Point(x: .nan, y: 40)) == nil)
        let momentum = try #require(Momentum(velocity: Point(x: -600, y: 800)))
        #expect(momentum.offset(at: -5) == .zero && momentum.offset(at: 0) == .zero)
        let early = momentum.offset(at: 1)
        #expect(abs(early.length - 1) < 0.01 && early.x < 0)
        let end = momentum.offset(at: momentum.duration)
        #expect(abs(end.length - 0.325 * 980) < 1e-9)
        #expect(momentum.offset(at: 1e9) == end)
        let last = (end - momentum.offset(at: momentum.duration - 1)).length
        #expect(abs(last - 0.02) < 1e-3)
        #expect(Momentum(velocity: Point(x: 1e308, y: 1e308))?.velocity.length ?? 0 <= 8000.001)
    }

    @Test("a limit gives way less and less, to neither side beyond its dimension")
    func elastic() {
        #expect(Elastic.shown(0, dimension: 800) == 0)
        #expect(Elastic.shown(100, dimension: 0) == 0)
        #expect(abs(Elastic.shown(100, dimension: 800) - 55 * 800 / 855) < 1e-9)
        #expect(Elastic.shown(-100, dimension: 800) == -Elastic.shown(100, dimension: 800))
        var last = 0.0
        for pull in stride(from: 10.0, to: 10_000, by: 10) {
            let shown = Elastic.shown(pull, dimension: 800)
            #expect(shown > last && shown < 800 && shown - last < 5.5)
            last = shown
        }
        #expect(Elastic.shown(.infinity, dimension: 800) == 800)
        let limits = 0.1...4.0
        #expect(Elastic.zoom(1, within: limits) == 1 && Elastic.zoom(4, within: limits) == 4)
        #expect(Elastic.zoom(8, within: limits) > 4.5 && Elastic.zoom(1e300, within: limits) < 4 * 1.415)
        #expect(Elastic.zoom(0.05, within: limits) < 0.1 && Elastic.zoom(1e-300, within: limits) > 0.1 / 1.415)
    }
}
