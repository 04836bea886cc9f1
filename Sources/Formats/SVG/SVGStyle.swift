import Graph

/// The colors of a picture's parts, each with a light and a dark value.
enum SVGColor: String, CaseIterable {
    case page, card, line, text, soft, edge, group, grid, shade
    /// The color of a node's type; without a type, that of groups.
    case type

    func value(isDark: Bool) -> String {
        switch self {
        case .page: isDark ? "#0f141b" : "#fff"
        case .card: isDark ? "#1a212b" : "#fff"
        case .line: isDark ? "#6b7889" : "#7f8b9d"
        case .text: isDark ? "#e8edf4" : "#1b2430"
        case .soft: isDark ? "#9aa7b8" : "#5f6b7c"
        case .edge: isDark ? "#8a97a9" : "#64748b"
        case .group, .type: isDark ? "#8aa0bd" : "#64748b"
        case .grid: isDark ? "#232c38" : "#e6eaf0"
        case .shade: isDark ? "#000" : "#0f172a"
        }
    }
}

/// The attributes of a picture's elements. Each element has its colors as attribute values, since many viewers support
/// neither style sheets nor variables.
///
/// A picture that follows the reader's preference has the light colors in its attributes, and a style sheet that
/// overrides them if dark is preferred. Its variables are the `SVGColor`s.
struct SVGStyle {
    let isDark: Bool
    private let followsReader: Bool
    /// The attributes by look: the class and attributes without colors, then the colors.
    private let attributes: [(fixed: String, colors: String)]

    init(_ theme: SVGOptions.Theme) {
        let isDark = theme == .dark
        self.isDark = isDark
        followsReader = theme == .auto
        attributes = SVGLook.allCases.map { look in
            let colors = SVGStyle.colors(
                fill: look.fill.map { $0.value(isDark: isDark) }, stroke: look.stroke.map { $0.value(isDark: isDark) })
            return (" class=\"\(look.name)\"\(look.rest)", colors)
        }
    }

    private static func colors(fill: String?, stroke: String?) -> String {
        " fill=\"\(fill ?? "none")\"" + (stroke.map { " stroke=\"\($0)\"" } ?? "")
    }

    /// The attributes of an element; a given fill and stroke are from its node or edge.
    func attributes(of look: SVGLook, fill: String? = nil, stroke: String? = nil) -> String {
        let (fixed, colors) = attributes[look.rawValue]
        if fill == nil && stroke == nil { return fixed + colors }
        return fixed
            + SVGStyle.colors(
                fill: look.fill.map { fill ?? $0.value(isDark: isDark) },
                stroke: look.stroke.map { stroke ?? $0.value(isDark: isDark) })
    }

    /// The attributes that all elements inherit.
    static let inherited =
        " font-family=\"\(font)\" font-size=\"13\" text-anchor=\"middle\" stroke-linecap=\"round\""
        + " stroke-linejoin=\"round\" style=\"font-kerning:none\""

    /// The font whose widths `GlyphWidths` has, and the font of code.
    static let font = "Helvetica, Arial, Liberation Sans, sans-serif"
    static let codeFont = "Courier New, Liberation Mono, monospace"

    /// The attributes of code.
    static let code = " font-family=\"\(codeFont)\" font-size=\".85em\""

    /// The style sheet with the dark colors; nil for a picture with one set of colors.
    var sheet: String? {
        guard followsReader else { return nil }
        let variables = SVGColor.allCases.map { color in
            "--\(color.rawValue):\(color == .type ? "var(--group)" : color.value(isDark: true))"
        }
        // A parenthesis comes first, so that viewers without media conditions skip the whole rule.
        var text = ".nodewire{color-scheme:light dark}\n@media (prefers-color-scheme:dark){\n"
        text += ".nodewire{\(variables.joined(separator: ";"))}\n"
        for (index, accent) in SVGStyle.accents.enumerated() { text += ".nodewire .t\(index){--type:\(accent.dark)}\n" }
        for look in SVGLook.allCases {
            let name = look.name.split(separator: " ").joined(separator: ".")
            let fill = look.fill.map { "fill:var(--\($0.rawValue))" }
            let stroke = look.stroke.map { "stroke:var(--\($0.rawValue))" }
            text += ".nodewire .\(name){\([fill, stroke].compactMap { $0 }.joined(separator: ";"))}\n"
        }
        return text + "}\n"
    }

    /// The colors of texts on a background color that a node states.
    static func texts(on color: StyleColor) -> (text: String, soft: String) { texts(onDark: color.isDark) }

    static func texts(onDark isDark: Bool) -> (text: String, soft: String) {
        isDark ? ("#fff", "#dde3ec") : ("#1b2430", "#4a5566")
    }

    // MARK: Colors of types

    /// Accents of node types, light and dark.
    static let accents: [(light: String, dark: String)] = [
        ("#2563eb", "#6ea8fe"), ("#0d9488", "#4fd1c0"), ("#7c3aed", "#b79bff"), ("#c2410c", "#fb9a5b"),
        ("#be185d", "#f585b5"), ("#15803d", "#62d18a"), ("#0369a1", "#5bbdf0"), ("#a16207", "#e5b94b"),
        ("#b91c1c", "#fb8585"), ("#4f46e5", "#9b9ffc"), ("#a21caf", "#e283ee"), ("#4d7c0f", "#a8d65c"),
    ]

    /// The accent of a type, the same in every document (Fowler, Noll and Vo 1991, FNV-1a, with a seed that gives
    /// common type names different accents).
    static func accent(ofType name: String) -> Int {
        var hash: UInt32 = seed
        for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return Int((hash ^ hash >> 16) % UInt32(accents.count))
    }

    private static let seed: UInt32 = 34

    /// The stated color of a type, if it is `#` with three or six hexadecimal digits; no other text may enter a style.
    static func color(_ text: String) -> String? {
        let digits = text.utf8.dropFirst()
        func isHexadecimal(_ byte: UInt8) -> Bool {
            byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
        }
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 3 || digits.count == 6 else { return nil }
        return digits.allSatisfy(isHexadecimal) ? text : nil
    }
}
