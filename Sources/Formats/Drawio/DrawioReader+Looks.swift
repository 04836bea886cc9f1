import Geometry
import Graph
import Wire

extension DrawioReader {
    /// The keys in styles of vertices that are losses, with the values that mean nothing.
    private static let lost: [(key: StaticString, plain: StaticString)] = [
        ("gradientColor", "default"), ("rotation", "0"), ("image", ""), ("fillOpacity", "100"),
        ("strokeOpacity", "100"),
        ("textOpacity", "100"), ("fontSize", "12"), ("fontFamily", "Helvetica"),
        ("align", "center"), ("shadow", "0"), ("sketch", "0"), ("direction", "east"), ("flipH", "0"),
        ("flipV", "0"),
    ]
    /// The same for edges.
    private static let lostOfEdges: [(key: StaticString, plain: StaticString)] = [
        ("labelBackgroundColor", "default"), ("fontSize", "11"), ("fontStyle", "0"), ("fontFamily", "Helvetica"),
        ("shadow", "0"), ("sketch", "0"),
    ]

    /// Reports the parts of a style that elements do not have.
    private mutating func loseStyle(_ style: DrawioStyle, _ cell: DrawioCell) {
        let list = cell.isEdge ? DrawioReader.lostOfEdges : DrawioReader.lost
        for (key, plain) in list where style[key] != nil && !style.states(key, plain) {
            graph.tally.add(
                cell.isEdge ? .edge : .node, Identifier(cell.id), "style", "`\(key)` of a style is left out")
        }
    }

    /// A color of a style: digits, or the first of the pair for light and dark; `none` is transparent.
    mutating func color(_ key: StaticString, _ style: DrawioStyle, _ cell: DrawioCell) -> String? {
        if style.states(key, "none") { return "transparent" }
        guard let value = style[key], value != "default", value != "inherit" else { return nil }
        var text = value
        if text.hasPrefix("light-dark("), let end = text.utf8.firstIndex(of: UInt8(ascii: ",")) {
            text = String(text.utf8.dropFirst(11).prefix(upTo: end)) ?? text
        }
        if let color = HexColor.read(text.trimmed) { return color }
        graph.tally.add(
            cell.isEdge ? .edge : .node, Identifier(cell.id), "color", "the color of `\(key)` is left out")
        return nil
    }

    private mutating func setLook(_ node: inout TextGraph.Node, _ style: DrawioStyle, _ cell: DrawioCell) {
        // A text has neither a border nor a background unless the style states them.
        let isText = style.has("text") && style["shape"] == nil
        node.look.fill = color("fillColor", style, cell) ?? (isText ? "transparent" : nil)
        node.look.stroke = color("strokeColor", style, cell) ?? (isText ? "transparent" : nil)
        node.look.text = style["fontColor"] == nil ? nil : color("fontColor", style, cell)
        if let width = style.number("strokeWidth"), width > 0, width != 1, width <= 100 {
            node.look.strokeWidth = width
        }
        if style.isOn("dashed") {
            let lengths = DrawnLook.lengths(style["dashPattern"] ?? "")
            let areDots = lengths.first.map { $0 < DrawnLook.longestDot } ?? false
            node.look.dash = areDots ? DrawnLook.dotted : DrawnLook.dashed
        }
        if !node.isGroup, let place = style["verticalAlign"], place == "top" || place == "bottom" {
            node.look.verticalAlign = place
        }
        if let part = style.number("opacity"), (0..<100).contains(part) { node.look.opacity = part / 100 }
        if let letters = style.number("fontStyle"), (0...15).contains(letters) {
            node.look.isBold = Int(letters) & DrawioStyle.bold > 0 ? true : nil
            node.look.isItalic = Int(letters) & DrawioStyle.italic > 0 ? true : nil
            if Int(letters) & ~(DrawioStyle.bold | DrawioStyle.italic) > 0 {
                graph.tally.add(.node, Identifier(cell.id), "style", "lines under a text are left out")
            }
        }
    }

    /// A vertex as a node, without its position and its parent.
    mutating func node(_ cell: DrawioCell) -> TextGraph.Node {
        let style = DrawioStyle(cell.style)
        var node = TextGraph.Node(id: cell.id)
        let label = text(of: cell, style, .node)
        node.label = label.text
        node.size = Size(width: cell.width, height: cell.height)
        node.isHidden = cell.isHidden
        node.isGroup = style.has("group") || style.has("swimlane") || style["shape"] == "swimlane"
        if !node.isGroup { DrawioReader.setShape(&node, style) }
        setLook(&node, style, cell)
        node.look.rich = label.rich
        node.set(cell.data)
        loseStyle(style, cell)
        if cell.isCollapsed {
            graph.tally.add(.node, Identifier(cell.id), "collapsed", "a collapsed node is not collapsed here")
        }
        return node
    }

