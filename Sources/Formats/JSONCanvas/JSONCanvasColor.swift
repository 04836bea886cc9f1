import Wire

/// The colors of JSON Canvas: six presets that programs choose, and hexadecimal ones.
enum JSONCanvasColor {
    /// The colors of the presets 1…6: red, orange, yellow, green, cyan, purple. Programs may choose them.
    private static let presets = ["#fb464c", "#e9973f", "#e0de71", "#44cf6e", "#53dfdd", "#a882ff"]

    /// The color of a text; nil for other texts.
    static func css(_ text: String) -> String? {
        if let number = Int(text), (1...presets.count).contains(number), text.utf8.count == 1 {
            return presets[number - 1]
        }
        return isHexadecimal(text) ? text : nil
    }

    /// The text of a color; nil if it has none.
    static func text(_ css: String) -> String? {
        if let place = presets.firstIndex(of: css) { return "\(place + 1)" }
        return isHexadecimal(css) ? css : nil
    }

    private static func isHexadecimal(_ text: String) -> Bool {
        guard text.utf8.first == UInt8(ascii: "#"), [4, 7].contains(text.utf8.count) else { return false }
        return text.utf8.dropFirst().allSatisfy { byte in
            byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
        }
    }
}
