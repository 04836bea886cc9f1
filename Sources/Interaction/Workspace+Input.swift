import Editing
import Geometry
import Graph
import Storage

// The path of an input: a view and its pointers return actions, and this code performs them in their order.

extension Workspace {
    // MARK: Events

    /// Handles a pointer event; on error its gesture is cancelled.
    ///
    /// - Parameter cause: the method to which a change of the document is attributed, here and below.
    public mutating func receive(
        _ event: PointerEvent, in view: View.Slot, cause: String
    ) throws(EditError) -> InputAnswer {
        advance(view, to: event.time, cause: cause)
        let (waiting, known) = (questions.ends.count, events.count)
        let actions = try windows[view].receive(event, in: content.document)
        var hit: Hit?
        do throws(EditError) {
            hit = try perform(actions, in: view, at: event.time, cause: cause)
        } catch {
            try refuse(error, at: event.at, in: view)
        }
        windows[view].letGo(&content, at: event.time)
        return windows[view].answer(
            hit: hit, refusal: refusal(after: known), question: questions.question(ofEndAfter: waiting))
    }

    /// Records the position of a contact without moving its gesture; false if every point of the way counts.
    public mutating func noteMove(_ event: PointerEvent, in view: View.Slot) -> Bool { windows[view].note(event) }

    /// Takes a pinch that the platform has recognized.
    public mutating func receive(
        _ event: PinchEvent, in view: View.Slot, cause: String
    ) throws(EditError) -> InputAnswer {
        let known = events.count
        let actions = windows[view].receive(event, content.document.settings.interaction)
        try perform(actions, in: view, at: event.time, cause: cause)
        windows[view].letGo(&content, at: event.time)
        return windows[view].answer(refusal: refusal(after: known))
    }

    /// Pans, or zooms about the pointer; an open gesture follows.
    public mutating func receive(
        _ event: WheelEvent, in view: View.Slot, cause: String
    ) throws(EditError) -> InputAnswer {
        if windows[view].view.gesture?.kind == PinchGesture.kind { return windows[view].answer() }
        windows[view].rest(at: event)
        let zooms = event.zooms(windows[view].view.own.wheel ?? content.document.settings.interaction.wheel)
        if let setting = content.document.settings.interaction.switchThatStops(zooms: zooms) {
            let known = events.count
            reportRefusal(.switchedOff(by: setting), at: event.at, in: view)
            return windows[view].answer(refusal: refusal(after: known))
        }
        windows[view].view.stopMotion()
        windows[view].view.noteMovement(at: event.time)
        let before = windows[view].view.viewport
        let limits = windows[view].limits(reaching: zooms ? before.zoom * event.factor : .infinity, &content)
        windows[view].roll(event, zooms: zooms, limits, content.document.settings.interaction)
        if windows[view].view.viewport != before {
            let actions = windows[view].viewportMoved(content.document.settings.interaction)
            try perform(actions, in: view, at: event.time, cause: cause)
        }
        return windows[view].answer()
    }

    /// Handles a key event.
    public mutating func receive(
        _ event: KeyEvent, in view: View.Slot, cause: String
    ) throws(EditError) -> InputAnswer {
        if let modifier = event.modifier {
            let actions = windows[view].hold(modifier, event, content.document.settings.interaction)
            try perform(actions, in: view, at: event.time, cause: cause)
        }
        let bindings = content.document.settings.interaction.keyBindings
        guard event.phase == .down,
            let command = bindings.command(for: event.key, code: event.code, event.modifiers, commandKeys.value),
            windows[view].view.editing?.takes(command) ?? true
        else { return windows[view].answer() }
        return try receive(command, repeats: event.isRepeat, at: event.time, in: view, cause: cause)
    }

    /// Performs a command in a view, like a key.
    ///
    /// - Parameters:
    ///   - repeats: whether it comes from a held key.
    ///   - time: in milliseconds; never before that of the event before.
    public mutating func receive(
        _ command: KeyCommand, repeats: Bool, at time: Double, in view: View.Slot, cause: String
    ) throws(EditError) -> InputAnswer {
        let (waiting, known) = (questions.ends.count, events.count)
        let isTaken = try take(command, repeats: repeats, at: time, in: view, cause: cause)
        return windows[view].answer(
            action: isTaken ? command.rawValue : nil, refusal: refusal(after: known),
            question: questions.question(ofEndAfter: waiting))
    }

