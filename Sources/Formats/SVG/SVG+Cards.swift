import EdgeRouting
import Geometry
import Graph
import Wire

extension SVGPicture {
    private typealias Measures = CardMeasures

    /// The head of a card, with the text below it.
    struct CardHead {
        let names: [String]
        /// The size of the name's letters.
        let size: Double
        let top: Double
        let more: (lines: [String], top: Double)
    }

    /// The head of a node; nil if the node has none or its name does not fit beside the icon.
    func head(
        _ slot: Node.Slot, _ type: NodeTypeStyle?, _ look: SVGNodeLook, rows: (minY: Double, maxY: Double)?
    ) -> CardHead? {
        guard let type, document.hasHead(slot) else { return nil }
        let frame = document.frame(slot)
        let text = CardText(document, slot, title: type.name)
        if look.rich(text.name) != nil { return nil }
        let more = moreLines(text.more, on: frame, around: rows)
        let hasMore = rows != nil || !more.lines.isEmpty
        let weight = look.weight(.bold)
        let (large, small) = (Measures.head.name, Measures.head.small)
        let width = frame.width - Measures.head.start - Measures.head.end
        let words = text.name.split { $0.isWhitespace }.joined(separator: " ")
        let isOne = TextLayout.width(words, weight) * large <= width
        var names = [words]
        if !isOne && rows == nil {
            names = TextLayout.lines(text.name, width: width / small, limit: 3, weight)
            let isWide = words.split(separator: " ").contains { TextLayout.width(String($0), weight) * small > width }
            if names.count > 2 || isWide { return nil }
        }
        if !hasMore && words.isEmpty { return nil }
        let size = isOne || rows != nil ? large : small
        if !isOne && names.count != 2 { names = TextLayout.lines(words, width: width / size, limit: 1, weight) }
        let top = hasMore ? frame.minY + Measures.head.top : frame.minY + (frame.height - Measures.tile.side) / 2
        return CardHead(names: names, size: size, top: top, more: more)
    }

    /// Writes a card with a head: the icon of its type, the type's title in capitals, and the name; its text is below.
    func write(
        _ head: CardHead, _ type: NodeTypeStyle, _ look: SVGNodeLook, on frame: Rect, into writer: inout JSONWriter
    ) {
        let up = head.names.count > 1 ? Measures.head.up : 0
        writeTile(type, at: Point(x: frame.minX + Measures.tile.inset, y: head.top), into: &writer)
        let start = frame.minX + Measures.head.start
        let width = frame.width - Measures.head.start - Measures.head.end
        let letters = width - Measures.head.spacing * Double(type.name.count)
        let caption = TextLayout.lines(
            type.name.uppercased(), width: letters / Measures.head.caption, limit: 1, .bold)
        if let caption = caption.first {
            let place = Point(x: start, y: head.top + Measures.head.captionY - up)
            writer.line(caption, style.attributes(of: .type, fill: type.value(isDark: style.isDark)), at: place)
        }
        let attributes = look.letters(style.attributes(of: .head, fill: look.texts?.text))
        for (index, line) in head.names.enumerated() {
            let y = head.top + Measures.head.nameY - up + Double(index) * Measures.head.apart
            writer.line(line, attributes, size: head.size, at: Point(x: start, y: y))
        }
        let soft = style.attributes(of: .below, fill: look.texts?.soft)
        for (index, line) in head.more.lines.enumerated() {
            let y = head.more.top + Double(index) * Measures.moreLine + Measures.more
            writer.line(line, soft, at: Point(x: frame.minX + Measures.head.inset, y: y))
        }
    }

    /// The lines of a text below a head: above the rows of a card if one line fits there, else below them.
    private func moreLines(
        _ text: String?, on frame: Rect, around rows: (minY: Double, maxY: Double)?
    ) -> (lines: [String], top: Double) {
        let (top, end) = (frame.minY + Measures.below.texts, frame.maxY - Measures.below.end)
        guard let text else { return ([], top) }
        var (first, last) = (top, rows?.minY ?? end)
        if let rows, last - first < Measures.moreLine { (first, last) = (rows.maxY, end) }
        let limit = TextLayout.rows((last - first) / Measures.moreLine)
        let width = (frame.width - 2 * Measures.head.inset) / Measures.more
        return (TextLayout.lines(text, width: width, limit: limit), first)
    }

