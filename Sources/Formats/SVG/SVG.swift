import EdgeRouting
import Geometry
import Graph
import Wire

extension Document {
    /// Writes a picture of the document (SVG 2), from back to front by `PaintOrder`; hidden elements are left out.
    ///
    /// All texts of the document become character data or attribute values. There are no scripts, no links, and no
    /// styles with names from the document. `flush` is called about every 256 KiB.
    ///
    /// - Complexity: O(*n* log *n*) in the elements; every edge is routed twice, first for the bounds. If types of
    ///   edges have a look for errors, plus that of `diagnostics`.
    public func writeSVG<Failure: Error>(
        _ options: SVGOptions = SVGOptions(), into writer: inout JSONWriter,
        flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        var picture = SVGPicture(self, options)
        picture.writeHead(into: &writer)
        if options.embed { try picture.writeMetadata(into: &writer, flush) }
        picture.writeBackground(into: &writer)
        picture.title?.write(picture.style.attributes(of: .name), into: &writer)
        picture.writeLanes(into: &writer)
        if let differences = picture.differences { picture.writeGhosts(differences, into: &writer) }
        while let item = picture.order.next(picture.document) {
            picture.write(item, into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        if let differences = picture.differences {
            picture.writeMarks(differences, into: &writer)
            picture.writeLegend(differences, into: &writer)
        }
        writer.append("</svg>\n")
        try flush(&writer)
    }

    /// Writes the whole picture at once, like the function with `flush`.
    public func writeSVG(_ options: SVGOptions = SVGOptions(), into writer: inout JSONWriter) {
        writeSVG(options, into: &writer) { (_) throws(Never) in }
    }

    /// Returns the losses of a picture: nodes without a position, edges without a visible end, and kinds of members.
    public func pictureLosses() -> [ExportLoss] {
        var tally = ExportTally()
        var document = self
        document.updateInheritance()
        for slot in nodeSlots where !document.isConcealed(slot) && !isPlaced(slot) {
            tally.add(.node, nodeID(slot), "unplaced", "the node has no position")
        }
        for slot in edgeSlots where !document.isConcealed(edge: slot) && document.plainPath(ofEdge: slot) == nil {
            tally.add(.edge, edgeID(slot), "unplaced", "an end has no position, or its node no such handle")
        }
        return tally.losses
            + UnshownMembers(of: self).kinds.map { ExportLoss(.document, code: "notShown", message: $0.message) }
    }
}

/// The drawn elements of a document with their places.
struct SVGPicture {
    private(set) var document: Document
    let options: SVGOptions
    let style: SVGStyle
    var order = SVGOrder()
    private(set) var bounds = Rect.empty
    private(set) var bundles = EdgeBundles()
    private(set) var routes = EdgeRoutes()
    /// The points at which edges end.
    private(set) var ends: Set<Point> = []
    /// The edges with errors, if types have a look for these.
    private(set) var invalidEdges: Set<Edge.ID> = []
    private(set) var lanes: [LaneBand] = []
    /// The title of the document; nil without one.
    private(set) var title: SVGTitle?
    /// The marked differences; nil without a comparison.
    private(set) var differences: SVGDifferences?
    /// The styles, by the symbols of types' names.
    var types: [Symbol: NodeTypeStyle] = [:]

    init(_ document: Document, _ options: SVGOptions) {
        self.document = document
        self.options = options
        style = SVGStyle(options.theme)
        self.document.updateInheritance()
        if document.edgeStates.contains(.invalid) {
            self.document.updateValues()
            invalidEdges = self.document.edgesWithErrors()
        }
        gatherNodes()
        gatherEdges()
        lanes = self.document.laneBands
        for band in lanes { bounds = bounds.union(band.frame) }
        if options.labels, !bounds.isEmpty { title = SVGTitle(self.document.title ?? "", above: bounds) }
        if let title { bounds = bounds.union(title.box) }
        order.sort(self.document)
        differences = options.compared.map { SVGDifferences(of: self.document, with: $0) }
        if let differences { bounds = bounds.union(differences.bounds) }
        if bounds.isEmpty { bounds = Rect(minX: 0, minY: 0, maxX: 0, maxY: 0) }
        bounds = bounds.grown(by: options.margin.isNaN ? 0 : min(max(options.margin, 0), 10_000))
        if let differences { bounds = SVGPicture.grown(bounds, for: differences) }
    }

    mutating func write(_ item: SVGOrder.Item, into writer: inout JSONWriter) {
        switch item {
        case .container(let slot) where !document.nodes.flags(slot).contains(.collapsed):
            writeGroup(slot, into: &writer)
        case .edge(let slot): writeEdge(slot, into: &writer)
        case .label(let slot): writeLabel(ofEdge: slot, into: &writer)
        case .container(let slot), .node(let slot): writeNode(slot, into: &writer)
        }
    }

    private mutating func gatherNodes() {
        for slot in document.nodeSlots where document.isPlaced(slot) && !document.isConcealed(slot) {
            let frame = document.frame(slot)
            guard !frame.minX.isNaN else { continue }
            bounds = bounds.union(frame)
            for label in handleLabels(slot)?.beside ?? [] { bounds = bounds.union(label.box) }
            order.append(document.isContainer(slot) ? .container(slot) : .node(slot))
        }
    }

    /// The visible labels of a node's handles.
    func handleLabels(_ slot: Node.Slot) -> HandleLabels? {
        options.labels && options.handles ? HandleLabels(document, slot) : nil
    }

    private mutating func gatherEdges() {
        bundles = EdgeBundles(document)
        routes = EdgeRoutes(document, bundles)
        for slot in document.edgeSlots where !document.isConcealed(edge: slot) && bundles.first(of: slot) == slot {
            guard let route = routes.route(ofEdge: slot, in: document) else { continue }
            order.append(.edge(slot))
            // An edge without a handle id ends at a handle only if the geometry has default handles.
            let named = document.edges.ends(slot)
            let isAtHandles = document.settings.edgeGeometry == .reactFlow
            if isAtHandles || named.sourceHandle != nil { ends.insert(route.path.start) }
            if isAtHandles || named.targetHandle != nil { ends.insert(route.path.end) }
            bounds = bounds.union(route.path.bounds)
            let labels =
                options.labels
                ? EdgeLabel.all(document, slot, along: route, count: bundles.edges(with: slot)?.count ?? 1) : []
            if !labels.isEmpty { order.append(.label(slot)) }
            for label in labels { bounds = bounds.union(label.box) }
        }
    }

    // MARK: Head and background

    func writeHead(into writer: inout JSONWriter) {
        writer.append("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"nodewire\" role=\"img\" viewBox=\"")
        writer.coordinate(bounds.minX)
        writer.append(" ")
        writer.coordinate(bounds.minY)
        writer.append(" ")
        writer.coordinate(bounds.width)
        writer.append(" ")
        writer.coordinate(bounds.height)
        writer.append("\"")
        writer.attribute("width", bounds.width)
        writer.attribute("height", bounds.height)
        writer.append(string: SVGStyle.inherited)
        writer.append(">\n")
        if let title = document.title {
            writer.append("<title>")
            writer.xml(title)
            writer.append("</title>\n")
        }
        guard let sheet = style.sheet else { return }
        writer.append("<style>\n")
        writer.append(string: sheet)
        writer.append("</style>\n")
    }

    func writeMetadata<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        writer.append("<metadata id=\"nodewire-document\">")
        var json = JSONWriter(capacity: 2 * CanonicalJSON.chunkBytes)
        try document.write(into: &json) { (json: inout JSONWriter) throws(Failure) in
            json.withBytes { writer.xml(json: $0) }
            json.removeAll()
            try flush(&writer)
        }
        writer.append("</metadata>\n")
    }

    /// Writes the page, and the pattern of the document's `background: {pattern: "grid" | "dots", spacing}`.
    func writeBackground(into writer: inout JSONWriter) {
        writePage(style.attributes(of: .page), into: &writer)
        let background = document.content["background"]
        let spacing = min(max(background?["spacing"]?.doubleValue ?? 20, 4), 1000)
        guard let name = background?["pattern"]?.stringValue, name == "grid" || name == "dots" else { return }
        writer.append("<pattern id=\"nodewire-pattern\" patternUnits=\"userSpaceOnUse\"")
        writer.attribute("width", spacing)
        writer.attribute("height", spacing)
        writer.append(">")
        if name == "grid" {
            writer.append("<path")
            writer.append(string: style.attributes(of: .grid))
            writer.append(" d=\"M")
            writer.coordinate(spacing)
            writer.append(" 0H0V")
            writer.coordinate(spacing)
            writer.append("\"/>")
        } else {
            writer.append("<circle")
            writer.append(string: style.attributes(of: .dot))
            writer.attribute("cx", spacing / 2)
            writer.attribute("cy", spacing / 2)
            writer.append(" r=\"1.5\"/>")
        }
        writer.append("</pattern>\n")
        writePage(" fill=\"url(#nodewire-pattern)\"", into: &writer)
    }

    private func writePage(_ attributes: String, into writer: inout JSONWriter) {
        writer.append("<rect")
        writer.append(string: attributes)
        writer.place(bounds)
        writer.append("/>\n")
    }
}

extension JSONWriter {
    /// Writes the place and the size of a rectangle as attributes.
    mutating func place(_ rect: Rect) {
        attribute("x", rect.minX)
        attribute("y", rect.minY)
        attribute("width", rect.width)
        attribute("height", rect.height)
    }

