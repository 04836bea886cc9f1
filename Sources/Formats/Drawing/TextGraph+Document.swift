import Geometry
import Graph
import Wire

extension TextGraph {
    /// Makes the document of the graph, with the losses.
    ///
    /// It writes Nodewire's own form for `DocumentReader`, so that elements have only one reader.
    ///
    /// - Throws: `limits`.
    /// - Complexity: O(*n*) in the written bytes, which `Limits.expansion` bounds.
    mutating func document() throws(EditError) -> Format.Content {
        breakCycles()
        fitSizes()
        for place in nodes.indices {
            guard let shape = nodes[place].lostShape else { continue }
            let message = "the shape \"\(shape)\" becomes \(nodes[place].shape.rawValue)"
            tally.add(.node, Identifier(nodes[place].id), "shape", message)
        }
        var writer = JSONWriter(capacity: 1 << 16)
        try write(into: &writer)
        let (document, found) = try writer.withBytes { (bytes) throws(EditError) in
            // A value is deeper in a document than it was in its file.
            guard let text = try? DocumentText(validating: bytes) else {
                throw EditError(.limits, "a part of the text is nested too deeply", path: ["text"])
            }
            do throws(ShapeError) {
                return try DocumentReader.read(text, isFile: true, isOwn: true)
            } catch {
                throw EditError(.format, "not a document: \(error.description)", path: ["text"])
            }
        }
        var seen = unmade
        seen.add(nodes.count + edges.count)
        seen.note(found)
        return Format.Content(
            document: document, losses: losses + found, seen: seen,
            isUnplaced: !nodes.isEmpty && !nodes.contains { $0.isPlaced })
    }

    /// Gives nodes without children the sizes that fit their labels.
    private mutating func fitSizes() {
        if !sizesFollowLabels { return }
        var isHolder = [Bool](repeating: false, count: nodes.count)
        for node in nodes { if let parent = node.parent { isHolder[parent] = true } }
        for place in nodes.indices where !isHolder[place] { nodes[place].fitSize() }
    }

    /// The losses, one entry for each kind.
    private var losses: [Loss] {
        tally.losses.map { loss in
            let kind = Loss.Kind(rawValue: loss.kind.rawValue) ?? .document
            return Loss(
                kind: kind, id: loss.id, code: loss.code, message: loss.message, element: .null, grade: loss.grade)
        }
    }

    private func write(into writer: inout JSONWriter) throws(EditError) {
        let ids = TextIdentifiers.distinct(nodes.map(\.id), prefix: "n")
        let places = TextGraphPlaces(nodes)
        writer.beginObject()
        writer.name("nodewire")
        writer.integer(1)
        if settings != [:] {
            writer.name("settings")
            settings.write(into: &writer)
        }
        write(members, into: &writer)
        writer.name("nodes")
        writer.beginArray()
        for place in nodes.indices {
            writer.beginObject()
            writer.name("id")
            writer.string(ids[place])
            write(nodes[place], places.positions[place], places.sizes[place], into: &writer)
            if let parent = nodes[place].parent { writer.member("parentId", ids[parent]) }
            writer.endObject()
            try checkLength(writer.count)
        }
        writer.endArray()
        let (edgeIDs, count) = countedEdgeIDs()
        writer.name("edges")
        writer.beginArray()
        for place in edges.indices {
            writer.beginObject()
            writer.member("id", edges[place].id ?? edgeIDs[place])
            write(edges[place], from: ids[edges[place].source], to: ids[edges[place].target], into: &writer)
            writer.endObject()
            try checkLength(writer.count)
        }
        writer.endArray()
        if count > 0 {
            writer.name("counters")
            writer.beginObject()
            writer.name("edge")
            writer.integer(count)
            writer.endObject()
        }
        writer.endObject()
    }

    /// The counted ids of edges that state none, by index, and the last number.
    private func countedEdgeIDs() -> (ids: [String], count: Int) {
        if edges.allSatisfy({ $0.id != nil }) { return ([], 0) }
        var made = CountedIDs(prefix: "e")
        var taken: Set<Identifier> = []
        for edge in edges {
            guard let id = edge.id.map(Identifier.init) else { continue }
            id.withBytes { made.note($0) }
            taken.insert(id)
        }
        let ids = edges.map { $0.id == nil ? made.next { taken.contains($0) }.string : "" }
        return (ids, made.count)
    }

    private func write(_ node: Node, _ position: Point, _ size: Size?, into writer: inout JSONWriter) {
        if node.isGroup { writer.member("type", "group") }
        if let label = node.label { writer.member("label", label) }
        writer.name("position")
        writer.beginObject()
        writer.member("x", position.x)
        writer.member("y", position.y)
        writer.endObject()
        if let size {
            writer.member("width", size.width)
            writer.member("height", size.height)
        }
        if node.shape != .rectangle && !node.isGroup { writer.member("shape", node.shape.rawValue) }
        if let radius = node.cornerRadius { writer.member("cornerRadius", radius) }
        if node.isHidden { writer.member("hidden", true) }
        if node.direction != .down || node.statesDirection {
            writer.member("sourcePosition", node.direction.sourceSide.rawValue)
            writer.member("targetPosition", node.direction.targetSide.rawValue)
        }
        if !node.handles.isEmpty { write(node.handles, into: &writer) }
        node.look.writeNodeStyle(into: &writer)
        write(node.data, into: &writer)
        write(node.members, into: &writer)
    }

    private func write(_ members: [(name: String, value: JSONText)], into writer: inout JSONWriter) {
        for member in members {
            writer.name(member.name)
            writer.raw(member.value)
        }
    }

