import Editing
import Geometry
import Interaction
import Seeding
import Sketching
import Testing

@Suite("A view in motion")
struct ViewMotionTests {
    private func stage(_ settings: String = "{}") -> GestureStage {
        GestureStage(Sketch("settings \(settings)\na 0,0"))
    }

    /// Moves the view on in steps of some milliseconds; answers what it showed.
    private func show(_ stage: inout GestureStage, until end: Double, every step: Double, from: Double = 0)
        -> [Viewport]
    {
        stride(from: from, through: end, by: step).map { now in
            stage.workspace.advanceMotion(to: now)
            return stage.view.viewport
        }
    }

    private static let target = Viewport(x: -300, y: 40, zoom: 2.5)

    @Test("ends exactly where it was sent, whatever the steps", arguments: [1.0, 16, 33, 999])
    func ends(step: Double) {
        var stage = stage()
        stage.workspace.animate(to: ViewMotionTests.target, Transition(duration: 200), in: .first, at: 0)
        let shown = show(&stage, until: 1998, every: step)
        #expect(shown.first == Viewport() && shown.last == ViewMotionTests.target)
        #expect(stage.workspace.windows[0].motionDeadline(now: 1998) == nil)
    }

    @Test("shows the same in one step as in many", arguments: [false, true])
    func slices(isMomentum: Bool) {
        for seed in 0..<20 {
            var random = Seeded(UInt64(seed))
            var (one, many) = (stage(), stage())
            func start(_ workspace: inout Workspace) {
                if isMomentum {
                    workspace.release(velocity: Point(x: 900, y: -300), at: 5)
                } else {
                    workspace.animate(to: ViewMotionTests.target, in: .first, at: 5)
                }
            }
            start(&one.workspace)
            start(&many.workspace)
            let end = Double.random(in: 5...1500, using: &random)
            for time in (0..<10).map({ _ in Double.random(in: 5...end, using: &random) }).sorted() {
                many.workspace.advanceMotion(to: time)
            }
            one.workspace.advanceMotion(to: end)
            many.workspace.advanceMotion(to: end)
            #expect(one.view.viewport == many.view.viewport)
            #expect(one.view.isMoving == many.view.isMoving)
        }
    }

