import Geometry

/// The style of a cell: names, and keys with values, between semicolons.
struct DrawioStyle {
    private var values: [Substring: Substring] = [:]
    private var names: Set<Substring> = []

    /// The greatest length of a style; what is beyond it counts as absent.
    private static let longest = 1 << 16

    init(_ text: String) {
        for part in text.utf8.prefix(DrawioStyle.longest).split(separator: UInt8(ascii: ";")) {
            guard let part = Substring(part).trimmedBlanks else { continue }
            if let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) {
                values[part[..<equals]] = part[part.utf8.index(after: equals)...]
            } else {
                names.insert(part)
            }
        }
    }

    /// The value of a key, if it is there and neither empty nor `none`.
    subscript(_ key: Substring) -> String? {
        guard let value = values[key], !value.isEmpty, value != "none", value.utf8.count <= 8192 else { return nil }
        return String(value)
    }

    /// Returns true if a key has a value, which may be `none`.
    func states(_ key: Substring, _ value: Substring) -> Bool { values[key] == value }

    func number(_ key: Substring) -> Double? { values[key].flatMap { XMLReader.number(String($0)) } }

    func isOn(_ key: Substring) -> Bool { values[key] == "1" }

    /// Returns true if a name of a style is there.
    func has(_ name: Substring) -> Bool { names.contains(name) }

    /// The name of the shape; nil is a rectangle.
    var shape: String? {
        if let shape = self["shape"] { return shape }
        return ["ellipse", "rhombus", "triangle", "text", "image", "line", "label", "edgeLabel"].first { has($0) }
            .map { String($0) }
    }
}

extension Substring {
    /// The text without blanks around it; nil if nothing is left.
    fileprivate var trimmedBlanks: Substring? {
        let text = drop { $0 == " " || $0 == "\n" }
        guard let last = text.lastIndex(where: { $0 != " " && $0 != "\n" }) else { return nil }
        return text[...last]
    }
}
