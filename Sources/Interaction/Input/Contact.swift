import Geometry
import Graph

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

/// A contact that may still become a tap, a long press or a drag.
struct Press: Sendable {
    let contact: Int
    /// Where it came down, in screen points.
    let start: Point
    /// What the view showed then, and what was selected.
    var origin: GestureOrigin
    /// All that lies there, the canvas last.
    let hits: [Hit]
    let modifiers: Modifiers
    /// When it becomes a long press; nil once it has, and for buttons that do not tap.
    var longPressAt: Double?

    init(_ event: PointerEvent, _ origin: GestureOrigin, _ hits: [Hit]) {
        contact = event.id
        start = event.at
        self.origin = origin
        self.hits = hits
        modifiers = event.modifiers
    }
}

/// A contact that leads a gesture of the view.
struct Lead: Sendable {
    let contact: Int
    /// The number of the gesture.
    let gesture: Int
    /// How the view follows the contact to its border; nil where it does not.
    var autoPan: AutoPan?
}

/// A tap, as the next one is compared to it.
struct Tap: Sendable {
    let target: View.Element?
    let time: Double
}
