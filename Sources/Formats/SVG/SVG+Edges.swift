import EdgeRouting
import Geometry
import Graph
import Storage
import Wire

/// A label of an edge as it is drawn: its lines in a box.
struct EdgeLabel {
    let text: String
    let lines: [String]
    let box: Rect
    /// The label with marks.
    private(set) var rich: RichLabel?

    /// The labels of an edge along a route: first `label`, with the number of edges in its bundle, then those of its
    /// list.
    static func all(_ document: Document, _ slot: Edge.Slot, along route: Route, count: Int = 1) -> [EdgeLabel] {
        var labels: [EdgeLabel] = []
        let width = document.settings.labelWidth
        if count > 1 {
            let text = [document.labelText(ofEdge: slot), "×\(count)"].compactMap(\.self).joined(separator: " ")
            let size = EdgeLabelText.size(of: text, within: width)
            let box = Rect(origin: route.label - Point(x: size.width / 2, y: size.height / 2), size: size)
            if let label = EdgeLabel(text, in: box, within: width) { labels.append(label) }
        } else if let text = document.labelText(ofEdge: slot) {
            let size = EdgeLabelText.size(of: text, within: width)
            let corner = route.label - Point(x: size.width / 2, y: size.height / 2)
            let box = document.labelBox(ofEdge: slot, at: route.label) ?? Rect(origin: corner, size: size)
            if var label = EdgeLabel(text, in: box, within: width) {
                label.rich = document.richLabel(ofEdge: slot)
                labels.append(label)
            }
        }
        let places = document.furtherLabels(ofEdge: slot, along: route)
        for (label, place) in zip(document.furtherLabels(ofEdge: slot), places) {
            let text = label.text.withUnsafeBufferPointer { NodeText.string($0) }
            if let label = text.flatMap({ EdgeLabel($0, in: place.box, within: width) }) { labels.append(label) }
        }
        return labels
    }

    private init?(_ text: String, in box: Rect, within width: Double) {
        lines = EdgeLabelText.lines(text, within: width)
        if lines.isEmpty { return nil }
        self.text = text
        self.box = box
    }
}

extension SVGPicture {
    private static let (arrowLength, arrowWidth) = (CardMeasures.edge.head, CardMeasures.edge.breadth)
    /// The distance between the tip and the middle of a handle.
    private static let gap = CardMeasures.edge.gap

    func writeEdge(_ slot: Edge.Slot, into writer: inout JSONWriter) {
        guard let path = routes.path(ofEdge: slot, in: document) else { return }
        let members = bundles.edges(with: slot) ?? [slot]
        let isInvalid = !invalidEdges.isEmpty && members.contains { invalidEdges.contains(document.edgeID($0)) }
        let line = document.style(ofEdge: slot, in: isInvalid ? .invalid : [])
        let ends = document.drawnEnds(ofEdge: slot)
        document.withEdgeID(slot) { writer.beginElement("edge", id: $0) }
        let count = members.count
        if count > 1 {
            writer.append(" data-count=\"")
            writer.integer(count)
            writer.append("\"")
        }
        if line.opacity != 1 { writer.attribute("opacity", line.opacity) }
        writer.append(">")
        if count > 1 { writer.append(string: "<title>\(count) edges</title>") }
        writer.append("<path")
        writer.append(string: style.attributes(of: line.isAnimated ? .flow : .edge, stroke: line.color?.text))
        writeStyle(line, into: &writer)
        writer.append(" d=\"")
        writer.pathData(routes.jumpingPath(ofEdge: slot, path) ?? path) { writer, value in writer.coordinate(value) }
        writer.append("\"/>")
        if line.end.kind != .none {
            let head = head(of: path, isEnd: true, node: ends.target)
            writeHead(head, line.end, line.color, into: &writer)
        }
        if line.start.kind != .none {
            let head = head(of: path, isEnd: false, node: ends.source)
            writeHead(head, line.start, line.color, into: &writer)
        }
        writer.append("</g>\n")
    }

    func writeLabel(ofEdge slot: Edge.Slot, into writer: inout JSONWriter) {
        guard let route = routes.route(ofEdge: slot, in: document) else { return }
        let count = bundles.edges(with: slot)?.count ?? 1
        for label in EdgeLabel.all(document, slot, along: route, count: count) { write(label, into: &writer) }
    }