    /// Writes one line of text.
    ///
    /// - Parameter attributes: the attributes of its look.
    mutating func line(_ text: String, _ attributes: String, size: Double? = nil, at point: Point) {
        append("<text")
        append(string: attributes)
        if let size { attribute("font-size", size) }
        attribute("x", point.x)
        attribute("y", point.y)
        append(">")
        xml(text)
        append("</text>")
    }

    /// Writes one line of text with marked parts.
    mutating func line(
        _ pieces: [RichLabel.Piece], _ attributes: String, size: Double? = nil, at point: Point
    ) {
        append("<text")
        append(string: attributes)
        if let size { attribute("font-size", size) }
        attribute("x", point.x)
        attribute("y", point.y)
        append(pieces.count > 1 ? " xml:space=\"preserve\">" : ">")
        for piece in pieces {
            if piece.marks.isEmpty {
                xml(piece.text)
                continue
            }
            append("<tspan")
            if piece.marks.contains(.bold) { append(" font-weight=\"700\"") }
            if piece.marks.contains(.italic) { append(" font-style=\"italic\"") }
            if piece.marks.contains(.code) { append(string: SVGStyle.code) }
            append(">")
            xml(piece.text)
            append("</tspan>")
        }
        append("</text>")
    }

    /// Opens the group of an element with its id in two forms: as an XML name, and unchanged.
    mutating func beginElement(_ kind: StaticString, id: UnsafeBufferPointer<UInt8>) {
        append("<g id=\"")
        append(kind)
        append("-")
        xmlName(utf8: id)
        append("\" data-id=\"")
        xml(utf8: id)
        append("\"")
    }
}
