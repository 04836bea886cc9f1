/// Lines of text of a width, measured without a font: by the widths that glyphs have in common sans-serif fonts.
public enum TextLayout {
    /// The weight of letters.
    public enum Weight: Sendable {
        /// The weights of running text and of titles.
        case regular, bold
        /// Letters of programs, all of one width.
        case code
    }

    /// The width of a text, in units of the size of its letters.
    public static func width(_ text: String, _ weight: Weight = .regular) -> Double {
        Double(units(text.unicodeScalars, weight)) / Double(GlyphWidths.square)
    }

    /// The width in thousandths of the size of the letters.
    fileprivate static func units(_ scalars: some Sequence<Unicode.Scalar>, _ weight: Weight) -> Int {
        if weight == .code { return scalars.reduce(0) { $0 + GlyphWidths.codeWidth(of: $1) } }
        var sum = GlyphSum(weight)
        for scalar in scalars { sum.add(scalar) }
        return sum.units
    }

    /// The width of the first line of a text, at most that of a line, in units of the size of its letters; and whether it is
    /// all of the text.
    static func width(_ text: some Sequence<Unicode.Scalar>, atMost limit: Double) -> (width: Double, isAll: Bool) {
        let most = limit * Double(GlyphWidths.square)
        var sum = GlyphSum(.regular)
        var (isEnded, isAll) = (false, true)
        for scalar in text {
            let isSpace = scalar.properties.isWhitespace
            if sum.units == 0 && isSpace { continue }
            if isEnded && !isSpace {
                isAll = false
                break
            }
            if scalar == "\n" || scalar == "\r" { isEnded = true }
            if !isEnded { sum.add(scalar) }
            if Double(sum.units) > most {
                isAll = false
                break
            }
        }
        return (min(Double(sum.units) / Double(GlyphWidths.square), limit), isAll)
    }

    /// The greatest number of lines of a text on a card.
    static let mostRows = 12

    /// Returns the number of whole lines in a number of line heights, at most twelve; none for NaN.
    public static func rows(_ available: Double) -> Int { available > 0 ? Int(min(available, Double(mostRows))) : 0 }

    /// Breaks a text by `LineBreaks`, and within words that are too long, into at most `limit` lines; the last ends in
    /// `…` if there is more.
    ///
    /// - Parameter width: of a line, in units of the size of the letters.
    /// - Complexity: O(*n*) in the examined characters, which are no more than the lines can hold.
    public static func lines(_ text: String, width: Double, limit: Int, _ weight: Weight = .regular) -> [String] {
        var weights = weight
        return lines(text, width: width, limit: limit, &weights)
    }

    /// The same for letters of several weights.
    static func lines(
        _ text: String, width: Double, limit: Int, _ weights: inout some LetterWeights
    ) -> [String] {
        if limit < 1 || !(width >= 1) { return [] }
        let most = Int(min(width, 1e9) * Double(GlyphWidths.square) + 1e-6)
        if text.hasPlainBytes { return lines(text, of: \.utf8, most, limit, &weights) }
        return lines(text, of: \.self, most, limit, &weights)
    }

    /// The lines of a text whose characters a part of it lists.
    private static func lines<Characters: Collection>(
        _ text: String, of characters: (Substring) -> Characters, _ most: Int, _ limit: Int,
        _ weights: inout some LetterWeights
    ) -> [String] where Characters.Element: TextCharacter, Characters.Index == String.Index {
        var lines: [String] = []
        var rest = text[...]
        func skipSpace() { rest = rest[(characters(rest).firstIndex { !$0.isSpace } ?? rest.endIndex)...] }
        skipSpace()
        while lines.count < limit, !rest.isEmpty {
            let (end, next) = firstLine(of: characters(rest), most, &weights)
            let line = rest[..<end]
            rest = rest[next...]
            skipSpace()
            let isCut = lines.count == limit - 1 && !rest.isEmpty
            lines.append(isCut ? shortened(line, most, weights.plain) : String(line))
        }
        return lines
    }

    /// Returns the end of the part of the text that fits on one line, and the start of the next.
    private static func firstLine<Characters: Collection>(
        of text: Characters, _ most: Int, _ weights: inout some LetterWeights
    ) -> (end: String.Index, next: String.Index)
    where Characters.Element: TextCharacter, Characters.Index == String.Index {
        var units = 0
        var breaks = LineBreaks()
        var chance: String.Index?
        var index = text.startIndex
        // The end of the last character that is no space, here and at the last chance.
        var (end, endAtChance) = (index, index)
        while index < text.endIndex {
            let character = text[index]
            if character.isNewline { return (index, index) }
            if breaks.mayBreak(before: character) { (chance, endAtChance) = (index, end) }
            units += character.units(weights.weight(at: index))
            let isSpace = character.isSpace
            // Spaces hang over the end of a line.
            if units > most, index > text.startIndex, !isSpace {
                return chance.map { (endAtChance, $0) } ?? (end, index)
            }
            index = text.index(after: index)
            if !isSpace { end = index }
        }
        return (index, index)
    }

