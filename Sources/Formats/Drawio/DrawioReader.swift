import Geometry
import Graph
import Wire

/// Reads a file of draw.io, compressed or not
/// (https://github.com/jgraph/drawio/wiki/File-Format and https://www.drawio.com/assets/mxfile.xsd).
///
/// The cells of a single page lie on the canvas. Of several pages, each is a group with its cells, below the previous
/// page.
struct DrawioReader {
    var graph: TextGraph
    var ends = NamedEnds()
    var pages: [DrawioCells] = []
    private var handles: Set<HandleKey> = []
    /// The number of bytes of decompressed pages, and its limit.
    private var expandedBytes = 0
    private let mostBytes: Int

    private struct HandleKey: Hashable {
        let node: Int
        let isSource: Bool
        let id: Identifier
    }

    private init(textBytes: Int) {
        graph = TextGraph(textBytes: textBytes)
        mostBytes = min(Limits.expandedBytes + textBytes * Limits.expansion, Limits.translatedBytes)
    }

    /// Makes a document of a text.
    ///
    /// - Throws: `format`, `limits`.
    /// - Complexity: O(*n*) in the bytes after decompression.
    static func read(_ text: UnsafeBufferPointer<UInt8>) throws(EditError) -> Format.Content {
        try XMLReader.read(text, format: "draw.io") { (xml) throws(EditError) in
            guard case .start(let root)? = try xml.next() else { throw xml.error("an element is expected") }
            var reader = DrawioReader(textBytes: text.count)
            if root == "mxGraphModel" {
                reader.pages = [DrawioCells()]
                try reader.readModel(&xml)
            } else {
                try xml.eachChild { (xml, name) throws(EditError) in
                    if name == "diagram" { try reader.readPage(&xml) }
                }
                if reader.pages.isEmpty { throw xml.error("the file has no page") }
            }
            while try xml.next() != nil {}
            var graph = TextGraph(textBytes: text.count + reader.expandedBytes)
            graph.tally = reader.graph.tally
            reader.graph = graph
            reader.finish()
            return try reader.graph.document()
        }
    }

    /// Reads a page: its model is an element or compressed text.
    private mutating func readPage(_ xml: inout XMLReader) throws(EditError) {
        pages.append(DrawioCells(id: xml["id"] ?? "", name: xml["name"] ?? ""))
        let outer = xml.depth
        var text = ""
        var hasModel = false
        reading: while let event = try xml.next() {
            switch event {
            case .start("mxGraphModel"):
                hasModel = true
                try readModel(&xml)
            case .start: while xml.depth > outer { _ = try xml.next() }
            case .text: if !hasModel { text += xml.text }
            case .end: break reading
            }
        }
        if hasModel || !text.utf8.contains(where: { $0 > 0x20 }) { return }
        let bytes = try DrawioPage.xml(of: text, atMost: mostBytes - expandedBytes)
        expandedBytes += bytes.count
        try bytes.withUnsafeBufferPointer { (bytes) throws(EditError) in
            try XMLReader.read(bytes, format: "draw.io, in the compressed page") { (xml) throws(EditError) in
                guard case .start("mxGraphModel")? = try xml.next() else {
                    throw xml.error("`<mxGraphModel>` is expected")
                }
                try readModel(&xml)
                while try xml.next() != nil {}
            }
        }
    }

    /// Reads the cells of the last page.
    private mutating func readModel(_ xml: inout XMLReader) throws(EditError) {
        try xml.eachChild { (xml, name) throws(EditError) in
            guard name == "root" else { return }
            try xml.eachChild { (xml, name) throws(EditError) in
                guard ["mxCell", "UserObject", "object"].contains(name) else { return }
                pages[pages.count - 1].cells.append(try DrawioCell(&xml, name, &graph.tally))
            }
        }
    }

    // MARK: Elements

    private mutating func finish() {
        if pages.count > 1 { renameCells() }
        for page in pages.indices {
            pages[page].indexCells()
            addNodes(of: page)
        }
        graph.breakCycles()
        placePages()
        for page in pages.indices { addEdges(of: page) }
        ends.join(&graph)
        for place in graph.edges.indices { addHandles(ofEdge: place) }
        for place in graph.nodes.indices { addDefaultHandles(place) }
    }

