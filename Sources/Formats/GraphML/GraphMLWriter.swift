import Geometry
import Graph
import Storage
import Wire

/// Writes a document as GraphML: labels and places as plain properties, which most programs read, and once more as yEd has
/// them; the members of `data` as properties of the types that they have.
struct GraphMLWriter {
    private var source: DiagramDocument
    private var nodeKeys: GraphMLWriterKeys
    private var edgeKeys: GraphMLWriterKeys
    private var children: [[Int]] = []

    var tally: ExportTally { source.tally }

    /// Groups inside of groups beyond this depth stand beside one another: readers have limits.
    private static let mostLevels = 40

    init(_ document: Document) {
        source = DiagramDocument(document, for: "GraphML")
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
        for slot in source.edges {
            writeEdge(source.edge(slot), into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        writer.append("</graph>\n</graphml>\n")
        try flush(&writer)
    }

    /// The types of properties are known when all values were seen.
    private mutating func gatherKeys() {
        var losses = ExportTally()
        for slot in source.nodes {
            nodeKeys.note(DiagramNode(slot, source.document, for: source.program, &losses).data)
        }
        for slot in source.edges {
            edgeKeys.note(DiagramEdge(slot, source.document, for: source.program, &losses).data)
        }
    }

    // MARK: Nodes

    private enum Step {
        case node(Int, level: Int)
        case end
    }

    private mutating func writeNodes<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        let slots = source.nodes
        var places: [Node.Slot: Int] = [:]
        for (place, slot) in slots.enumerated() { places[slot] = place }
        var children = [[Int]](repeating: [], count: slots.count)
        var steps: [Step] = []
        for (place, slot) in slots.enumerated() {
            if let parent = source.document.nodes.parent(slot).flatMap({ places[$0] }) {
                children[parent].append(place)
            } else {
                steps.append(.node(place, level: 0))
            }
        }
        steps.reverse()
        while let step = steps.popLast() {
            guard case .node(let place, let level) = step else {
                writer.append("</graph>\n</node>\n")
                continue
            }
            let isInner = level < GraphMLWriter.mostLevels
            writeNode(source.node(slots[place]), slots[place], hasChildren: !children[place].isEmpty, into: &writer)
            if children[place].isEmpty {
                writer.append("</node>\n")
            } else if isInner {
                writer.append("<graph edgedefault=\"directed\">\n")
                steps.append(.end)
                steps += children[place].reversed().map { .node($0, level: level + 1) }
            } else {
                source.tally.add(
                    .node, source.document.nodeID(slots[place]), "depth",
                    "contents of groups more than \(GraphMLWriter.mostLevels) deep stand beside them")
                writer.append("</node>\n")
                steps += children[place].reversed().map { .node($0, level: level) }
            }
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
    }

    private mutating func writeNode(
        _ node: DiagramNode, _ slot: Node.Slot, hasChildren: Bool, into writer: inout JSONWriter
    ) {
        writer.append("<node")
        writer.attribute("id", node.id.string)
        if hasChildren || node.isGroup { writer.append(" yfiles.foldertype=\"group\"") }
        writer.append(">\n")
        if hasChildren && !node.isGroup {
            source.tally.add(.node, node.id, "group", "a node that holds others is a group in GraphML")
        }
        if node.isHidden { source.tally.add(.node, node.id, "member", "GraphML has no `hidden`") }
        if let label = node.label { writer.property("label", label) }
        if let frame = node.frame {
            writer.property("x", frame.minX)
            writer.property("y", frame.minY)
        }
        writer.property("width", node.size.width)
        writer.property("height", node.size.height)
        nodeKeys.write(node.data, node.id, into: &writer, &source.tally)
        if let frame = node.frame { writeDrawing(node, frame, isGroup: hasChildren || node.isGroup, into: &writer) }
        if node.hasOwnHandles { writeHandles(slot, node.id, into: &writer) }
    }

    private func writeDrawing(_ node: DiagramNode, _ frame: Rect, isGroup: Bool, into writer: inout JSONWriter) {
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
            writer.attribute("color", fill)
            writer.append(" transparent=\"false\"/>")
        }
        if let label = node.label {
            writer.append(isGroup ? "<y:NodeLabel modelName=\"internal\" modelPosition=\"t\">" : "<y:NodeLabel>")
            writer.xml(label)
            writer.append("</y:NodeLabel>")
        }
        writer.append("<y:Shape")
        writer.attribute("type", GraphMLWriter.shape(of: node))
        writer.append("/>")
        writer.append(isGroup ? "</y:GroupNode>" : "</y:ShapeNode>")
        if isGroup { writer.append("</y:Realizers></y:ProxyAutoBoundsNode>") }
        writer.append("</data>\n")
    }

    private static func shape(of node: DiagramNode) -> String {
        switch node.shape {
        case .rectangle: node.cornerRadius.map { $0 > 0 } ?? false ? "roundrectangle" : "rectangle"
        case .ellipse, .diamond, .hexagon: node.shape.rawValue
        case .capsule: "roundrectangle"
        }
    }

    private mutating func writeHandles(_ slot: Node.Slot, _ id: Identifier, into writer: inout JSONWriter) {
        var names: Set<Identifier> = []
        for handle in source.document.handles(slot) where names.insert(handle.id).inserted {
            writer.append("<port")
            writer.attribute("name", handle.id.string)
            writer.append("/>\n")
        }
        if !names.isEmpty {
            source.tally.add(.node, id, "handle", "of handles GraphML has the ids alone")
        }
    }

    // MARK: Edges

    private mutating func writeEdge(_ edge: DiagramEdge, into writer: inout JSONWriter) {
        writer.append("<edge")
        writer.attribute("id", edge.edge.id.string)
        writer.attribute("source", edge.edge.source.string)
        writer.attribute("target", edge.edge.target.string)
        if let handle = edge.edge.sourceHandle { writer.attribute("sourceport", handle.string) }
        if let handle = edge.edge.targetHandle { writer.attribute("targetport", handle.string) }
        if edge.isUndirected { writer.append(" directed=\"false\"") }
        writer.append(">\n")
        for (name, isStated) in [("hidden", edge.isHidden), ("labelPosition", edge.labelPosition != nil)] where isStated
        {
            source.tally.add(.edge, edge.edge.id, "member", "GraphML has no `\(name)`")
        }
        if let label = edge.label { writer.property("edgeLabel", label) }
        edgeKeys.write(edge.data, edge.edge.id, into: &writer, &source.tally)
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
        if edge.stroke != nil || edge.strokeWidth != nil || !edge.dash.isEmpty {
            writer.append("<y:LineStyle")
            writer.attribute("color", edge.stroke ?? "#000000")
            writer.attribute("type", edge.dash.isEmpty ? "line" : (edge.dash.max() ?? 0) > 3 ? "dashed" : "dotted")
            writer.numberAttribute("width", edge.strokeWidth ?? 1)
            writer.append("/>")
        }
        writer.append("<y:Arrows")
        writer.attribute("source", arrow(edge.heads.start, edge))
        writer.attribute("target", arrow(edge.heads.end, edge))
        writer.append("/>")
        if let label = edge.label {
            writer.append("<y:EdgeLabel>")
            writer.xml(label)
            writer.append("</y:EdgeLabel>")
        }
        writer.append("</y:PolyLineEdge></data>\n</edge>\n")
    }

    private mutating func arrow(_ name: String, _ edge: DiagramEdge) -> String {
        switch name {
        case "none": return "none"
        case "arrowclosed": return "standard"
        case "arrow": return "plain"
        default:
            source.tally.add(.edge, edge.edge.id, "marker", "a head that yEd has not becomes a triangle")
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
