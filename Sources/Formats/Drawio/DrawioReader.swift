import Geometry
import Graph
import Wire

/// Reads the first page of a file of draw.io, compressed or not
/// (https://github.com/jgraph/drawio/wiki/File-Format and https://www.drawio.com/assets/mxfile.xsd).
struct DrawioReader {
    var graph: TextGraph
    var ends = NamedEnds()
    private var cells: [DrawioCell] = []
    private var places: [Identifier: Int] = [:]
    /// The node that each cell is.
    private(set) var nodes: [Int?] = []
    /// The top-left corner of each node on the canvas.
    private var origins: [Point] = []
    private var handles: Set<HandleKey> = []

    private struct HandleKey: Hashable {
        let node: Int
        let isSource: Bool
        let id: Identifier
    }

    private init(textBytes: Int) { graph = TextGraph(textBytes: textBytes) }

    /// Makes a document of a text.
    ///
    /// - Throws: `format`, `limits`.
    /// - Complexity: O(*n*) in the bytes, those of a compressed page when it is decompressed.
    static func read(_ text: UnsafeBufferPointer<UInt8>) throws(EditError) -> Format.Content {
        try XMLReader.read(text, format: "draw.io") { (xml) throws(EditError) in
            guard case .start(let root)? = try xml.next() else { throw xml.error("an element is expected") }
            var reader = DrawioReader(textBytes: text.count)
            if root == "mxGraphModel" {
                try reader.readModel(&xml)
            } else {
                try reader.readFile(&xml)
            }
            while try xml.next() != nil {}
            try reader.finish()
            return try reader.graph.document()
        }
    }

    private mutating func readFile(_ xml: inout XMLReader) throws(EditError) {
        var pages = 0
        try xml.eachChild { (xml, name) throws(EditError) in
            guard name == "diagram" else { return }
            pages += 1
            if pages > 1 { return graph.tally.add(.document, nil, "page", "a page behind the first is left out") }
            try readPage(&xml)
        }
        if pages == 0 { throw xml.error("the file has no page") }
    }

    /// Reads a page, which has its model as an element or as compressed text.
    private mutating func readPage(_ xml: inout XMLReader) throws(EditError) {
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
        let bytes = try DrawioPage.xml(of: text)
        var page = DrawioReader(textBytes: bytes.count)
        page.graph.tally = graph.tally
        try bytes.withUnsafeBufferPointer { (bytes) throws(EditError) in
            try XMLReader.read(bytes, format: "draw.io, in the compressed page") { (xml) throws(EditError) in
                guard case .start("mxGraphModel")? = try xml.next() else {
                    throw xml.error("`<mxGraphModel>` is expected")
                }
                try page.readModel(&xml)
                while try xml.next() != nil {}
            }
        }
        self = page
    }

    private mutating func readModel(_ xml: inout XMLReader) throws(EditError) {
        try xml.eachChild { (xml, name) throws(EditError) in
            guard name == "root" else { return }
            try xml.eachChild { (xml, name) throws(EditError) in
                guard ["mxCell", "UserObject", "object"].contains(name) else { return }
                cells.append(try DrawioCell(&xml, name, &graph.tally))
            }
        }
    }

    // MARK: Elements

    private mutating func finish() throws(EditError) {
        for (place, cell) in cells.enumerated() where !cell.id.isEmpty && places[Identifier(cell.id)] == nil {
            places[Identifier(cell.id)] = place
        }
        addNodes()
        placeNodes()
        // The labels of an edge stand behind it, as cells of their own.
        var labels: [Int: [Int]] = [:]
        for (place, cell) in cells.enumerated() where cell.isNode && nodes[place] == nil {
            if let edge = parent(of: cell) { labels[edge, default: []].append(place) }
        }
        for (place, cell) in cells.enumerated() where cell.isEdge {
            var edge = edge(cell)
            setLabels(&edge, cell, (labels[place] ?? []).map { cells[$0] })
            ends.add(edge, from: cell.source, to: cell.target)
        }
        ends.join(&graph)
        for place in graph.edges.indices { addHandles(ofEdge: place) }
        for place in graph.nodes.indices { addDefaultHandles(place) }
    }

