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

extension Window {
    /// The limits of the view's zoom, for a given zoom.
    func limits(reaching zoom: Double, _ content: inout Content) -> ZoomLimits {
        content.zoomLimits(ofSize: view.size, reaching: zoom)
    }

    /// Shows the present state of the view's motion.
    mutating func advanceMotion(to now: Double, _ content: inout Content) {
        if let motion = view.motion.running {
            view.advance(motion, to: now, content.document.settings.interaction)
        } else {
            letGo(&content, at: now)
            view.noteRest(at: now)
        }
    }

    /// Lets the view go back to its limits if nothing holds it any more.
    @inline(__always)
    mutating func letGo(_ content: inout Content, at now: Double) {
        if isLoose { release(velocity: .zero, &content, at: now) }
    }

    /// Lets the view go on that a hand has released, or back to its limits (`View.release`).
    mutating func release(velocity: Point, about anchor: Point? = nil, _ content: inout Content, at now: Double) {
        let limits = limits(reaching: view.viewport.zoom, &content)
        view.release(velocity: velocity, about: anchor, limits, content.document.settings.interaction, at: now)
    }

    /// Zooms by two about a point of the screen, if the settings want it of a double tap.
    mutating func zoomIn(at screen: Point, _ content: inout Content, at now: Double) {
        let settings = content.document.settings.interaction
        guard view.own.zoomOnDoubleTap ?? settings.zoomOnDoubleTap, settings.zoomEnabled else { return }
        let zoom = view.viewport.zoom * 2
        let target = view.zoomed(to: zoom, at: screen, limits(reaching: zoom, &content))
        view.animate(to: view.confined(target, settings), at: now)
    }

    /// Shows bounds that are completely outside the view, by the least pan.
    mutating func reveal(_ bounds: Rect, _ content: inout Content) {
        let settings = content.document.settings.interaction
        let shown = view.visible
        let isOutside =
            bounds.maxX <= shown.minX || bounds.minX >= shown.maxX || bounds.maxY <= shown.minY
            || bounds.minY >= shown.maxY
        guard isOutside, bounds.isFinite, settings.panEnabled else { return }
        let limits = limits(reaching: view.zoom(revealing: bounds), &content)
        var next = view.revealing(bounds, limits)
        if !settings.zoomEnabled, next.zoom != view.viewport.zoom {
            // What would fit only by a zoom is shown by its middle.
            next = view.revealing(Rect(bounds.center, bounds.center), limits)
        }
        view.show(view.confined(next, settings))
    }

    /// The viewport that a key leads to; nil if the settings want none.
    func viewport(after command: KeyCommand, _ content: inout Content) throws(EditError) -> Viewport? {
        let settings = content.document.settings.interaction
        if let setting = settings.switchThatStops(zooms: true) { throw .switchedOff(by: setting) }
        if command == .fit {
            if let setting = settings.switchThatStops(zooms: false) { throw .switchedOff(by: setting) }
            guard let bounds = content.shownBounds() else { return nil }
            return view.fitting(bounds, limits(reaching: 0, &content))
        }
        let zoom = view.viewport.zoom * (command == .zoomIn ? 1.2 : 1 / 1.2)
        return view.confined(view.zoomed(to: zoom, limits(reaching: zoom, &content)), settings)
    }

    /// Shows the canvas after the movement of the open pinch's two fingers.
    ///
    /// - Parameter change: the factor since the begin, and the middle of the fingers.
    mutating func pinch(_ content: inout Content, _ change: (PinchGesture) -> (scale: Double, center: Point)) {
        guard let pinch = view.pinch else { return }
        let (scale, center) = change(pinch)
        let zoom = pinch.zoom * scale
        let limits = limits(reaching: zoom, &content)
        view.show(pinch, zoom: zoom, center: center, limits, content.document.settings.interaction)
    }

    /// Is true if the view may have to go back to its limits and nothing holds it.
    @inline(__always)
    var isLoose: Bool {
        guard view.motion.isStretched, view.motion.running == nil, view.gesture == nil else { return false }
        if case .idle = input.pointers.state { return true }
        return false
    }

    /// Returns the next time at which the motion must be advanced; nil while nothing moves.
    @inline(__always)
    public func motionDeadline(now: Double) -> Double? {
        let state = view.motion
        if isLoose { return now }
        if let motion = state.running { return min(state.lastFrame + MotionState.frame, max(motion.endTime, now)) }
        return state.lastMove.map { $0 + MotionState.afterglow }
    }

    /// Is false if nothing waits for time, as in most windows. The window is borrowed.
    @inline(__always)
    var mayWait: Bool {
        mutating get {
            if view.motion.isStretched || view.motion.isMoving { return true }
            if case .idle = input.pointers.state { return false }
            return true
        }
    }

    /// Returns the next time at which something is due; nil while nothing waits.
    ///
    /// The window is borrowed, because a copy would retain all it holds.
    mutating func deadline(after now: Double) -> Double? {
        var next = motionDeadline(now: now)
        func consider(_ deadline: Double) { next = min(next ?? deadline, deadline) }
        if let due = input.pointers.longPressAt { consider(due) }
        if view.gesture != nil, let start = input.pointers.pushStart { consider(max(start, now + MotionState.frame)) }
        return next
    }
}