    private static func setShape(_ node: inout TextGraph.Node, _ style: DrawioStyle) {
        switch style.shape {
        case nil, "rectangle"?, "label"?, "text"?:
            guard style.isOn("rounded"), let size = node.size else { break }
            // Hundredths of the shorter side; 15 is the default.
            let part = min(max(style.number("arcSize") ?? 15, 0), 50)
            if part == 50 {
                node.shape = .capsule
            } else if !style.isOn("absoluteArcSize") {
                node.cornerRadius = min(size.width, size.height) * part / 100
            } else {
                node.cornerRadius = min(max(style.number("arcSize") ?? 12, 0) / 2, 1000)
            }
        case let name?:
            if let row = DrawioShape.all.first(where: { $0.names.contains(name) && $0.flip.map(style.isOn) ?? true }) {
                node.shape = row.shape
            } else {
                node.lostShape = String(name.prefix(100))
            }
        }
    }

    /// The label of a cell without the tags of HTML, and the same text with their marks.
    mutating func text(
        of cell: DrawioCell, _ style: DrawioStyle, _ kind: ExportLoss.Kind
    ) -> (text: String, rich: RichLabel?) {
        if cell.value.isEmpty { return ("", nil) }
        if !style.isOn("html") { return (cell.value.trimmed, nil) }
        let (text, rich, isLossy) = DOTLabel.withoutTags(cell.value, isHTML: true)
        if isLossy {
            graph.tally.add(kind, Identifier(cell.id), "tags", "the tags of a label are left out")
        }
        return (text, rich)
    }
}

extension DrawioReader {
    /// Sets the look of an edge from a style.
    mutating func setLook(_ edge: inout TextGraph.Edge, _ style: DrawioStyle, _ cell: DrawioCell) {
        edge.setDrawioLine(style, color("strokeColor", style, cell), &graph.tally)
        edge.look.text = style["fontColor"] == nil ? nil : color("fontColor", style, cell)
        loseStyle(style, cell)
    }
}

extension TextGraph.Edge {
    /// Sets line, heads and path from a style; the colors are already read.
    fileprivate mutating func setDrawioLine(_ style: DrawioStyle, _ stroke: String?, _ tally: inout ExportTally) {
        let width = style.number("strokeWidth").flatMap { $0 > 0 && $0 != 1 && $0 <= 100 ? $0 : nil }
        var dash: [Double] = []
        if style.isOn("dashed") {
            dash = (style["dashPattern"] ?? "3 3").split(separator: " ").prefix(16).compactMap {
                XMLReader.number(String($0)).flatMap { (0...1000).contains($0) ? $0 : nil }
            }
            if !dash.contains(where: { $0 > 0 }) { dash = [3, 3] }
        }
        look.stroke = stroke == "#000000" ? nil : stroke
        (look.strokeWidth, look.dash) = (width, dash)
        if let part = style.number("opacity"), (0..<100).contains(part) { look.opacity = part / 100 }
        if style.states("endArrow", "none") {
            markerEnd = "none"
        } else {
            markerEnd = TextGraph.Edge.marker(style["endArrow"] ?? "classic")
            if markerEnd == "arrowclosed" { markerEnd = nil }
        }
        if let name = style["startArrow"] { markerStart = TextGraph.Edge.marker(name) }
        if style.isOn("curved") { return }
        switch style["edgeStyle"] {
        case nil: setType(.straight)
        case "orthogonalEdgeStyle"?, "elbowEdgeStyle"?, "segmentEdgeStyle"?, "entityRelationEdgeStyle"?,
            "isometricEdgeStyle"?, "topToBottomEdgeStyle"?, "sideToSideEdgeStyle"?, "loopEdgeStyle"?:
            setType(style.isOn("rounded") ? .smoothStep : .step)
        case let name?:
            tally.add(.edge, id.map(Identifier.init), "edgeType", "the path \"\(name.prefix(100))\" becomes straight")
            setType(.straight)
        }
    }

    private static func marker(_ name: String) -> String {
        switch name {
        case "classic", "classicThin", "block", "blockThin": "arrowclosed"
        case "open", "openThin", "openAsync": "arrow"
        default: String(name.prefix(100))
        }
    }
}