    private func writeTile(_ type: NodeTypeStyle, at place: Point, into writer: inout JSONWriter) {
        let color = type.value(isDark: style.isDark)
        writer.append("<rect")
        writer.append(string: style.attributes(of: .tile, fill: color))
        writer.place(Rect(origin: place, size: Size(width: Measures.tile.side, height: Measures.tile.side)))
        writer.attribute("rx", Measures.tile.radius)
        writer.append("/>")
        let inset = (Measures.tile.side - Measures.tile.icon) / 2
        writeIcon(type, at: place + Point(x: inset, y: inset), side: Measures.tile.icon, into: &writer)
    }

    private func writeIcon(_ type: NodeTypeStyle, at place: Point, side: Double, into writer: inout JSONWriter) {
        writer.append("<path")
        writer.append(string: style.attributes(of: .icon, stroke: type.value(isDark: style.isDark)))
        writer.append(" transform=\"translate(")
        writer.pair(place.x, place.y)
        writer.append(") scale(")
        writer.coordinate(side / 24)
        writer.append(")\" d=\"")
        writer.append(type.icon)
        writer.append("\"/>")
    }

    /// Writes a node with a type but without a head: icon and name on one line, or only the name if it is long.
    func writeLineCard(
        _ slot: Node.Slot, _ type: NodeTypeStyle, _ look: SVGNodeLook, in inner: Rect, into writer: inout JSONWriter
    ) {
        let name = CardText(document, slot, title: type.name).name
        let weight = look.weight(.bold)
        let whole = TextLayout.width(name, weight) * Measures.label
        let isShaped = inner.width < document.frame(slot).width
        let space = inner.width - (isShaped ? Measures.line.shapedSides : Measures.line.sides)
        let wanted = max(0, min(Measures.line.icon, inner.height - Measures.line.around))
        let icon = whole <= space - wanted ? wanted : 0
        let size = min(Measures.label, Measures.label * (space - icon) / max(whole, 1e-9))
        if size <= Measures.line.least || name.isEmpty || name.contains(where: \.isNewline) || look.rich(name) != nil {
            return writeWhole(name, look, in: inner, isShaped: isShaped, into: &writer)
        }
        let gap = icon > 0 ? icon + Measures.line.gap : 0
        let start = inner.minX + (inner.width - gap - whole * size / Measures.label) / 2
        if icon > 0 {
            writeIcon(type, at: Point(x: start, y: inner.center.y - icon / 2), side: icon, into: &writer)
        }
        let attributes = look.letters(style.attributes(of: .head, fill: look.texts?.text))
        writer.line(name, attributes, size: size, at: Point(x: start + gap, y: inner.center.y + size * 0.35))
    }

    /// Writes only a name, in the middle.
    private func writeWhole(
        _ name: String, _ look: SVGNodeLook, in body: Rect, isShaped: Bool = false, into writer: inout JSONWriter
    ) {
        writeText(NodeText(label: name), look, in: body, isShaped: isShaped, into: &writer)
    }

    /// Writes the cards behind a collapsed group, each lower and narrower than the one in front of it.
    func writePile(_ frame: Rect, _ outline: SVGOutline, into writer: inout JSONWriter) {
        for card in (1...Measures.pile.cards).reversed() {
            let (inset, drop) = (Double(card) * Measures.pile.inset, Double(card) * Measures.pile.drop)
            let below = Rect(
                minX: frame.minX + inset, minY: frame.minY + drop, maxX: max(frame.maxX - inset, frame.minX + inset),
                maxY: frame.maxY + drop)
            writer.outline(
                SVGOutline(shape: .rectangle, frame: below, radius: outline.radius), style.attributes(of: .card))
        }
    }
}
