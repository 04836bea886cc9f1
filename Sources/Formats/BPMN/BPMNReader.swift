import Geometry
import Graph
import Wire

/// Reads the processes of BPMN 2.0 (https://www.omg.org/spec/BPMN/2.0.2/, 2013) with the places of the first diagram.
///
/// Flow nodes, data and texts become nodes; pools, lanes and sub-processes become groups; flows and associations become
/// edges.
struct BPMNReader {
    var graph: TextGraph
    var ends = NamedEnds()
    /// The top-level nodes of each process, by the process's id.
    private var contents: [(process: String, nodes: [Int])] = []
    private var pools: [Identifier: Int] = [:]
    private var lanes: [(lane: Int, process: Int, parent: Int?, nodes: [String])] = []
    private var attached: [(node: Int, id: String)] = []
    private var diagram = BPMNDiagram()

    private init(textBytes: Int) { graph = TextGraph(textBytes: textBytes) }

    /// Makes a document of a text.
    ///
    /// - Throws: `format`, `limits`.
    /// - Complexity: O(*n*) in the bytes.
    static func read(_ text: UnsafeBufferPointer<UInt8>) throws(EditError) -> Format.Content {
        try XMLReader.read(text, format: "BPMN") { (xml) throws(EditError) in
            guard case .start("definitions")? = try xml.next() else { throw xml.error("`<definitions>` is expected") }
            var reader = BPMNReader(textBytes: text.count)
            try xml.eachChild { (xml, name) throws(EditError) in try reader.readDefinition(&xml, name) }
            while try xml.next() != nil {}
            reader.finish()
            return try reader.graph.document()
        }
    }

    private mutating func readDefinition(_ xml: inout XMLReader, _ name: String) throws(EditError) {
        switch name {
        case "process":
            contents.append((xml["id"] ?? "", []))
            try readContents(&xml, in: nil)
        case "collaboration": try readContents(&xml, in: nil)
        case "BPMNDiagram": try diagram.read(&xml, &graph.tally)
        default: graph.tally.add(.document, nil, "element", "`\(name)` is left out")
        }
    }

    // MARK: Elements

    private mutating func readContents(_ xml: inout XMLReader, in parent: Int?) throws(EditError) {
        try xml.eachChild { (xml, name) throws(EditError) in try readElement(&xml, name, in: parent) }
    }

    /// Reads an element of a process, of a sub-process or of a collaboration.
    private mutating func readElement(_ xml: inout XMLReader, _ name: String, in parent: Int?) throws(EditError) {
        switch name {
        case "sequenceFlow", "messageFlow", "association": try readFlow(&xml, name)
        case "laneSet": try readLanes(&xml, in: nil)
        case "participant":
            let process = xml["processRef"]
            let place = try readNode(&xml, name, in: nil)
            graph.nodes[place].isGroup = true
            if let process { pools[Identifier(BPMNReader.local(process))] = place }
        case let name where BPMNReader.isNode(name):
            let place = try readNode(&xml, name, in: parent)
            if parent == nil && !contents.isEmpty { contents[contents.count - 1].nodes.append(place) }
        case "incoming", "outgoing", "dataObject": break
        default:
            graph.tally.add(
                parent == nil ? .document : .node, parent.map { Identifier(graph.nodes[$0].id) }, "element",
                "`\(name)` is left out")
        }
    }

    private static func isNode(_ name: String) -> Bool {
        switch name {
        case "subProcess", "transaction", "adHocSubProcess", "callActivity", "task", "textAnnotation",
            "dataObjectReference", "dataStoreReference", "subChoreography":
            true
        default:
            name.hasSuffix("Task") || name.hasSuffix("Event") || name.hasSuffix("Gateway")
        }
    }

    /// Removes the prefix of a name space from a name.
    private static func local(_ name: String) -> String {
        name.split(separator: ":").last.map { String($0) } ?? name
    }

    private mutating func readNode(
        _ xml: inout XMLReader, _ name: String, in parent: Int?
    ) throws(EditError) -> Int {
        var node = TextGraph.Node(id: xml["id"] ?? "")
        node.label = xml["name"] ?? ""
        node.parent = parent
        node.isGroup = name == "subProcess" || name == "transaction" || name == "adHocSubProcess"
        BPMNReader.setLook(&node, name)
        var data = DataMembers()
        data.add("type", name)
        for attribute in xml.allAttributes where attribute.name != "id" && attribute.name != "name" {
            data.add(attribute.name, attribute.value)
        }
        let host = xml["attachedToRef"]
        let place = ends.add(node, to: &graph)
        if let host { attached.append((place, BPMNReader.local(host))) }
        try xml.eachChild { (xml, child) throws(EditError) in
            switch child {
            case "documentation": data.add(child, try xml.content().text)
            case "text" where name == "textAnnotation": graph.nodes[place].label = try xml.content().text
            case "dataInputAssociation", "dataOutputAssociation": try readDataFlow(&xml, child, of: place)
            case let child where child.hasSuffix("EventDefinition"):
                data.add("event", String(child.dropLast("EventDefinition".count)))
            case let child where graph.nodes[place].isGroup || child == "incoming" || child == "outgoing":
                try readElement(&xml, child, in: place)
            default: graph.tally.add(.node, Identifier(node.id), "element", "`\(child)` is left out")
            }
        }
        graph.nodes[place].set(data)
        return place
    }

