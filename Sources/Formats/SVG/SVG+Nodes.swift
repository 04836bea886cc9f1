import EdgeRouting
import Geometry
import Graph
import Storage
import Wire

/// The look of the nodes of one type: title, icon and color.
struct NodeTypeStyle {
    enum Color {
        /// The color that the type states, in hexadecimal digits.
        case own(String)
        /// The index of an accent.
        case accent(Int)
        /// The color of groups.
        case group
    }

    let name: String
    let icon: StaticString
    let color: Color

    init(_ type: Identifier, of document: Document) {
        let declared = document.content["types"]?[type.string]
        name = document.spokenTitle(ofType: type)
        icon = TypeIcons.path(type: type.string, role: declared?["role"]?.stringValue)
        let own = declared?["color"]?.stringValue.flatMap(SVGStyle.color)
        let isGroup = type.string == "group"
        color = own.map { .own($0) } ?? (isGroup ? .group : .accent(SVGStyle.accent(ofType: type.string)))
    }

    func value(isDark: Bool) -> String {
        switch color {
        case .own(let color): return color
        case .accent(let number):
            let accent = SVGStyle.accents[number]
            return isDark ? accent.dark : accent.light
        case .group: return SVGColor.group.value(isDark: isDark)
        }
    }
}

extension SVGPicture {
    // MARK: Groups

    func writeGroup(_ slot: Node.Slot, into writer: inout JSONWriter) {
        let frame = document.frame(slot)
        let text = NodeText(document, slot)
        document.withNodeID(slot) { writer.beginElement("node", id: $0) }
        let look = SVGNodeLook(document, slot)
        if let texts = look.texts { writer.append(string: " style=\"--soft:\(texts.soft)\"") }
        writer.append(">")
        writeTitle(text.label.isEmpty ? document.nodeID(slot).string : text.label, into: &writer)
        let outline = self.outline(of: slot, radius: CardMeasures.groupRadius)
        writer.outline(
            outline, style.attributes(of: .group, fill: look.color?.text, stroke: look.border),
            style: look.outline(isGroup: true))
        let inner = outline.inner
        if options.labels, inner.height >= 24 { writeGroupTitle(text.label, look, in: inner, into: &writer) }
        if options.handles, document.nodes.flags(slot).contains(.hasHandles) {
            writeHandles(slot, frame, nil, into: &writer)
        }
        writer.append("</g>\n")
    }

    // MARK: Nodes

    mutating func writeNode(_ slot: Node.Slot, into writer: inout JSONWriter) {
        let frame = document.frame(slot)
        let text = NodeText(document, slot)
        let type = typeStyle(of: slot)
        document.withNodeID(slot) { writer.beginElement("node", id: $0) }
        let look = SVGNodeLook(document, slot)
        var rules: [String] = []
        switch type?.color {
        case .accent(let number): writer.append(string: " class=\"typed t\(number)\"")
        case .own(let own):
            writer.append(" class=\"typed\"")
            rules.append("--type:\(own)")
        case .group, nil: break
        }
        if let texts = look.texts { rules.append("--text:\(texts.text);--soft:\(texts.soft)") }
        if !rules.isEmpty { writer.append(string: " style=\"\(rules.joined(separator: ";"))\"") }
        writer.append(">")
        writeTitle(text.label.isEmpty ? document.nodeID(slot).string : text.label, into: &writer)
        let outline = self.outline(of: slot, radius: CardMeasures.radius)
        let sizing = document.sizingText(slot)
        let body = outline.inner
        if document.isContainer(slot) { writePile(frame, outline, into: &writer) }
        let accent = type?.value(isDark: style.isDark)
        let rows = handleLabels(slot)?.rows
        let fields = look.fields(text.label)
        let head = options.labels && fields == nil ? head(slot, type, look, rows: rows) : nil
        writeCard(outline, look, head != nil || look.color != nil ? nil : accent, into: &writer)
        if let fields {
            write(fields, look, on: frame, into: &writer)
        } else if options.labels, let sizing {
            writeText(sizing.text, sizing.style, look, in: body, into: &writer)
        } else if let head, let type {
            write(head, type, look, on: frame, into: &writer)
        } else if let rows {
            writeText(text, look, around: rows, in: body, into: &writer)
        } else if options.labels, frame.height >= CardMeasures.leastText {
            if let type, text.more == nil, !look.isAligned, look.color == nil {
                writeLineCard(slot, type, look, in: body, into: &writer)
            } else {
                writeText(text, look, in: body, isShaped: body.width < frame.width, into: &writer)
            }
        }
        if options.handles && fields == nil { writeHandles(slot, frame, accent, into: &writer) }
        writer.append("</g>\n")
    }

