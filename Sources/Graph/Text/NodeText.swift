import Geometry
import Wire

/// The texts that a node shows: its label, and a text below it.
public struct NodeText: Sendable, Equatable {
    /// The label.
    public var label: String
    /// The text below it.
    public var more: String?

    /// A label with nothing below it.
    public init(label: String) { self.label = label }

    /// `label`, else `data.label`, else `data.text`, else the id; an empty label is one.
    public init(_ document: Document, _ slot: Node.Slot) {
        var label: String?
        var dataLabel: String?
        var text: String?
        document.withNodeMembers(slot) { members in
            JSONMembers.visit(members) { name, value in
                if name == "label" {
                    label = NodeText.label(value)
                } else if name == "data", value.first == UInt8(ascii: "{") {
                    JSONMembers.visit(value) { name, value in
                        if name == "label" { dataLabel = NodeText.label(value) }
                        if name == "text" { text = NodeText.string(value) }
                    }
                }
            }
        }
        let title = label ?? dataLabel
        self.label = title ?? text ?? document.nodeID(slot).string
        if title != nil { more = text }
    }

    private static func label(_ value: UnsafeBufferPointer<UInt8>) -> String? {
        value.elementsEqual("\"\"".utf8) ? "" : string(value)
    }

    /// The string or number of a compact value; nil if it is another or empty.
    public static func string(_ value: UnsafeBufferPointer<UInt8>) -> String? {
        var cursor = JSONCursor(value)
        switch cursor.peek() {
        case .string:
            guard value.count > 2, let name = try? cursor.readName() else { return nil }
            return JSONString(name).description
        case .number: return String(decoding: value, as: UTF8.self)
        default: return nil
        }
    }
}

// MARK: Sizes

/// The measures of cards, in which pictures show nodes.
public enum CardMeasures {
    /// The size of the letters of a label, and of what is below it.
    public static let (label, more) = (13.0, 11.0)
    /// The height of a line of each.
    public static let (labelLine, moreLine) = (16.0, 14.0)
    /// The height of the bar with the name of the type.
    public static let bar = 18.0
    /// The most lines of a label that has a text below it.
    public static let labelsOverMore = 2
    /// The size of the letters of the name of a group, and the most characters of one.
    public static let (title, mostTitle) = (12.0, 200)
    /// The space above and below the texts of a card together, and the least height of one that has texts.
    public static let (space, leastText) = (6.0, 14.0)
    /// The least space on the left and on the right of a text.
    public static let side = 9.0

    /// The space around the text of a card that fits it.
    fileprivate static let around = Size(width: 24, height: 20)
    /// The width beyond which lines are broken in a card that fits its text.
    fileprivate static let widest = 240.0
    fileprivate static let least = Size(width: 60, height: 36)
    /// The space of a handle on the left or on the right.
    fileprivate static let handle = 18.0
}

extension Document {
    /// The size that the texts of a node need in pictures; nil for a node that holds others or is collapsed, or whose type
    /// states a size.
    ///
    /// - Complexity: O(*n*) in the bytes of its members.
    public func fittingSize(_ slot: Node.Slot) -> Size? {
        let type = type(of: slot)
        let isOther = isContainer(slot) || nodes.flags(slot).contains(.collapsed)
        if isOther || type?.statesSize == true { return nil }
        let text = NodeText(self, slot)
        let shape = nodes.flags(slot).shape
        let look = styleLook(ofNode: slot).look
        let isBold = look?.isBold ?? (text.more != nil)
        var size = CardMeasures.size(of: text, isBold ? .bold : .regular, look?.rich(text.label))
        if let name = nodes.type(slot), shape == .rectangle {
            size.height += CardMeasures.bar
            let title = TextLayout.width(self.title(ofType: symbols[name]), .bold) * 10.8
            size.width = max(size.width, min(title + 16, CardMeasures.widest))
        }
        for side in [Side.left, .right] {
            let count = handleSites(list: handleList(slot)).count { $0.side == side }
            size.height = max(size.height, CardMeasures.handle * Double(min(count, Limits.labelLines)))
        }
        return CardMeasures.card(around: size, shape, least: type?.minSize ?? CardMeasures.least)
    }
}

extension CardMeasures {
    /// The size that a card of a shape needs for a label in pictures.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public static func fittingSize(
        label: String, shape: NodeShape, _ weight: TextLayout.Weight = .regular, _ rich: RichLabel? = nil
    ) -> Size {
        card(around: size(of: NodeText(label: label), weight, rich), shape, least: least)
    }

    /// Returns true if a rectangle shows a label in its full size.
    public static func holds(_ label: String, in size: Size) -> Bool {
        FittedLabel(label, in: Size(width: size.width - 2 * side, height: size.height - space)).isPlain
    }

    fileprivate static func card(around content: Size, _ shape: NodeShape, least: Size) -> Size {
        let whole = shape.size(around: content)
        return Size(
            width: max(whole.width.rounded(.up), least.width), height: max(whole.height.rounded(.up), least.height))
    }
}

extension CardMeasures {
    /// The size of a card's texts with the space around them.
    fileprivate static func size(of text: NodeText, _ weight: TextLayout.Weight, _ rich: RichLabel?) -> Size {
        if let rich {
            var weights = rich.weights(weight)
            return size(of: text, &weights) { lines in
                rich.pieces(of: lines).map { pieces in
                    pieces.reduce(0) { $0 + TextLayout.width($1.text, $1.marks.weight ?? weight) }
                }
            }
        }
        var weights = weight
        return size(of: text, &weights) { lines in lines.map { TextLayout.width($0, weight) } }
    }

    private static func size(
        of text: NodeText, _ weights: inout some LetterWeights, _ widthsOf: ([String]) -> [Double]
    ) -> Size {
        let word = TextLayout.longestWord(text.label, &weights) * label
        let inner = max(widest - around.width, min(word, FittedLabel.widestWord))
        let lines = TextLayout.lines(
            text.label, width: inner / label, limit: text.more == nil ? FittedLabel.mostLines : labelsOverMore,
            &weights)
        let rest = text.more.map { TextLayout.lines($0, width: inner / more, limit: TextLayout.mostRows) } ?? []
        let widths = widthsOf(lines).map { $0 * label } + rest.map { TextLayout.width($0) * more }
        return Size(
            width: (widths.max() ?? 0) + around.width,
            height: labelLine * Double(max(lines.count, 1)) + moreLine * Double(rest.count) + around.height)
    }
}
