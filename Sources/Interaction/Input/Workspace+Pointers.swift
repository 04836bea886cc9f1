import Editing
import Geometry
import Graph
import Storage

// What the pointers of a view have it do.

extension Workspace {
    /// Takes what a pointer did; on error the gesture it led is cancelled.
    ///
    /// - Parameter cause: the method to which a change of the document is put down.
    public mutating func receive(
        _ event: PointerEvent, in view: View.Slot, cause: String
    ) throws(EditError) -> InputAnswer {
        advanceMotion(of: view, to: event.time)
        advanceAutoPan(of: view, to: event.time, cause: cause)
        let waiting = questions.ends.count
        let actions = try views[view].pointers.receive(event, pointerContext(of: view))
        let hit = try perform(actions, in: view, at: event.time, cause: cause)
        letGo(of: view, at: event.time)
        var answer = InputAnswer(gesture: views[view].gesture?.kind.rawValue, hit: hit)
        answer.question = questions.question(ofEndAfter: waiting)
        return answer
    }

    /// Takes note of where a contact has come to, without leading its gesture there; false if every point of the way counts.
    public mutating func noteMove(_ event: PointerEvent, in view: View.Slot) -> Bool {
        views[view].gesture?.kind.coalesces == true && views[view].pointers.note(event)
    }

    /// Performs actions one after the other, up to the first that is refused; returns what was found under a pointer.
    @discardableResult
    mutating func perform(
        _ actions: PointerActions, in view: View.Slot, at time: Double, cause: String
    ) throws(EditError) -> Hit? {
        guard let first = actions.first else { return nil }
        var hit = try perform(first, in: view, at: time, cause: cause)
        for action in actions.others { hit = try perform(action, in: view, at: time, cause: cause) ?? hit }
        return hit
    }

    private mutating func perform(
        _ action: PointerAction, in view: View.Slot, at time: Double, cause: String
    ) throws(EditError) -> Hit? {
        switch action {
        case .follow(let at, let modifiers): try advanceGesture(in: view, to: at, modifiers)
        case .hover(let at, let pointer, let modifiers): return hover(at, pointer, modifiers, in: view)
        case .find(let event): return try find(event, in: view, cause: cause)
        case .begin(let claim, let press, let event): try begin(claim, press, event, in: view, cause: cause)
        case .tap(let press):
            try raise(press.origin.raised, in: view, cause: cause)
            try tap(press, in: view, at: time, cause: cause)
        case .relate(let node, let press): relate(node, press, in: view)
        case .push(let way): try push(by: way, in: view, at: time, cause: cause)
        case .holdAgain(let at): holdAgain(at, in: view)
        case .pan(let at, let pointer): beginPan(at, pointer, in: view)
        case .pinch(let span, let pointer): beginPinch(span, pointer, in: view)
        case .spread(let span): spread(to: span, in: view)
        case .scale(let scale, let way): self.scale(by: scale, moved: way, in: view)
        case .end(let at): try finishGesture(at: at, in: view, cause: cause)
        case .close: views[view].gesture = nil
        case .cancel: try? cancelGesture(in: view)
        case .stopMotion: stopMotion(of: view)
        case .dropConnectionByKeys: dropConnectionByKeys(in: view)
        case .release(let velocity, let about): release(view, velocity: velocity, about: about, at: time)
        case .leave: leave(view)
        case .lifted(let at, let pointer): lift(at, pointer, in: view)
        case .longPress(let at, let hit): report(.longPress, at: at, hit, in: view)
        case .doubleTap(let at, let hit): doubleTap(at, hit, in: view, at: time)
        case .contextMenu(let at, let hits): report(.contextMenu, at: at, tapped(hits), in: view)
        case .createNode(let at): createNode(at: at, in: view, cause: cause)
        }
        return nil
    }

    // MARK: Answers

    /// Finds what a pointer has pressed, the front-most.
    private mutating func find(_ event: PointerEvent, in view: View.Slot, cause: String) throws(EditError) -> Hit {
        let hits = self.hits(in: view, at: event.at, event.kind)
        var origin = GestureOrigin(views[view], at: event.at, event.kind)
        if event.button == 0, !isReadOnly, case .node(let node)? = hits[0].element, document.isRaisedOnTouch(node) {
            origin.raised = document.nodeID(node)
        }
        let press = Press(event, origin, hits)
        let claims = claims(on: press, button: event.button, in: view)
        let actions = views[view].pointers.found(press, claims, event, pointerContext(of: view))
        try perform(actions, in: view, at: event.time, cause: cause)
        return hits[0]
    }