    /// Writes the lines between the fields of a node, and their texts.
    private func write(_ fields: NodeFields, _ look: SVGNodeLook, on frame: Rect, into writer: inout JSONWriter) {
        if fields.boxes.contains(where: { $0.hasLine.left || $0.hasLine.top }) {
            writer.append("<path")
            writer.append(string: style.attributes(of: .card, stroke: look.border))
            if let rules = look.outline(isGroup: false) { writer.append(string: " style=\"\(rules)\"") }
            writer.append(" d=\"")
            for field in fields.boxes {
                let (box, hasLine) = (field.frame(in: frame), field.hasLine)
                for (isDrawn, end) in [
                    (hasLine.left, Point(x: box.minX, y: box.maxY)), (hasLine.top, Point(x: box.maxX, y: box.minY)),
                ]
                where isDrawn {
                    writer.append("M")
                    writer.pair(box.minX, box.minY)
                    writer.append("L")
                    writer.pair(end.x, end.y)
                }
            }
            writer.append("\"/>")
        }
        if !options.labels { return }
        for field in fields.boxes {
            writeText(NodeText(label: field.text), look, in: field.frame(in: frame), isShaped: false, into: &writer)
        }
    }

    private mutating func typeStyle(of slot: Node.Slot) -> NodeTypeStyle? {
        guard let type = document.nodes.type(slot) else { return nil }
        if let known = types[type] { return known }
        let style = NodeTypeStyle(document.symbols[type], of: document)
        types[type] = style
        return style
    }

    /// The outline of a node, with the radius of corners that the node or its type states.
    private func outline(of slot: Node.Slot, radius: Double) -> SVGOutline {
        SVGOutline(
            shape: document.nodes.flags(slot).shape, frame: document.frame(slot),
            radius: document.cornerRadius(ofNode: slot) ?? radius)
    }

    /// Writes a card over two faint shades. A card without a head has a tint of its type's color.
    private func writeCard(
        _ outline: SVGOutline, _ look: SVGNodeLook, _ accent: String?, into writer: inout JSONWriter
    ) {
        let (frame, radius) = (outline.frame, outline.boundedRadius)
        for drop in CardMeasures.shadeDrops {
            let shade = frame.grown(by: CardMeasures.shadeGrowth).offset(by: Point(x: 0, y: drop))
            writer.outline(
                SVGOutline(shape: outline.shape, frame: shade, radius: radius), style.attributes(of: .shade))
        }
        writer.outline(
            outline, style.attributes(of: .card, fill: look.color?.text, stroke: look.border),
            style: look.outline(isGroup: false))
        if let accent { writer.outline(outline, style.attributes(of: .bar, fill: accent)) }
    }

    /// Writes the text that determines the size of the node, in the same lines.
    private func writeText(
        _ text: String, _ letters: TextStyle, _ look: SVGNodeLook, in body: Rect, into writer: inout JSONWriter
    ) {
        let lines = letters.lines(text, in: body.size)
        let attributes = look.letters(style.attributes(of: .line, fill: look.texts?.text))
        var y = body.center.y - letters.lineHeight * Double(lines.count) / 2
        let size = letters.fontSize == 13 ? nil : letters.fontSize
        for pieces in RichLabel.pieces(of: lines, look.rich(text)) {
            let point = Point(x: body.center.x, y: y + letters.fontSize * CardMeasures.baseline)
            writer.line(pieces, attributes, size: size, at: point)
            y += letters.lineHeight
        }
    }

    /// The label of a card, fitted into a box.
    private func card(
        _ text: NodeText, _ look: SVGNodeLook, in body: Rect, isShaped: Bool
    ) -> FittedLabel {
        // The box inside other shapes already has space around it.
        let (side, space) = isShaped ? (CardMeasures.shapedSide, 0) : (CardMeasures.side, CardMeasures.space)
        let box = Size(width: body.width - 2 * side, height: body.height - space)
        return FittedLabel(
            text.label, in: box, look.weight(text.more != nil ? .bold : .regular), look.rich(text.label))
    }

    /// Writes the label in the middle, and below it as much of the longer text as fits.
    func writeText(
        _ text: NodeText, _ look: SVGNodeLook, in body: Rect, isShaped: Bool, into writer: inout JSONWriter
    ) {
        let label = card(text, look, in: body, isShaped: isShaped)
        if label.lines.isEmpty { return }
        var rest: [String] = []
        if let more = text.more, body.height >= 38, label.isPlain, label.lines.count <= CardMeasures.labelsOverMore {
            let left = body.height - 8 - label.lineHeight * Double(label.lines.count)
            rest = TextLayout.lines(
                more, width: (body.width - 2 * CardMeasures.side) / CardMeasures.more,
                limit: TextLayout.rows(left / CardMeasures.moreLine))
        }
        let height = label.lineHeight * Double(label.lines.count) + CardMeasures.moreLine * Double(rest.count)
        var y = look.top(ofTexts: height, in: body)
        let attributes = look.letters(
            style.attributes(of: text.more != nil ? .name : .line, fill: look.texts?.text))
        let size = label.isPlain ? nil : label.fontSize
        for pieces in RichLabel.pieces(of: label.lines, look.rich(text.label)) {
            let point = Point(x: body.center.x, y: y + label.fontSize * CardMeasures.baseline)
            writer.line(pieces, attributes, size: size, at: point)
            y += label.lineHeight
        }
        if rest.isEmpty { return }
        let soft = style.attributes(of: .more, fill: look.texts?.soft)
        for line in rest {
            writer.line(line, soft, at: Point(x: body.center.x, y: y + CardMeasures.moreBaseline))
            y += CardMeasures.moreLine
        }
    }

