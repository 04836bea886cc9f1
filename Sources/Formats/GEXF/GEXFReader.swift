import Geometry
import Graph
import Wire

/// Reads GEXF (https://gexf.net/schema.html, 1.1 to 1.3): a graph with attributes, and its drawing under `viz`. Places
/// are middles, with y up.
struct GEXFReader {
    private var graph: TextGraph
    private var ends = NamedEnds()
    private var data = DataMembers()
    private var keys: [KeyName: GraphMLKey] = [:]
    private var defaults: [KeyName] = []
    private var parents: [(node: Int, id: String)] = []

    private struct KeyName: Hashable {
        let isNode: Bool
        let id: Identifier
    }

    private init(textBytes: Int) { graph = TextGraph(textBytes: textBytes) }

    /// Makes a document of a text.
    ///
    /// - Throws: `format`, `limits`.
    /// - Complexity: O(*n*) in the bytes.
    static func read(_ text: UnsafeBufferPointer<UInt8>) throws(EditError) -> Format.Content {
        try XMLReader.read(text, format: "GEXF") { (xml) throws(EditError) in
            var reader = GEXFReader(textBytes: text.count)
            try reader.readFile(&xml)
            return try reader.graph.document()
        }
    }

    private mutating func readFile(_ xml: inout XMLReader) throws(EditError) {
        guard case .start("gexf")? = try xml.next() else { throw xml.error("`<gexf>` is expected") }
        var graphs = 0
        try xml.eachChild { (xml, name) throws(EditError) in
            switch name {
            case "meta":
                try xml.eachChild { (xml, name) throws(EditError) in
                    let text = (try xml.content().text).trimmed
                    if !text.isEmpty { data.add(name, text) }
                }
            case "graph":
                graphs += 1
                if graphs > 1 { return graph.tally.add(.document, nil, "graph", "a second graph is left out") }
                try readGraph(&xml)
            default: graph.tally.add(.document, nil, "element", "`\(name)` is left out")
            }
        }
        while try xml.next() != nil {}
        for (node, id) in parents where graph.nodes[node].parent == nil {
            guard let parent = ends[id] else { continue }
            graph.nodes[node].parent = parent
            graph.nodes[parent].isGroup = true
        }
        ends.join(&graph)
        if !data.isEmpty { graph.members.append(("data", data.text)) }
    }

    private mutating func readGraph(_ xml: inout XMLReader) throws(EditError) {
        if xml["mode"] == "dynamic" { graph.tally.add(.document, nil, "time", "times are left out") }
        let standard = xml["defaultedgetype"] ?? "undirected"
        try xml.eachChild { (xml, name) throws(EditError) in
            switch name {
            case "attributes": try readAttributes(&xml)
            case "nodes": try readNodes(&xml, in: nil, standard)
            case "edges": try readEdges(&xml, standard)
            default: graph.tally.add(.document, nil, "element", "`\(name)` is left out")
            }
        }
    }

    // MARK: Attributes

    private mutating func readAttributes(_ xml: inout XMLReader) throws(EditError) {
        let isNode = xml["class"] != "edge"
        try xml.eachChild { (xml, name) throws(EditError) in
            guard name == "attribute", let id = xml["id"] else { return }
            var key = GraphMLKey(name: xml["title"] ?? id)
            switch xml["type"] {
            case "integer"?, "long"?, "float"?, "double"?, "short"?, "byte"?: key.kind = .double
            case "boolean"?: key.kind = .boolean
            default: key.kind = .string
            }
            try xml.eachChild { (xml, name) throws(EditError) in
                if name == "default" { key.initial = try xml.content().text }
            }
            let place = KeyName(isNode: isNode, id: Identifier(id))
            if keys.updateValue(key, forKey: place) == nil, key.initial != nil { defaults.append(place) }
        }
    }

    private mutating func readValues(
        _ xml: inout XMLReader, isNode: Bool, into data: inout DataMembers, _ found: inout Set<Identifier>
    ) throws(EditError) {
        try xml.eachChild { (xml, name) throws(EditError) in
            guard name == "attvalue", let id = xml["for"] ?? xml["id"], let value = xml["value"] else { return }
            found.insert(Identifier(id))
            let key = keys[KeyName(isNode: isNode, id: Identifier(id))] ?? GraphMLKey(name: id)
            data.add(key.name, key.value(value))
        }
    }