    // MARK: Actions

    /// Performs actions one after the other, up to the first refused one; returns the element found under a pointer.
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
        case .hover(let at, let pointer, let modifiers):
            windows[view].view.resting = (at, pointer)
            let hit = windows[view].view.hover(at: at, pointer, on: stage(of: view))
            // A draft that cannot follow stays where it is.
            if windows[view].view.isLedByTaps { try? advanceGesture(in: view, to: at, modifiers) }
            return hit
        case .find(let event):
            let found = windows[view].find(event, on: stage(of: view))
            try perform(found.actions, in: view, at: event.time, cause: cause)
            return found.hit
        case .begin(let claim, let press, let event):
            let start = stage(of: view).start(of: claim, press)
            var hasBegun = true
            do throws(EditError) {
                try beginGesture(start, press.origin, in: view, to: event.at, event.modifiers)
            } catch {
                hasBegun = false
                if error.isRefusal { reportRefusal(error, at: press.start, in: view) }
            }
            let actions = windows[view].began(hasBegun, by: event, content.document.settings.interaction)
            try perform(actions, in: view, at: event.time, cause: cause)
        case .refuse(let press, let refusals):
            if let error = content.document.error(against: refusals) {
                // A document that is only shown is so because of others, or because their changes wait.
                let reason = error == .readOnly ? content.editor.editRefusal ?? error : error
                reportRefusal(reason, at: press.start, stage(of: view).tapped(press.hits), in: view)
            }
        case .refusePinch(let at): reportRefusal(.switchedOff(by: "zoomEnabled"), at: at, in: view)
        case .tap(let press): try tap(press, in: view, at: time, cause: cause)
        case .relate(let node, let press):
            do throws(EditError) {
                try windows[view].view.beginRelating(from: node, press.origin, on: stage(of: view, asksRules: true))
                windows[view].input.pointers.drop()
            } catch {
                reportRefusal(error, at: press.start, stage(of: view).tapped(press.hits), in: view)
            }
        case .push(let way, let at):
            let way = windows[view].view.leads(way, at: at, on: stage(of: view))
            let hasMoved = windows[view].view.push(by: way, content.document.settings.interaction)
            try perform(windows[view].input.pointers.pushed(hasMoved), in: view, at: time, cause: cause)
        case .holdAgain(let at): windows[view].view.holdAgain(at, content.document.settings.interaction)
        case .pan(let at, let pointer): windows[view].view.beginPan(at, pointer, content.document.settings.interaction)
        case .pinch(let span, let pointer):
            let limits = windows[view].limits(reaching: windows[view].view.viewport.zoom, &content)
            windows[view].view.beginPinch(span, pointer, limits, content.document.settings.interaction)
        case .spread(let span):
            windows[view].pinch(&content) { ($0.scale(to: span), span.center) }
        case .scale(let scale, let way):
            windows[view].pinch(&content) { (scale, $0.span.center + way) }
        case .end(let at): try finishGesture(at: at, in: view, cause: cause)
        case .close: windows[view].view.gesture = nil
        case .cancel: windows[view].view.abandonGesture()
        case .stopMotion: windows[view].view.stopMotion()
        case .dropConnectionByKeys: if windows[view].view.isLedByKeys { windows[view].view.abandonGesture() }
        case .release(let velocity, let about):
            windows[view].release(velocity: velocity, about: about, &content, at: time)
        case .leave: windows[view].view.leave()
        case .lifted(let at, let pointer): windows[view].view.lift(at, pointer)
        case .longPress(let press, let hit): report(.longPress, of: press, hit, in: view)
        case .doubleTap(let press, let hit):
            report(.doubleTap, of: press, hit, in: view)
            if hit.element == nil { windows[view].zoomIn(at: press.start, &content, at: time) }
        case .contextMenu(let press, let hits):
            report(.contextMenu, of: press, stage(of: view).tapped(hits), in: view)
        case .createNode(let at):
            do throws(EditError) {
                let point = windows[view].view.viewport.canvas(at)
                _ = try perform(content.document.insertion(at: point), in: view, cause: cause)
            } catch {
                // No request waits for an answer: the refusal is an event of the view.
                reportRefusal(error, at: at, in: view)
            }
        }
        return nil
    }

    /// Gives a tap to the mode that it ends or begins; otherwise it selects its target.
    private mutating func tap(
        _ press: Press, in view: View.Slot, at time: Double, cause: String
    ) throws(EditError) {
        if let node = press.origin.raised { _ = try perform(ViewEdit(raising: node), in: view, cause: cause) }
        switch windows[view].view.take(press, in: content.document) {
        case .toggles(let edit, let gesture): return try toggle(edit, of: gesture, in: view, cause: cause)
        case .ends:
            try advanceGesture(in: view, to: press.start, press.modifiers)
            return try finishGesture(at: press.start, in: view, cause: cause)
        case .mayConnect:
            let start = GestureStart(ConnectGesture.self)
            if (try? beginGesture(start, press.origin, in: view, to: press.start, press.modifiers)) != nil {
                return windows[view].view.leadByTaps()
            }
        case .chooses: break
        }
        let (hit, actions) = windows[view].tap(press, on: stage(of: view), at: time)
        report(.tap, of: press, hit, in: view)
        try perform(actions, in: view, at: time, cause: cause)
    }

    /// Ends the open gesture; a draft that was dropped on the canvas is reported.
    mutating func finishGesture(at screen: Point, in view: View.Slot, cause: String) throws(EditError) {
        let gesture = windows[view].view.gesture
        let outcome = try endGesture(in: view, cause: cause)
        guard outcome.isEmptyDrop, let connect = gesture?.as(ConnectGesture.self) else { return }
        let hit = windows[view].view.tapped(at: screen, connect.origin.pointer, on: stage(of: view))
        guard hit.target == .canvas else { return }
        var draft = DroppedDraft(node: document.nodeID(connect.node), handle: connect.handle)
        // The one gate is asked: each node is made and connected in dry runs.
        draft.findOffers(document.typeNames, at: windows[view].view.viewport.canvas(screen)) {
            (edit) throws(EditError) in try dryRun(edit)
        }
        report(.dropOnCanvas, at: screen, hit, in: view) { [draft] in $0.draft = draft }
    }

    /// Queues the result of a press for the next report.
    private mutating func report(_ kind: ViewEvent.Kind, of press: Press, _ hit: Hit, in view: View.Slot) {
        report(kind, at: press.start, hit, in: view) { $0.pressure = press.pressure }
    }

    /// Queues an event for the next report.
    mutating func report(
        _ kind: ViewEvent.Kind, at screen: Point, _ hit: Hit = Hit(target: .canvas, distance: 0), in view: View.Slot,
        _ complete: (inout ViewEvent) -> Void = { _ in }
    ) {
        var event = ViewEvent(
            view: windows[view].view.id, kind: kind, hit: hit, canvas: windows[view].view.viewport.canvas(screen))
        if case .own(let name) = windows[view].view.heldTool(content.document.settings.interaction) {
            event.tool = name
        }
        complete(&event)
        events.append(event)
    }

    /// Hands over the events that were not yet reported.
    public mutating func takeEvents() -> [ViewEvent] {
        if events.isEmpty { return [] }
        defer { events.removeAll() }
        return events
    }
}

extension Workspace {
    /// Reports that an input was refused.
    mutating func reportRefusal(
        _ error: EditError, at screen: Point, _ hit: Hit = Hit(target: .canvas, distance: 0), in view: View.Slot
    ) {
        report(.refused, at: screen, hit, in: view) { $0.refusal = Refusal(error: error, at: screen) }
    }

    /// Reports that an input was refused if the error is a refusal; any other error is thrown again.
    mutating func refuse(_ error: EditError, at screen: Point, in view: View.Slot) throws(EditError) {
        if !error.isRefusal { throw error }
        reportRefusal(error, at: screen, in: view)
    }

    /// The number of events that wait for their report and are no refusals.
    var eventCount: Int { events.count { $0.kind != .refused } }

    /// The last refusal among the events after a number of queued ones.
    func refusal(after known: Int) -> Refusal? {
        if events.count <= known { return nil }
        return events[known...].last { $0.kind == .refused }?.refusal
    }
}
