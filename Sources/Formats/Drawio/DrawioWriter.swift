import EdgeRouting
import Geometry
import Graph
import Storage
import Wire

/// Writes a document as one uncompressed page of draw.io.
struct DrawioWriter: FormatWriter {
    private let graph: ExportGraph
    private var document: Document { graph.document }
    private var tally = ExportTally()
    var losses: [ExportLoss] { tally.losses }
    private var taken: Set<Identifier> = []
    private var layer = "1"

    init(_ document: Document) {
        graph = ExportGraph(document, &tally)
        tally.addContent(of: document, Format.drawio.title, besides: ["foreign"])
    }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let nodes = graph.nodesParentsFirst().slots
        for slot in nodes { taken.insert(document.nodeID(slot)) }
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
        for slot in graph.edges {
            writeEdge(slot, into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        writer.append("</root>\n</mxGraphModel>\n</diagram>\n</mxfile>\n")
        try flush(&writer)
    }

    /// Reserves an unused id: the given one, or the same with a number.
    private mutating func freeID(_ id: String) -> String {
        var (free, number) = (id, 1)
        while !taken.insert(Identifier(free)).inserted {
            number += 1
            free = "\(id)-\(number)"
        }
        return free
    }

    // MARK: Nodes

    /// The members of nodes that are written, and those that other formats keep.
    private static let members: Set<JSONString> = ["data", "hidden", "style", "richLabel", "verticalAlign", "foreign"]

    private mutating func writeNode(_ slot: Node.Slot, into writer: inout JSONWriter) {
        let node = ExportNode(graph, slot, for: .drawio, taking: DrawioWriter.members)
        tally.add(node, .drawio)
        if ![.rectangle, .capsule].contains(node.shape) && DrawioShape(node.shape) == nil {
            tally.add(.node, node.id, "shape", "draw.io has no shape \(node.shape.rawValue); a rectangle is written")
        }
        let (frame, size) = (graph.frame(slot), graph.size(slot))
        if frame == nil {
            tally.add(.node, node.id, "unplaced", "draw.io wants a position; 0, 0 is written")
        }
        let parent = document.nodes.parent(slot)
        var position = frame?.origin ?? .zero
        if parent != nil {
            let geometry = document.nodes.geometry(slot).position
            position = geometry.x.isFinite && geometry.y.isFinite ? geometry : .zero
        }
        let style = DrawioWriter.style(of: node, size, isHolder: graph.isHolder(slot))
        let parentID = parent.map { document.nodeID($0).string } ?? layer
        writeCell(node.id.string, node.html ?? node.title, node.dataMembers, .node, node.id, into: &writer) { writer in
            writer.attribute("style", style)
            writer.attribute("parent", parentID)
            writer.append(node.isHidden ? " vertex=\"1\" visible=\"0\">" : " vertex=\"1\">")
            writer.append("<mxGeometry")
            writer.numberAttribute("x", position.x)
            writer.numberAttribute("y", position.y)
            writer.numberAttribute("width", size.width)
            writer.numberAttribute("height", size.height)
            writer.append(" as=\"geometry\"/></mxCell>")
        }
    }

    private static func style(of node: ExportNode, _ size: Size, isHolder: Bool) -> String {
        var style = ""
        if node.isGroup {
            style = "swimlane;startSize=24;"
        } else {
            switch node.shape {
            case .rectangle:
                let shorter = min(size.width, size.height)
                if let radius = node.cornerRadius, radius > 0, shorter > 0 {
                    style = "rounded=1;arcSize=\(decimal(min(radius / shorter * 100, 49)));"
                } else {
                    style = "rounded=0;"
                }
            case .capsule: style = "rounded=1;arcSize=50;"
            default: style = DrawioShape(node.shape)?.style ?? "rounded=0;"
            }
            if isHolder { style += "container=1;collapsible=0;" }
        }
        style += "whiteSpace=wrap;html=\(node.html == nil ? 0 : 1);"
        return style + look(of: node)
    }

    private static func look(of node: ExportNode) -> String {
        var style = ""
        if let fill = node.fill { style += "fillColor=\(fill);" }
        if let border = node.border { style += "strokeColor=\(border);" }
        if let width = node.look.strokeWidth { style += "strokeWidth=\(decimal(width));" }
        if let dash = node.look.dash.first {
            style += dash <= DrawnLook.longestDot ? "dashed=1;dashPattern=1 2;" : "dashed=1;"
        }
        if let color = node.textColor { style += "fontColor=\(color);" }
        let letters =
            (node.look.isBold == true ? DrawioStyle.bold : 0) + (node.look.isItalic == true ? DrawioStyle.italic : 0)
        if letters > 0 { style += "fontStyle=\(letters);" }
        if let place = node.look.verticalAlign { style += "verticalAlign=\(place);" }
        if let opacity = node.look.opacity { style += "opacity=\(decimal(opacity * 100));" }
        return style
    }

    /// A number with six decimals at most.
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
            tally.add(kind, element, "data", "`data.\(name.prefix(100))` has a name that draw.io cannot have")
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
                if text == nil { tally.add(kind, element, "data", "a value in `data` becomes a text") }
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

    /// The members of edges that are written, and those that other formats keep.
    private static let edgeMembers: Set<JSONString> = [
        "type", "data", "hidden", "style", "richLabel", "animated", "markerStart", "markerEnd", "labelPosition",
        "waypoints",
        "foreign",
    ]

    private mutating func writeEdge(_ slot: Edge.Slot, into writer: inout JSONWriter) {
        let edge = ExportEdge(graph, slot, for: .drawio, taking: DrawioWriter.edgeMembers)
        tally.add(edge, .drawio)
        let id = freeID(edge.id.string)
        if id != edge.id.string {
            tally.add(.edge, edge.id, "id", "an edge with the id of another cell gets another one")
        }
        let style = style(of: edge)
        let layer = layer
        let (source, target) = (document.nodeID(edge.ends.source).string, document.nodeID(edge.ends.target).string)
        writeCell(id, edge.html ?? edge.label, edge.dataMembers, .edge, edge.id, into: &writer) { writer in
            writer.attribute("style", style)
            writer.attribute("parent", layer)
            writer.attribute("source", source)
            writer.attribute("target", target)
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

    private mutating func style(of edge: ExportEdge) -> String {
        var style = ""
        switch edge.type {
        case .straight: style = "edgeStyle=none;rounded=0;"
        case .step: style = "edgeStyle=orthogonalEdgeStyle;rounded=0;"
        case .smoothStep, .orthogonal: style = "edgeStyle=orthogonalEdgeStyle;rounded=1;"
        case .bezier, .simpleBezier, .horizontalBezier: style = "edgeStyle=orthogonalEdgeStyle;curved=1;"
        }
        if [.orthogonal, .simpleBezier, .horizontalBezier].contains(edge.type) {
            tally.add(
                .edge, edge.id, "edgeType", "draw.io has no type \(edge.type); the nearest is written")
        }
        style += "html=\(edge.html == nil ? 0 : 1);"
        style += "endArrow=\(arrow(edge.end, edge));"
        if edge.start != .none { style += "startArrow=\(arrow(edge.start, edge));" }
        if let stroke = edge.stroke { style += "strokeColor=\(stroke);" }
        if let width = edge.look.strokeWidth { style += "strokeWidth=\(DrawioWriter.decimal(width));" }
        if !edge.dash.isEmpty {
            style += "dashed=1;dashPattern=\(edge.dash.map(DrawioWriter.decimal).joined(separator: " "));"
        }
        if let handle = edge.ends.sourceHandle {
            style += end(handle, .source, of: edge.ends.source, names: ("exitX", "exitY", "sourceHandle"), edge)
        }
        if let handle = edge.ends.targetHandle {
            style += end(handle, .target, of: edge.ends.target, names: ("entryX", "entryY", "targetHandle"), edge)
        }
        return style
    }

    /// The point of a node where an edge ends, and the id of its handle, which draw.io keeps.
    private mutating func end(
        _ symbol: Symbol, _ kind: Handle.Kind, of slot: Node.Slot, names: (x: String, y: String, handle: String),
        _ edge: ExportEdge
    ) -> String {
        let (id, frame) = (document.symbols[symbol], document.frame(slot))
        guard let handle = document.handle(id, of: slot, kind: kind),
            frame.width > 0, frame.height > 0
        else {
            tally.add(.edge, edge.id, "handle", "a handle without a place is left out")
            return ""
        }
        let point = document.anchor(of: handle, on: slot).point
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

    private mutating func arrow(_ head: ExportEdge.Head, _ edge: ExportEdge) -> String {
        switch head {
        case .none: return "none"
        case .closed: return "classic"
        case .open: return "open"
        case .circle, .cross, .other:
            let name = head.name
            if !name.isEmpty, name.utf8.count <= 100, name.utf8.allSatisfy({ $0.isLetter || $0.isDigit }) {
                return name
            }
            tally.add(.edge, edge.id, "marker", "a head whose name draw.io cannot have becomes a triangle")
            return "classic"
        }
    }
}

extension ExportNode {
    /// The title in HTML; nil without marks.
    fileprivate var html: String? { look.rich?.html(of: title) }
}

extension ExportEdge {
    /// The label in HTML; nil without marks.
    fileprivate var html: String? { look.rich?.html(of: label) }
}
