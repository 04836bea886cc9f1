import Geometry
import Graph
import Wire

extension DrawioReader {
    /// The keys of styles that are seen and have no place here.
    private static let lost: [StaticString] = [
        "strokeColor", "gradientColor", "fontColor", "rotation", "dashed", "opacity", "image",
    ]

    /// A vertex as a node, but for its place and its parent.
    mutating func node(_ cell: DrawioCell) -> TextGraph.Node {
        let style = DrawioStyle(cell.style)
        var node = TextGraph.Node(id: cell.id)
        let text = text(of: cell, .node)
        node.label = text.isEmpty ? nil : text
        node.size = Size(width: cell.width, height: cell.height)
        node.isHidden = cell.isHidden
        node.isGroup = style.has("group") || style.has("swimlane") || style["shape"] == "swimlane"
        if !node.isGroup { DrawioReader.setShape(&node, style) }
        if let fill = style["fillColor"].flatMap(HexColor.read) { node.setFill(fill) }
        node.set(cell.data)
        for key in DrawioReader.lost where style[key] != nil && style[key] != "0" && style[key] != "default" {
            graph.tally.add(.node, Identifier(cell.id), "style", "`\(key)` of a node is left out")
        }
        if cell.isCollapsed {
            graph.tally.add(.node, Identifier(cell.id), "collapsed", "a collapsed node is not collapsed here")
        }
        return node
    }

    private static func setShape(_ node: inout TextGraph.Node, _ style: DrawioStyle) {
        switch style.shape {
        case nil, "rectangle"?, "label"?:
            guard style.isOn("rounded"), let size = node.size else { break }
            // A part of the shorter side in hundredths, 15 if the style says nothing.
            let part = min(max(style.number("arcSize") ?? 15, 0), 50)
            if part == 50 {
                node.shape = .capsule
            } else if !style.isOn("absoluteArcSize") {
                node.cornerRadius = min(size.width, size.height) * part / 100
            } else {
                node.cornerRadius = min(max(style.number("arcSize") ?? 12, 0) / 2, 1000)
            }
        case "ellipse"?: node.shape = .ellipse
        case "rhombus"?: node.shape = .diamond
        case "hexagon"?: node.shape = .hexagon
        case let name?: node.lostShape = String(name.prefix(100))
        }
    }

    /// The label of a cell as plain text: without tags, if it is HTML.
    mutating func text(of cell: DrawioCell, _ kind: ExportLoss.Kind) -> String {
        if cell.value.isEmpty { return "" }
        if !DrawioStyle(cell.style).isOn("html") { return cell.value.trimmed }
        if cell.value.utf8.contains(UInt8(ascii: "<")) {
            graph.tally.add(kind, Identifier(cell.id), "tags", "the tags of a label are left out")
        }
        return DOTLabel.withoutTags(cell.value, isHTML: true)
    }
}

extension TextGraph.Edge {
    /// Sets line, heads and path as a style has them.
    mutating func setDrawioLook(_ style: DrawioStyle, _ tally: inout ExportTally) {
        let stroke = style["strokeColor"].flatMap(HexColor.read)
        let width = style.number("strokeWidth").flatMap { $0 > 0 && $0 != 1 && $0 <= 100 ? $0 : nil }
        var dash: [Double] = []
        if style.isOn("dashed") {
            dash = (style["dashPattern"] ?? "3 3").split(separator: " ").prefix(16).compactMap {
                XMLReader.number(String($0)).flatMap { (0...1000).contains($0) ? $0 : nil }
            }
            if !dash.contains(where: { $0 > 0 }) { dash = [3, 3] }
        }
        setStyle(stroke: stroke == "#000000" ? nil : stroke, width: width, dash: dash)
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
