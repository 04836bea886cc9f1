import EdgeRouting
import Geometry
import Graph
import Storage
import Wire

/// Writes a document as one page of draw.io, not compressed.
struct DrawioWriter {
    private var source: DiagramDocument
    private var taken: Set<Identifier> = []
    private var layer = "1"

    var tally: ExportTally { source.tally }

    init(_ document: Document) { source = DiagramDocument(document, for: "draw.io") }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let (nodes, edges) = (source.nodes, source.edges)
        for slot in nodes { taken.insert(source.document.nodeID(slot)) }
        let root = freeID("0")
        layer = freeID("1")
        writer.append("<mxfile host=\"Nodewire\" compressed=\"false\">\n<diagram id=\"page\" name=\"Page-1\">\n")
        writer.append("<mxGraphModel grid=\"1\" gridSize=\"10\" connect=\"1\" arrows=\"1\">\n<root>\n<mxCell")
        writer.attribute("id", root)
        writer.append("/>\n<mxCell")
        writer.attribute("id", layer)
        writer.attribute("parent", root)
        writer.append("/>\n")
        for slot in nodes {
            writeNode(slot, into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        for slot in edges {
            writeEdge(slot, into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        writer.append("</root>\n</mxGraphModel>\n</diagram>\n</mxfile>\n")
        try flush(&writer)
    }

    /// Takes an id that no cell has: this one, or one with a number behind it.
    private mutating func freeID(_ id: String) -> String {
        var (free, number) = (id, 1)
        while !taken.insert(Identifier(free)).inserted {
            number += 1
            free = "\(id)-\(number)"
        }
        return free
    }

    // MARK: Nodes

    private mutating func writeNode(_ slot: Node.Slot, into writer: inout JSONWriter) {
        let node = source.node(slot)
        let isHolder = source.document.nodes.firstChild(of: slot) != nil
        if node.frame == nil {
            source.tally.add(.node, node.id, "unplaced", "draw.io wants a position; 0, 0 is written")
        }
        let parent = source.document.nodes.parent(slot)
        var position = node.frame?.origin ?? .zero
        if parent != nil {
            let geometry = source.document.nodes.geometry(slot).position
            position = geometry.x.isFinite && geometry.y.isFinite ? geometry : .zero
        }
        let style = DrawioWriter.style(of: node, isHolder: isHolder)
        let parentID = parent.map { source.document.nodeID($0).string } ?? layer
        writeCell(node.id.string, node.label, node.data, .node, node.id, into: &writer) { writer in
            writer.attribute("style", style)
            writer.attribute("parent", parentID)
            writer.append(node.isHidden ? " vertex=\"1\" visible=\"0\">" : " vertex=\"1\">")
            writer.append("<mxGeometry")
            writer.numberAttribute("x", position.x)
            writer.numberAttribute("y", position.y)
            writer.numberAttribute("width", node.size.width)
            writer.numberAttribute("height", node.size.height)
            writer.append(" as=\"geometry\"/></mxCell>")
        }
    }

    private static func style(of node: DiagramNode, isHolder: Bool) -> String {
        var style = ""
        if node.isGroup {
            style = "swimlane;startSize=24;"
        } else {
            switch node.shape {
            case .rectangle:
                let shorter = min(node.size.width, node.size.height)
                if let radius = node.cornerRadius, radius > 0, shorter > 0 {
                    style = "rounded=1;arcSize=\(decimal(min(radius / shorter * 100, 49)));"
                } else {
                    style = "rounded=0;"
                }
            case .ellipse: style = "ellipse;"
            case .diamond: style = "rhombus;"
            case .capsule: style = "rounded=1;arcSize=50;"
            case .hexagon: style = "shape=hexagon;perimeter=hexagonPerimeter2;"
            }
            if isHolder { style += "container=1;collapsible=0;" }
        }
        style += "whiteSpace=wrap;html=0;"
        if let fill = node.fill { style += "fillColor=\(fill);" }
        return style
    }

    /// A number as JSON spells it.
    private static func decimal(_ value: Double) -> String { JSON.number((value * 1e6).rounded() / 1e6).description }

    /// Writes a cell, with an object around it if it has data; `body` writes the rest of the cell.
    private mutating func writeCell(
        _ id: String, _ label: String?, _ data: [JSONObject.Member], _ kind: ExportLoss.Kind, _ element: Identifier,
        into writer: inout JSONWriter, _ body: (inout JSONWriter) -> Void
    ) {
        let attributes = data.filter { member in
            let name = member.name.shown
            let isName = name.utf8.allSatisfy { $0.isXMLName && $0 != UInt8(ascii: ":") } && name.utf8.count <= 256
            let first = name.unicodeScalars.first.map { $0.properties.isAlphabetic || $0 == "_" } ?? false
            if isName && first && !["id", "label", "xmlns"].contains(name) { return true }
            source.tally.add(kind, element, "data", "`data.\(name.prefix(100))` has a name that draw.io cannot have")
            return false
        }
        if attributes.isEmpty {
            writer.append("<mxCell")
            writer.attribute("id", id)
            writer.attribute("value", label ?? "")
        } else {
            writer.append("<UserObject")
            writer.attribute("label", label ?? "")
            for member in attributes {
                let text = member.value.stringValue
                if text == nil { source.tally.add(kind, element, "data", "a value in `data` becomes a text") }
                writer.append(" ")
                writer.append(string: member.name.shown)
                writer.append("=\"")
                writer.xml(text ?? member.value.description)
                writer.append("\"")
            }
            writer.attribute("id", id)
            writer.append("><mxCell")
        }
        body(&writer)
        writer.append(attributes.isEmpty ? "\n" : "</UserObject>\n")
    }

    // MARK: Edges

    private mutating func writeEdge(_ slot: Edge.Slot, into writer: inout JSONWriter) {
        let edge = source.edge(slot)
        let id = freeID(edge.edge.id.string)
        if id != edge.edge.id.string {
            source.tally.add(.edge, edge.edge.id, "id", "an edge with the id of another cell gets another one")
        }
        let style = style(of: edge, slot)
        let layer = layer
        writeCell(id, edge.label, edge.data, .edge, edge.edge.id, into: &writer) { writer in
            writer.attribute("style", style)
            writer.attribute("parent", layer)
            writer.attribute("source", edge.edge.source.string)
            writer.attribute("target", edge.edge.target.string)
            writer.append(edge.isHidden ? " edge=\"1\" visible=\"0\">" : " edge=\"1\">")
            writer.append("<mxGeometry")
            if let position = edge.labelPosition, edge.label != nil {
                writer.numberAttribute("x", (position * 2 - 1).withoutNoise(ofTerms: 2))
            }
            writer.append(" relative=\"1\" as=\"geometry\"")
            if edge.waypoints.isEmpty {
                writer.append("/></mxCell>")
                return
            }
            writer.append("><Array as=\"points\">")
            for point in edge.waypoints {
                writer.append("<mxPoint")
                writer.numberAttribute("x", point.x)
                writer.numberAttribute("y", point.y)
                writer.append("/>")
            }
            writer.append("</Array></mxGeometry></mxCell>")
        }
    }

    private mutating func style(of edge: DiagramEdge, _ slot: Edge.Slot) -> String {
        var style = ""
        switch edge.type {
        case .straight: style = "edgeStyle=none;rounded=0;"
        case .step: style = "edgeStyle=orthogonalEdgeStyle;rounded=0;"
        case .smoothStep, .orthogonal: style = "edgeStyle=orthogonalEdgeStyle;rounded=1;"
        case .bezier, .simpleBezier, .horizontalBezier: style = "edgeStyle=orthogonalEdgeStyle;curved=1;"
        }
        if [.orthogonal, .simpleBezier, .horizontalBezier].contains(edge.type) {
            source.tally.add(
                .edge, edge.edge.id, "edgeType", "draw.io has no type \(edge.type); the nearest is written")
        }
        style += "html=0;"
        style += "endArrow=\(arrow(edge.heads.end, edge));"
        if edge.heads.start != "none" { style += "startArrow=\(arrow(edge.heads.start, edge));" }
        if let stroke = edge.stroke { style += "strokeColor=\(stroke);" }
        if let width = edge.strokeWidth { style += "strokeWidth=\(DrawioWriter.decimal(width));" }
        if !edge.dash.isEmpty {
            style += "dashed=1;dashPattern=\(edge.dash.map(DrawioWriter.decimal).joined(separator: " "));"
        }
        let ends = source.document.edges.ends(slot)
        if let handle = edge.edge.sourceHandle {
            style += end(handle, .source, of: ends.source, names: ("exitX", "exitY", "sourceHandle"), edge)
        }
        if let handle = edge.edge.targetHandle {
            style += end(handle, .target, of: ends.target, names: ("entryX", "entryY", "targetHandle"), edge)
        }
        return style
    }

    /// The point of a node where an edge ends, and the id of its handle, which draw.io keeps.
    private mutating func end(
        _ id: Identifier, _ kind: Handle.Kind, of slot: Node.Slot, names: (x: String, y: String, handle: String),
        _ edge: DiagramEdge
    ) -> String {
        let frame = source.document.frame(slot)
        guard let handle = source.document.handles(slot).first(where: { $0.id == id && $0.kind == kind }),
            frame.width > 0, frame.height > 0
        else {
            source.tally.add(.edge, edge.edge.id, "handle", "a handle without a place is left out")
            return ""
        }
        let point = source.document.anchor(of: handle, on: slot).point
        let along = (x: (point.x - frame.minX) / frame.width, y: (point.y - frame.minY) / frame.height)
        let fraction: (x: Double, y: Double)
        switch handle.side {
        case .left: fraction = (0, along.y)
        case .right: fraction = (1, along.y)
        case .top: fraction = (along.x, 0)
        case .bottom: fraction = (along.x, 1)
        case .center: fraction = (0.5, 0.5)
        }
        let (x, y) = (DrawioWriter.decimal(fraction.x), DrawioWriter.decimal(fraction.y))
        return "\(names.x)=\(x);\(names.y)=\(y);\(names.handle)=\(DrawioPage.escaped(id.string));"
    }

    private mutating func arrow(_ name: String, _ edge: DiagramEdge) -> String {
        switch name {
        case "none": return "none"
        case "arrowclosed": return "classic"
        case "arrow": return "open"
        default:
            if !name.isEmpty, name.utf8.count <= 100, name.utf8.allSatisfy({ $0.isLetter || $0.isDigit }) {
                return name
            }
            source.tally.add(.edge, edge.edge.id, "marker", "a head whose name draw.io cannot have becomes a triangle")
            return "classic"
        }
    }
}