    private mutating func addNodes(of page: Int) {
        var cells = pages[page]
        if pages.count > 1 {
            cells.group = addGroup(of: cells)
            if page == 0 {
                graph.tally.add(.document, nil, "page", "the \(pages.count) pages become groups of one page")
            }
        }
        let layers = cells.cells.filter { !$0.isNode && !$0.isEdge }.count
        if layers > 2 {
            graph.tally.add(.document, nil, "layer", "the \(layers - 1) layers become one")
        }
        cells.firstNode = graph.nodes.count
        for (place, cell) in cells.cells.enumerated() where cell.isNode {
            if let parent = cells.parent(of: cell), cells.cells[parent].isEdge { continue }
            cells.nodes[place] = ends.add(node(cell), to: &graph)
        }
        for (place, cell) in cells.cells.enumerated() {
            guard let node = cells.nodes[place] else { continue }
            graph.nodes[node].parent = cells.parent(of: cell).flatMap { cells.nodes[$0] } ?? cells.group
        }
        pages[page] = cells
    }

    private mutating func addEdges(of page: Int) {
        let cells = pages[page]
        // The labels of an edge are separate cells with the edge as parent.
        var labels: [Int: [Int]] = [:]
        for (place, cell) in cells.cells.enumerated() where cell.isNode && cells.nodes[place] == nil {
            if let edge = cells.parent(of: cell) { labels[edge, default: []].append(place) }
        }
        for (place, cell) in cells.cells.enumerated() where cell.isEdge {
            let texts = (labels[place] ?? []).map { cells.cells[$0] }
            if cell.source == nil || cell.target == nil {
                leaveOut(cell, texts)
                continue
            }
            var edge = edge(cell, in: cells)
            setLabels(&edge, cell, texts)
            ends.add(edge, from: cell.source, to: cell.target)
        }
    }

    /// Leaves out a line with an end on no cell. One that joins nothing is a drawing, of which only the words mean
    /// something.
    private mutating func leaveOut(_ line: DrawioCell, _ texts: [DrawioCell]) {
        if line.source != nil || line.target != nil {
            graph.leaveOut(.edge, line.id, "freeEnd", "a line with an end on no cell is left out", grade: .meaning)
        } else if ([line] + texts).contains(where: { !$0.value.isEmpty }) {
            graph.leaveOut(
                .edge, line.id, "freeLine", "a line that joins no cells is left out, with its text", grade: .meaning)
        } else {
            graph.leaveOut(.edge, line.id, "freeLine", "a line that joins no cells is left out", grade: .look)
        }
    }

    // MARK: Edges

    private mutating func edge(_ cell: DrawioCell, in cells: DrawioCells) -> TextGraph.Edge {
        let style = DrawioStyle(cell.style)
        var edge = TextGraph.Edge(source: 0, target: 0)
        edge.id = cell.id
        edge.isHidden = cell.isHidden
        edge.set(cell.data)
        setLook(&edge, style, cell)
        let origin = cells.parent(of: cell).flatMap { cells.nodes[$0] }.map(cells.origin(of:)) ?? cells.origin
        edge.setWaypoints(cell.points.map { origin + $0 }, &graph.tally)
        edge.sourceHandle = handle(style, isSource: true, of: cell)
        edge.targetHandle = handle(style, isSource: false, of: cell)
        return edge
    }

