import Geometry
import Graph
import Storage
import Wire

/// Writes a document as GraphML.
///
/// Labels and positions are plain properties, which most programs read, and also a drawing of yEd. The members of
/// `data` are properties of their types.
struct GraphMLWriter: FormatWriter {
    private let graph: ExportGraph
    private var document: Document { graph.document }
    private var tally = ExportTally()
    var losses: [ExportLoss] { tally.losses }
    private var nodeKeys: GraphMLWriterKeys
    private var edgeKeys: GraphMLWriterKeys
    /// A flag for each open group: true if it has children.
    private var openHolders: [Bool] = []

    /// The greatest depth of nested groups. Deeper ones are written beside one another, since readers have limits.
    private static let mostLevels = 40

    init(_ document: Document) {
        graph = ExportGraph(document, &tally)
        tally.addContent(of: document, Format.graphML.title, besides: ["foreign"])
        nodeKeys = GraphMLWriterKeys(prefix: "n", kind: .node)
        edgeKeys = GraphMLWriterKeys(prefix: "e", kind: .edge)
    }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        gatherKeys()
        writer.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
            <key id="label" for="node" attr.name="label" attr.type="string"/>
            <key id="x" for="node" attr.name="x" attr.type="double"/>
            <key id="y" for="node" attr.name="y" attr.type="double"/>
            <key id="width" for="node" attr.name="width" attr.type="double"/>
            <key id="height" for="node" attr.name="height" attr.type="double"/>
            <key id="drawing" for="node" yfiles.type="nodegraphics"/>
            <key id="edgeLabel" for="edge" attr.name="label" attr.type="string"/>
            <key id="line" for="edge" yfiles.type="edgegraphics"/>