    private func parent(of cell: DrawioCell) -> Int? { cell.parent.flatMap { places[Identifier($0)] } }

    private mutating func addNodes() {
        nodes = [Int?](repeating: nil, count: cells.count)
        let layers = cells.filter { !$0.isNode && !$0.isEdge }.count
        if layers > 2 {
            graph.tally.add(.document, nil, "layer", "the \(layers - 1) layers become one")
        }
        for (place, cell) in cells.enumerated() where cell.isNode {
            if let parent = parent(of: cell), cells[parent].isEdge { continue }
            nodes[place] = ends.add(node(cell), to: &graph)
        }
        for (place, cell) in cells.enumerated() {
            guard let node = nodes[place], let parent = parent(of: cell) else { continue }
            graph.nodes[node].parent = nodes[parent]
        }
        graph.breakCycles()
    }

    /// Sets the places relative to parents, and finds those on the canvas, from the outermost inwards.
    private mutating func placeNodes() {
        var byNode = [Int](repeating: 0, count: graph.nodes.count)
        for (place, node) in nodes.enumerated() { if let node { byNode[node] = place } }
        origins = [Point](repeating: .zero, count: graph.nodes.count)
        var isDone = [Bool](repeating: false, count: graph.nodes.count)
        for start in graph.nodes.indices {
            var waiting: [Int] = []
            var next: Int? = start
            while let node = next, !isDone[node] {
                waiting.append(node)
                isDone[node] = true
                next = graph.nodes[node].parent
            }
            for node in waiting.reversed() {
                let cell = cells[byNode[node]]
                let parent = graph.nodes[node].parent
                var position = Point(x: cell.x, y: cell.y)
                if cell.isRelative, let size = parent.flatMap({ graph.nodes[$0].size }) {
                    position = Point(x: cell.x * size.width, y: cell.y * size.height) + cell.offset
                }
                graph.nodes[node].position = position
                origins[node] = (parent.map { origins[$0] } ?? .zero) + position
            }
        }
    }

    // MARK: Edges

    private mutating func edge(_ cell: DrawioCell) -> TextGraph.Edge {
        let style = DrawioStyle(cell.style)
        var edge = TextGraph.Edge(source: 0, target: 0)
        edge.id = cell.id
        edge.isHidden = cell.isHidden
        edge.set(cell.data)
        edge.setDrawioLook(style, &graph.tally)
        let origin = parent(of: cell).flatMap { nodes[$0] }.map { origins[$0] } ?? .zero
        edge.setWaypoints(cell.points.map { origin + $0 }, &graph.tally)
        edge.sourceHandle = handle(style, isSource: true, of: cell)
        edge.targetHandle = handle(style, isSource: false, of: cell)
        return edge
    }

    private mutating func setLabels(_ edge: inout TextGraph.Edge, _ cell: DrawioCell, _ labels: [DrawioCell]) {
        var texts: [(text: String, position: Double)] = []
        for label in [cell] + labels {
            let text = text(of: label, .edge)
            if text.isEmpty { continue }
            // Along the path from −1 to 1; beside it in units.
            texts.append((text, min(max((label.x + 1) / 2, 0), 1)))
            if label.y != 0 || label.offset != .zero {
                graph.tally.add(
                    .edge, Identifier(cell.id), "labelOffset", "the distance of a label from its edge is left out")
            }
        }
        guard let first = texts.first else { return }
        edge.label = first.text
        if first.position != 0.5 { edge.members.append(("labelPosition", JSON.number(first.position).text)) }
        if texts.count == 1 { return }
        if texts.count - 1 > Limits.edgeLabels {
            graph.tally.add(.edge, Identifier(cell.id), "label", "an edge has at most \(Limits.edgeLabels) labels")
        }
        let further = texts[1...].prefix(Limits.edgeLabels).map { label in
            JSON.object(["text": .string(label.text), "t": .number(label.position)])
        }
        edge.members.append(("labels", JSON.array(further).text))
    }

    // MARK: Handles

    /// The name of the point of a node where an edge ends, if the style states one: its own, or what side and fraction say.
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

    /// The sides and the fractions of the handles that edges name.
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

    /// Leaves a node with handles the two that it would have without.
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
