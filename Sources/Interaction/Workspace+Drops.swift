import Editing
import Geometry
import Graph
import Storage

// What something that is dragged over a view from outside has the workspace do.

extension Workspace {
    /// Handles an object from outside over a view; on error nothing has changed.
    public mutating func receive(
        _ event: DropEvent, in view: View.Slot, cause: String
    ) throws(EditError) -> InputAnswer {
        if event.phase == .leave {
            windows[view].view.dismissOffering()
            return InputAnswer(gesture: windows[view].view.gesture?.kind.name)
        }
        let hit = windows[view].view.tapped(at: event.at, .mouse, on: stage(of: view))
        if let place = windows[view].view.hold(event, over: hit, on: stage(of: view)) {
            offer(event, place, over: hit, in: view)
        }
        windows[view].view.held = event
        renewFrame(of: event, in: view)
        var answer = InputAnswer(gesture: windows[view].view.gesture?.kind.name, hit: hit)
        let offering = windows[view].view.offering
        answer.accepted = offering?.isAccepted == true
        if event.phase == .drop {
            windows[view].view.offering = nil
            if let question = offering?.question {
                var waiting = event.placed(at: offering?.corner)
                waiting.at = windows[view].view.viewport.canvas(event.at)
                questions.await(
                    .init(number: question, view: windows[view].view.id, work: .drop(waiting), cause: cause))
                answer.question = question
            } else if let offering {
                let known = events.count
                do throws(EditError) {
                    if offering.isAccepted {
                        let edit = stage(of: view).insertion(event.placed(at: offering.corner), offering)
                        try drop(event, edit, on: hit, in: view, cause: cause)
                    } else if let objection = offering.objection {
                        throw objection
                    }
                } catch {
                    try refuse(error, at: event.at, in: view)
                    answer.refusal = refusal(after: known)
                }
            }
        } else if let objection = offering?.objection {
            answer.refusal = Refusal(error: objection, at: event.at)
        }
        answer.isPending = offering?.question != nil
        return answer
    }

    /// Performs a drop that waited for the client, as far as the rules allow it by now.
    mutating func finishDrop(
        _ event: DropEvent, isAccepted: Bool, in view: View.Slot, cause: String
    ) throws(EditError) -> InputAnswer {
        let hit = windows[view].view.tapped(at: event.at, .mouse, on: stage(of: view))
        let place = windows[view].view.place(of: event, on: hit, on: stage(of: view))
        let landings = stage(of: view).landings(of: event, place)
        let landing = allowed(of: landings).landing
        let isAccepted = isAccepted && landing != nil
        if isAccepted { try drop(event, landing?.edit, on: hit, in: view, cause: cause) }
        return InputAnswer(gesture: windows[view].view.gesture?.kind.name, hit: hit, accepted: isAccepted)
    }

    /// Takes the answer of the client about something that is held over a view.
    public mutating func acceptDrop(_ isAccepted: Bool, in view: View.Slot) throws(EditError) {
        guard let offering = windows[view].view.offering else { throw .nothingThere("nothing is held over the view") }
        if let question = offering.question {
            _ = try resolve(question, isAccepted ? .allowed : .refused(reason: nil))
        } else {
            windows[view].view.offering?.isAccepted = isAccepted
        }
    }

    /// Finds the target of the held object again, after a change of the document. The client is asked only about
    /// another target.
    mutating func renewOffering(in view: View.Slot) {
        guard let event = windows[view].view.held else { return }
        let hit = windows[view].view.tapped(at: event.at, .mouse, on: stage(of: view))
        let place = windows[view].view.hold(event, over: hit, on: stage(of: view))
        let isAsked = document.settings.interaction.asksBeforeDrop || questions.topics.contains(.drops)
        if let now = place ?? (isAsked ? nil : windows[view].view.offering?.place) {
            offer(event, now, over: hit, in: view)
        } else {
            windows[view].view.offering?.size = nil
        }
        renewFrame(of: event, in: view)
    }