            """)
        nodeKeys.writeDeclarations(into: &writer)
        edgeKeys.writeDeclarations(into: &writer)
        writer.append("<graph id=\"G\" edgedefault=\"directed\">\n")
        try writeNodes(into: &writer, flush)
        for slot in graph.edges {
            writeEdge(slot, into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        writer.append("</graph>\n</graphml>\n")
        try flush(&writer)
    }

    /// Collects the keys. The types of properties depend on all values.
    private mutating func gatherKeys() {
        for slot in graph.nodes {
            document.withNodeMembers(slot) { members in
                if let data = JSONMembers.value("data", in: members) { nodeKeys.note(data) }
            }
        }
        for slot in graph.edges {
            document.withEdgeMembers(slot) { members in
                if let data = JSONMembers.value("data", in: members) { edgeKeys.note(data) }
            }
        }
    }

    // MARK: Nodes

    /// The members of nodes that are written, and those that other formats keep.
    private static let members: Set<JSONString> = ["data", "style", "foreign"]

    private mutating func writeNodes<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let graph = graph
        try graph.walk(graph.nodesParentsFirst().slots) { (step) throws(Failure) in
            switch step {
            case .node(let slot, _):
                writeNode(slot, isHolder: false, into: &writer)
                writer.append("</node>\n")
            case .open(let slot, let depth):
                let isHolder = graph.isHolder(slot)
                writeNode(slot, isHolder: isHolder, into: &writer)
                if isHolder && depth < GraphMLWriter.mostLevels {
                    writer.append("<graph edgedefault=\"directed\">\n")
                } else {
                    writer.append("</node>\n")
                }
                openHolders.append(isHolder)
                if isHolder && depth >= GraphMLWriter.mostLevels {
                    tally.add(
                        .node, document.nodeID(slot), "depth",
                        "contents of groups more than \(GraphMLWriter.mostLevels) deep stand beside them")
                }
            case .close(let depth):
                if openHolders.popLast() == true && depth < GraphMLWriter.mostLevels {
                    writer.append("</graph>\n</node>\n")
                }
            }
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
    }

    private mutating func writeNode(_ slot: Node.Slot, isHolder: Bool, into writer: inout JSONWriter) {
        let node = ExportNode(graph, slot, for: .graphML, taking: GraphMLWriter.members)
        tally.add(node, .graphML)
        let (frame, size, isGroup) = (graph.frame(slot), graph.size(slot), isHolder || node.isGroup)
        writer.append("<node")
        writer.attribute("id", node.id.string)
        if isGroup { writer.append(" yfiles.foldertype=\"group\"") }
        writer.append(">\n")
        if isHolder && !node.isGroup {
            tally.add(.node, node.id, "group", "a node that holds others is a group in GraphML")
        }
        let title = node.title
        if let title { writer.property("label", title) }
        if let frame {
            writer.property("x", frame.minX)
            writer.property("y", frame.minY)
        }
        writer.property("width", size.width)
        writer.property("height", size.height)
        nodeKeys.write(node.dataMembers, node.id, into: &writer, &tally)
        if let frame { writeDrawing(node, title, frame, isGroup: isGroup, into: &writer) }
        if document.nodes.flags(slot).contains(.hasHandles) { writeHandles(slot, node.id, into: &writer) }
    }

    private func writeDrawing(
        _ node: ExportNode, _ title: String?, _ frame: Rect, isGroup: Bool, into writer: inout JSONWriter
    ) {
        writer.append("<data key=\"drawing\">")
        if isGroup { writer.append("<y:ProxyAutoBoundsNode><y:Realizers active=\"0\">") }
        writer.append(isGroup ? "<y:GroupNode>" : "<y:ShapeNode>")
        writer.append("<y:Geometry")
        writer.numberAttribute("x", frame.minX)
        writer.numberAttribute("y", frame.minY)
        writer.numberAttribute("width", frame.width)
        writer.numberAttribute("height", frame.height)
        writer.append("/>")
        if let fill = node.fill {
            writer.append("<y:Fill")
            writeColor(fill, into: &writer)
            writer.append(" transparent=\"false\"/>")
        }
        writeBorder(node, into: &writer)
        if let title {
            writer.append(isGroup ? "<y:NodeLabel modelName=\"internal\" modelPosition=\"t\"" : "<y:NodeLabel")
            if let color = node.textColor { writer.attribute("textColor", color) }
            writer.append(">")
            writer.xml(title)
            writer.append("</y:NodeLabel>")
        }
        writer.append("<y:Shape")
        writer.attribute("type", GraphMLWriter.shape(of: node))
        writer.append("/>")
        writer.append(isGroup ? "</y:GroupNode>" : "</y:ShapeNode>")
        if isGroup { writer.append("</y:Realizers></y:ProxyAutoBoundsNode>") }
        writer.append("</data>\n")
    }

    private func writeBorder(_ node: ExportNode, into writer: inout JSONWriter) {
        let look = node.look
        if node.border == nil && look.strokeWidth == nil && look.dash.isEmpty { return }
        writer.append("<y:BorderStyle")
        writeColor(node.border ?? "#000000", into: &writer)
        writer.attribute("type", look.dash.first.map { $0 <= DrawnLook.longestDot ? "dotted" : "dashed" } ?? "line")
        writer.numberAttribute("width", look.strokeWidth ?? 1)
        writer.append("/>")
    }

    private func writeColor(_ color: String, into writer: inout JSONWriter) {
        if color == "none" { writer.append(" hasColor=\"false\"") } else { writer.attribute("color", color) }
    }

    private static func shape(of node: ExportNode) -> String {
        switch node.shape {
        case .rectangle: node.isRound ? "roundrectangle" : "rectangle"
        case .ellipse, .diamond, .hexagon, .parallelogram: node.shape.rawValue
        case .leftParallelogram: "parallelogram2"
        case .trapezoid: "trapezoid"
        case .invertedTrapezoid: "trapezoid2"
        case .doubleEllipse, .cloud: "ellipse"
        case .cylinder, .subroutine, .flag, .document, .delay, .braces, .documents, .stack, .manualInput, .card,
            .internalStorage, .tape, .display, .loopLimit, .dataStorage:
            "rectangle"
        case .capsule: "roundrectangle"
        }
    }

    private mutating func writeHandles(_ slot: Node.Slot, _ id: Identifier, into writer: inout JSONWriter) {
        var names: Set<Identifier> = []
        for handle in document.handles(slot) where names.insert(handle.id).inserted {
            writer.append("<port")
            writer.attribute("name", handle.id.string)
            writer.append("/>\n")
        }
        if !names.isEmpty {
            tally.add(.node, id, "handle", "of handles GraphML has the ids alone")
        }
    }

    // MARK: Edges

    /// The members of edges that are written, and those that other formats keep.
    private static let edgeMembers: Set<JSONString> = [
        "type", "data", "style", "animated", "markerStart", "markerEnd", "waypoints", "foreign",
    ]

    private mutating func writeEdge(_ slot: Edge.Slot, into writer: inout JSONWriter) {
        let edge = ExportEdge(graph, slot, for: .graphML, taking: GraphMLWriter.edgeMembers)
        tally.add(edge, .graphML)
        writer.append("<edge")
        writer.attribute("id", edge.id.string)
        writer.attribute("source", document.nodeID(edge.ends.source).string)
        writer.attribute("target", document.nodeID(edge.ends.target).string)
        if let handle = edge.ends.sourceHandle { writer.attribute("sourceport", document.symbols[handle].string) }
        if let handle = edge.ends.targetHandle { writer.attribute("targetport", document.symbols[handle].string) }
        if edge.isUndirected { writer.append(" directed=\"false\"") }
        writer.append(">\n")
        if let label = edge.label { writer.property("edgeLabel", label) }
        edgeKeys.write(edge.dataMembers, edge.id, into: &writer, &tally)
        writer.append("<data key=\"line\"><y:PolyLineEdge>")
        if !edge.waypoints.isEmpty {
            writer.append("<y:Path sx=\"0\" sy=\"0\" tx=\"0\" ty=\"0\">")
            for point in edge.waypoints {
                writer.append("<y:Point")
                writer.numberAttribute("x", point.x)
                writer.numberAttribute("y", point.y)
                writer.append("/>")
            }
            writer.append("</y:Path>")
        }
        if edge.stroke != nil || edge.look.strokeWidth != nil || !edge.dash.isEmpty {
            writer.append("<y:LineStyle")
            writer.attribute("color", edge.stroke ?? "#000000")
            writer.attribute("type", edge.dash.isEmpty ? "line" : (edge.dash.max() ?? 0) > 3 ? "dashed" : "dotted")
            writer.numberAttribute("width", edge.look.strokeWidth ?? 1)
            writer.append("/>")
        }
        writer.append("<y:Arrows")
        writer.attribute("source", arrow(edge.start, edge))
        writer.attribute("target", arrow(edge.end, edge))
        writer.append("/>")
        if let label = edge.label {
            writer.append("<y:EdgeLabel>")
            writer.xml(label)
            writer.append("</y:EdgeLabel>")
        }
        writer.append("</y:PolyLineEdge></data>\n</edge>\n")
    }

    private mutating func arrow(_ head: ExportEdge.Head, _ edge: ExportEdge) -> String {
        switch head {
        case .none: return "none"
        case .closed: return "standard"
        case .open: return "plain"
        case .circle, .cross, .other:
            tally.add(.edge, edge.id, "marker", "a head that yEd has not becomes a triangle")
            return "standard"
        }
    }
}

extension JSONWriter {
    /// Writes a property of GraphML.
    mutating func property(_ key: StaticString, _ value: String) {
        append("<data key=\"")
        append(key)
        append("\">")
        xml(value)
        append("</data>\n")
    }

    mutating func property(_ key: StaticString, _ value: Double) {
        append("<data key=\"")
        append(key)
        append("\">")
        append(number: value)
        append("</data>\n")
    }

    /// Writes an attribute whose value is a finite number, with all of its decimals.
    mutating func numberAttribute(_ name: StaticString, _ value: Double) {
        append(" ")
        append(name)
        append("=\"")
        append(number: value == 0 ? 0 : value)
        append("\"")
    }
}
