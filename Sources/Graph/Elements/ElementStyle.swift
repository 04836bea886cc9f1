import Geometry
import Storage
import Wire

/// The look of an edge: its members and its type describe its line and its heads, with defaults for the rest.
public struct EdgeStyle: Sendable, Equatable {
    /// The look of an end.
    public struct Marker: Sendable, Equatable {
        /// The head at an end: none, two strokes, a filled triangle, a filled circle, or two strokes that cross.
        public enum Kind: String, Sendable { case none, open, closed, circle, cross }

        /// The head at this end.
        public var kind: Kind
        /// The head's own color; nil is the line's.
        public var color: StyleColor?

        /// A head in the line's color.
        public init(_ kind: Kind) { self.kind = kind }
    }

    /// The color of the line: `stroke`.
    public var color: StyleColor?
    /// Canvas units, at most 100: `strokeWidth`.
    public var strokeWidth: Double?
    /// The lengths of its dashes and gaps in turn, canvas units, at most 16; empty for a line without gaps: `dash`.
    public var dash: [Double] = []
    /// The part of its color that covers what is behind it, 0…1: `opacity`; 1 without one.
    public var opacity = 1.0
    /// Is true if the line is shown flowing: `animated`.
    public var isAnimated = false
    /// The heads; an edge that says nothing of them has a closed one at its end and none at its start.
    public var start = Marker(.none)
    /// The head at the target.
    public var end = Marker(.closed)

    /// Is true if its heads are not those of an edge that says nothing of them.
    public var hasOwnHeads: Bool { start != Marker(.none) || end != Marker(.closed) }

    /// Returns true if another style differs at most in its dashes and its opacity.
    public func hasSameLine(as other: EdgeStyle) -> Bool {
        var other = other
        (other.dash, other.opacity) = (dash, opacity)
        return self == other
    }

    /// The style of an edge that states none.
    public init() {}

    /// Takes the values of a look in place of earlier ones.
    mutating func take(_ look: EdgeLook) {
        color = look.color ?? color
        strokeWidth = look.strokeWidth ?? strokeWidth
        dash = look.dash ?? dash
        opacity = look.opacity ?? opacity
        isAnimated = look.isAnimated ?? isAnimated
        start = look.start ?? start
        end = look.end ?? end
    }
}

extension EdgeStyle.Marker {
    /// A marker by React Flow's names, alone or in an object; any other name is an arrow.
    init?(_ json: JSON) {
        color = StyleColor(json["color"])
        switch json {
        case .string, .object: break
        default: return nil
        }
        switch json.stringValue ?? json["type"]?.stringValue {
        case "none", "": kind = .none
        case "arrow": kind = .open
        case "circle": kind = .circle
        case "cross": kind = .cross
        default: kind = .closed
        }
    }
}

/// A color that a style names in a way that cannot be anything else: hexadecimal digits, a plain name, or one of the
/// functions of red, green and blue or hue, saturation and lightness.
public struct StyleColor: Sendable, Equatable {
    /// The text as CSS.
    public let text: String

    init?(_ json: JSON?) {
        guard let text = json?.stringValue, StyleColor.isColor(Array(text.utf8)) else { return nil }
        self.text = text
    }

    private static func isColor(_ text: [UInt8]) -> Bool {
        if text.first == UInt8(ascii: "#") {
            return [4, 5, 7, 9].contains(text.count) && text.dropFirst().allSatisfy { hexadecimal($0) != nil }
        }
        let name = text.prefix { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
        if name.count == text.count { return !text.isEmpty && text.count <= 20 }
        let isFunction = ["rgb", "rgba", "hsl", "hsla"].contains { name.elementsEqual($0.utf8) }
        let inside = text.dropFirst(name.count)
        guard isFunction, text.count <= 48, inside.first == UInt8(ascii: "("), inside.last == UInt8(ascii: ")") else {
            return false
        }
        return inside.dropFirst().dropLast().allSatisfy { "0123456789.,%/ deg-".utf8.contains($0) }
    }

    private static func hexadecimal(_ byte: UInt8) -> Double? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Double(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Double(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Double(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// Is true if light text is read better on it than dark; false if the text does not say.
    public var isDark: Bool {
        let bytes = Array(text.utf8)
        var parts: [Double] = []
        if bytes.first == UInt8(ascii: "#") {
            let digits = bytes.dropFirst().compactMap { StyleColor.hexadecimal($0) }
            if digits.count < 6 {
                parts = digits.map { $0 * 17 }
            } else {
                for place in stride(from: 0, to: 6, by: 2) { parts.append(digits[place] * 16 + digits[place + 1]) }
            }
        } else if bytes.starts(with: "rgb".utf8) {
            parts = text.split { !($0.isNumber || $0 == ".") }.compactMap { Double($0) }
            // Mostly seen through, it is as light as the page.
            if parts.count > 3 && parts[3] < 0.5 { return false }
        }
        if parts.count < 3 { return text == "black" || text == "navy" }
        // The luma of Rec. 601.
        return 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2] < 128
    }
}

/// A length in a style: a number, or a text such as `120px`.
enum StyleLength {
    static func pixels(_ json: JSON?) -> Double? {
        guard let json else { return nil }
        if case .string(let string) = json {
            var text = string.description
            if text.hasSuffix("px") { text.removeLast(2) }
            guard text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: ".") }) else { return nil }
            return Double(text).flatMap { $0.isFinite ? $0 : nil }
        }
        return json.doubleValue.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }
}
