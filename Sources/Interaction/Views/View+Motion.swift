import Geometry
import Graph
import Storage

// Views that move on their own. Times are milliseconds of the session's clock.

extension View {
    /// Shows a viewport and ends the motion; points that the gesture anchors on the canvas stay there.
    public mutating func show(_ viewport: Viewport) {
        stopMotion()
        self.viewport = viewport
    }

    /// Moves from the present to another viewport, and ends any other motion.
    ///
    /// A duration that is not above 0 shows the target at once.
    ///
    /// - Parameter limits: the limits of the zoom, which springs keep; a smooth path keeps only the least.
    mutating func animate(
        to target: Viewport, _ transition: Transition = Transition(), path: ViewportAnimation.Path = .straight,
        _ limits: ZoomLimits? = nil, at now: Double
    ) {
        guard target.isUsable, target != viewport else { return show(target) }
        let animation = ViewportAnimation(
            from: viewport, to: target, transition, path: path, size: size, limits: limits)
        guard animation.duration > 0 else { return show(target) }
        begin(.animation(animation, start: now), at: now)
    }

    /// Goes on after a hand has released the view.
    ///
    /// Along axes on which it was pulled beyond its limits it returns to them; along the others a fast release gives
    /// it momentum, unless its zoom returns.
    ///
    /// - Parameter anchor: the screen point about which the zoom returns; the center if nil.
    mutating func release(
        velocity: Point, about anchor: Point?, _ limits: ZoomLimits, _ settings: borrowing InteractionSettings,
        at now: Double
    ) {
        let clamped = zoomed(to: viewport.zoom, at: anchor, limits)
        let home = viewport.followed(to: confined(clamped, settings))
        motion.isStretched = false
        var free = velocity
        if home.x != viewport.x { free.x = 0 }
        if home.y != viewport.y { free.y = 0 }
        if own.inertia ?? settings.inertia, settings.panEnabled, home.zoom == viewport.zoom,
            let momentum = Momentum(velocity: free)
        {
            return begin(.momentum(momentum, from: viewport, home: home, start: now), at: now)
        }
        if home != viewport { animate(to: home, at: now) }
    }

    /// Stops the view where it is.
    public mutating func stopMotion() {
        if motion.running == nil { return }
        motion.running = nil
        motion.isStretched = true
    }

    /// Shows the viewport to which a hand has pulled the view, perhaps beyond its limits.
    mutating func stretch(to viewport: Viewport) {
        if viewport == self.viewport { return }
        self.viewport = viewport
        motion.isStretched = true
    }

    /// The part of a push that moves the open gesture: along an axis on which the dragged element is held back, the
    /// view would only run away from it.
    ///
    /// - Parameter at: the pointer, in screen points.
    func leads(_ push: Point, at: Point, on stage: Stage) -> Point {
        guard let lag = gesture?.payload.lag(at: at, on: stage) else { return push }
        // A push to the right shows more of what lies to the left.
        return Point(x: lag.x * push.x < 0 ? 0 : push.x, y: lag.y * push.y < 0 ? 0 : push.y)
    }

    /// Moves as a gesture at the border pushes, up to the limits; false if there is nowhere to go.
    mutating func push(by way: Point, _ settings: borrowing InteractionSettings) -> Bool {
        let pushed = confined(panned(by: way), settings)
        let moved = Point(x: pushed.x - viewport.x, y: pushed.y - viewport.y)
        let hasMoved = !(moved.squaredLength < 1e-12)
        if hasMoved { viewport = pushed }
        return hasMoved
    }

    /// Notes that a hand moves the view, which therefore counts as moving for a while.
    public mutating func noteMovement(at now: Double) { motion.lastMove = max(now, motion.lastMove ?? now) }

    /// Notes that the view has not moved for a while.
    mutating func noteRest(at now: Double) {
        if motion.running == nil, let last = motion.lastMove, now >= last + MotionState.afterglow {
            motion.lastMove = nil
        }
    }

    private mutating func begin(_ motion: Motion, at now: Double) {
        self.motion = MotionState(running: motion, lastMove: now, lastFrame: now)
    }

    /// Shows the present state of a motion.
    ///
    /// It does not matter how often this is called in between. Momentum stops at the limits of the view, along each axis
    /// for itself.
    mutating func advance(_ motion: Motion, to now: Double, _ settings: borrowing InteractionSettings) {
        // Before the client has sent a time, none has passed: what began then begins with the first one.
        if self.motion.lastFrame == -.infinity { return begin(motion.starting(at: now), at: now) }
        var shown = motion.viewport(at: now)
        var isOver = motion.isOver(at: now)
        if case .momentum(_, let from, let home, _) = motion {
            if !settings.panEnabled { return stopMotion() }
            let limit = confined(shown, settings)
            if from.x == home.x { shown.x = limit.x }
            if from.y == home.y { shown.y = limit.y }
            // Along an axis momentum never turns back: at a limit of both it has come to rest.
            isOver = isOver || shown == confined(motion.end, settings)
        }
        if viewport != shown { viewport = shown }
        let lastMove = min(now, max(motion.endTime, self.motion.lastMove ?? now))
        let glows = now < lastMove + MotionState.afterglow
        self.motion = MotionState(
            running: isOver ? nil : motion, lastMove: isOver && !glows ? nil : lastMove, lastFrame: now)
    }

    /// Is true if the view is being moved, or was a moment ago, by a pan, a pinch, a wheel or a motion.
    /// It is as of the last time that the motion was advanced.
    public var isMoving: Bool { gesture?.kind.movesView == true || motion.isMoving }
}

extension View {
    /// A viewport that shows less beyond `translateExtent` than it was pulled to; without an extent it stays.
    ///
    /// Only the settings' `rubberBand` lets it show anything there.
    public func stretched(_ viewport: Viewport, _ settings: InteractionSettings) -> Viewport {
        let limit = confined(viewport, settings)
        guard settings.yieldsBeyondLimits else { return limit }
        let x = Elastic.shown(viewport.x - limit.x, dimension: size.width)
        let y = Elastic.shown(viewport.y - limit.y, dimension: size.height)
        return limit.panned(by: Point(x: x, y: y))
    }

    /// Returns the viewport from which a hand would have to pull, if limits give way: the inverse of `stretched`.
    public func pulled(_ viewport: Viewport, _ settings: InteractionSettings) -> Viewport {
        guard settings.yieldsBeyondLimits else { return viewport }
        let limit = confined(viewport, settings)
        let x = Elastic.pull(viewport.x - limit.x, dimension: size.width)
        let y = Elastic.pull(viewport.y - limit.y, dimension: size.height)
        return limit.panned(by: Point(x: x, y: y))
    }

    /// The zoom that a pinch asks for, from the one that the view shows beyond the limits: the inverse of
    /// `stretchedZoom`.
    public func pulledZoom(_ shown: Double, _ limits: ZoomLimits, _ settings: InteractionSettings) -> Double {
        guard settings.yieldsBeyondLimits else { return shown }
        return Elastic.wantedZoom(shown, within: limits.range)
    }

    /// The zoom to show for one that a pinch wants: clamped, or with `rubberBand` a little beyond the limits.
    public func stretchedZoom(_ wanted: Double, _ limits: ZoomLimits, _ settings: InteractionSettings) -> Double {
        guard settings.yieldsBeyondLimits else { return limits.clamped(wanted) }
        return Elastic.zoom(wanted, within: limits.range)
    }
}
