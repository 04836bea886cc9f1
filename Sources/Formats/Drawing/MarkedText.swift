import Graph

/// Texts with begin and end signs of marks, used while a reader makes a label. Each sign is a Unicode noncharacter,
/// which does not occur in exchanged texts.
enum MarkedText {
    private static let first: UInt32 = 0xFDD0
    private static let marks: [RichLabel.Marks] = [.bold, .italic, .code]

    /// The signs that begin or end marks, in UTF-8.
    static func sign(_ marks: RichLabel.Marks, isEnd: Bool) -> [UInt8] {
        let places = MarkedText.marks.indices.filter { marks.contains(MarkedText.marks[$0]) }
        return (isEnd ? places.reversed() : places).flatMap { place -> [UInt8] in
            [0xEF, 0xB7, 0x90 + UInt8(place) + (isEnd ? 4 : 0)]
        }
    }

    /// The marks of an HTML tag; nil for other tags.
    static func marks(ofTag name: String) -> RichLabel.Marks? {
        switch name {
        case "b", "strong": .bold
        case "i", "em": .italic
        case "code": .code
        default: nil
        }
    }

    /// Returns true if a text already contains signs, so that none can be added.
    static func hasSigns(_ text: String) -> Bool { text.unicodeScalars.contains { mark($0) != nil } }

    /// A text without its signs.
    static func withoutSigns(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { mark($0) == nil }))
    }

    /// The label of a text with signs, if the rest equals a plain text apart from white space.
    ///
    /// - Complexity: O(*n*).
    static func rich(_ plain: String, from marked: String) -> RichLabel? {
        var rest = marked.unicodeScalars[...]
        var depths = [0, 0, 0]
        var found: [RichLabel.Marks] = []
        for scalar in plain.unicodeScalars {
            while let next = rest.first, next != scalar {
                if let mark = mark(next) {
                    depths[mark.place] = max(depths[mark.place] + (mark.isEnd ? -1 : 1), 0)
                } else if !next.properties.isWhitespace {
                    return nil
                }
                rest.removeFirst()
            }
            if rest.popFirst() == nil { return nil }
            found.append(marks.indices.reduce(into: []) { if depths[$1] > 0 { $0.insert(marks[$1]) } })
        }
        return RichLabel(plain, marks: found)
    }

    /// The mark of a sign; nil for other characters.
    static func mark(_ scalar: Unicode.Scalar) -> (place: Int, isEnd: Bool)? {
        let number = scalar.value &- first
        guard number < 8, number & 3 < 3 else { return nil }
        return (Int(number & 3), number >= 4)
    }
}

extension RichLabel {
    /// The text in HTML, if it equals a label.
    func html(of label: String?) -> String? {
        if text != label || MarkedText.hasSigns(text) { return nil }
        return html { text in
            var html = ""
            for character in text {
                switch character {
                case "&": html += "&amp;"
                case "<": html += "&lt;"
                case ">": html += "&gt;"
                case "\n": html += "<br>"
                default: html.append(character)
                }
            }
            return html
        }
    }

    /// The text in HTML with tags around marked parts; the format escapes the whole text.
    func html(_ escaped: (String) -> String) -> String {
        let marked = pieces.map { piece in
            String(decoding: MarkedText.sign(piece.marks, isEnd: false), as: UTF8.self) + piece.text
                + String(decoding: MarkedText.sign(piece.marks, isEnd: true), as: UTF8.self)
        }
        return escaped(marked.joined()).unicodeScalars.reduce(into: "") { text, scalar in
            if let mark = MarkedText.mark(scalar) {
                text += "<\(mark.isEnd ? "/" : "")\(["b", "i", "code"][mark.place])>"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}
