import Editing
import Geometry
import Graph
import Storage

extension Window {
    /// The answer of the view to an input.
    ///
    /// The window is borrowed, because a copy would retain all it holds.
    ///
    /// - Parameters:
    ///   - refusal: of the requested effect.
    ///   - question: the question on whose answer the resulting end waits.
    mutating func answer(
        hit: Hit? = nil, action: String? = nil, refusal: Refusal? = nil, question: Int? = nil
    ) -> InputAnswer {
        var answer = InputAnswer(gesture: view.gesture?.kind.name, hit: hit, action: action)
        answer.refusal = refusal
        answer.question = question
        return answer
    }

    /// Receives a pointer event; returns actions.
    ///
    /// Not inlined, because the settings of a document are read in place only while nothing else is changed.
    ///
    /// - Throws: `limits` if too many pointers are down.
    @inline(never)
    mutating func receive(_ event: PointerEvent, in document: Document) throws(EditError) -> PointerActions {
        try input.pointers.receive(event, context(document.settings.interaction))
    }

    /// Receives a pinch that the platform has recognized; returns actions.
    mutating func receive(_ event: PinchEvent, _ settings: borrowing InteractionSettings) -> PointerActions {
        input.pointers.receive(event, context(settings))
    }

    /// Updates the gesture of a contact after a change of the held modifiers.
    mutating func hold(_ modifier: Modifiers, _ event: KeyEvent, _ settings: borrowing InteractionSettings)
        -> PointerActions
    {
        let held = event.phase == .down ? event.modifiers.union(modifier) : event.modifiers.subtracting(modifier)
        return input.pointers.hold(held, context(settings))
    }

    /// Returns the context for decisions of the pointers, as the view is now.
    private func context(_ settings: borrowing InteractionSettings) -> PointerContext { PointerContext(view, settings) }

    /// Finds the pressed elements; returns the front-most, and actions.
    mutating func find(_ event: PointerEvent, on stage: Stage) -> (hit: Hit, actions: PointerActions) {
        let hits = view.hits(at: event.at, event.kind, on: stage)
        var origin = GestureOrigin(view, at: event.at, event.kind)
        if event.button == 0, !stage.isReadOnly, case .node(let node)? = hits[0].element,
            stage.document.isRaisedOnTouch(node)
        {
            origin.raised = stage.document.nodeID(node)
        }
        let tool = view.heldTool(stage.document.settings.interaction)
        let drag = view.own.canvasDrag ?? stage.document.settings.interaction.canvasDrag
        let press = Press(event, origin, hits, tool, drag)
        let claims = stage.claims(on: press, button: event.button, isGestureOpen: view.gesture != nil)
        let context = context(stage.document.settings.interaction)
        return (hits[0], input.pointers.found(press, claims, event, context))
    }

    /// Receives whether a press became the claimed gesture; returns actions.
    mutating func began(
        _ isOpen: Bool, by event: PointerEvent, _ settings: borrowing InteractionSettings
    ) -> PointerActions {
        input.pointers.began(isOpen, by: event, context(settings))
    }

    /// Lets time pass for a gesture that waits at the border of its view; returns actions.
    mutating func wait(to now: Double, _ settings: borrowing InteractionSettings) -> PointerActions {
        input.pointers.wait(to: now, context(settings))
    }

    /// Reacts to a move of the viewport below the gesture of a contact; returns actions.
    mutating func viewportMoved(_ settings: borrowing InteractionSettings) -> PointerActions {
        input.pointers.viewportMoved(context(settings))
    }

    /// Records the position of a contact without moving its gesture; false if every point of the way counts.
    mutating func note(_ event: PointerEvent) -> Bool {
        view.gesture?.kind.coalesces == true && input.pointers.note(event)
    }