    private mutating func addDefaults(
        isNode: Bool, to data: inout DataMembers, without found: Set<Identifier>
    ) throws(EditError) {
        for place in defaults where place.isNode == isNode && !found.contains(place.id) {
            guard let key = keys[place], let value = key.initial else { continue }
            try graph.countText(value.utf8.count + key.name.utf8.count)
            data.add(key.name, key.value(value))
        }
    }

    // MARK: Elements

    private mutating func readNodes(_ xml: inout XMLReader, in parent: Int?, _ standard: String) throws(EditError) {
        try xml.eachChild { (xml, name) throws(EditError) in
            if name == "node" { try readNode(&xml, in: parent, standard) }
        }
    }

    private mutating func readNode(_ xml: inout XMLReader, in parent: Int?, _ standard: String) throws(EditError) {
        var node = TextGraph.Node(id: xml["id"] ?? "")
        node.label = xml["label"]
        node.parent = parent
        let place = ends.add(node, to: &graph)
        if parent == nil, let id = xml["pid"] { parents.append((place, id)) }
        var (data, found, shape) = (DataMembers(), Set<Identifier>(), String?.none)
        var isGroup = false
        try xml.eachChild { (xml, name) throws(EditError) in
            switch name {
            case "attvalues": try readValues(&xml, isNode: true, into: &data, &found)
            case "nodes":
                isGroup = true
                try readNodes(&xml, in: place, standard)
            case "edges": try readEdges(&xml, standard)
            case "position":
                if let x = xml.number("x"), let y = xml.number("y") { node.center = Point(x: x, y: 0 - y) }
            case "size":
                if let size = xml.number("value"), size >= 0 { node.size = Size(width: size, height: size) }
            case "color": if let color = GEXFReader.color(xml) { node.setFill(color) }
            case "shape": shape = xml["value"]
            default: graph.tally.add(.node, Identifier(node.id), "element", "`\(name)` is left out")
            }
        }
        switch shape {
        case nil: if node.size != nil { node.shape = .ellipse }
        case "disc"?, "circle"?: node.shape = .ellipse
        case "diamond"?: node.shape = .diamond
        case "square"?: break
        case let name?: node.lostShape = String(name.prefix(100))
        }
        try addDefaults(isNode: true, to: &data, without: found)
        node.isGroup = isGroup || graph.nodes[place].isGroup
        node.set(data)
        graph.nodes[place] = node
    }

    private static func color(_ xml: XMLReader) -> String? {
        if let text = xml["hex"] { return HexColor.read(text) }
        guard let red = xml.number("r"), let green = xml.number("g"), let blue = xml.number("b") else { return nil }
        func part(_ value: Double) -> Int { Int(min(max(value, 0), 255)) }
        return HexColor.text(red: part(red), green: part(green), blue: part(blue))
    }

    private mutating func readEdges(_ xml: inout XMLReader, _ standard: String) throws(EditError) {
        try xml.eachChild { (xml, name) throws(EditError) in
            if name == "edge" { try readEdge(&xml, standard) }
        }
    }

    private mutating func readEdge(_ xml: inout XMLReader, _ standard: String) throws(EditError) {
        var edge = TextGraph.Edge(source: 0, target: 0)
        edge.id = xml["id"]
        if let label = xml["label"], !label.isEmpty { edge.label = label }
        switch xml["type"] ?? standard {
        case "undirected": edge.markerEnd = "none"
        case "mutual": edge.markerStart = "arrowclosed"
        default: break
        }
        let (source, target) = (xml["source"], xml["target"])
        var (data, found) = (DataMembers(), Set<Identifier>())
        if let weight = xml["weight"] { data.add("weight", plain: weight) }
        if let kind = xml["kind"] { data.add("kind", kind) }
        var (stroke, width, dash) = (String?.none, Double?.none, [Double]())
        try xml.eachChild { (xml, name) throws(EditError) in
            switch name {
            case "attvalues": try readValues(&xml, isNode: false, into: &data, &found)
            case "color": stroke = GEXFReader.color(xml)
            case "thickness": width = xml.number("value").flatMap { $0 > 0 && $0 <= 100 ? $0 : nil }
            case "shape":
                if xml["value"] == "dashed" { dash = [6, 6] }
                if xml["value"] == "dotted" { dash = [2, 2] }
            default: graph.tally.add(.edge, edge.id.map(Identifier.init), "element", "`\(name)` is left out")
            }
        }
        try addDefaults(isNode: false, to: &data, without: found)
        edge.setStyle(stroke: stroke, width: width, dash: dash)
        edge.set(data)
        ends.add(edge, from: source, to: target)
    }
}
