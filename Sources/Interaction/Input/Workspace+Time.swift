import Geometry
import Graph
import Storage

// What happens in views because time passes.

extension Workspace {
    /// Advances the time, in milliseconds: presses become long, views that move go on, those at whose border a gesture waits follow it.
    ///
    /// - Complexity: O(views).
    public mutating func advance(to now: Double, cause: String) {
        for view in views.slots {
            holdPress(in: view, at: now, cause: cause)
            advanceMotion(of: view, to: now)
            advanceAutoPan(of: view, to: now, cause: cause)
        }
    }

    /// When `advance` has something to do next; nil while nothing waits for time.
    public func nextDeadline(after now: Double) -> Double? {
        var next: Double?
        func consider(_ deadline: Double?) {
            if let deadline { next = min(next ?? deadline, deadline) }
        }
        for view in views.slots {
            consider(views[view].pointers.longPressAt)
            consider(motionDeadline(of: view, now: now))
            consider(autoPanDeadline(of: view, now: now))
        }
        return next
    }
}

extension Workspace {
    /// Pushes a view along whose gesture waits at its border.
    mutating func advanceAutoPan(of view: View.Slot, to now: Double, cause: String) {
        if views[view].pointers.pushStart == nil { return }
        let actions = views[view].pointers.wait(to: now, pointerContext(of: view))
        _ = try? perform(actions, in: view, at: now, cause: cause)
    }

    /// Moves a view as its gesture pushes it, up to its limits.
    mutating func push(by way: Point, in view: View.Slot, at time: Double, cause: String) throws(EditError) {
        let pushed = views[view].confined(views[view].panned(by: way), document.settings.interaction)
        let moved = Point(x: pushed.x - views[view].viewport.x, y: pushed.y - views[view].viewport.y)
        let hasMoved = !(moved.squaredLength < 1e-12)
        if hasMoved { views[view].viewport = pushed }
        try perform(views[view].pointers.pushed(hasMoved), in: view, at: time, cause: cause)
    }

    private func autoPanDeadline(of view: View.Slot, now: Double) -> Double? {
        guard let start = views[view].pointers.pushStart, views[view].gesture != nil else { return nil }
        return max(start, now + MotionState.frame)
    }
}
