import Editing
import Geometry
import Graph
import Storage

// The pointers of a view: what is pressed becomes a tap, a long press or a gesture.

extension Workspace {
    /// Takes what a pointer did; on error the gesture it led is cancelled.
    ///
    /// - Parameter cause: the method to which a change of the document is put down.
    public mutating func receive(
        _ event: PointerEvent, in view: Int, cause: String
    ) throws(EditError) -> InputAnswer {
        advanceMotion(of: view, to: event.time)
        advanceAutoPan(of: view, to: event.time)
        forgetLostGesture(in: view)
        var hit: Hit?
        switch event.phase {
        case .down: hit = try down(event, in: view)
        case .move:
            if let index = views[view].pointers.index(of: event.id) {
                views[view].pointers.contacts[index].follow(event)
                try move(event, in: view)
            } else {
                hit = hover(event, in: view)
            }
        case .up:
            if let index = views[view].pointers.index(of: event.id) {
                views[view].pointers.contacts[index].follow(event)
                try move(event, in: view)
                try up(event, in: view, cause: cause)
            }
        case .cancel: cancelContact(event.id, in: view)
        case .leave: leave(view)
        }
        letGo(of: view, at: event.time)
        return InputAnswer(gesture: views[view].gesture?.kind.rawValue, hit: hit)
    }

    /// Takes note of where a contact has come to, without leading its gesture there; false if every point of the way counts.
    public mutating func noteMove(_ event: PointerEvent, in view: Int) -> Bool {
        guard case .leading(let lead) = views[view].pointers.state, lead.contact == event.id,
            let index = views[view].pointers.index(of: event.id)
        else { return false }
        guard views[view].gesture?.kind.coalesces == true else { return false }
        views[view].pointers.contacts[index].follow(event)
        return true
    }

    /// Lets go of a gesture that something else ended, and of a press that a client has gone before with a gesture of its
    /// own: such contacts have no part in what comes next.
    mutating func forgetLostGesture(in view: Int) {
        let number: Int
        switch views[view].pointers.state {
        case .idle: return
        case .pressed:
            if views[view].gesture?.payload.takesTaps == false { views[view].pointers.state = .idle }
            return
        case .leading(let lead): number = lead.gesture
        case .pinching(_, _, let gesture), .pinched(let gesture): number = gesture
        }
        if views[view].gesture == nil || views[view].gestureCount != number { views[view].pointers.state = .idle }
    }

    // MARK: Down

    private mutating func down(_ event: PointerEvent, in view: Int) throws(EditError) -> Hit {
        cancelContact(event.id, in: view)
        if views[view].pointers.contacts.count >= Limits.contacts {
            throw EditError(.limits, "at most \(Limits.contacts) pointers are down at a time")
        }
        stopMotion(of: view)
        dropConnectionByKeys(in: view)
        views[view].pointers.contacts.append(Contact(event))
        let hits = self.hits(in: view, at: event.at, event.kind)
        if event.kind == .mouse && event.button == 2 {
            report(.contextMenu, at: event.at, tapped(hits), in: view)
            return hits[0]
        }
        switch views[view].pointers.state {
        case .idle: press(event, hits, in: view)
        case .pressed(let press): join(press.contact, event.id, in: view)
        case .leading(let lead): join(lead.contact, event.id, in: view)
        case .pinching, .pinched: break
        }
        return hits[0]
    }

    private mutating func press(_ event: PointerEvent, _ hits: [Hit], in view: Int) {
        let press = Press(
            contact: event.id, start: event.at, origin: GestureOrigin(views[view], at: event.at, event.kind),
            hits: hits, modifiers: event.modifiers,
            longPressAt: event.button == 0 ? event.time + document.settings.longPressTime : nil)
        let claims = claims(on: press, button: event.button, in: view)
        if let index = views[view].pointers.index(of: event.id) {
            views[view].pointers.contacts[index].claim = claims.claim
            views[view].pointers.contacts[index].refusals = claims.refusals
        }
        let isFree = views[view].gesture?.payload.takesTaps ?? true
        if isFree && (event.button == 0 || event.button == 1) { views[view].pointers.state = .pressed(press) }
    }

    // MARK: Move

    private mutating func move(_ event: PointerEvent, in view: Int) throws(EditError) {
        switch views[view].pointers.state {
        case .leading(let lead): if lead.contact == event.id { try follow(event, lead, in: view) }
        case .pressed(let press):
            guard press.contact == event.id else { return }
            let claim = views[view].pointers.contact(event.id)?.claim
            let moved = press.start.distance(to: event.at)
            guard moved >= (claim ?? .pan).threshold(document.settings, event.kind) else { return }
            if let claim {
                begin(claim, press, event, in: view)
            } else {
                views[view].pointers.state = .idle
            }
        case .pinching(let first, let second, _):
            if event.id == first || event.id == second { followPinch(in: view) }
        case .idle, .pinched: break
        }
    }

    private mutating func follow(_ event: PointerEvent, _ lead: Lead, in view: Int) throws(EditError) {
        if var autoPan = lead.autoPan {
            autoPan.move(to: event.at, in: views[view].size, at: event.time)
            if autoPan != lead.autoPan {
                views[view].pointers.state = .leading(
                    Lead(contact: lead.contact, gesture: lead.gesture, autoPan: autoPan))
            }
        }
        try advanceGesture(in: view, to: event.at, event.modifiers)
    }