    private mutating func setLabels(_ edge: inout TextGraph.Edge, _ cell: DrawioCell, _ labels: [DrawioCell]) {
        var texts: [(text: String, rich: RichLabel?, position: Double)] = []
        for label in [cell] + labels {
            if label.value.isEmpty { continue }
            let text = text(of: label, DrawioStyle(label.style), .edge)
            if text.text.isEmpty { continue }
            // The position along the path is −1 to 1; the distance beside it is in units.
            texts.append((text.text, text.rich, min(max((label.x + 1) / 2, 0), 1)))
            if label.y != 0 || label.offset != .zero {
                graph.tally.add(
                    .edge, Identifier(cell.id), "labelOffset", "the distance of a label from its edge is left out")
            }
        }
        guard let first = texts.first else { return }
        (edge.label, edge.look.rich) = (first.text, first.rich)
        if first.position != 0.5 { edge.members.append(("labelPosition", JSON.number(first.position).text)) }
        if texts.count == 1 { return }
        if texts.count - 1 > Limits.edgeLabels {
            graph.tally.add(.edge, Identifier(cell.id), "label", "an edge has at most \(Limits.edgeLabels) labels")
        }
        if texts[1...].contains(where: { $0.rich != nil }) {
            graph.tally.add(.edge, Identifier(cell.id), "tags", "the tags of a label are left out")
        }
        let further = texts[1...].prefix(Limits.edgeLabels).map { label in
            JSON.object(["text": .string(label.text), "t": .number(label.position)])
        }
        edge.members.append(("labels", JSON.array(further).text))
    }

    // MARK: Handles

    /// The handle of a node at an edge's end, if the style states a point: a named one, or one with a side and a
    /// fraction.
    private mutating func handle(_ style: DrawioStyle, isSource: Bool, of cell: DrawioCell) -> String? {
        let point =
            isSource ? (style.number("exitX"), style.number("exitY")) : (style.number("entryX"), style.number("entryY"))
        guard let x = point.0, let y = point.1 else { return nil }
        let distance =
            isSource
            ? [style.number("exitDx"), style.number("exitDy")] : [style.number("entryDx"), style.number("entryDy")]
        let (side, offset) = DrawioReader.side(x, y)
        if side == .center && (x != 0.5 || y != 0.5) || distance.contains(where: { $0 ?? 0 != 0 }) {
            graph.tally.add(.edge, Identifier(cell.id), "handle", "a point beside the border of a node is moved")
        }
        let name = style[isSource ? "sourceHandle" : "targetHandle"].map(DrawioPage.unescaped)
        let id = name ?? (offset == 0.5 ? side.rawValue : "\(side.rawValue)-\(offset)")
        points[Identifier(id)] = points[Identifier(id)] ?? (side, offset)
        return id
    }

    /// The sides and fractions of the handles that edges use.
    private var points: [Identifier: (Side, Double)] = [:]

    private static func side(_ x: Double, _ y: Double) -> (side: Side, offset: Double) {
        let (alongX, alongY) = (min(max(x, 0), 1), min(max(y, 0), 1))
        if y <= 0 { return (.top, alongX) }
        if y >= 1 { return (.bottom, alongX) }
        if x <= 0 { return (.left, alongY) }
        if x >= 1 { return (.right, alongY) }
        return (.center, 0.5)
    }

    private mutating func addHandles(ofEdge place: Int) {
        let edge = graph.edges[place]
        for (id, node, isSource) in [(edge.sourceHandle, edge.source, true), (edge.targetHandle, edge.target, false)] {
            guard let id else { continue }
            let key = HandleKey(node: node, isSource: isSource, id: Identifier(id))
            if handles.contains(key) { continue }
            guard let (side, offset) = points[Identifier(id)], !id.isEmpty, id.utf8.count <= Limits.identifierBytes,
                graph.nodes[node].handles.count < Limits.handles - 2
            else {
                if isSource { graph.edges[place].sourceHandle = nil } else { graph.edges[place].targetHandle = nil }
                graph.tally.add(.edge, edge.id.map(Identifier.init), "handle", "a node has too many handles")
                continue
            }
            handles.insert(key)
            var handle = TextGraph.Handle(id: id, isSource: isSource, side: side)
            if offset != 0.5 { handle.offset = offset }
            graph.nodes[node].handles.append(handle)
        }
    }

    /// Adds the two default handles to a node with other handles.
    private mutating func addDefaultHandles(_ place: Int) {
        if graph.nodes[place].handles.isEmpty { return }
        var defaults: [TextGraph.Handle] = []
        for (id, isSource, side) in [("target", false, Side.top), ("source", true, Side.bottom)]
        where !handles.contains(HandleKey(node: place, isSource: isSource, id: Identifier(id))) {
            defaults.append(TextGraph.Handle(id: id, isSource: isSource, side: side))
        }
        graph.nodes[place].handles = defaults + graph.nodes[place].handles
    }
}