    private static func setLook(_ node: inout TextGraph.Node, _ name: String) {
        if name.hasSuffix("Event") {
            (node.shape, node.size) = (.ellipse, Size(width: 36, height: 36))
        } else if name.hasSuffix("Gateway") {
            (node.shape, node.size) = (.diamond, Size(width: 50, height: 50))
        } else if name.hasSuffix("task") || name.hasSuffix("Task") || name == "callActivity" {
            (node.cornerRadius, node.size) = (10, Size(width: 100, height: 80))
        }
    }

    private mutating func readFlow(_ xml: inout XMLReader, _ name: String) throws(EditError) {
        var edge = TextGraph.Edge(source: 0, target: 0)
        edge.id = xml["id"]
        if let label = xml["name"], !label.isEmpty { edge.label = label }
        let (source, target) = (xml["sourceRef"], xml["targetRef"])
        var data = DataMembers()
        if name != "sequenceFlow" { data.add("type", name) }
        for attribute in xml.allAttributes
        where !["id", "name", "sourceRef", "targetRef"].contains(attribute.name) {
            data.add(attribute.name, attribute.value)
        }
        if name != "sequenceFlow" {
            edge.setStyle(stroke: nil, width: nil, dash: name == "association" ? [2, 2] : [6, 4])
        }
        if name == "association" {
            switch xml["associationDirection"] {
            case "One"?: break
            case "Both"?: edge.markerStart = "arrow"
            default: edge.markerEnd = "none"
            }
        }
        try xml.eachChild { (xml, child) throws(EditError) in
            switch child {
            case "conditionExpression": data.add("condition", (try xml.content().text).trimmed)
            case "documentation": data.add(child, try xml.content().text)
            default: graph.tally.add(.edge, edge.id.map(Identifier.init), "element", "`\(child)` is left out")
            }
        }
        edge.setType(.straight)
        edge.set(data)
        ends.add(edge, from: source.map(BPMNReader.local), to: target.map(BPMNReader.local))
    }

    /// Reads a data flow between a node and a data object.
    private mutating func readDataFlow(_ xml: inout XMLReader, _ name: String, of place: Int) throws(EditError) {
        var edge = TextGraph.Edge(source: 0, target: 0)
        edge.id = xml["id"]
        edge.setStyle(stroke: nil, width: nil, dash: [2, 2])
        edge.setType(.straight)
        var data = DataMembers()
        data.add("type", name)
        edge.set(data)
        var other: String?
        let wanted = name == "dataInputAssociation" ? "sourceRef" : "targetRef"
        try xml.eachChild { (xml, child) throws(EditError) in
            if child == wanted { other = BPMNReader.local((try xml.content().text).trimmed) }
        }
        if name == "dataInputAssociation" {
            ends.add(edge, from: other, toPlace: place)
        } else {
            ends.add(edge, fromPlace: place, to: other)
        }
    }

    // MARK: Lanes and pools

    private mutating func readLanes(_ xml: inout XMLReader, in parent: Int?) throws(EditError) {
        try xml.eachChild { (xml, name) throws(EditError) in
            guard name == "lane" else { return }
            var node = TextGraph.Node(id: xml["id"] ?? "")
            node.label = xml["name"] ?? ""
            node.isGroup = true
            let place = ends.add(node, to: &graph)
            var names: [String] = []
            let index = lanes.count
            lanes.append((place, contents.count - 1, parent, []))
            try xml.eachChild { (xml, name) throws(EditError) in
                switch name {
                case "flowNodeRef": names.append(BPMNReader.local((try xml.content().text).trimmed))
                case "childLaneSet": try readLanes(&xml, in: place)
                default: graph.tally.add(.node, Identifier(node.id), "element", "`\(name)` is left out")
                }
            }
            lanes[index].nodes = names
        }
    }

    /// Puts all elements into pools and lanes and places them, after all are read.
    private mutating func finish() {
        for (process, nodes) in contents {
            guard let pool = pools[Identifier(process)] else { continue }
            for node in nodes { graph.nodes[node].parent = pool }
        }
        let isLane = Set(lanes.map(\.lane))
        for (lane, process, parent, nodes) in lanes {
            let pool = contents.indices.contains(process) ? pools[Identifier(contents[process].process)] : nil
            graph.nodes[lane].parent = parent ?? pool
            for id in nodes {
                // Outer lanes come first, so the innermost lane counts; the nodes of a sub-process stay in it.
                guard let node = ends[id],
                    graph.nodes[node].parent == pool || graph.nodes[node].parent.map(isLane.contains) ?? false
                else {
                    continue
                }
                graph.nodes[node].parent = lane
            }
        }
        for (node, id) in attached { if let host = ends[id] { graph.nodes[node].parent = host } }
        ends.join(&graph)
        diagram.place(&graph, ends)
    }
}