    private func write(_ label: EdgeLabel, into writer: inout JSONWriter) {
        writer.append("<g><title>")
        writer.xml(label.text)
        writer.append("</title><rect")
        writer.append(string: style.attributes(of: .label))
        writer.place(label.box)
        writer.attribute("rx", CardMeasures.labelRadius)
        writer.append("/>")
        let attributes = style.attributes(of: .says)
        let lines = RichLabel.pieces(of: label.lines, label.rich)
        for (line, offset) in zip(lines, EdgeLabelText.offsets(lines: label.lines.count)) {
            writer.line(line, attributes, at: label.box.center + Point(x: 0, y: offset + CardMeasures.says.baseline))
        }
        writer.append("</g>\n")
    }

    // MARK: Arrow heads

    /// The arrowhead at an end: slightly before a visible handle, or where the path leaves the frame in which it ends.
    /// If the node has another outline, the arrowhead ends there.
    private func head(of path: Path, isEnd: Bool, node: Node.Slot) -> ArrowHead {
        let end = isEnd ? path.end : path.start
        let frame = document.frame(node)
        if !document.nodes.flags(node).isShaped, frame.grown(by: -1).contains(end),
            let (tip, direction) = crossing(of: path, isEnd: isEnd, frame)
        {
            return ArrowHead(tip: tip, direction: direction, length: Self.arrowLength, width: Self.arrowWidth)
        }
        let direction = isEnd ? path.endDirection : -path.startDirection
        let tip = end - direction * (options.handles && ends.contains(end) ? Self.gap : 1)
        return ArrowHead(tip: tip, direction: direction, length: Self.arrowLength, width: Self.arrowWidth)
    }

    /// Returns the point and the direction where the path last enters the frame on its way to the end.
    private func crossing(of path: Path, isEnd: Bool, _ frame: Rect) -> (tip: Point, direction: Point)? {
        let points = path.flattened(tolerance: 0.5)
        let way = isEnd ? Array(points.reversed()) : points
        for (inner, outer) in zip(way, way.dropFirst()) where !frame.contains(outer) {
            let step = outer - inner
            var reach = 1.0
            if step.x > 0 { reach = min(reach, (frame.maxX - inner.x) / step.x) }
            if step.x < 0 { reach = min(reach, (frame.minX - inner.x) / step.x) }
            if step.y > 0 { reach = min(reach, (frame.maxY - inner.y) / step.y) }
            if step.y < 0 { reach = min(reach, (frame.minY - inner.y) / step.y) }
            let length = step.length
            if length == 0 { continue }
            return (inner + step * max(reach, 0), step * (-1 / length))
        }
        return nil
    }

    private func writeHead(
        _ head: ArrowHead, _ marker: EdgeStyle.Marker, _ line: StyleColor?, into writer: inout JSONWriter
    ) {
        if head.direction == .zero { return }
        let isFilled = marker.kind == .closed || marker.kind == .circle
        let color = (marker.color ?? line)?.text
        writer.append(marker.kind == .circle ? "<circle" : "<path")
        writer.append(string: style.attributes(of: isFilled ? .tip : .edge, fill: color, stroke: color))
        if let color {
            writer.append(string: isFilled ? " style=\"stroke:\(color);fill:\(color)\"" : " style=\"stroke:\(color)\"")
        }
        let back = head.direction * Self.arrowLength
        if marker.kind == .circle {
            let (center, radius) = (head.tip - back * 0.5, Self.arrowLength / 2)
            for (name, value) in [("cx", center.x), ("cy", center.y), ("r", radius)] as [(StaticString, Double)] {
                writer.attribute(name, value)
            }
            return writer.append("/>")
        }
        let corners =
            marker.kind == .cross
            ? [head.left, head.right + back, head.right, head.left + back] : [head.left, head.tip, head.right]
        for (place, corner) in corners.enumerated() {
            writer.append(place == 0 ? " d=\"M" : place == 2 && marker.kind == .cross ? "M" : "L")
            writer.pair(corner.x, corner.y)
        }
        writer.append(marker.kind == .closed ? "Z\"/>" : "\"/>")
    }

    private func writeStyle(_ style: EdgeStyle, into writer: inout JSONWriter) {
        if style.color == nil && style.strokeWidth == nil && style.dash.isEmpty { return }
        writer.append(" style=\"")
        if let color = style.color { writer.append(string: "stroke:\(color.text)") }
        if let width = style.strokeWidth {
            writer.append(style.color == nil ? "stroke-width:" : ";stroke-width:")
            writer.coordinate(width)
        }
        if !style.dash.isEmpty {
            let isFirst = style.color == nil && style.strokeWidth == nil
            writer.append(isFirst ? "stroke-dasharray:" : ";stroke-dasharray:")
            for (place, length) in style.dash.enumerated() {
                if place > 0 { writer.append(" ") }
                writer.coordinate(length)
            }
        }
        writer.append("\"")
    }
}