    /// Turns a press into the gesture it claims, unless that is refused.
    private mutating func begin(
        _ claim: Claim, _ press: Press, _ event: PointerEvent, in view: View.Slot, cause: String
    ) throws(EditError) {
        var hasBegun = true
        do throws(EditError) {
            try beginGesture(start(of: claim, press), press.origin, in: view, to: event.at, event.modifiers)
        } catch {
            hasBegun = false
        }
        let actions = views[view].pointers.began(hasBegun, by: event, pointerContext(of: view))
        try perform(actions, in: view, at: event.time, cause: cause)
    }

    // MARK: Ends

    private mutating func lift(_ at: Point?, _ pointer: PointerKind, in view: View.Slot) {
        views[view].invalidateHover()
        if let at, views[view].resting != nil { views[view].resting = (at, pointer) }
    }

    /// Ends the open gesture; a draft that was dropped on the canvas is reported.
    mutating func finishGesture(at screen: Point, in view: View.Slot, cause: String) throws(EditError) {
        let gesture = views[view].gesture
        let outcome = try endGesture(in: view, cause: cause)
        guard case .connect(let connect)? = gesture, outcome.edge == nil, connect.draft?.candidate == nil else {
            return
        }
        reportDrop(of: connect, at: screen, in: view)
    }

    // MARK: Hover

    /// What a mouse or pen that is not down is over; the view marks it, and a connection that taps lead follows it.
    private mutating func hover(
        _ screen: Point, _ pointer: PointerKind, _ modifiers: Modifiers, in view: View.Slot
    ) -> Hit {
        views[view].resting = (screen, pointer)
        let hit = hover(at: screen, pointer, in: view)
        if case .connect(let connect)? = views[view].gesture, connect.takesTaps {
            try? advanceGesture(in: view, to: screen, modifiers)
        }
        return hit
    }

    /// Marks what is under a point of the screen.
    mutating func hover(at screen: Point, _ pointer: PointerKind, in view: View.Slot) -> Hit {
        let hit = self.hit(in: view, at: screen, pointer)
        let element = hit.element
        if views[view].hover != element { views[view].hover = element }
        let cursor = Cursor(
            over: pressable(hit, at: screen, pointer, in: view), document, isReadOnly: isReadOnly)
        if views[view].hoverCursor != cursor { views[view].hoverCursor = cursor }
        return hit
    }

    /// The hit that a press would take: not a handle that can start nothing.
    private mutating func pressable(_ hit: Hit, at screen: Point, _ pointer: PointerKind, in view: View.Slot) -> Hit {
        func isPassed(_ hit: Hit) -> Bool {
            if case .handle = hit.target { return isReadOnly || document.reason(against: hit.target) != nil }
            return false
        }
        guard isPassed(hit) else { return hit }
        return hits(in: view, at: screen, pointer).first { !isPassed($0) } ?? hit
    }

    /// Looks again at what is under a resting pointer, unless something is held over the view or done in it.
    mutating func renewHover(in view: View.Slot) {
        guard let resting = views[view].resting, views[view].gesture == nil, views[view].offering == nil,
            views[view].pointers.contacts.isEmpty
        else { return }
        views[view].hoverNeedsUpdate = false
        _ = hover(at: resting.at, resting.kind, in: view)
    }

    private mutating func leave(_ view: View.Slot) {
        views[view].resting = nil
        views[view].hoverNeedsUpdate = false
        if views[view].hover != nil { views[view].hover = nil }
        if views[view].hoverCursor != .default { views[view].hoverCursor = .default }
    }
}

extension Hit {
    /// The node or edge that is hit, or that what is hit belongs to.
    var element: View.Element? {
        switch target {
        case .resizer(let node, _), .handle(let node, _), .node(let node): .node(node)
        case .edgeEnd(let edge, _), .waypoint(let edge, _), .label(let edge, _), .edge(let edge, _): .edge(edge)
        case .canvas: nil
        }
    }
}
