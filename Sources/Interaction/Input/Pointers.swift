import Geometry
import Graph
import Storage

/// The pointers that are down in a view, and what they are doing together.
struct Pointers: Sendable {
    /// In the order in which they came down.
    var contacts: [Contact] = []
    var state = State.idle
    var lastTap: Tap?

    /// What the contacts do. Contacts that a state does not name have no part in it until they are lifted.
    enum State: Sendable {
        case idle
        /// One contact is down and has not yet moved as far as a drag takes.
        indirect case pressed(Press)
        case leading(Lead)
        /// Two contacts pinch.
        case pinching(first: Int, second: Int, gesture: Int)
        /// The platform recognises a pinch and reports it as one.
        case pinched(gesture: Int)
    }

    /// What a contact does now.
    func part(of id: Int) -> ContactPart {
        switch state {
        case .pressed(let press) where press.contact == id: .pressed
        case .leading(let lead) where lead.contact == id: .leading
        case .pinching(let first, let second, _) where id == first || id == second: .pinching
        case .idle, .pressed, .leading, .pinching, .pinched: .none
        }
    }

    /// Lets go of elements that are gone: what was pressed on one of them is pressed on nothing any more.
    mutating func forget(nodes: SlotSet<Node>, edges: SlotSet<Edge>) {
        func isGone(_ element: View.Element?) -> Bool { element?.isAmong(nodes: nodes, edges: edges) == true }
        if let tap = lastTap, isGone(tap.target) { lastTap = nil }
        guard case .pressed(var press) = state else { return }
        if press.hits.contains(where: { isGone($0.element) }) {
            state = .idle
        } else {
            press.origin.forget(nodes: nodes, edges: edges)
            state = .pressed(press)
        }
    }

    func index(of id: Int) -> Int? { contacts.firstIndex { $0.id == id } }

    /// The contact that leads what is under way, the first of two.
    var leader: Contact? {
        switch state {
        case .pressed(let press): contact(press.contact)
        case .leading(let lead): contact(lead.contact)
        case .pinching(let first, _, _): contact(first)
        case .idle, .pinched: nil
        }
    }

    func contact(_ id: Int) -> Contact? { contacts.first { $0.id == id } }
}

/// What a pointer that is down does in its view.
public enum ContactPart: String, CaseIterable, Sendable {
    /// It may still become a tap, a long press or a gesture.
    case pressed
    /// It leads the open gesture.
    case leading
    /// It is one of the two that pinch.
    case pinching
    /// Nothing, until it is lifted.
    case none
}

extension View {
    /// The pointers that are down, in the order in which they came: what each does, and who would not have it.
    public var contacts: [(id: Int, part: ContactPart, claim: Claim?, refusals: [Claim.Refusal])] {
        pointers.contacts.map { ($0.id, pointers.part(of: $0.id), $0.claim, $0.refusals) }
    }
}

/// A pointer that is down.
struct Contact: Sendable {
    let id: Int
    let kind: PointerKind
    /// Where it is, in screen points.
    var at: Point
    var modifiers: Modifiers
    var velocity = Velocity()
    /// What its movement does; nil if nothing has claimed it.
    var claim: Claim?
    /// What was asked before and may not have it.
    var refusals: [Claim.Refusal] = []

    init(_ event: PointerEvent) {
        id = event.id
        kind = event.kind
        at = event.at
        modifiers = event.modifiers
        velocity.add(event.at, at: event.time)
    }

    mutating func follow(_ event: PointerEvent) {
        at = event.at
        modifiers = event.modifiers
        velocity.add(event.at, at: event.time)
    }
}

/// A contact that may still become a tap, a long press or a drag.
struct Press: Sendable {
    let contact: Int
    /// Where it came down, in screen points.
    let start: Point
    /// What the view showed then, and what was selected.
    var origin: GestureOrigin
    let hits: [Hit]
    let modifiers: Modifiers
    /// When it becomes a long press; nil once it has, and for buttons that do not tap.
    var longPressAt: Double?
}

/// A contact that leads a gesture of the view.
struct Lead: Sendable {
    let contact: Int
    /// The number of the gesture.
    let gesture: Int
    /// How the view follows the contact to its border; nil where it does not.
    var autoPan: AutoPan?
}

/// What the movement of a pressed pointer would do.
public enum Claim: String, CaseIterable, Sendable {
    case resize, reconnect, waypoint, connect, drag, label, cut, marquee, pan

    /// Why something under a pointer did not claim it.
    public struct Refusal: Sendable {
        public let claim: Claim
        public let reason: Reason
    }

    /// The rule or the state against a claim.
    public enum Reason: String, CaseIterable, Sendable {
        case locked, undraggable, unconnectable, full, unreconnectable, panDisabled, selectionDisabled, gestureOpen,
            button
    }

    /// How far a pointer moves before the claim becomes a gesture, in screen points.
    func threshold(_ settings: Settings, _ pointer: PointerKind) -> Double {
        switch self {
        case .resize, .drag, .waypoint, .label: settings.nodeDragThreshold.points(pointer)
        case .reconnect, .connect: settings.connectionDragThreshold.points(pointer)
        case .cut, .marquee, .pan: settings.paneDragThreshold.points(pointer)
        }
    }
}

/// A tap, as the next one is compared to it.
struct Tap: Sendable {
    let target: View.Element?
    let time: Double
}
