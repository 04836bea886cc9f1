import EdgeRouting
import Geometry
import Graph
import Storage
import Wire

// The marks of a comparison: ghosts behind the elements, outlines and badges in front, and a legend.

extension SVGPicture {
    private static let legendHeight = 36.0
    private static let legendWidth = 470.0

    /// The bounds of a picture with ghosts, and the legend below.
    static func grown(_ bounds: Rect, for differences: SVGDifferences) -> Rect {
        var grown = bounds
        grown.maxY += legendHeight
        grown.maxX = max(grown.maxX, grown.minX + legendWidth)
        return grown
    }

    // MARK: Ghosts

    /// Writes removed elements at their places, the former frames of moved nodes, and the glow behind edges that
    /// differ.
    func writeGhosts(_ differences: SVGDifferences, into writer: inout JSONWriter) {
        let base = differences.base
        let mark = SVGDifferences.Mark(.removed)
        for slot in differences.ghostEdges {
            guard let route = differences.routes.route(ofEdge: slot, in: base) else { continue }
            base.withEdgeID(slot) { begin(.removed, "edge", id: $0, into: &writer) }
            writer.append("<path")
            writer.append(string: mark.line(width: 2))
            writer.append(" opacity=\".7\" d=\"")
            writer.pathData(route.path) { writer, value in writer.coordinate(value) }
            writer.append("\"/>")
            writeBadge(mark, at: route.label, into: &writer)
            writer.append("</g>\n")
        }
        for (_, kind, route) in drawnEdges(of: differences) {
            writer.append("<path")
            writer.append(string: SVGDifferences.Mark(kind).line(width: 7))
            writer.append(" opacity=\".5\" d=\"")
            writer.pathData(route.path) { writer, value in writer.coordinate(value) }
            writer.append("\"/>\n")
        }
        for slot in differences.ghostNodes {
            let frame = base.frame(slot)
            base.withNodeID(slot) { begin(.removed, "node", id: $0, into: &writer) }
            let outline = SVGOutline(shape: base.nodes.flags(slot).shape, frame: frame, radius: 8)
            writer.append("<g fill-opacity=\".06\">")
            writer.outline(outline, " fill=\"\(mark.color)\" stroke=\"none\"")
            writer.append("</g>")
            writer.outline(outline, mark.line(width: 2))
            let label = NodeText(base, slot).label
            if options.labels, let line = TextLayout.lines(label, width: frame.width / 12, limit: 1, .bold).first {
                writer.line(line, style.attributes(of: .says), at: frame.center + Point(x: 0, y: 4))
            }
            writeBadge(mark, at: Point(x: frame.maxX, y: frame.minY), into: &writer)
            writer.append("</g>\n")
        }
        for slot in drawnNodes(of: differences) {
            guard let former = differences.formerFrame(of: document.nodeID(slot)) else { continue }
            let mark = SVGDifferences.Mark(.moved)
            writer.append("<g class=\"former\" opacity=\".7\">")
            let shape = document.nodes.flags(slot).shape
            writer.outline(SVGOutline(shape: shape, frame: former, radius: 8), mark.line(width: 1.5))
            writer.append("<path")
            writer.append(string: mark.line(width: 1.5))
            writer.append(" d=\"M")
            writer.pair(former.center.x, former.center.y)
            writer.append("L")
            let center = document.frame(slot).center
            writer.pair(center.x, center.y)
            writer.append("\"/></g>\n")
        }
    }

    // MARK: Outlines and badges

    /// Writes an outline and a badge for each node that is new, changed or moved, and a badge for each such edge.
    func writeMarks(_ differences: SVGDifferences, into writer: inout JSONWriter) {
        for (slot, kind, route) in drawnEdges(of: differences) {
            let mark = SVGDifferences.Mark(kind)
            document.withEdgeID(slot) { begin(kind, "edge", id: $0, into: &writer) }
            let label = EdgeLabel.all(document, slot, along: route).first?.box
            writeBadge(mark, at: label.map { Point(x: $0.minX, y: $0.minY) } ?? route.label, into: &writer)
            writer.append("</g>\n")
        }
        for slot in drawnNodes(of: differences) {
            guard let kind = differences.comparison.nodes[document.nodeID(slot)]?.kind else { continue }
            let mark = SVGDifferences.Mark(kind)
            let frame = document.frame(slot).grown(by: 3)
            document.withNodeID(slot) { begin(kind, "node", id: $0, into: &writer) }
            writer.outline(
                SVGOutline(shape: document.nodes.flags(slot).shape, frame: frame, radius: 10), mark.line(width: 2.5))
            writeBadge(mark, at: Point(x: frame.maxX, y: frame.minY), into: &writer)
            writer.append("</g>\n")
        }
    }

    /// The visible nodes of the document that differ, in its order.
    private func drawnNodes(of differences: SVGDifferences) -> [Node.Slot] {
        let slots = differences.comparison.nodes.compactMap { $0.value.kind == .removed ? nil : document.node($0.key) }
        return document.nodesInOrder(slots).filter { document.isPlaced($0) && !document.isConcealed($0) }
    }

    /// The visible edges of the document that differ, in its order.
    private func drawnEdges(
        of differences: SVGDifferences
    ) -> [(slot: Edge.Slot, kind: ElementDifference.Kind, route: Route)] {
        let found = differences.comparison.edges
        return document.edgesInOrder(found.keys.compactMap { document.edge($0) }).compactMap { slot in
            guard let kind = found[document.edgeID(slot)]?.kind, bundles.first(of: slot) == slot,
                !document.isConcealed(edge: slot), let route = routes.route(ofEdge: slot, in: document)
            else { return nil }
            return (slot, kind, route)
        }
    }

    private func begin(
        _ kind: ElementDifference.Kind, _ element: String, id: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter
    ) {
        writer.append(string: "<g class=\"difference \(kind.rawValue)\" data-\(element)=\"")
        writer.xml(utf8: id)
        writer.append(string: "\"><title>\(kind.rawValue)</title>")
    }

    private func writeBadge(_ mark: SVGDifferences.Mark, at point: Point, into writer: inout JSONWriter) {
        writer.append("<g transform=\"translate(")
        writer.pair(point.x, point.y)
        writer.append(string: ")\"><circle r=\"8\" fill=\"\(mark.color)\"/><path d=\"\(mark.sign)\"")
        writer.append(" fill=\"none\" stroke=\"#fff\" stroke-width=\"1.6\"/></g>")
    }

    // MARK: Legend

    /// Writes the meanings of the marks and their numbers, below the elements.
    func writeLegend(_ differences: SVGDifferences, into writer: inout JSONWriter) {
        var place = Point(x: bounds.minX + 16, y: bounds.maxY - Self.legendHeight / 2)
        writer.append("<g class=\"legend\">")
        for kind in ElementDifference.Kind.allCases {
            let mark = SVGDifferences.Mark(kind)
            writer.append("<path")
            writer.append(string: mark.line(width: 2.5))
            writer.append(" d=\"M")
            writer.pair(place.x, place.y)
            writer.append("H")
            writer.coordinate(place.x + 26)
            writer.append("\"/>")
            writeBadge(mark, at: place + Point(x: 34, y: 0), into: &writer)
            let text = "\(differences.count(kind)) \(kind.rawValue)"
            writer.line(text, style.attributes(of: .title), at: place + Point(x: 46, y: 4))
            place.x += 114
        }
        writer.append("</g>\n")
    }
}
