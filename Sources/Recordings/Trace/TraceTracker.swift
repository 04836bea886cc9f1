import Geometry
import Server
import Wire

/// Follows the pointers and gestures of a traced conversation.
public struct TraceTracker {
    /// Something in the input that a front end seldom means.
    public struct Finding: Equatable {
        /// The number of the message.
        public let number: Int
        /// One sentence for people.
        public let text: String
    }

    /// The gestures so far, in the order in which they opened.
    public private(set) var gestures: [TracedGesture] = []
    /// The findings so far.
    public private(set) var findings: [Finding] = []
    private var contacts: [TracedContact] = []
    private var views: [Session.OpenView] = []
    /// The open gesture of each view, by index.
    private var open: [String: Int] = [:]
    /// Contacts beyond this many are not followed: a view takes 32.
    private static let mostContacts = 256

    /// Nothing is followed yet.
    public init() {}

    /// The open gesture of a view, by index; nil for none.
    public func openGesture(ofView view: String) -> Int? { open[view] }

    /// The open gesture that opened last, by index; nil for none.
    public var lastOpenGesture: Int? { open.values.max() }

    /// Follows a step. Returns the gestures that ended with it, by index.
    @discardableResult
    public mutating func follow(_ step: Trace.Step) -> [Int] {
        for message in step.input { note(message, step.number) }
        var ended: [Int] = []
        for view in step.changedViews.map({ step.views[$0] }) {
            let before = open[view.name]
            if let before, gestures[before].kind == view.gesture { continue }
            if let before {
                let outcome = view.gesture.map { .became($0) } ?? TraceTracker.outcome(of: gestures[before], step)
                end(before, outcome, step.number)
                ended.append(before)
            }
            if let kind = view.gesture { begin(kind, view, step.number) }
        }
        contacts.removeAll { !$0.isDown && $0.gesture == nil }
        if step.hasOtherViews {
            let names = Set(step.views.map(\.name))
            for (view, gesture) in open.sorted(by: { $0.value < $1.value }) where !names.contains(view) {
                end(gesture, .closed, step.number)
                ended.append(gesture)
            }
            contacts.removeAll { !names.contains($0.view) }
        }
        views = step.views
        return ended
    }

    /// The pointers that are still down, as findings.
    public var lingering: [Finding] {
        contacts.filter(\.isDown).map { contact in
            let place = contact.places.first?.screen
            let at = place.map { " at \(TraceTracker.text($0))" } ?? ""
            return Finding(
                number: contact.began,
                text: "\(contact.name) went down\(at) in view \(contact.view) and never came up")
        }
    }

    /// The paths of the pressed pointers, or of those that lead the open gesture, in the views of a document; each
    /// with the zoom of its view.
    public func ways(inDocument document: String) -> [(path: TracedGesture.Path, zoom: Double)] {
        views.filter { $0.document == document }.flatMap { view in
            var paths = open[view.name].map { gestures[$0].paths } ?? []
            for contact in contacts where contact.view == view.name && contact.isDown && contact.gesture == nil {
                paths.append(TracedGesture.Path(pointer: contact.pointer, places: contact.places))
            }
            return paths.map { ($0, view.viewport.zoom) }
        }
    }

    /// Returns a point as x,y.
    public static func text(_ point: Point) -> String { "\(JSON.number(point.x)),\(JSON.number(point.y))" }

    // MARK: Pointers

    private mutating func note(_ message: TracedMessage, _ number: Int) {
        guard let method = message.methodName, let name = message.string(message.find("view", in: message.params)),
            let view = views.first(where: { $0.name == name })
        else { return }
        let phase = message.string(message.find("phase", in: message.params)) ?? ""
        let at = message.point(message.find("at", in: message.params))
        let kind = message.string(message.find("kind", in: message.params)) ?? "mouse"
        switch (method, phase) {
        case ("input/pointer", _):
            guard let id = message.find("id", in: message.params).map(message.text) else { return }
            notePointer(id, kind, phase, view, at, number)
        case ("input/pinch", "begin"): press("pinch", "pinch", view, at, number)
        case ("input/pinch", "update"): move("pinch", "pinch", view, at, number)
        case ("input/pinch", _):
            if phase == "end" { move("pinch", "pinch", view, at, number, isLift: true) }
            lift("pinch", view)
        case ("gesture/begin", _): press("gesture", "gesture", view, at, number, isDown: false)
        case ("gesture/update", _): move("gesture", "gesture", view, at, number)
        default: break
        }
    }

    private mutating func notePointer(
        _ id: String, _ kind: String, _ phase: String, _ view: Session.OpenView, _ at: Point?, _ number: Int
    ) {
        let isDown = contacts.contains { $0.view == view.name && $0.pointer == id && $0.isDown }
        switch phase {
        case "down": press(id, kind, view, at, number)
        case "move": if isDown || open[view.name] != nil { move(id, kind, view, at, number) }
        case "up", "cancel":
            if !isDown && phase == "up" {
                findings.append(
                    Finding(
                        number: number, text: "\(kind) pointer \(id) came up in view \(view.name) without being down"))
            }
            // The place of a cancel is of no use: the pointer may be anywhere.
            if phase == "up" { move(id, kind, view, at, number, isLift: true) }
            lift(id, view)
        default: break
        }
    }

