/// Colors in DOT: names of X11, hexadecimal digits, and triples of hue, saturation and value
/// (<https://graphviz.org/docs/attr-types/color/>).
enum DOTColor {
    /// The X11 names with another color than in CSS, with that color.
    private static let ofX11 = [
        "gray": "#c0c0c0", "grey": "#c0c0c0", "green": "#00ff00", "maroon": "#b03060", "purple": "#a020f0",
    ]
    /// The CSS names that Graphviz does not know or gives another color.
    private static let ofCSS = [
        "gray": "#808080", "grey": "#808080", "green": "#008000", "maroon": "#800000", "purple": "#800080",
        "aqua": "#00ffff", "fuchsia": "#ff00ff", "lime": "#00ff00", "olive": "#808000", "silver": "#c0c0c0",
        "teal": "#008080", "rebeccapurple": "#663399",
    ]
    /// The longest text that is read as a color.
    private static let longest = 64

    /// A plain CSS color as Graphviz reads it.
    static func written(_ color: String) -> String { ofCSS[color.lowercased()] ?? color }

    /// The CSS color for a DOT color; nil if it is not one, or a numbered X11 name.
    static func read(_ text: String) -> String? {
        guard text.utf8.count <= longest else { return nil }
        // The first of a list of colors counts; Graphviz draws them side by side.
        let first = text.prefix { $0 != ":" && $0 != ";" }.lowercased()
        if let color = ofX11[first] { return color }
        for gray in ["gray", "grey"] where first.hasPrefix(gray) {
            guard let part = Double(first.dropFirst(gray.utf8.count)), (0...100).contains(part) else { return nil }
            return DrawingColor.hsv(0, 0, part / 100)
        }
        let parts = first.split { $0 == "," || $0 == " " }.compactMap { Double($0) }
        if parts.count == 3, parts.allSatisfy({ (0...1).contains($0) }) {
            return DrawingColor.hsv(parts[0], parts[1], parts[2])
        }
        return DrawingColor.plain(first)
    }
}
