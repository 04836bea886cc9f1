import Editing
import Geometry
import Graph
import Storage

/// The pressed pointers of a view, and their common state.
///
/// It receives events and returns actions, but performs nothing and sees no document. If the next step depends on the
/// document, it asks by an action, and receives the answer like an event.
struct Pointers: Sendable {
    /// The contacts in the order of their presses.
    private(set) var contacts: [Contact] = []
    private(set) var state = State.idle
    private var lastTap: Tap?
    private var lastPick: Pick?
    /// The time of the last event of a pen, in milliseconds; nil if there was none.
    private var penTime: Double?

    /// The state of the contacts.
    /// Contacts that a state does not name have no part in it until they are lifted.
    enum State: Sendable {
        case idle
        /// One contact is down and has not yet moved beyond the drag threshold.
        indirect case pressed(Press)
        case leading(Lead)
        /// A pinch of two contacts.
        case pinching(first: Int, second: Int, gesture: Int)
        /// The platform recognizes a pinch and reports it as one; it began about a point of the screen.
        case pinched(center: Point, last: Scaling, gesture: Int)
    }

    /// The scale and the movement of a pinch that the platform recognizes, since its begin.
    struct Scaling: Sendable {
        var scale = 1.0
        var by = Point.zero
    }

    // MARK: Events

    /// Receives a pointer event.
    ///
    /// - Throws: `limits` if too many pointers are down.
    mutating func receive(_ event: PointerEvent, _ context: PointerContext) throws(EditError) -> PointerActions {
        forgetLostGesture(context)
        if event.kind == .pen { penTime = event.time }
        switch event.phase {
        case .down: return try press(event, context)
        case .move where event.showsRelease && index(of: event.id) != nil: return try release(event, context)
        case .move:
            guard let index = index(of: event.id) else {
                return event.kind == .touch
                    ? PointerActions() : PointerActions(.hover(event.at, event.kind, event.modifiers))
            }
            contacts[index].follow(event)
            return move(event, context)
        case .up:
            guard let index = index(of: event.id) else { return PointerActions() }
            contacts[index].follow(event)
            var actions = move(event, context)
            // A press that becomes a gesture is lifted once that has begun.
            if case .begin? = actions.first { return actions }
            actions.append(lift(event, context))
            return actions
        case .cancel: return cancel(event.id)
        case .leave: return PointerActions(.leave)
        }
    }

    /// Lifts a contact with a lost release at its last known point.
    private mutating func release(
        _ event: PointerEvent, _ context: PointerContext
    ) throws(EditError) -> PointerActions {
        guard let contact = contact(event.id) else { return PointerActions() }
        var last = event
        (last.phase, last.at, last.modifiers) = (.up, contact.at, contact.modifiers)
        var actions = try receive(last, context)
        actions.append(.hover(event.at, event.kind, event.modifiers))
        return actions
    }

    /// Records the position of the leading contact; false for any other, and if this lifts it.
    mutating func note(_ event: PointerEvent) -> Bool {
        if event.showsRelease { return false }
        guard case .leading(let lead) = state, lead.contact == event.id, let index = index(of: event.id) else {
            return false
        }
        contacts[index].follow(event)
        return true
    }

    /// Receives the held modifiers: the gesture of a contact follows them.
    mutating func hold(_ modifiers: Modifiers, _ context: PointerContext) -> PointerActions {
        guard case .leading(let lead) = state, isOpen(lead.gesture, context), let index = index(of: lead.contact),
            contacts[index].modifiers != modifiers
        else { return PointerActions() }
        contacts[index].modifiers = modifiers
        return PointerActions(.follow(contacts[index].at, modifiers))
    }

    /// Takes that something else has moved the view below a gesture.
    mutating func viewportMoved(_ context: PointerContext) -> PointerActions {
        forgetLostGesture(context)
        guard case .leading(let lead) = state, let contact = contact(lead.contact) else { return PointerActions() }
        if context.gesture == PanGesture.kind { return PointerActions(.holdAgain(contact.at)) }
        return PointerActions(.follow(contact.at, contact.modifiers))
    }

