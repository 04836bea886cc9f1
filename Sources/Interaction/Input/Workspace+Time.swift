import Geometry
import Graph

// What happens in views because time passes.

extension Workspace {
    /// Advances the time, in milliseconds: presses become long, views that move go on, those at whose border a gesture waits follow it.
    ///
    /// - Complexity: O(views).
    public mutating func advance(to now: Double, cause: String) {
        for view in views.indices {
            if let due = views[view].pointers.longPressAt, due <= now { holdPress(in: view, cause: cause) }
            advanceMotion(of: view, to: now)
            advanceAutoPan(of: view, to: now)
        }
    }

    /// When `advance` has something to do next; nil while nothing waits for time.
    public func nextDeadline(after now: Double) -> Double? {
        var next: Double?
        func consider(_ deadline: Double?) {
            if let deadline { next = min(next ?? deadline, deadline) }
        }
        for view in views.indices {
            consider(views[view].pointers.longPressAt)
            consider(motionDeadline(of: view, now: now))
            consider(autoPanDeadline(of: view, now: now))
        }
        return next
    }
}

extension Pointers {
    /// When the press becomes a long one.
    var longPressAt: Double? {
        if case .pressed(let press) = state { press.longPressAt } else { nil }
    }
}

extension Workspace {
    /// Pushes a view along whose gesture waits at its border.
    mutating func advanceAutoPan(of view: Int, to now: Double) {
        guard case .leading(var lead) = views[view].pointers.state, var autoPan = lead.autoPan, autoPan.isArmed,
            let contact = views[view].pointers.contact(lead.contact), views[view].gestureCount == lead.gesture,
            views[view].gesture != nil
        else { return }
        let push = autoPan.offset(to: now)
        autoPan.move(to: contact.at, in: views[view].size, at: now)
        lead.autoPan = autoPan
        views[view].pointers.state = .leading(lead)
        if push == .zero { return }
        let pushed = views[view].confined(views[view].panned(by: push), document.settings)
        let moved = Point(x: pushed.x - views[view].viewport.x, y: pushed.y - views[view].viewport.y)
        if moved.squaredLength < 1e-12 {
            // At the limits of the view there is nowhere to go until the pointer moves.
            lead.autoPan?.rest()
            views[view].pointers.state = .leading(lead)
            return
        }
        views[view].viewport = pushed
        try? advanceGesture(in: view, to: contact.at, contact.modifiers)
    }

    private func autoPanDeadline(of view: Int, now: Double) -> Double? {
        guard case .leading(let lead) = views[view].pointers.state, let start = lead.autoPan?.start,
            views[view].gesture != nil
        else { return nil }
        return max(start, now + MotionState.frame)
    }
}
