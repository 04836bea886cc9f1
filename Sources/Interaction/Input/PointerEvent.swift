import Geometry
import Graph

/// Something that a mouse, a finger or a pen did in a view.
public struct PointerEvent: Sendable {
    /// The phase of a pointer; `cancel` ends a contact and cancels its gesture, `leave` ends hovering.
    public enum Phase: String, CaseIterable, Sendable { case down, move, up, cancel, leave }

    /// The phase of the pointer.
    public var phase: Phase
    /// Distinguishes pointers while they are down.
    public var id: Int
    /// A mouse, a finger or a pen; reaches and thresholds depend on it.
    public var kind: PointerKind
    /// The position, in screen points.
    public var at: Point
    /// The button as in the DOM: 0 is the main button, 1 the middle one, 2 the one for menus.
    public var button: Int
    /// The buttons that are down, as bits as in the DOM; nil if it is not known.
    public var buttons: Int?
    /// The pressure of a pen, 0…1; nil if it is not known.
    public var pressure: Double?
    /// The keys that are held.
    public var modifiers: Modifiers
    /// In milliseconds; never before that of the event before.
    public var time: Double

    /// An event at a screen point; the time is in milliseconds.
    public init(
        _ phase: Phase, id: Int, kind: PointerKind = .mouse, at: Point, button: Int = 0, buttons: Int? = nil,
        pressure: Double? = nil, modifiers: Modifiers = [], time: Double
    ) {
        self.phase = phase
        self.id = id
        self.kind = kind
        self.at = at
        self.button = button
        self.buttons = buttons
        self.pressure = pressure
        self.modifiers = modifiers
        self.time = time
    }
}

extension PointerEvent {
    /// Is true for a move that reveals a lost release: no button is down any more.
    var showsRelease: Bool { phase == .move && buttons == 0 && kind != .touch }
}

/// The answer of a view to an input.
public struct InputAnswer: Sendable {
    /// The gesture that is open now.
    public var gesture: String?
    /// The hit under a pointer that was pressed, or that hovers.
    public var hit: Hit?
    /// Is true if something from outside may be dropped there.
    public var accepted: Bool?
    /// The command that a key gave and the view performed.
    public var action: String?
    /// The refusal of the requested effect.
    public var refusal: Refusal?
    /// Is true if the client must still say whether something from outside may be dropped there.
    public var isPending = false
    /// The number of the question on which the end of a gesture or a drop waits.
    public var question: Int?

    /// An answer; nil members are not sent.
    public init(gesture: String? = nil, hit: Hit? = nil, accepted: Bool? = nil, action: String? = nil) {
        self.gesture = gesture
        self.hit = hit
        self.accepted = accepted
        self.action = action
    }
}
