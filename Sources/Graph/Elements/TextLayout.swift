/// Lines of text of a width, measured without a font: by the average widths that letters have in sans-serif fonts.
public enum TextLayout {
    /// The width of a text, in units of the size of its letters.
    public static func width(_ text: String) -> Double {
        var width = 0.0
        for scalar in text.unicodeScalars { width += self.width(scalar) }
        return width
    }

    private static func width(_ character: Character) -> Double {
        var width = 0.0
        for scalar in character.unicodeScalars { width += self.width(scalar) }
        return width
    }

    private static func width(_ scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "i", "j", "l", "I", ".", ",", ":", ";", "!", "'", "|", "`": 0.27
        case "f", "t", "r", " ", "(", ")", "[", "]", "/", "\\", "-", "\"": 0.36
        case "m", "w", "M", "W", "@", "%", "…": 0.88
        case "a"..."z", "0"..."9", "?", "_", "$", "*", "{", "}": 0.57
        case "A"..."Z", "&", "+", "<", "=", ">", "#", "~": 0.69
        default: wideWidth(scalar)
        }
    }

    private static func wideWidth(_ scalar: Unicode.Scalar) -> Double {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 1.05
        default: return 0.62
        }
    }

    /// Returns the number of whole lines that fit into so many line heights, at most twelve; none for NaN.
    public static func rows(_ available: Double) -> Int { available > 0 ? Int(min(available, 12)) : 0 }

    /// Breaks a text at spaces, and within words that are too long, into at most `limit` lines; the last ends in `…` if
    /// there is more.
    ///
    /// - Parameter width: of a line, in units of the size of the letters.
    /// - Complexity: O(*n*) in the characters that are looked at, which are no more than the lines can hold.
    public static func lines(_ text: String, width: Double, limit: Int) -> [String] {
        if limit < 1 || width < 1 { return [] }
        var lines: [String] = []
        var rest = text[...]
        while lines.count < limit {
            rest = rest.drop { $0.isWhitespace }
            if rest.isEmpty { break }
            let isLast = lines.count == limit - 1
            let (line, end) = firstLine(of: rest, width)
            rest = rest[end...]
            if isLast, let next = rest.first(where: { !$0.isWhitespace }) {
                lines.append(shortened(line, next: next, width))
            } else {
                lines.append(line)
            }
        }
        return lines
    }

    /// Returns as much of the text as one line holds, and the start of the next.
    private static func firstLine(of text: Substring, _ limit: Double) -> (line: String, end: String.Index) {
        var width = 0.0
        var index = text.startIndex
        var space: String.Index?
        while index < text.endIndex {
            let character = text[index]
            if character.isNewline { return (String(text[..<index]), index) }
            width += self.width(character)
            if width > limit && index > text.startIndex {
                if character.isWhitespace { return (String(text[..<index]), index) }
                let end = space ?? index
                return (String(text[..<end]), end)
            }
            if character.isWhitespace { space = index }
            index = text.index(after: index)
        }
        return (String(text), text.endIndex)
    }

    private static func shortened(_ line: String, next: Character, _ limit: Double) -> String {
        var line = line
        while !line.isEmpty, width(line) + 0.88 > limit || line.last?.isWhitespace == true { line.removeLast() }
        return line + "…"
    }
}
