import Geometry
import Graph
import Storage

// Views that move on their own. Times are milliseconds of the session's clock.

extension Workspace {
    /// Lets a view go from what it shows to a viewport; what moved it before moves it no more.
    ///
    /// A duration that is not above 0 shows the target at once.
    public mutating func animate(
        to target: Viewport, duration: Double = ViewportAnimation.standardDuration, easing: Easing = .easeInOut,
        path: ViewportAnimation.Path = .straight, in view: View.Slot, at now: Double
    ) {
        let shown = views[view].viewport
        guard duration > 0, target.isUsable, target != shown else { return show(target, in: view) }
        let animation = ViewportAnimation(
            from: shown, to: target, duration: duration, easing: easing, path: path, size: views[view].size,
            leastZoom: path == .smooth ? zoomLimits(of: view).least : 0)
        begin(.animation(animation, start: now), in: view, at: now)
    }

    /// Lets a view that a hand has released go on.
    ///
    /// Along the axes where it was pulled beyond its limits it goes back to them; along the others a fast release gives it
    /// momentum, unless its zoom goes back.
    ///
    /// - Parameter anchor: the screen point about which the zoom goes back; the center if nil.
    public mutating func release(_ view: View.Slot, velocity: Point, about anchor: Point? = nil, at now: Double) {
        let settings = document.settings.interaction
        let shown = views[view].viewport
        let clamped = zoomed(view, to: shown.zoom, at: anchor)
        let home = shown.followed(to: views[view].confined(clamped, settings))
        views[view].motion.isStretched = false
        var free = velocity
        if home.x != shown.x { free.x = 0 }
        if home.y != shown.y { free.y = 0 }
        if settings.inertia, settings.panEnabled, home.zoom == shown.zoom, let momentum = Momentum(velocity: free) {
            return begin(.momentum(momentum, from: shown, home: home, start: now), in: view, at: now)
        }
        if home != shown { animate(to: home, in: view, at: now) }
    }

    /// Stops a view where it is.
    public mutating func stopMotion(of view: View.Slot) {
        if views[view].motion.running == nil { return }
        views[view].motion.running = nil
        views[view].motion.isStretched = true
    }

    /// Shows what a hand has pulled a view to, perhaps beyond its limits.
    mutating func stretch(to viewport: Viewport, in view: View.Slot) {
        if viewport == views[view].viewport { return }
        views[view].viewport = viewport
        views[view].motion.isStretched = true
    }

    /// Lets views go back to their limits that nothing holds any more.
    public mutating func letGoOfViews(at now: Double) {
        for view in views.slots { letGo(of: view, at: now) }
    }

    /// Lets a view go back to its limits if nothing holds it any more.
    mutating func letGo(of view: View.Slot, at now: Double) {
        if isLoose(view) { release(view, velocity: .zero, at: now) }
    }

    /// Whether a view may have to go back to its limits and nothing holds it.
    private func isLoose(_ view: View.Slot) -> Bool {
        guard views[view].motion.isStretched, views[view].motion.running == nil, views[view].gesture == nil else {
            return false
        }
        if case .idle = views[view].pointers.state { return true }
        return false
    }

    /// Takes note that a hand moves a view, which therefore counts as moving for a while.
    public mutating func noteMovement(of view: View.Slot, at now: Double) {
        views[view].motion.lastMove = max(now, views[view].motion.lastMove ?? now)
    }

    /// Shows what the motion of a view has come to.
    ///
    /// It does not matter how often this is called in between. Momentum stops at the limits of the view, along each axis
    /// for itself.
    public mutating func advanceMotion(of view: View.Slot, to now: Double) {
        if let motion = views[view].motion.running { return advance(motion, of: view, to: now) }
        letGo(of: view, at: now)
        if views[view].motion.running == nil, let last = views[view].motion.lastMove,
            now >= last + MotionState.afterglow
        {
            views[view].motion.lastMove = nil
        }
    }

    /// When `advanceMotion` is to be called next; nil while nothing moves.
    public func motionDeadline(of view: View.Slot, now: Double) -> Double? {
        let state = views[view].motion
        if isLoose(view) { return now }
        if let motion = state.running { return min(state.lastFrame + MotionState.frame, max(motion.endTime, now)) }
        return state.lastMove.map { $0 + MotionState.afterglow }
    }

    private mutating func begin(_ motion: Motion, in view: View.Slot, at now: Double) {
        views[view].motion = MotionState(running: motion, lastMove: now, lastFrame: now)
    }

    private mutating func advance(_ motion: Motion, of view: View.Slot, to now: Double) {
        // Before the client has sent a time, none has passed: what began then begins with the first one.
        if views[view].motion.lastFrame == -.infinity { return begin(motion.starting(at: now), in: view, at: now) }
        let settings = document.settings.interaction
        var shown = motion.viewport(at: now)
        var isOver = motion.isOver(at: now)
        if case .momentum(_, let from, let home, _) = motion {
            if !settings.panEnabled { return stopMotion(of: view) }
            let limit = views[view].confined(shown, settings)
            if from.x == home.x { shown.x = limit.x }
            if from.y == home.y { shown.y = limit.y }
            // Along an axis momentum never turns back: at a limit of both it has come to rest.
            isOver = isOver || shown == views[view].confined(motion.end, settings)
        }
        if views[view].viewport != shown { views[view].viewport = shown }
        let lastMove = min(now, max(motion.endTime, views[view].motion.lastMove ?? now))
        let glows = now < lastMove + MotionState.afterglow
        views[view].motion = MotionState(
            running: isOver ? nil : motion, lastMove: isOver && !glows ? nil : lastMove, lastFrame: now)
    }
}

extension View {
    /// Whether the view is being moved, or was a moment ago, as of the last `advanceMotion`: by a pan, a pinch, a wheel
    /// or a motion.
    public var isMoving: Bool { gesture?.kind.movesView == true || motion.isMoving }
}
