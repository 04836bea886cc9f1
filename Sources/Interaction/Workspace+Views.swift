import Editing
import Geometry
import Graph
import Routing
import Storage
import Wire

// The views of a document, what is under their points, and what time does to them.

extension Workspace {
    /// Opens a view; a zoom out of range is clamped. Gives the viewport it starts with.
    public mutating func openView(
        _ id: String, size: Size, viewport: Viewport?, mode: View.SceneMode, carried: View.CarriedItems = .placed,
        margin: Double?, listsSelection: Bool = false, followsOthers: Bool = false
    ) -> Viewport {
        var start = viewport ?? Viewport(document.viewport) ?? Viewport()
        start.zoom = content.zoomLimits(ofSize: size, reaching: start.zoom).clamped(start.zoom)
        presenceVersion += 1
        if followsOthers { presenceFollowers += 1 }
        windows.append(
            Window(
                View(
                    id: id, size: size, viewport: start, mode: mode, carried: carried, margin: margin,
                    listsSelection: listsSelection),
                PresenceState(followsOthers: followsOthers, version: presenceVersion)))
        if presenceFollowers > 0 { markPresence() }
        return start
    }

    /// Closes a view; those behind it move up.
    public mutating func close(_ view: View.Slot) {
        questions.forget(view: windows[view].view.id)
        if windows[view].presence.followsOthers { presenceFollowers -= 1 }
        windows.remove(at: view.index)
        if presenceFollowers > 0 { markPresence() }
    }

    /// Whose steps undo and redo take in a view: its own, those of none, and those of views that are closed.
    public func owner(_ view: View.Slot) -> StepOwner {
        StepOwner(
            view: Identifier(windows[view].view.id), open: Set(windows.map { Identifier($0.view.id) }))
    }

    /// What a view sees now, with everything in step that places follow from.
    ///
    /// - Parameter asksRules: whether the gate is made ready, too, as gestures need it that connect.
    public mutating func stage(of view: View.Slot, asksRules: Bool = false) -> Stage {
        content.refresh()
        if asksRules { content.editor.prepareGate() }
        return Stage(
            document: content.document, scene: scene, isReadOnly: content.editor.isReadOnly,
            viewport: windows[view].view.viewport, size: windows[view].view.size, revision: revision,
            client: questions.rule(windows[view].view.verdicts, content.document.settings))
    }

    // MARK: Hits

    /// What is under a screen point, of what the view shows.
    public mutating func hit(in view: View.Slot, at screen: Point, _ pointer: PointerKind) -> Hit {
        content.refresh()
        return firstHit(in: view, at: screen, pointer)
    }

    /// Not mutating, so that document and scene are lent to the test and not counted; nor is a selection of nothing.
    private func firstHit(in view: View.Slot, at screen: Point, _ pointer: PointerKind) -> Hit {
        HitTest(at: screen, in: windows[view].view.viewport, windows[view].view.level, document, pointer: pointer)
            .first(
                in: document, scene,
                windows[view].view.selection.isEmpty ? Selection() : windows[view].view.selection)
    }

    /// Everything under a screen point, the canvas last.
    public mutating func hits(in view: View.Slot, at screen: Point, _ pointer: PointerKind) -> [Hit] {
        let stage = stage(of: view)
        return windows[view].view.hits(at: screen, pointer, on: stage)
    }

    // MARK: Time

    /// Advances the time, in milliseconds: presses become long, views that move go on, those at whose border a gesture waits follow it.
    ///
    /// - Complexity: O(views).
    public mutating func advance(to now: Double, cause: String) {
        for view in windows.slots {
            if windows[view].isLongPressDue(at: now) {
                let actions = windows[view].holdPress(on: stage(of: view))
                _ = try? perform(actions, in: view, at: now, cause: cause)
            }
            advanceMotion(of: view, to: now)
            advanceAutoPan(of: view, to: now, cause: cause)
        }
    }

    /// When `advance` has something to do next; nil while nothing waits for time.
    public func nextDeadline(after now: Double) -> Double? {
        var next: Double?
        for view in windows.slots {
            if let due = windows[view].deadline(after: now) { next = min(next ?? due, due) }
        }
        return next
    }

    /// Shows what the motion of a view has come to.
    public mutating func advanceMotion(of view: View.Slot, to now: Double) {
        if let motion = windows[view].view.motion.running {
            windows[view].view.advance(motion, to: now, content.document.settings.interaction)
        } else {
            letGo(of: view, at: now)
            windows[view].view.noteRest(at: now)
        }
    }

    /// Pushes a view along whose gesture waits at its border.
    mutating func advanceAutoPan(of view: View.Slot, to now: Double, cause: String) {
        if windows[view].input.pointers.pushStart == nil { return }
        let actions = windows[view].wait(to: now, content.document.settings.interaction)
        _ = try? perform(actions, in: view, at: now, cause: cause)
    }

    /// Brings the gesture that a contact leads in step after the viewport has moved below it.
    mutating func followViewport(in view: View.Slot, at time: Double, cause: String) throws(EditError) {
        let actions = windows[view].viewportMoved(content.document.settings.interaction)
        try perform(actions, in: view, at: time, cause: cause)
    }

    /// Lets views go back to their limits that nothing holds any more.
    public mutating func letGoOfViews(at now: Double) {
        for view in windows.slots { letGo(of: view, at: now) }
    }

    /// Lets a view go back to its limits if nothing holds it any more.
    mutating func letGo(of view: View.Slot, at now: Double) {
        if windows[view].isLoose { release(view, velocity: .zero, at: now) }
    }

    /// Lets a view that a hand has released go on, or back to its limits (`View.release`).
    public mutating func release(_ view: View.Slot, velocity: Point, about anchor: Point? = nil, at now: Double) {
        let limits = zoomLimits(of: view, reaching: windows[view].view.viewport.zoom)
        windows[view].view.release(
            velocity: velocity, about: anchor, limits, content.document.settings.interaction, at: now)
    }
}

extension Viewport {
    /// Reads the viewport of a file; nil if it is none.
    init?(_ json: JSON?) {
        guard let x = json?["x"]?.doubleValue, let y = json?["y"]?.doubleValue, let zoom = json?["zoom"]?.doubleValue,
            zoom > 0
        else { return nil }
        self.init(x: x, y: y, zoom: zoom)
    }
}
