import Geometry

/// The look of a text in a node or on an edge, as far as its size follows from it.
public struct TextStyle: Sendable, Equatable {
    /// In canvas units.
    public let fontSize: Double
    /// The space on the left and on the right, and above and below.
    let padding: Size
    /// The greatest width of a line, with the padding; nil breaks lines only at the text's own ends.
    let maxWidth: Double?

    /// Labels of nodes in pictures, unless their type states more.
    static let card = TextStyle(fontSize: 13, padding: Size(width: 9, height: 3), maxWidth: nil)

    /// Labels of edges.
    public static let edgeLabel = TextStyle(
        fontSize: CardMeasures.says.letters, padding: Size(width: CardMeasures.says.space, height: 3), maxWidth: nil)

    /// The height of a line.
    public var lineHeight: Double { fontSize * 16 / 13 }

    /// The lines of a text in a rectangle; the last ends in `…` if there is more.
    public func lines(_ text: String, in size: Size) -> [String] {
        // A size that was made of whole lines holds them, whatever its digits are.
        let rows = (size.height - 2 * padding.height) / lineHeight + 1e-6
        if !(rows >= 1) { return [] }
        return lines(
            text, width: size.width - 2 * padding.width, limit: Int(min(rows, Double(Limits.labelLines))))
    }

    /// The width of the first line of a text, with its space, in whole canvas units, at most a width; and whether that is all
    /// of the text. It is 0 for no text.
    func firstLine(of text: some Sequence<Unicode.Scalar>, within width: Double) -> (width: Int, isAll: Bool) {
        guard text.contains(where: { _ in true }) else { return (0, true) }
        let space = 2 * padding.width
        let (inner, isAll) = TextLayout.width(text, atMost: (width - space) / fontSize)
        return (Int(TextStyle.whole(inner * fontSize + space)), isAll)
    }

    /// Returns true if a rectangle holds the whole text.
    func fits(_ text: String, in size: Size) -> Bool {
        let needed = extent(of: text, maxWidth: size.width)
        return needed.width <= size.width + 1e-6 && needed.height <= size.height + 1e-6
    }

    /// The size of a text, in whole canvas units.
    ///
    /// - Parameter width: the greatest width of a line in place of the usual one, with the padding.
    func size(of text: String, brokenAt width: Double? = nil) -> Size {
        let extent = extent(of: text, maxWidth: width ?? maxWidth ?? .infinity)
        return Size(width: TextStyle.whole(extent.width), height: TextStyle.whole(extent.height))
    }

    private func extent(of text: String, maxWidth: Double) -> Size {
        let lines = lines(text, width: maxWidth - 2 * padding.width, limit: Limits.labelLines)
        let widest = lines.reduce(0) { max($0, TextLayout.width($1)) } * fontSize
        return Size(
            width: widest + 2 * padding.width,
            height: Double(max(lines.count, 1)) * lineHeight + 2 * padding.height)
    }

    private func lines(_ text: String, width: Double, limit: Int) -> [String] {
        TextLayout.lines(text, width: max(width / fontSize, 1), limit: limit)
    }

    /// The next whole number, or the number itself if it is whole up to rounding.
    private static func whole(_ length: Double) -> Double {
        min((length - 1e-6).rounded(.up), Double(Limits.measuredLength))
    }
}
