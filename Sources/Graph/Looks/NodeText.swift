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

    /// The string or number of a compact value; nil for other values and for an empty string.
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

extension Document {
    /// The size that the texts of a node need in pictures; nil for a node that holds nodes or is collapsed, or whose
    /// type states a size.
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
            let title = spokenTitle(ofType: symbols[name]).uppercased()
            size = CardMeasures.headedSize(text, title: title)
        }
        for side in [Side.left, .right] {
            let count = handleSites(list: handleList(slot)).count { $0.side == side }
            size.height = max(size.height, CardMeasures.row * Double(min(count, Limits.labelLines)))
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

    /// The size that a text needs as a field of a node.
    public static func fieldSize(of text: String) -> Size {
        let size = size(of: NodeText(label: text), .regular, nil)
        return Size(width: max(size.width.rounded(.up), 2 * side), height: max(size.height.rounded(.up), row + space))
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
    /// The size of a card with a head: its name on one line, or two if it is long, beside the icon.
    fileprivate static func headedSize(_ text: NodeText, title: String) -> Size {
        let space = head.start + head.end
        let inner = widest - space
        let one = TextLayout.width(text.label, .bold) * head.name
        var lines = [text.label]
        if one > inner || text.label.contains(where: \.isNewline) {
            let word = TextLayout.longest(text.label, .bold) * head.small
            lines = TextLayout.lines(text.label, width: max(inner, word) / head.small, limit: mostLines, .bold)
        }
        if lines.count > 2 { return size(of: NodeText(label: text.label), .regular, nil) }
        let widths = lines.count == 1 ? [one] : lines.map { TextLayout.width($0, .bold) * head.small }
        let caption = TextLayout.width(title, .bold) * head.caption + Double(title.count) * head.spacing
        var needed = Size(width: (widths.max() ?? 0) + space, height: tile.side + 2 * head.top)
        needed.width = max(needed.width, min(caption + space, widest))
        guard let more = text.more else { return needed }
        let rest = TextLayout.lines(
            more, width: (widest - 2 * head.inset) / CardMeasures.more, limit: TextLayout.mostRows)
        let width = rest.reduce(0) { max($0, TextLayout.width($1) * CardMeasures.more) }
        needed.width = max(needed.width, width + 2 * head.inset)
        needed.height += moreLine * Double(rest.count)
        return needed
    }

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
        let inner = max(widest - around.width, min(word, widestWord))
        let lines = TextLayout.lines(
            text.label, width: inner / label, limit: text.more == nil ? mostLines : labelsOverMore,
            &weights)
        let rest = text.more.map { TextLayout.lines($0, width: inner / more, limit: TextLayout.mostRows) } ?? []
        let widths = widthsOf(lines).map { $0 * label } + rest.map { TextLayout.width($0) * more }
        return Size(
            width: (widths.max() ?? 0) + around.width,
            height: labelLine * Double(max(lines.count, 1)) + moreLine * Double(rest.count) + around.height)
    }
}