    private func write(_ handles: [Handle], into writer: inout JSONWriter) {
        writer.name("handles")
        writer.beginArray()
        for handle in handles {
            writer.beginObject()
            writer.member("id", handle.id)
            writer.member("type", handle.isSource ? "source" : "target")
            writer.member("position", handle.side.rawValue)
            if let offset = handle.offset { writer.member("offset", offset) }
            if let distance = handle.distance { writer.member("distance", distance) }
            if let label = handle.label { writer.member("label", label) }
            if handle.dataTypes.count == 1 { writer.member("dataType", handle.dataTypes[0]) }
            if handle.dataTypes.count > 1 {
                writer.name("dataType")
                writer.beginArray()
                for type in handle.dataTypes { writer.string(type) }
                writer.endArray()
            }
            if handle.isSingle {
                writer.name("limit")
                writer.integer(1)
                writer.member("whenFull", "replace")
            }
            writer.endObject()
        }
        writer.endArray()
    }

    private func write(_ edge: Edge, from source: String, to target: String, into writer: inout JSONWriter) {
        writer.member("source", source)
        if let handle = edge.sourceHandle { writer.member("sourceHandle", handle) }
        writer.member("target", target)
        if let handle = edge.targetHandle { writer.member("targetHandle", handle) }
        if let label = edge.label { writer.member("label", label) }
        if let marker = edge.markerStart { writer.member("markerStart", marker) }
        if let marker = edge.markerEnd { writer.member("markerEnd", marker) }
        if edge.isHidden { writer.member("hidden", true) }
        if edge.isAnimated { writer.member("animated", true) }
        edge.look.writeEdgeStyle(into: &writer)
        if !edge.furtherLabels.isEmpty { write(edge.furtherLabels, into: &writer) }
        write(edge.data, length: edge.length, into: &writer)
        write(edge.members, into: &writer)
    }

    private func write(_ labels: [(text: String, place: Double)], into writer: inout JSONWriter) {
        writer.name("labels")
        writer.beginArray()
        for label in labels {
            writer.beginObject()
            writer.member("text", label.text)
            writer.member("t", label.place)
            writer.endObject()
        }
        writer.endArray()
    }

    private func write(
        _ data: [(name: String, value: String)], length: Int = 1, into writer: inout JSONWriter
    ) {
        if data.isEmpty && length == 1 { return }
        writer.name("data")
        writer.beginObject()
        for member in data {
            writer.name(member.name)
            writer.string(member.value)
        }
        if length > 1 {
            writer.name("length")
            writer.integer(length)
        }
        writer.endObject()
    }
}

extension TextGraph.Node {
    /// Gives the node the size of its label if it states neither a position nor a fixed size.
    fileprivate mutating func fitSize() {
        if isGroup || isPlaced || size != nil && !growsToLabel { return }
        var fitting = CardMeasures.fittingSize(
            label: label ?? id, shape: shape, look.isBold == true ? .bold : .regular, look.rich)
        if let size { fitting = Size(width: max(fitting.width, size.width), height: max(fitting.height, size.height)) }
        let side = max(fitting.width, fitting.height)
        size = isSquare ? Size(width: side, height: side) : fitting
    }
}

extension DrawnLook {
    /// Writes the look as members of a node.
    fileprivate func writeNodeStyle(into writer: inout JSONWriter) {
        if self == DrawnLook() { return }
        writer.name("style")
        writer.beginObject()
        if let fill { writer.member("backgroundColor", fill) }
        if let stroke { writer.member("borderColor", stroke) }
        if let strokeWidth { writer.member("borderWidth", strokeWidth) }
        if let gap = dash.first { writer.member("borderStyle", gap <= DrawnLook.longestDot ? "dotted" : "dashed") }
        if let text { writer.member("color", text) }
        if let isBold { writer.member("fontWeight", isBold ? "bold" : "normal") }
        if let isItalic { writer.member("fontStyle", isItalic ? "italic" : "normal") }
        if let opacity { writer.member("opacity", opacity) }
        if let verticalAlign { writer.member("verticalAlign", verticalAlign) }
        writeRichLabel(into: &writer)
        if let fields {
            writer.name("fields")
            writer.raw(fields.json.text)
        }
        writer.endObject()
    }

    private func writeRichLabel(into writer: inout JSONWriter) {
        guard let rich else { return }
        writer.name("richLabel")
        writer.raw(rich.json.text)
    }

    /// Writes the look as members of an edge.
    fileprivate func writeEdgeStyle(into writer: inout JSONWriter) {
        var line = self
        (line.text, line.fill, line.isBold, line.isItalic, line.verticalAlign) = (nil, nil, nil, nil, nil)
        if line != DrawnLook() {
            writer.name("style")
            writer.beginObject()
            if let stroke { writer.member("stroke", stroke) }
            if let strokeWidth { writer.member("strokeWidth", strokeWidth) }
            if !dash.isEmpty {
                writer.name("dash")
                writer.beginArray()
                for length in dash { writer.number(length) }
                writer.endArray()
            }
            if let opacity { writer.member("opacity", opacity) }
            writeRichLabel(into: &writer)
            writer.endObject()
        }
        if let text {
            writer.name("labelStyle")
            writer.beginObject()
            writer.member("fill", text)
            writer.endObject()
        }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: StaticString, _ value: String) {
        self.name(name)
        string(value)
    }

    fileprivate mutating func member(_ name: StaticString, _ value: Double) {
        self.name(name)
        number(value)
    }

    fileprivate mutating func member(_ name: StaticString, _ value: Bool) {
        self.name(name)
        boolean(value)
    }
}
