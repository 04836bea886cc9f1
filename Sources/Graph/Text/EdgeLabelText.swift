import Geometry

/// The lines of an edge's label: broken at the text's line ends, and at the width of the setting `labelWidth`.
public enum EdgeLabelText {
    /// The width of a label with its space, in canvas units, and the number of its lines; 0 for no text.
    struct Extent: Sendable, Equatable {
        var (width, lines): (Int, Int)
    }

    /// The default of the setting, in canvas units.
    public static let standardWidth = 200.0
    /// The allowed widths.
    static let widths = 40...1000.0
    /// No label has more lines.
    static let mostLines = 64
    /// Labels with at most this many lines are no higher than the standard width.
    static let fewLines = 13

    /// The height of a label of one line, and of each further one.
    private static let (height, line) = (CardMeasures.says.height, CardMeasures.says.line)

    /// The size of a label, in canvas units.
    public static func size(width: Int, lines: Int) -> Size {
        Size(width: Double(width), height: height + line * Double(max(lines, 1) - 1))
    }

    /// The size of a text as a label, in canvas units.
    public static func size(of text: String, within width: Double) -> Size {
        let extent = extent(text, within: width)
        return size(width: extent.width, lines: extent.lines)
    }

    /// The distances of the middles of the lines from that of the label.
    public static func offsets(lines: Int) -> [Double] {
        (0..<lines).map { (Double($0) - Double(lines - 1) / 2) * line }
    }

    /// The lines of a text; none for one that is only spaces.
    public static func lines(_ text: String, within width: Double) -> [String] {
        let style = TextStyle.edgeLabel
        return TextLayout.lines(text, width: (width - 2 * style.padding.width) / style.fontSize, limit: mostLines)
    }

    /// The extent of a text.
    static func extent(_ text: String, within width: Double) -> Extent {
        let style = TextStyle.edgeLabel
        let (whole, isOneLine) = style.firstLine(of: text.unicodeScalars, within: width)
        if isOneLine { return Extent(width: whole, lines: whole == 0 ? 0 : 1) }
        let lines = lines(text, within: width)
        let widest = lines.reduce(0) { max($0, style.firstLine(of: $1.unicodeScalars, within: .infinity).width) }
        return Extent(width: widest, lines: lines.count)
    }
}
