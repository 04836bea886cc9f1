/// The possible ends of lines: the rules of UAX #14 for spaces, hyphens, ideographs, brackets and punctuation.
///
/// Scripts that only a dictionary can break, such as Thai, are broken at spaces.
struct LineBreaks {
    private var last: LineClass?
    private var secondLast: LineClass?
    private var followsSpace = false

    /// Takes in the next character of a line; returns true if the line may end before it.
    mutating func mayBreak(before character: some TextCharacter) -> Bool {
        let next = LineClass(character)
        if next == .space {
            followsSpace = true
            return false
        }
        let may = last.map { isChance(between: $0, next) } ?? false
        secondLast = followsSpace ? nil : last
        last = next
        followsSpace = false
        return may
    }

    private func isChance(between last: LineClass, _ next: LineClass) -> Bool {
        if last == .zeroSpace { return true }
        switch next {
        case .closing, .closingParenthesis, .exclamation, .separator, .solidus, .zeroSpace: return false
        default: break
        }
        if followsSpace { return last != .opening && last != .wideOpening }
        if last == .glue || last == .opening || last == .wideOpening || last == .quote { return false }
        switch next {
        case .glue, .quote, .after, .hyphen, .nonStarter, .ellipsis: return false
        case .dash: return last != .dash
        default: break
        }
        switch last {
        case .after: return true
        // A hyphen at the start of a word, or before digits, belongs to what follows.
        case .hyphen: return secondLast != nil && secondLast != .hyphen && next != .number
        case .dash: return true
        case .solidus: return secondLast != nil && secondLast != .solidus && next == .letter
        case .prefix: return false
        case .ideograph, .nonStarter, .closing: return next != .postfix || last != .ideograph
        default: return next == .ideograph || next == .wideOpening
        }
    }
}

/// The classes of characters that `LineBreaks` tells apart, as in UAX #14.
private enum LineClass {
    case letter, number, ideograph, space, glue
    /// U+200B, which is a chance to break without a width.
    case zeroSpace
    case opening, wideOpening, closing, closingParenthesis, quote
    case exclamation, separator, solidus, ellipsis, nonStarter
    /// A mark after which a line may end, the plain hyphen, and the long dash.
    case after, hyphen, dash
    case prefix, postfix

    init(_ character: some TextCharacter) {
        guard let scalar = character.scalar else {
            self = .letter
            return
        }
        self = scalar.value < 0x80 ? LineClass(ascii: scalar) : LineClass(other: scalar)
    }

    private init(ascii scalar: Unicode.Scalar) {
        self =
            switch scalar {
            case "a"..."z", "A"..."Z": .letter
            case "0"..."9": .number
            case "\t"..."\r", " ": .space
            case "(", "[", "{": .opening
            case ")", "]": .closingParenthesis
            case "}": .closing
            case "\"", "'": .quote
            case "!", "?": .exclamation
            case ",", ".", ":", ";": .separator
            case "/": .solidus
            case "-": .hyphen
            case "|": .after
            case "$", "+", "\\": .prefix
            case "%": .postfix
            default: .letter
            }
    }

    private init(other scalar: Unicode.Scalar) {
        self =
            switch scalar {
            case "\u{85}", "\u{1680}", "\u{2000}"..."\u{2006}", "\u{2008}"..."\u{200A}", "\u{2028}", "\u{2029}",
                "\u{205F}", "\u{3000}":
                .space
            case "\u{A0}", "\u{202F}", "\u{2007}", "\u{2011}", "\u{2060}", "\u{FEFF}": .glue
            case "\u{200B}": .zeroSpace
            case "\u{AD}", "\u{2010}", "\u{2012}", "\u{2013}", "\u{58A}": .after
            case "\u{2014}": .dash
            case "«", "»", "‘", "’", "‚", "‛", "“", "”", "„", "‟", "‹", "›": .quote
            case "¡", "¿": .opening
            case "…", "‥": .ellipsis
            case "£", "¤", "¥", "±", "€", "№", "−": .prefix
            case "¢", "°", "‰", "′", "″", "℃": .postfix
            case "、", "。", "〉", "》", "」", "』", "】", "〕", "〗", "〙", "〛", "，", "．", "）", "］", "｝", "｡", "｣",
                "､":
                .closing
            case "！", "？": .exclamation
            case "〈", "《", "「", "『", "【", "〔", "〖", "〘", "〚", "（", "［", "｛", "｢": .wideOpening
            case "：", "；", "・", "゛", "゜", "ゝ", "ゞ", "ヽ", "ヾ", "ー", "々", "〻", "〜": .nonStarter
            case "ぁ", "ぃ", "ぅ", "ぇ", "ぉ", "っ", "ゃ", "ゅ", "ょ", "ゎ", "ァ", "ィ", "ゥ", "ェ", "ォ", "ッ", "ャ", "ュ",
                "ョ", "ヮ", "ヵ", "ヶ":
                .nonStarter
            default: GlyphWidths.isWide(scalar) ? .ideograph : .letter
            }
    }
}
