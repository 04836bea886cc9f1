import Geometry
import Graph
import Storage

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

    /// Lets a view go on that a hand has released, or lets it return to its limits (`View.release`).
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