    /// Ends a press or a gesture; its contacts take no further part.
    mutating func drop() { state = .idle }

    /// Drops removed elements: a press on one of them is a press on nothing.
    mutating func forget(nodes: SlotSet<Node>, edges: SlotSet<Edge>) {
        func isGone(_ element: ElementSlot?) -> Bool { element?.isAmong(nodes: nodes, edges: edges) == true }
        if let tap = lastTap, isGone(tap.target) { lastTap = nil }
        guard case .pressed(var press) = state else { return }
        if press.hits.contains(where: { isGone($0.element) }) {
            state = .idle
        } else {
            press.origin.forget(nodes: nodes, edges: edges)
            state = .pressed(press)
        }
    }

    /// Lets go of a gesture that something else ended, and of a press overtaken by a gesture that the client began.
    private mutating func forgetLostGesture(_ context: PointerContext) {
        switch state {
        case .idle: break
        case .pressed: if !context.takesPresses { state = .idle }
        case .leading(let lead): if !isOpen(lead.gesture, context) { state = .idle }
        case .pinching(_, _, let gesture), .pinched(_, _, let gesture): if !isOpen(gesture, context) { state = .idle }
        }
    }

    private func isOpen(_ gesture: Int, _ context: PointerContext) -> Bool {
        context.gesture != nil && context.gestureCount == gesture
    }

    // MARK: Down

    private mutating func press(_ event: PointerEvent, _ context: PointerContext) throws(EditError) -> PointerActions {
        var actions = cancel(event.id)
        if event.kind == .pen && context.penOnly != false { actions.append(takeFromFingers(context)) }
        if contacts.count >= Limits.contacts {
            throw EditError(.limits, "at most \(Limits.contacts) pointers are down at a time")
        }
        contacts.append(Contact(event))
        actions.append(.stopMotion)
        actions.append(.dropConnectionByKeys)
        actions.append(.find(event))
        return actions
    }

    /// Cancels the actions of fingers: while a pen is near, they belong to the hand that holds it.
    private mutating func takeFromFingers(_ context: PointerContext) -> PointerActions {
        guard let led, contact(led)?.kind == .touch else { return PointerActions() }
        defer { state = .idle }
        if case .pressed = state { return PointerActions() }
        return undo(context)
    }

    /// The time for which fingers only pan and pinch after the last event of a pen, in milliseconds.
    private static let penAbsence = 500.0

    /// Returns true if a finger may only pan and pinch.
    private func onlyMoves(_ event: PointerEvent, _ context: PointerContext) -> Bool {
        guard event.kind == .touch else { return false }
        if let penOnly = context.penOnly { return penOnly }
        let isNear = penTime.map { event.time - $0 < Pointers.penAbsence } ?? false
        return isNear || contacts.contains { $0.kind == .pen }
    }

    /// Receives the pressed elements, the answer to `find`.
    mutating func found(
        _ press: Press, _ claims: (claim: Claim?, refusals: [Claim.Refusal]), _ event: PointerEvent,
        _ context: PointerContext
    ) -> PointerActions {
        let opensMenu = event.kind == .mouse && event.button == 2
        if opensMenu && context.rightDrag == .menu { return PointerActions(.contextMenu(press, press.hits)) }
        switch state {
        case .idle: break
        case .pressed, .leading:
            // Of different kinds none takes from the other.
            guard let led, contact(led)?.kind == event.kind else { return PointerActions() }
            return join(led, event.id, context)
        case .pinching, .pinched: return PointerActions()
        }
        var claims = claims
        let onlyMoves = onlyMoves(event, context)
        if onlyMoves { claims = (context.panEnabled ? .pan : nil, []) }
        if let index = index(of: event.id) {
            contacts[index].claim = claims.claim
            contacts[index].refusals = claims.refusals
        }
        if context.takesPresses && (event.button == 0 || event.button == 1 || opensMenu) {
            var press = press
            if event.button == 0 && !onlyMoves { press.longPressAt = event.time + context.longPressTime }
            state = .pressed(press)
            if let claim = claims.claim, claim == .connect || claim == .reconnect,
                context.threshold(claim, event.kind) == 0
            {
                return PointerActions(.begin(claim, press, event))
            }
        }
        return PointerActions()
    }