    /// Turns a press into the gesture it claims; a refusal leaves the contact without a part.
    private mutating func begin(_ claim: Claim, _ press: Press, _ event: PointerEvent, in view: Int) {
        do throws(EditError) {
            try beginGesture(start(of: claim, press), press.origin, in: view, to: event.at, event.modifiers)
            lead(event, from: press.start, in: view)
        } catch {
            views[view].pointers.state = .idle
        }
    }

    private mutating func lead(_ event: PointerEvent, from start: Point, in view: Int) {
        var lead = Lead(contact: event.id, gesture: views[view].gestureCount)
        if document.settings.autoPan && document.settings.panEnabled, views[view].gesture?.kind.followsToBorder == true
        {
            var autoPan = AutoPan(at: start, in: views[view].size, time: event.time)
            autoPan.move(to: event.at, in: views[view].size, at: event.time)
            lead.autoPan = autoPan
        }
        views[view].pointers.state = .leading(lead)
    }

    // MARK: Up

    private mutating func up(_ event: PointerEvent, in view: Int, cause: String) throws(EditError) {
        let contact = removeContact(event.id, in: view)
        if event.kind != .touch && views[view].resting != nil { views[view].resting = (event.at, event.kind) }
        switch views[view].pointers.state {
        case .leading(let lead) where lead.contact == event.id:
            views[view].pointers.state = .idle
            try finish(contact, event, in: view, cause: cause)
        case .pressed(let press) where press.contact == event.id:
            views[view].pointers.state = .idle
            if press.longPressAt != nil { try tap(press, event, in: view, cause: cause) }
            release(view, velocity: .zero, about: event.at, at: event.time)
        case .pinching(let first, let second, _) where event.id == first || event.id == second:
            leavePinch(to: event.id == first ? second : first, at: event.time, in: view)
        case .idle, .leading, .pressed, .pinching, .pinched: break
        }
    }

    private mutating func finish(
        _ contact: Contact?, _ event: PointerEvent, in view: Int, cause: String
    ) throws(EditError) {
        if case .pan? = views[view].gesture {
            views[view].gesture = nil
            let velocity = contact?.velocity.at(event.time) ?? .zero
            release(view, velocity: velocity, about: event.at, at: event.time)
        } else {
            try finishGesture(at: event.at, in: view, cause: cause)
        }
    }

    /// Ends the open gesture; a draft that was dropped on the canvas is reported.
    mutating func finishGesture(at screen: Point, in view: Int, cause: String) throws(EditError) {
        let gesture = views[view].gesture
        let outcome = try endGesture(in: view, cause: cause)
        guard case .connect(let connect)? = gesture, outcome.edge == nil, connect.draft?.candidate == nil else {
            return
        }
        reportDrop(of: connect, at: screen, in: view)
    }

    @discardableResult
    private mutating func removeContact(_ id: Int, in view: Int) -> Contact? {
        guard let index = views[view].pointers.index(of: id) else { return nil }
        views[view].invalidateHover()
        return views[view].pointers.contacts.remove(at: index)
    }

    // MARK: Cancel

    private mutating func cancelContact(_ id: Int, in view: Int) {
        guard removeContact(id, in: view) != nil else { return }
        switch views[view].pointers.state {
        case .pressed(let press) where press.contact == id: break
        case .leading(let lead) where lead.contact == id: try? cancelGesture(in: view)
        case .pinching(let first, let second, _) where id == first || id == second: try? cancelGesture(in: view)
        case .idle, .pressed, .leading, .pinching, .pinched: return
        }
        views[view].pointers.state = .idle
    }

    // MARK: Hover

    /// What a mouse or pen that is not down is over; the view marks it.
    private mutating func hover(_ event: PointerEvent, in view: Int) -> Hit? {
        if event.kind == .touch { return nil }
        views[view].resting = (event.at, event.kind)
        let hit = hover(at: event.at, event.kind, in: view)
        if case .connect(let connect)? = views[view].gesture, connect.takesTaps {
            try? advanceGesture(in: view, to: event.at, event.modifiers)
        }
        return hit
    }

    /// Marks what is under a point of the screen.
    mutating func hover(at screen: Point, _ pointer: PointerKind, in view: Int) -> Hit {
        let hit = self.hit(in: view, at: screen, pointer)
        let element = hit.element
        if views[view].hover != element { views[view].hover = element }
        let cursor = Cursor(over: pressable(hit, at: screen, pointer, in: view), document)
        if views[view].hoverCursor != cursor { views[view].hoverCursor = cursor }
        return hit
    }

    /// The hit that a press would take: not a handle that can start nothing.
    private mutating func pressable(_ hit: Hit, at screen: Point, _ pointer: PointerKind, in view: Int) -> Hit {
        func isPassed(_ hit: Hit) -> Bool {
            if case .handle = hit.target { return document.reason(against: hit.target) != nil }
            return false
        }
        guard isPassed(hit) else { return hit }
        return hits(in: view, at: screen, pointer).first { !isPassed($0) } ?? hit
    }

    /// Looks again at what is under a resting pointer, unless something is held over the view or done in it.
    mutating func renewHover(in view: Int) {
        guard let resting = views[view].resting, views[view].gesture == nil, views[view].offering == nil,
            views[view].pointers.contacts.isEmpty
        else { return }
        views[view].hoverNeedsUpdate = false
        _ = hover(at: resting.at, resting.kind, in: view)
    }

    private mutating func leave(_ view: Int) {
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