    private mutating func press(
        _ pointer: String, _ kind: String, _ view: Session.OpenView, _ at: Point?, _ number: Int, isDown: Bool = true
    ) {
        if let place = contacts.firstIndex(where: { $0.view == view.name && $0.pointer == pointer }) {
            if isDown && contacts[place].isDown {
                findings.append(
                    Finding(
                        number: number,
                        text: "\(contacts[place].name) went down again in view \(view.name), "
                            + "down since message \(contacts[place].began)"))
            }
            contacts.remove(at: place)
        }
        if contacts.count >= TraceTracker.mostContacts { return }
        let places = at.map { [TracedGesture.Place($0, view.viewport, number, .press)] }
        contacts.append(
            TracedContact(
                view: view.name, pointer: pointer, kind: kind, began: number, isDown: isDown, places: places ?? []))
    }

    private mutating func move(
        _ pointer: String, _ kind: String, _ view: Session.OpenView, _ at: Point?, _ number: Int, isLift: Bool = false
    ) {
        guard let at else { return }
        let place = TracedGesture.Place(at, view.viewport, number, isLift ? .lift : .move)
        guard let index = contacts.firstIndex(where: { $0.view == view.name && $0.pointer == pointer }) else {
            // A pointer that is not down leads a gesture, as a draft that a tap began.
            guard let gesture = open[view.name], contacts.count < TraceTracker.mostContacts else { return }
            contacts.append(
                TracedContact(
                    view: view.name, pointer: pointer, kind: kind, began: number, isDown: false, places: [place],
                    gesture: gesture))
            gestures[gesture].paths.append(TracedGesture.Path(pointer: pointer, places: [place]))
            return
        }
        if let gesture = contacts[index].gesture,
            let path = gestures[gesture].paths.firstIndex(where: { $0.pointer == pointer })
        {
            gestures[gesture].paths[path].places.append(place)
            contacts[index].places = [place]
        } else {
            contacts[index].places.append(place)
        }
    }

    private mutating func lift(_ pointer: String, _ view: Session.OpenView) {
        guard let index = contacts.firstIndex(where: { $0.view == view.name && $0.pointer == pointer }) else { return }
        contacts[index].isDown = false
    }

    // MARK: Gestures

    private mutating func begin(_ kind: String, _ view: Session.OpenView, _ number: Int) {
        var paths: [TracedGesture.Path] = []
        for index in contacts.indices
        where contacts[index].view == view.name && (contacts[index].isDown || contacts[index].began == number) {
            contacts[index].gesture = gestures.count
            paths.append(TracedGesture.Path(pointer: contacts[index].pointer, places: contacts[index].places))
            contacts[index].places = contacts[index].places.suffix(1)
        }
        open[view.name] = gestures.count
        gestures.append(
            TracedGesture(
                kind: kind, view: view.name, document: view.document, opened: number, last: number, paths: paths))
    }

    private mutating func end(_ gesture: Int, _ outcome: TracedGesture.Outcome, _ number: Int) {
        gestures[gesture].outcome = outcome
        gestures[gesture].last = number
        open[gestures[gesture].view] = nil
        for index in contacts.indices where contacts[index].gesture == gesture { contacts[index].gesture = nil }
    }

    /// The outcome of a gesture, by the messages that were sent as it ended.
    private static func outcome(of gesture: TracedGesture, _ step: Trace.Step) -> TracedGesture.Outcome {
        var events: [String] = []
        var label: String?
        for message in step.output {
            let params = message.params
            switch message.methodName {
            case "document/changed":
                guard message.string(message.find("document", in: params)) == gesture.document else { continue }
                label = message.string(message.find("history", "undoLabel", in: params)) ?? ""
            case "view/event":
                guard message.string(message.find("view", in: params)) == gesture.view,
                    let event = message.string(message.find("event", in: params))
                else { continue }
                guard event == "refused" else {
                    events.append(event)
                    continue
                }
                return .refused(
                    message.string(message.find("reason", in: params)) ?? "",
                    message.string(message.find("message", in: params)) ?? "")
            default: continue
            }
        }
        let input = step.input.last
        let method = input?.methodName
        let phase = input.flatMap { $0.string($0.find("phase", in: $0.params)) }
        let key = input.flatMap { $0.string($0.find("key", in: $0.params)) }
        if method == "gesture/cancel" || method?.hasPrefix("input/") == true && phase == "cancel"
            || method == "input/key" && key == "Escape"
        {
            return .cancelled
        }
        if let label { return .committed(label) }
        return .ended(by: method == "input/pointer" ? nil : method ?? "\(step.event)", events: events)
    }
}