    @Test("goes on from what it shows when it is sent elsewhere")
    func retargets() {
        var stage = stage()
        stage.workspace.animate(to: ViewMotionTests.target, in: .first, at: 0)
        _ = show(&stage, until: 100, every: 10)
        let shown = stage.view.viewport
        stage.workspace.animate(to: Viewport(x: 500, y: 500), in: .first, at: 100)
        #expect(stage.view.viewport == shown)
        stage.workspace.advanceMotion(to: 100.001)
        #expect(
            Point(x: stage.view.viewport.x, y: stage.view.viewport.y).distance(to: Point(x: shown.x, y: shown.y)) < 0.1)
        stage.workspace.advanceMotion(to: 350)
        #expect(stage.view.viewport == Viewport(x: 500, y: 500))
    }

    @Test("is due sixty times a second, and once more when it is over")
    func deadlines() {
        var stage = stage()
        #expect(stage.workspace.windows[0].motionDeadline(now: 0) == nil && !stage.view.isMoving)
        stage.workspace.animate(to: ViewMotionTests.target, Transition(duration: 40), in: .first, at: 10)
        var due: [Double] = []
        while let next = stage.workspace.windows[0].motionDeadline(now: due.last ?? 10), due.count < 10 {
            #expect(stage.view.isMoving)
            due.append(next)
            stage.workspace.advanceMotion(to: next)
        }
        #expect(due.map { $0.rounded() } == [27, 43, 50, 170])
        #expect(!stage.view.isMoving)
    }

    @Test("glides after a fast release only, where it may, and stops at each limit for itself")
    func glides() {
        var stage = stage("{\"translateExtent\": [[-100, -9000], [9000, 9000]]}")
        stage.workspace.release(velocity: Point(x: 40, y: 20), at: 0)
        #expect(!stage.view.isMoving)
        stage.workspace.release(velocity: Point(x: 2000, y: 1000), at: 0)
        let shown = show(&stage, until: 3000, every: 10)
        #expect(shown.allSatisfy { $0.x <= 100 } && shown.last?.x == 100)
        #expect(abs((shown.last?.y ?? 0) - 1000 * 0.325 * (1 - 20 / 5e6.squareRoot())) < 1e-6)
        #expect(zip(shown, shown.dropFirst()).allSatisfy { $1.y >= $0.y })
        #expect(!stage.view.isMoving)
        stage.workspace.release(velocity: Point(x: 2000, y: 0), at: 5000)
        stage.workspace.advanceMotion(to: 5016)
        #expect(stage.workspace.windows[0].motionDeadline(now: 5016) == 5136, "at the limit nothing is left to move")
        for settings in ["{\"inertia\": false}", "{\"panEnabled\": false}"] {
            var still = self.stage(settings)
            still.workspace.release(velocity: Point(x: 2000, y: 1000), at: 0)
            #expect(!still.view.isMoving)
        }
    }

    @Test("goes back to its limits when it was pulled beyond them")
    func returns() {
        var stage = stage("{\"translateExtent\": [[0, 0], [9000, 9000]]}")
        let settings = stage.workspace.document.settings.interaction
        let pulled = stage.view.stretched(Viewport(x: 100, y: -50), settings)
        #expect(abs(pulled.x - 55 * 800 / 855) < 1e-9 && pulled.y == -50)
        let limits = stage.workspace.viewLimits
        #expect(stage.view.stretchedZoom(8, limits, settings) > 4)
        stage.workspace[.first].show(Viewport(x: pulled.x, y: -50, zoom: 4.5))
        stage.workspace.release(velocity: Point(x: 2000, y: 0), about: .zero, at: 0)
        stage.workspace.advanceMotion(to: 250)
        #expect(stage.view.viewport.zoom == 4 && stage.view.viewport.x == 0)
        var firm = self.stage("{\"rubberBand\": false, \"translateExtent\": [[0, 0], [9000, 9000]]}")
        #expect(
            firm.view.stretched(Viewport(x: 100, y: -50), firm.workspace.document.settings.interaction)
                == Viewport(y: -50)
        )
        #expect(firm.view.stretchedZoom(8, limits, firm.workspace.document.settings.interaction) == 4)
        firm.workspace.advanceMotion(to: 1)
    }

    @Test("goes back along one axis and glides along the other, whatever the steps", arguments: [1.0, 16, 999])
    func returnsAndGlides(step: Double) {
        var stage = stage("{\"translateExtent\": [[0, -9000], [9000, 9000]]}")
        stage.workspace[.first].show(Viewport(x: 60, y: 0, zoom: 1))
        stage.workspace.release(velocity: Point(x: 1000, y: 500), at: 0)
        let shown = show(&stage, until: 3000, every: step)
        #expect(shown.last?.x == 0)
        let turnsBack = zip(shown, shown.dropFirst()).contains { $1.x > $0.x || $1.y < $0.y }
        #expect(!turnsBack)
        let way = Momentum(velocity: Point(x: 0, y: 500))?.offset(at: .infinity).y ?? 0
        #expect(way > 150 && abs((shown.last?.y ?? 0) - way) < 1e-6)
        #expect(!stage.view.isMoving)
    }

    @Test("stops where it is when a hand takes it, and stays there when the gesture is cancelled")
    func stops() {
        var stage = stage()
        stage.workspace.animate(to: ViewMotionTests.target, in: .first, at: 0)
        stage.workspace.advanceMotion(to: 100)
        let shown = stage.view.viewport
        _ = stage.run("pan 10,10\nmove 30,10")
        stage.workspace.advanceMotion(to: 150)
        #expect(stage.view.viewport == shown.panned(by: Point(x: 20, y: 0)))
        #expect(stage.run("cancel") == ["cancelled"])
        stage.workspace.advanceMotion(to: 1000)
        #expect(stage.view.viewport == shown && !stage.view.isMoving)
        stage.workspace.animate(to: ViewMotionTests.target, in: .first, at: 2000)
        stage.workspace[.first].show(Viewport())
        stage.workspace.advanceMotion(to: 2100)
        #expect(stage.view.viewport == Viewport())
    }

    @Test("counts as moving until 120 ms after a hand has moved it")
    func glows() {
        var stage = stage()
        stage.workspace[.first].noteMovement(at: 10)
        stage.workspace[.first].noteMovement(at: 5)
        #expect(stage.workspace.windows[0].motionDeadline(now: 10) == 130)
        stage.workspace.advanceMotion(to: 129)
        #expect(stage.view.isMoving)
        stage.workspace.advanceMotion(to: 130)
        #expect(!stage.view.isMoving && stage.workspace.windows[0].motionDeadline(now: 130) == nil)
    }

    @Test("is at its target at once without a duration, and does not move towards what it shows")
    func instant() {
        var stage = stage()
        stage.workspace.animate(to: ViewMotionTests.target, Transition(duration: 0), in: .first, at: 0)
        #expect(stage.view.viewport == ViewMotionTests.target && !stage.view.isMoving)
        stage.workspace.animate(to: ViewMotionTests.target, in: .first, at: 0)
        #expect(!stage.view.isMoving)
    }
}
