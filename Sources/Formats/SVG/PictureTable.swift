import Geometry
import Graph
import Wire

/// The measures, colors, icons and fonts of pictures as one table, for programs that draw in the same way.
public enum PictureTable {
    /// The table: measures, light and dark colors, the accents of types, icons, shapes and fonts.
    public static var json: JSON {
        func colors(isDark: Bool) -> JSON {
            .object(
                SVGColor.allCases.reduce(into: JSONObject()) { object, color in
                    object[JSONString(color.rawValue)] = .string(JSONString(whole(color.value(isDark: isDark))))
                })
        }
        let accents = SVGStyle.accents
        return [
            "measures": CardMeasures.json,
            "colors": ["light": colors(isDark: false), "dark": colors(isDark: true)],
            "accents": [
                "light": .array(accents.map { .string(JSONString($0.light)) }),
                "dark": .array(accents.map { .string(JSONString($0.dark)) }),
            ],
            "icons": .object(
                TypeIcons.all.reduce(into: JSONObject()) { $0[$1.name] = .string(JSONString($1.path.description)) }),
            "shapes": .object(
                NodeShape.allCases.reduce(into: JSONObject()) { $0[JSONString($1.rawValue)] = json(of: $1) }),
            "textsOn": [
                "light": texts(onDark: false), "dark": texts(onDark: true),
            ],
            "font": .string(JSONString(SVGStyle.font)), "codeFont": .string(JSONString(SVGStyle.codeFont)),
        ]
    }

    /// The colors of texts on a stated background.
    private static func texts(onDark isDark: Bool) -> JSON {
        let texts = SVGStyle.texts(onDark: isDark)
        return [
            "text": .string(JSONString(whole(texts.text))), "soft": .string(JSONString(whole(texts.soft))),
        ]
    }

    /// The space around the text as fractions of a shape's sides, and its line in a frame of width and height 1.
    private static func json(of shape: NodeShape) -> JSON? {
        guard shape != .rectangle, let insets = shape.insets else { return nil }
        var object: JSONObject = ["insets": [.number(insets.width), .number(insets.height)]]
        if let steps = ShapeLine.steps(of: shape) {
            object["line"] = .array(
                steps.map { .array([.string(JSONString($0.letter))] + $0.points.map { .number(rounded($0)) }) })
        }
        return .object(object)
    }

    /// A fraction with four decimals.
    private static func rounded(_ part: Double) -> Double { (part * 10_000).rounded() / 10_000 }

    /// A color with six digits.
    private static func whole(_ color: String) -> String { HexColor.read(color) ?? color }
}
