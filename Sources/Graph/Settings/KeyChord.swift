/// A key and the modifiers held with it: `control+shift+z`, or with either control or meta `mod+shift+z`.
///
/// The key is a value of the DOM's `key`, with `Space` for the blank; upper and lower case are the same.
public struct KeyChord: Hashable, Sendable {
    var key: String
    var modifiers: Modifiers
    /// Either control or meta belongs to it, and is not among the modifiers otherwise.
    var hasMod = false

    /// The chord of a key that was pressed.
    init(key: String, _ modifiers: Modifiers) {
        self.key = key
        self.modifiers = modifiers
    }

    /// Reads a chord; nil if it is malformed.
    init?(_ text: String) {
        var words = text.lowercased().split(separator: "+", omittingEmptySubsequences: false)
        // The plus that ends a chord is its key.
        if words.count >= 2, words[words.count - 1].isEmpty, words[words.count - 2].isEmpty {
            words.removeLast(2)
            key = "+"
        } else {
            key = String(words.removeLast())
        }
        if key == "space" { key = " " }
        modifiers = []
        guard KeyChord.isKey(key) else { return nil }
        for word in words {
            if word == "mod", !hasMod {
                hasMod = true
            } else {
                guard let modifier = KeyChord.modifier(word), modifiers.insert(modifier).inserted else { return nil }
            }
        }
        if hasMod && !modifiers.isDisjoint(with: [.control, .meta]) { return nil }
    }

    /// The chord with `mod` in place of the held one of control and meta; nil if both are held or neither.
    var withMod: KeyChord? {
        guard modifiers.contains(.control) != modifiers.contains(.meta) else { return nil }
        var chord = self
        chord.modifiers.subtract([.control, .meta])
        chord.hasMod = true
        return chord
    }

    private static func modifier(_ word: Substring) -> Modifiers? {
        switch word {
        case "shift": .shift
        case "control": .control
        case "alt": .alt
        case "meta": .meta
        default: nil
        }
    }

    /// Returns true if it is one character that can be seen, a blank, or a name such as `arrowleft`.
    private static func isKey(_ key: String) -> Bool {
        guard let first = key.unicodeScalars.first, first.value >= 0x20, first.value != 0x7F else { return false }
        if key.count == 1 { return key.utf8.count <= 32 }
        if ["shift", "control", "alt", "meta", "mod"].contains(key) || key.utf8.count > 32 { return false }
        return key.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
}