    /// Writes the name of a group on one line from the left. Its letters shrink to three quarters, then it crosses the border.
    func writeGroupTitle(_ title: String, _ look: SVGNodeLook, in inner: Rect, into writer: inout JSONWriter) {
        let words = title.prefix(CardMeasures.mostTitle).split { $0.isWhitespace }.joined(separator: " ")
        if words.isEmpty { return }
        let wanted = TextLayout.width(words, look.weight(.bold)) * CardMeasures.title
        let size = CardMeasures.title * min(1, max((inner.width - 2 * CardMeasures.titleX) / wanted, 0.75))
        var attributes = look.letters(style.attributes(of: .title, fill: look.texts?.soft))
        let isPlain = size == CardMeasures.title
        if !isPlain, let place = attributes.firstRange(of: " font-size=\"12\"") { attributes.removeSubrange(place) }
        let place = Point(x: inner.minX + CardMeasures.titleX, y: inner.minY + CardMeasures.titleY)
        let pieces = RichLabel.pieces(of: [words], look.rich(title))[0]
        writer.line(pieces, attributes, size: isPlain ? nil : size, at: place)
    }

    /// Writes the label above the rows. The longer text is below them if one line fits there, else above them, too.
    private func writeText(
        _ text: NodeText, _ look: SVGNodeLook, around rows: (minY: Double, maxY: Double), in body: Rect,
        into writer: inout JSONWriter
    ) {
        var (above, below) = (body, body)
        above.maxY = rows.minY
        below.minY = rows.maxY
        guard let more = text.more, below.height >= CardMeasures.moreLine else {
            return writeText(text, look, in: above, isShaped: false, into: &writer)
        }
        var name = NodeText(label: text.label)
        name.more = ""
        writeText(name, look, in: above, isShaped: false, into: &writer)
        let lines = TextLayout.lines(
            more, width: (body.width - 2 * CardMeasures.side) / CardMeasures.more,
            limit: TextLayout.rows(below.height / CardMeasures.moreLine))
        var y = below.center.y - CardMeasures.moreLine * Double(lines.count) / 2
        let soft = style.attributes(of: .more, fill: look.texts?.soft)
        for line in lines {
            writer.line(line, soft, at: Point(x: body.center.x, y: y + CardMeasures.moreBaseline))
            y += CardMeasures.moreLine
        }
    }

    // MARK: Parts of both

    func writeTitle(_ text: String, into writer: inout JSONWriter) {
        writer.append("<title>")
        writer.xml(text)
        writer.append("</title>")
    }

    private func writeHandles(
        _ slot: Node.Slot, _ frame: Rect, _ accent: String?, into writer: inout JSONWriter
    ) {
        let flags = document.nodes.flags(slot)
        let areDeclared = document.declaresHandles(slot)
        for site in document.handleSites(list: document.handleList(slot)) where site.side != .center {
            let point = Anchor.on(frame, flags, side: site.side, offset: site.offset).point
            guard areDeclared || ends.contains(point) else { continue }
            writer.append("<circle")
            let source = accent.map { style.attributes(of: .typedSource, fill: $0) } ?? style.attributes(of: .source)
            writer.append(string: site.kind == .source ? source : style.attributes(of: .target))
            writer.attribute("cx", point.x)
            writer.attribute("cy", point.y)
            writer.attribute("r", CardMeasures.handle)
            writer.append("/>")
        }
        let labels = handleLabels(slot)
        for label in labels?.inside ?? [] {
            writer.line(
                label.line, style.attributes(of: label.isEnd ? .rowEnd : .row), size: label.size, at: label.point)
        }
        for label in labels?.beside ?? [] {
            // The halo is an element of its own, since not every program draws strokes behind letters.
            writer.line(label.line, style.attributes(of: label.isEnd ? .haloEnd : .halo), at: label.point)
            writer.line(label.line, style.attributes(of: label.isEnd ? .handleEnd : .handle), at: label.point)
        }
    }
}

extension JSONWriter {
    mutating func pair(_ x: Double, _ y: Double) {
        coordinate(x)
        append(" ")
        coordinate(y)
    }
}
