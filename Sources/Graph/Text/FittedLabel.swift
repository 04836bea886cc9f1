import Geometry

/// The lines of a label in a box of its node, all of them.
///
/// They are broken at words. Where they do not fit, the letters shrink to three quarters, and then the lines stand over the
/// border; a word is broken only if it is very long.
public struct FittedLabel: Sendable, Equatable {
    /// From top to bottom; none for a label without letters.
    public let lines: [String]
    /// Canvas units.
    public let fontSize: Double

    /// The height of a line.
    public var lineHeight: Double { fontSize * FittedLabel.spacing }

    /// The height of a line for letters of a size of 1.
    private static let spacing = CardMeasures.labelLine / CardMeasures.label
    /// The label in a box that should contain its lines.
    ///
    /// - Parameter rich: the same text with letters of its own.
    public init(_ text: String, in box: Size, _ weight: TextLayout.Weight = .regular, _ rich: RichLabel? = nil) {
        if let rich {
            var weights = rich.weights(weight)
            self.init(rich.text, in: box, &weights)
        } else {
            var weights = weight
            self.init(text, in: box, &weights)
        }
    }

    private init(_ text: String, in box: Size, _ weights: inout some LetterWeights) {
        let longest = TextLayout.longestWord(text, &weights)
        for part in CardMeasures.sizes {
            let size = CardMeasures.label * part
            let width = box.width / size
            let fitting = box.height / (size * FittedLabel.spacing) + 1e-6
            if !(longest <= width && fitting >= 1) { continue }
            let rows = Int(min(fitting, Double(CardMeasures.mostLines)))
            // No line is narrower than its letters are high.
            let lines = TextLayout.lines(text, width: max(width, 1), limit: rows + 1, &weights)
            if lines.count <= rows {
                self.init(lines: lines, fontSize: size)
                return
            }
        }
        let size = CardMeasures.label * CardMeasures.sizes[CardMeasures.sizes.count - 1]
        let width = max(box.width / size, min(longest, CardMeasures.widestWord / size), 1)
        self.init(
            lines: TextLayout.lines(text, width: width, limit: CardMeasures.mostLines, &weights), fontSize: size)
    }

    private init(lines: [String], fontSize: Double) { (self.lines, self.fontSize) = (lines, fontSize) }

    /// Is true if the letters have their greatest size, so that the box holds them.
    public var isPlain: Bool { fontSize == CardMeasures.label }
}