    // MARK: Move

    private mutating func move(_ event: PointerEvent, _ context: PointerContext) -> PointerActions {
        switch state {
        case .leading(var lead) where lead.contact == event.id:
            if lead.autoPan != nil {
                lead.autoPan?.move(to: event.at, in: context.size, at: event.time)
                state = .leading(lead)
            }
            return PointerActions(.follow(event.at, event.modifiers))
        case .pressed(let press) where press.contact == event.id:
            let contact = contact(event.id)
            let threshold = context.threshold(contact?.claim ?? .pan, event.kind)
            if !(press.start.distance(to: event.at) >= threshold) { break }
            if let claim = contact?.claim { return PointerActions(.begin(claim, press, event)) }
            state = .idle
            return PointerActions(.refuse(press, contact?.refusals ?? []))
        case .pinching(let first, let second, _) where event.id == first || event.id == second:
            if let a = contact(first), let b = contact(second) {
                return PointerActions(.spread(PinchGesture.Span(a.at, b.at)))
            }
        case .idle, .pressed, .leading, .pinching, .pinched: break
        }
        return PointerActions()
    }

    /// Takes whether a press became the gesture it claimed, the answer to `begin`; if not, the contact has no part.
    mutating func began(_ isOpen: Bool, by event: PointerEvent, _ context: PointerContext) -> PointerActions {
        guard case .pressed(let press) = state else { return PointerActions() }
        state = isOpen ? .leading(lead(from: press.start, event, context)) : .idle
        return event.phase == .up ? lift(event, context) : PointerActions()
    }

    private func lead(from start: Point, _ event: PointerEvent, _ context: PointerContext) -> Lead {
        var lead = Lead(contact: event.id, gesture: context.gestureCount)
        if context.autoPan && context.panEnabled && context.gesture?.followsToBorder == true {
            var autoPan = AutoPan(at: start, in: context.size, time: event.time)
            autoPan.move(to: event.at, in: context.size, at: event.time)
            lead.autoPan = autoPan
        }
        return lead
    }

    // MARK: Up

    private mutating func lift(_ event: PointerEvent, _ context: PointerContext) -> PointerActions {
        guard let index = index(of: event.id) else { return PointerActions() }
        let contact = contacts.remove(at: index)
        var actions = PointerActions(.lifted(event.kind == .touch ? nil : event.at, event.kind))
        switch state {
        case .leading(let lead) where lead.contact == event.id:
            state = .idle
            if context.gesture == PanGesture.kind {
                actions.append(.close)
                actions.append(.release(velocity: contact.velocity.at(event.time), about: event.at + lead.middle))
            } else {
                actions.append(.end(event.at))
            }
        case .pressed(var press) where press.contact == event.id:
            state = .idle
            press.pressure = contact.pressure
            if press.longPressAt != nil { actions.append(.tap(press)) }
            if press.button == 2 { actions.append(.contextMenu(press, press.hits)) }
            actions.append(.release(velocity: .zero, about: event.at))
        case .pinching(let first, let second, _) where event.id == first || event.id == second:
            actions.append(leavePinch(of: contact, to: event.id == first ? second : first, context))
        case .idle, .leading, .pressed, .pinching, .pinched: break
        }
        return actions
    }

    /// Handles a tap that no mode has handled; a second one soon after on the same target is a double tap as well.
    mutating func tapped(
        _ press: Press, on hit: Hit, at time: Double, _ context: PointerContext
    ) -> PointerActions {
        let last = lastTap.take()
        if !press.modifiers.isEmpty { return PointerActions() }
        if let last, last.target == hit.element, time - last.time < context.doubleTapTime,
            last.at.distance(to: press.start) <= context.doubleTapDistance.points(press.origin.pointer)
        {
            return PointerActions(.doubleTap(press, hit))
        }
        lastTap = Tap(target: hit.element, at: press.start, time: time)
        return PointerActions()
    }

