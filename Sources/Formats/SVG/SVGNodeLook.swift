import Geometry
import Graph
import Wire

/// The stated look of a node, as declarations and attributes of a picture.
struct SVGNodeLook {
    /// The color of the background.
    let color: StyleColor?
    private let look: NodeLook?

    init(_ document: Document, _ slot: Node.Slot) { (color, look) = document.styleLook(ofNode: slot) }

    /// Is true if the style states the vertical position of the label.
    var isAligned: Bool { look?.verticalAlign != nil }

    /// The top of texts with a height in a box.
    func top(ofTexts height: Double, in body: Rect) -> Double {
        switch look?.verticalAlign {
        case .top: body.minY + CardMeasures.space / 2
        case .bottom: body.maxY - CardMeasures.space / 2 - height
        case .middle, nil: body.center.y - height / 2
        }
    }

    /// The label with its marks; nil if it has none.
    func rich(_ label: String) -> RichLabel? { look?.rich(label) }

    /// The fields of a node with a label.
    func fields(_ label: String) -> NodeFields? { look?.fields(label) }

    /// The color of the border.
    var border: String? { look?.borderColor?.text }
    /// The colors of its texts: stated, or chosen for the stated background; nil for those of the picture.
    var texts: (text: String, soft: String)? {
        look?.textColor.map { ($0.text, $0.text) } ?? color.map { SVGStyle.texts(on: $0) }
    }

    /// The declarations of an outline; nil without any. For a group they override those of all groups.
    func outline(isGroup: Bool) -> String? {
        var rules: [String] = []
        if let color { rules.append(isGroup ? "fill:\(color.text);fill-opacity:1" : "fill:\(color.text)") }
        if let border { rules.append(isGroup ? "stroke:\(border);stroke-opacity:1" : "stroke:\(border)") }
        if let look {
            if look.drawnWidth != 1 { rules.append("stroke-width:\(SVGNodeLook.decimal(look.drawnWidth))") }
            if !look.dash.isEmpty {
                let lengths = look.dash.map { SVGNodeLook.decimal($0) }.joined(separator: " ")
                rules.append("stroke-dasharray:\(lengths);stroke-linecap:butt")
            } else if isGroup && look.hasBorder {
                rules.append("stroke-dasharray:none")
            }
        }
        return rules.isEmpty ? nil : rules.joined(separator: ";")
    }

    private static func decimal(_ length: Double) -> String {
        JSON.number((length * 1000).rounded() / 1000).description
    }

    /// The stated weight, else a default.
    func weight(_ plain: TextLayout.Weight) -> TextLayout.Weight {
        look?.isBold.map { $0 ? .bold : .regular } ?? plain
    }

    /// The attributes of a text, with the stated weight and slant.
    func letters(_ attributes: String) -> String {
        guard let look, look.isBold != nil || look.isItalic != nil else { return attributes }
        var letters = attributes
        if let isBold = look.isBold {
            let stated = " font-weight=\"600\""
            if let place = letters.firstRange(of: stated) { letters.removeSubrange(place) }
            if isBold { letters += " font-weight=\"700\"" }
        }
        return look.isItalic == true ? letters + " font-style=\"italic\"" : letters
    }
}
