/// The widths of glyphs in common sans-serif fonts, in thousandths of the size of the letters.
///
/// Latin letters are as wide as in Adobe's metrics of Helvetica and Helvetica Bold (AFM), which Arial and Liberation
/// Sans share; Greek and Cyrillic letters are as in the latter two. Wide and fullwidth characters (UAX #11) and emoji
/// fill a square. An unlisted character has the average width of a letter.
enum GlyphWidths {
    /// The width of a square.
    static let square = 1000
    private static let average = 556
    /// The width of bold letters without an entry, in hundredths of the normal width.
    private static let boldness = 106

    static func width(of scalar: Unicode.Scalar, isBold: Bool) -> Int {
        let value = scalar.value
        if value &- 0x20 < 0x5F { return Int((isBold ? boldASCII : ascii)[Int(value &- 0x20)]) }
        if value < 0xA0 { return 0 }
        let width = otherWidth(of: scalar)
        return isBold && width < square ? width * boldness / 100 : width
    }

    /// The width of a code letter, whose size is five sixths of the others.
    static func codeWidth(of scalar: Unicode.Scalar) -> Int {
        let width = width(of: scalar, isBold: false)
        return width == 0 || width == square ? width : code
    }

    private static let code = 510

    private static func otherWidth(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        switch value {
        case 0xAD: return 0
        case 0xA0...0x17F: return Int(latin[Int(value - 0xA0)])
        case 0x384...0x3CE: return Int(greek[Int(value - 0x384)])
        case 0x400...0x45F: return Int(cyrillic[Int(value - 0x400)])
        case 0x2010...0x2026: return Int(punctuation[Int(value - 0x2010)])
        // Vowels and finals of Hangul lie in the square of their initial.
        case 0x1160...0x11FF: return 0
        default: break
        }
        if isWide(scalar) { return square }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        case .uppercaseLetter: return 680
        case .spaceSeparator: return 278
        default: return average
        }
    }

    /// Returns true for a character that is wide or fullwidth, or an emoji by itself.
    static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x1100: false
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FF, 0x1F200...0x1F2FF,
            0x20000...0x3FFFD:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }

    /// The characters U+0020…U+007E.
    private static let ascii: [UInt16] = [
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
        556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667,
        556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556,
        556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722,
        500, 500, 500, 334, 260, 334, 584,
    ]

    /// The bold letters U+0020…U+007E.
    private static let boldASCII: [UInt16] = [
        278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
        556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722,
        611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556,
        611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778,
        556, 556, 500, 389, 280, 389, 584,
    ]

    /// The characters U+00A0…U+017F.
    private static let latin: [UInt16] = [
        278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 552, 400, 549, 333, 333, 333, 576,
        537, 278, 333, 333, 365, 556, 834, 834, 834, 611, 667, 667, 667, 667, 667, 667, 1000, 722, 667, 667, 667, 667,
        278, 278, 278, 278, 722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611, 556, 556,
        556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278, 556, 556, 556, 556, 556, 556, 556, 549,
        611, 556, 556, 556, 556, 500, 556, 500, 667, 556, 667, 556, 667, 556, 722, 500, 722, 500, 722, 500, 722, 500,
        722, 615, 722, 556, 667, 556, 667, 556, 667, 556, 667, 556, 667, 556, 778, 556, 778, 556, 778, 556, 778, 556,
        722, 556, 722, 556, 278, 278, 278, 278, 278, 278, 278, 222, 278, 278, 735, 444, 500, 222, 667, 500, 500, 556,
        222, 556, 222, 556, 292, 556, 334, 556, 222, 722, 556, 722, 556, 722, 556, 604, 723, 556, 778, 556, 778, 556,
        778, 556, 1000, 944, 722, 333, 722, 333, 722, 333, 667, 500, 667, 500, 667, 500, 667, 500, 611, 278, 611, 375,
        611, 278, 722, 556, 722, 556, 722, 556, 722, 556, 722, 556, 722, 556, 944, 722, 667, 500, 667, 611, 500, 611,
        500, 611, 500, 222,
    ]

    /// The characters U+0384…U+03CE.
    private static let greek: [UInt16] = [
        333, 333, 667, 278, 784, 838, 384, 556, 774, 556, 855, 752, 222, 667, 667, 551, 668, 667, 611, 722, 778, 278,
        667, 668, 833, 722, 650, 778, 722, 667, 556, 618, 611, 667, 798, 667, 835, 748, 278, 667, 578, 446, 556, 222,
        547, 578, 575, 500, 557, 446, 441, 556, 556, 222, 500, 500, 576, 500, 448, 556, 690, 569, 482, 617, 395, 547,
        648, 525, 713, 781, 222, 547, 556, 547, 781,
    ]

    /// The characters U+0400…U+045F.
    private static let cyrillic: [UInt16] = [
        667, 667, 865, 542, 719, 667, 278, 278, 500, 1057, 1010, 854, 583, 722, 635, 719, 667, 656, 667, 542, 677,
        667, 923, 604, 719, 719, 583, 656, 833, 722, 778, 719, 667, 722, 611, 635, 760, 667, 740, 667, 917, 938, 792,
        885, 656, 719, 1010, 722, 556, 573, 531, 365, 583, 556, 669, 458, 559, 559, 438, 583, 688, 552, 556, 542, 556,
        500, 458, 500, 823, 500, 573, 521, 802, 823, 625, 719, 521, 510, 750, 542, 556, 556, 556, 365, 510, 500, 222,
        278, 222, 906, 812, 556, 438, 559, 500, 552,
    ]

    /// The characters U+2010…U+2026.
    private static let punctuation: [UInt16] = [
        333, 333, 556, 556, 1000, 1000, 556, 552, 222, 222, 222, 222, 333, 333, 333, 556, 556, 556, 350, 556, 556,
        556, 1000,
    ]
}