    /// The number of elements that a tap passes: with alt held, one more than the previous tap at the same point.
    mutating func pick(_ press: Press, at time: Double, _ context: PointerContext) -> Int {
        let last = lastPick.take()
        if !context.picksThrough || press.modifiers != .alt { return 0 }
        var depth = 0
        if let last, time - last.time < context.doubleTapTime,
            last.at.distance(to: press.start) < context.nodeThreshold.points(press.origin.pointer)
        {
            depth = last.depth + 1
        }
        lastPick = Pick(at: press.start, time: time, depth: depth)
        return depth
    }

    private mutating func cancel(_ id: Int) -> PointerActions {
        guard let index = index(of: id) else { return PointerActions() }
        let kind = contacts.remove(at: index).kind
        var actions = PointerActions(.lifted(nil, kind))
        switch part(of: id) {
        case .none: return actions
        case .pressed: break
        case .leading, .pinching: actions.append(.cancel)
        }
        state = .idle
        return actions
    }

    // MARK: Pinches

    /// A second contact turns the first one's action into a pinch.
    private mutating func join(_ first: Int, _ second: Int, _ context: PointerContext) -> PointerActions {
        guard let a = contact(first), let b = contact(second) else { return PointerActions() }
        if !context.mayPinch { return PointerActions(.refusePinch(b.at)) }
        var actions = undo(context)
        actions.append(.pinch(PinchGesture.Span(a.at, b.at), a.kind))
        state = .pinching(first: first, second: second, gesture: context.gestureCount + 1)
        return actions
    }

    /// Undoes the action in progress; a pan is kept.
    private func undo(_ context: PointerContext) -> PointerActions {
        switch context.gesture {
        case PanGesture.kind: PointerActions(.close)
        case nil: PointerActions()
        default: PointerActions(.cancel)
        }
    }

    /// A contact of the pinch is gone: another replaces it, or the remaining one continues to pan.
    private mutating func leavePinch(
        of gone: Contact, to staying: Int, _ context: PointerContext
    ) -> PointerActions {
        state = .idle
        var context = context
        context.gesture = nil
        var actions = PointerActions(.close)
        guard let contact = contact(staying) else { return actions }
        let middle = PinchGesture.Span(contact.at, gone.at).center
        if let other = contacts.first(where: { $0.id != staying && $0.kind == contact.kind }) {
            actions.append(join(staying, other.id, context))
        } else if context.panEnabled {
            actions.append(.pan(contact.at, contact.kind))
            state = .leading(
                Lead(contact: staying, gesture: context.gestureCount + 1, middle: middle - contact.at))
        } else {
            actions.append(.release(velocity: .zero, about: middle))
        }
        return actions
    }

    /// Takes a pinch that the platform has recognized.
    mutating func receive(_ event: PinchEvent, _ context: PointerContext) -> PointerActions {
        if event.phase == .begin { return beginPinch(event, context) }
        guard case .pinched(let center, let last, let gesture) = state else { return PointerActions() }
        let absent = event.phase == .end ? last : Scaling()
        let now = Scaling(scale: event.scale ?? absent.scale, by: event.by ?? absent.by)
        state = event.phase == .update ? .pinched(center: center, last: now, gesture: gesture) : .idle
        if event.phase == .cancel { return PointerActions(.cancel) }
        var actions = PointerActions(.scale(now.scale, by: now.by))
        if event.phase == .end {
            actions.append(.close)
            let about = context.gesture == PinchGesture.kind ? center + now.by : event.at
            actions.append(.release(velocity: .zero, about: about))
        }
        return actions
    }