    /// Chooses the target of a tap that no mode has handled; returns the hit, and actions.
    mutating func tap(_ press: Press, on stage: Stage, at time: Double) -> (hit: Hit, actions: PointerActions) {
        let context = context(stage.document.settings.interaction)
        let depth = input.pointers.pick(press, at: time, context)
        let hit = stage.tapped(press.hits, past: depth)
        if case .own = press.tool {} else { view.choose(hit.element, with: press.modifiers, on: stage) }
        return (hit, input.pointers.tapped(press, on: hit, at: time, context))
    }

    /// Turns a press into a long press; returns actions.
    mutating func holdPress(on stage: Stage) -> PointerActions {
        guard case .pressed(let press) = input.pointers.state else { return PointerActions() }
        return input.pointers.holdPress(
            on: stage.tapped(press.hits), context(stage.document.settings.interaction))
    }

    /// Returns true if a press has lasted long enough to be a long one.
    @inline(__always)
    func isLongPressDue(at now: Double) -> Bool { input.pointers.longPressAt.map { $0 <= now } ?? false }

    /// Ends the open gesture without a trace; without one, ends a press, else clears the selection, else the focus.
    mutating func cancelFirst(_ settings: borrowing InteractionSettings) {
        if view.gesture != nil {
            view.abandonGesture()
            input.pointers.drop()
        } else if case .pressed = input.pointers.state {
            input.pointers.drop()
        } else if !view.selection.isEmpty {
            if settings.selectionEnabled { view.selection = Selection() }
        } else if view.focus != nil {
            view.focus = nil
        }
    }

    /// Is true if something else may be under a resting pointer, and nothing is held over the view or done in it.
    var mayRenewHover: Bool {
        // The window is borrowed, because a copy would retain all it holds.
        mutating get {
            view.hoverNeedsUpdate && !sent.isFirst && view.resting != nil && view.gesture == nil
                && view.offering == nil && input.pointers.contacts.isEmpty
        }
    }
}

extension Window {
    /// Records that the pointer rests at the wheel's position, unless it is down.
    mutating func rest(at event: WheelEvent) {
        if input.pointers.contacts.isEmpty { view.resting = (event.at, .mouse) }
    }

    /// Pans, or zooms about the pointer.
    mutating func roll(
        _ event: WheelEvent, zooms: Bool, _ limits: ZoomLimits, _ settings: borrowing InteractionSettings
    ) {
        let wanted =
            zooms
            ? view.zoomed(to: view.viewport.zoom * event.factor, at: event.at, limits)
            : view.panned(by: event.offset(in: view.size))
        let shown = view.confined(wanted, settings)
        if shown != view.viewport { view.viewport = shown }
    }
}

extension Stage {
    /// Returns the target of a tap among all hits: handles and corners take part only in drags, a waypoint counts as
    /// its edge.
    ///
    /// - Parameter depth: the number of elements that the tap passes; after the last one the first follows.
    func tapped(_ hits: [Hit], past depth: Int = 0) -> Hit {
        var picked: [Hit] = []
        for hit in hits {
            guard let hit = tappable(hit), hit.element != nil, !picked.contains(where: { $0.element == hit.element })
            else { continue }
            picked.append(hit)
            if picked.count > depth { return hit }
        }
        return picked.isEmpty ? Hit(target: .canvas, distance: 0) : picked[depth % picked.count]
    }

    /// The target of a tap on a hit; nil for parts that take part only in drags.
    private func tappable(_ hit: Hit) -> Hit? {
        switch hit.target {
        case .node, .label, .edge, .canvas: return hit
        case .waypoint(let edge, let index):
            guard let waypoints = document.form(ofEdge: edge)?.waypoints, waypoints.indices.contains(index),
                let path = scene.routes.path(ofEdge: edge, in: document)
            else { return nil }
            let fraction = path.closest(to: waypoints[index]).fraction
            return Hit(target: .edge(edge, fraction: fraction), distance: hit.distance)
        case .scaler, .resizer, .edgeEnd, .handle: return nil
        }
    }
}
