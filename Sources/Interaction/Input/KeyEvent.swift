import Graph

/// A key that went down or up while a view had the keyboard.
public struct KeyEvent: Sendable {
    /// The phase of a key: pressed or released.
    public enum Phase: String, CaseIterable, Sendable { case down, up }

    /// The phase of the key.
    public var phase: Phase
    /// The key, as the DOM's `key`.
    public var key: String
    /// The code, as the DOM's `code`.
    public var code: String?
    /// The held modifiers, as the client sends them.
    public var modifiers: Modifiers
    /// Is true if the key is held and the event is a repetition.
    public var isRepeat: Bool
    /// In milliseconds; never before that of the event before.
    public var time: Double

    /// An event of a key; the time is in milliseconds.
    public init(
        _ phase: Phase, key: String, code: String? = nil, modifiers: Modifiers = [], isRepeat: Bool = false,
        time: Double
    ) {
        self.phase = phase
        self.key = key
        self.code = code
        self.modifiers = modifiers
        self.isRepeat = isRepeat
        self.time = time
    }

    /// The modifier that the key itself is.
    var modifier: Modifiers? {
        switch key {
        case "Shift": .shift
        case "Control": .control
        case "Alt": .alt
        case "Meta": .meta
        default: nil
        }
    }
}
