import Geometry
import Graph

/// A pointer that is down.
struct Contact: Sendable {
    let id: Int
    let kind: PointerKind
    /// The position of the pointer, in screen points.
    var at: Point
    var modifiers: Modifiers
    /// The greatest pressure so far; nil if none is known.
    var pressure: Double?
    var velocity = Velocity()
    /// The gesture of its movement; nil if nothing has claimed it.
    var claim: Claim?
    /// The claims that were asked before and were refused.
    var refusals: [Claim.Refusal] = []

    init(_ event: PointerEvent) {
        id = event.id
        kind = event.kind
        at = event.at
        modifiers = event.modifiers
        pressure = event.pressure
        velocity.add(event.at, at: event.time)
    }

    mutating func follow(_ event: PointerEvent) {
        if let now = event.pressure { pressure = max(pressure ?? 0, now) }
        at = event.at
        modifiers = event.modifiers
        velocity.add(event.at, at: event.time)
    }
}

/// The part of a pressed pointer in its view.
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
    /// The point of the press, in screen points.
    let start: Point
    /// The viewport and the selection at that time.
    var origin: GestureOrigin
    /// All hits there, the canvas last.
    let hits: [Hit]
    let modifiers: Modifiers
    /// The button, as in the DOM.
    let button: Int
    /// The greatest pressure while it was down; nil if none is known.
    var pressure: Double?
    /// The tool that was held.
    let tool: Tool
    /// The effect of a drag of the canvas.
    let canvasDrag: InteractionSettings.CanvasDrag
    /// The time when it becomes a long press; nil once it has, and for buttons that do not tap.
    var longPressAt: Double?

    init(
        _ event: PointerEvent, _ origin: GestureOrigin, _ hits: [Hit], _ tool: Tool,
        _ canvasDrag: InteractionSettings.CanvasDrag
    ) {
        self.tool = tool
        self.canvasDrag = canvasDrag
        contact = event.id
        start = event.at
        self.origin = origin
        self.hits = hits
        modifiers = event.modifiers
        button = event.button
        pressure = event.pressure
    }
}

/// A contact that leads a gesture of the view.
struct Lead: Sendable {
    let contact: Int
    /// The number of the gesture.
    let gesture: Int
    /// The push of the view when the contact is at its border; nil if the view does not follow.
    var autoPan: AutoPan?
    /// The offset from the contact to the middle of the earlier pinch, in screen points: a view that was pulled beyond
    /// a limit returns about it.
    var middle = Point.zero
}

/// A tap, for comparison with the next one.
struct Tap: Sendable {
    let target: ElementSlot?
    /// In screen points.
    let at: Point
    let time: Double
}

/// The last of the taps that walk down through the elements at one point.
struct Pick: Sendable {
    /// In screen points.
    let at: Point
    let time: Double
    /// The number of elements that it passed.
    let depth: Int
}