    /// Finds the position of the content if it were dropped at the last event.
    private mutating func renewFrame(of event: DropEvent, in view: View.Slot) {
        guard var offering = windows[view].view.offering else { return }
        (offering.corner, offering.frame, offering.guides) = (nil, nil, [])
        if offering.objection == nil {
            offering.size = offering.size ?? frame(of: event, offering, in: view)?.size
            if let size = offering.size {
                let stage = stage(of: view)
                let center = stage.viewport.canvas(event.at)
                let corner = stage.snapped(
                    Rect(origin: center - Point(x: size.width / 2, y: size.height / 2), size: size),
                    in: offering.place.group, &offering.snapping)
                offering.corner = corner
                offering.frame = frame(of: event.placed(at: corner), offering, in: view)
                // Where its group or its layout puts it elsewhere, it keeps to nothing.
                if offering.frame?.origin == corner { offering.guides = offering.snapping.guides }
            }
        }
        windows[view].view.offering = offering
    }

    /// The frame of the content of a drop; nil if it has none, or the rules refuse it.
    private mutating func frame(of event: DropEvent, _ offering: Offering, in view: View.Slot) -> Rect? {
        guard let edit = stage(of: view).insertion(event, offering) else { return nil }
        var frame = Rect.empty
        // What the rules refuse has no frame.
        try? dryRun { (transaction) throws(EditError) in
            let made = try transaction.perform(edit)
            let slots = (made.nodes + (made.pasted?.roots ?? [])).compactMap { transaction.document.node($0) }
            frame = transaction.document.bounds(of: slots.filter { transaction.document.isPlaced($0) })
        }
        return frame.isEmpty || !frame.isFinite ? nil : frame
    }

    /// Finds the target of an object at another position, and asks the client if it decides.
    private mutating func offer(_ event: DropEvent, _ place: Offering.Place, over hit: Hit, in view: View.Slot) {
        let settings = document.settings
        let asks = settings.interaction.asksBeforeDrop
        var offering = Offering(place: place, target: hit.element, isAccepted: false)
        let rule = document.dropRule(for: event, on: hit)
        if asks || settings.interaction.dropRules == nil || rule != nil {
            let landings = stage(of: view).landings(of: event, place)
            let (landing, objection) = allowed(of: landings)
            let target = landing == nil ? landings.last?.target : landing?.target
            offering = Offering(place: place, target: target, isAccepted: landing != nil)
            if landing == nil, let objection, objection.isRefusal { offering.objection = objection }
        }
        if questions.topics.contains(.drops) {
            if offering.isAccepted {
                questions.ask(about: &offering, event, in: windows[view].view.id, content.document)
            }
        } else if asks {
            offering.isAccepted = false
        }
        if let old = windows[view].view.offering, old.place == place { offering.snapping = old.snapping }
        windows[view].view.offering = offering
        if asks && !questions.topics.contains(.drops) {
            report(.dropOver, at: event.at, hit, in: view) { $0.types = event.types }
        }
    }

    /// The first of several ways to accept an object that the rules allow, or the reason for refusing the last.
    private mutating func allowed(of landings: [Landing]) -> (landing: Landing?, objection: EditError?) {
        var objection: EditError?
        for landing in landings {
            guard let edit = landing.edit else { return (landing, nil) }
            do throws(EditError) {
                try dryRun { (transaction) throws(EditError) in _ = try transaction.perform(edit) }
                return (landing, nil)
            } catch {
                objection = error
            }
        }
        return (nil, objection)
    }

    private mutating func drop(
        _ event: DropEvent, _ edit: ViewEdit?, on hit: Hit, in view: View.Slot, cause: String
    ) throws(EditError) {
        let made = try edit.map { (edit) throws(EditError) in try perform(edit, in: view, cause: cause) }
        report(.drop, at: event.at, hit, in: view) {
            $0.types = event.types
            $0.data = event.data
            $0.losses = event.losses + (made?.pasted?.losses ?? [])
        }
    }
}
