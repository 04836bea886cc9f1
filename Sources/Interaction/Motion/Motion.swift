import Geometry

/// The motion of a view without a hand.
///
/// It is a function of time alone: more frequent questions show more of it, but nothing different.
public enum Motion: Sendable, Equatable {
    /// A pan that continues from a viewport and a time; along axes on which that viewport is beyond its limits, it
    /// returns to them at the same time.
    indirect case momentum(Momentum, from: Viewport, home: Viewport, start: Double)
    indirect case animation(ViewportAnimation, start: Double)

    /// Returns the viewport at a time, in milliseconds; momentum may carry it beyond the limits of the view.
    public func viewport(at time: Double) -> Viewport {
        switch self {
        case .momentum(let momentum, let from, let home, let start):
            Motion.viewport(momentum.offset(at: time - start), from, home, at: time - start)
        case .animation(let animation, let start): animation.viewport(at: time - start)
        }
    }

    /// The same motion from another time on.
    func starting(at start: Double) -> Motion {
        switch self {
        case .momentum(let momentum, let from, let home, _):
            .momentum(momentum, from: from, home: home, start: start)
        case .animation(let animation, _): .animation(animation, start: start)
        }
    }

    /// Returns true if the motion has ended at a time, in milliseconds on the clock of its start.
    public func isOver(at time: Double) -> Bool { !(time < endTime) }

    /// The viewport when it is over.
    public var end: Viewport {
        switch self {
        case .momentum(let momentum, let from, let home, _):
            Motion.viewport(momentum.offset(at: momentum.duration), from, home, at: .infinity)
        case .animation(let animation, _): animation.to
        }
    }

    /// The time when it is over, in milliseconds.
    public var endTime: Double {
        switch self {
        case .momentum(let momentum, let from, let home, let start):
            start + (from == home ? momentum.duration : max(momentum.duration, Transition().duration))
        case .animation(let animation, let start): start + animation.duration
        }
    }

    private static func viewport(_ offset: Point, _ from: Viewport, _ home: Viewport, at time: Double) -> Viewport {
        if from == home { return from.panned(by: offset) }
        let back = ViewportAnimation(from: from, to: home).viewport(at: time)
        return Viewport(
            x: from.x == home.x ? from.x + offset.x : back.x, y: from.y == home.y ? from.y + offset.y : back.y,
            zoom: from.zoom)
    }
}

/// The state that a view keeps of its motion.
struct MotionState: Sendable {
    /// Frames of motions are a sixtieth of a second apart, in milliseconds.
    static let frame = 1000.0 / 60
    /// The time after its last move in which a view still counts as moving, in milliseconds.
    static let afterglow = 120.0

    var running: Motion?
    /// Is true if the view may show parts beyond its limits, and returns to them when nothing holds it.
    var isStretched = false
    /// The time when the view was last moved by a hand or a motion; nil once that was long enough ago.
    var lastMove: Double?
    /// The time when a frame of the motion was last shown.
    var lastFrame = 0.0

    var isMoving: Bool { running != nil || lastMove != nil }
}