    private mutating func beginPinch(_ event: PinchEvent, _ context: PointerContext) -> PointerActions {
        forgetLostGesture(context)
        var actions = PointerActions(.stopMotion)
        if let led, contact(led)?.kind != .touch { return PointerActions() }
        switch state {
        case .idle: if context.gesture != nil { return actions }
        case .pressed, .leading, .pinching: actions.append(undo(context))
        case .pinched: actions.append(.cancel)
        }
        state = .idle
        if context.mayPinch {
            let span = PinchGesture.Span(event.at, event.at)
            actions.append(.pinch(span, .touch))
            state = .pinched(center: span.center, last: Scaling(), gesture: context.gestureCount + 1)
        } else {
            actions.append(.refusePinch(event.at))
        }
        return actions
    }

    // MARK: Time

    /// The time when a press becomes a long one.
    var longPressAt: Double? {
        if case .pressed(let press) = state { press.longPressAt } else { nil }
    }

    /// Turns a lasting press into a long press on the target of a tap.
    mutating func holdPress(on hit: Hit, _ context: PointerContext) -> PointerActions {
        forgetLostGesture(context)
        guard case .pressed(var press) = state else { return PointerActions() }
        press.longPressAt = nil
        state = .pressed(press)
        press.pressure = contact(press.contact)?.pressure
        var actions = PointerActions(.longPress(press, hit))
        if case .node(let node) = hit.target, context.nodeLongPress == .relate {
            actions.append(.relate(node: node, press))
        }
        guard hit.target == .canvas, let index = index(of: press.contact), let claim = contacts[index].claim,
            claim == .pan || claim == .marquee || claim == .lasso
        else { return actions }
        switch context.canvasLongPress {
        case .other: contacts[index].claim = claim == .pan ? context.region : .pan
        case .menu:
            state = .idle
            actions.append(.contextMenu(press, [hit]))
        case .createNode:
            state = .idle
            actions.append(.createNode(press.start))
        }
        return actions
    }

    /// The time when a gesture that waits at the border of its view begins to push it, or has; nil if none waits.
    var pushStart: Double? {
        if case .leading(let lead) = state { lead.autoPan?.start } else { nil }
    }

    /// Takes that time has passed for a gesture that waits at the border of its view.
    mutating func wait(to now: Double, _ context: PointerContext) -> PointerActions {
        guard case .leading(var lead) = state, var autoPan = lead.autoPan, autoPan.isArmed,
            let contact = contact(lead.contact), isOpen(lead.gesture, context)
        else { return PointerActions() }
        let push = autoPan.offset(to: now)
        autoPan.move(to: contact.at, in: context.size, at: now)
        lead.autoPan = autoPan
        state = .leading(lead)
        return push == .zero ? PointerActions() : PointerActions(.push(push, at: contact.at))
    }

    /// Takes whether the view has moved as it was pushed, which is the answer to `push`: at its limits there is nowhere
    /// to go until the pointer moves.
    mutating func pushed(_ hasMoved: Bool) -> PointerActions {
        guard case .leading(var lead) = state, let contact = contact(lead.contact) else { return PointerActions() }
        if hasMoved { return PointerActions(.follow(contact.at, contact.modifiers)) }
        lead.autoPan?.rest()
        state = .leading(lead)
        return PointerActions()
    }

    // MARK: Contacts

    /// Returns the part of a contact now.
    func part(of id: Int) -> ContactPart {
        switch state {
        case .pressed(let press) where press.contact == id: .pressed
        case .leading(let lead) where lead.contact == id: .leading
        case .pinching(let first, let second, _) where id == first || id == second: .pinching
        case .idle, .pressed, .leading, .pinching, .pinched: .none
        }
    }

    /// The contact that does something, or the first of the two that pinch; nil if none does.
    private var led: Int? {
        switch state {
        case .idle, .pinched: nil
        case .pressed(let press): press.contact
        case .leading(let lead): lead.contact
        case .pinching(let first, _, _): first
        }
    }

    private func index(of id: Int) -> Int? { contacts.firstIndex { $0.id == id } }

    private func contact(_ id: Int) -> Contact? { contacts.first { $0.id == id } }
}