    /// The width of the longest part of a text that `LineBreaks` does not break, in units of the size of the letters.
    ///
    /// - Complexity: O(*n*) in the first characters, at most `measuredCharacters`.
    static func longestWord(_ text: String, _ weights: inout some LetterWeights) -> Double {
        text.hasPlainBytes ? longestWord(of: text.utf8, &weights) : longestWord(of: text, &weights)
    }

    private static func longestWord<Characters: Collection>(
        of text: Characters, _ weights: inout some LetterWeights
    ) -> Double where Characters.Element: TextCharacter, Characters.Index == String.Index {
        var (longest, units) = (0, 0)
        var breaks = LineBreaks()
        let measured = text.prefix(measuredCharacters)
        for index in measured.indices {
            let character = measured[index]
            if character.isNewline {
                breaks = LineBreaks()
                units = 0
            } else {
                if breaks.mayBreak(before: character) { units = 0 }
                // Spaces hang over the end of a line.
                if !character.isSpace {
                    units += character.units(weights.weight(at: index))
                    longest = max(longest, units)
                }
            }
        }
        return Double(longest) / Double(GlyphWidths.square)
    }

    /// The same in letters of one weight.
    public static func longest(_ text: String, _ weight: Weight) -> Double {
        var weights = weight
        return longestWord(text, &weights)
    }

    /// The number of characters in which the longest word is searched.
    private static let measuredCharacters = 4096

    private static func shortened(_ line: Substring, _ most: Int, _ weight: Weight) -> String {
        var line = line
        let left = most - units(CollectionOfOne("…"), weight)
        while !line.isEmpty, units(line.unicodeScalars, weight) > left || line.last?.isWhitespace == true {
            line.removeLast()
        }
        return line + "…"
    }
}

/// A character of a text that is broken into lines: any character, or a byte of a text that has only plain ones.
protocol TextCharacter {
    var isNewline: Bool { get }
    /// Is true if it hangs over the end of a line.
    var isSpace: Bool { get }
    /// The first of its scalars.
    var scalar: Unicode.Scalar? { get }
    /// The width in thousandths of the size of the letters.
    func units(_ weight: TextLayout.Weight) -> Int
}

extension Character: TextCharacter {
    var isSpace: Bool { isWhitespace }
    var scalar: Unicode.Scalar? { unicodeScalars.first }
    func units(_ weight: TextLayout.Weight) -> Int { TextLayout.units(unicodeScalars, weight) }
}

extension UInt8: TextCharacter {
    var isNewline: Bool { self >= 0x0A && self <= 0x0D }
    var isSpace: Bool { self == 0x20 || self >= 0x09 && self <= 0x0D }
    var scalar: Unicode.Scalar? { Unicode.Scalar(self) }
    func units(_ weight: TextLayout.Weight) -> Int {
        let scalar = Unicode.Scalar(self)
        if weight == .code { return GlyphWidths.codeWidth(of: scalar) }
        return GlyphWidths.width(of: scalar, isBold: weight == .bold)
    }
}

extension String {
    /// Is true if each byte is a character: all are ASCII, and none may be a half of a line break.
    fileprivate var hasPlainBytes: Bool { utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D } }
}

/// The width of consecutive scalars: those of one picture together count once.
private struct GlyphSum {
    private(set) var units = 0
    private let isBold: Bool
    private var last = 0
    private var isJoined = false

    init(_ weight: TextLayout.Weight) { isBold = weight == .bold }

    mutating func add(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x200D {
            last = GlyphWidths.width(of: scalar, isBold: isBold)
        } else {
            addPicture(scalar)
        }
        units += last
    }

    /// Adds a scalar that may be part of an emoji, of a flag, or of a joined sequence.
    private mutating func addPicture(_ scalar: Unicode.Scalar) {
        let wasJoined = isJoined
        isJoined = false
        switch scalar.value {
        case 0x200D:
            isJoined = true
            last = 0
        case 0xFE0F:
            // What came before is shown as an emoji.
            units -= last
            last = last > 0 ? GlyphWidths.square : 0
        case 0x1F3FB...0x1F3FF where last == GlyphWidths.square: last = 0
        case 0x1F1E6...0x1F1FF: last = GlyphWidths.square / 2
        default:
            last = wasJoined && scalar.properties.isEmoji ? 0 : GlyphWidths.width(of: scalar, isBold: isBold)
        }
    }
}
