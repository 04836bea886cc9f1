import Graph
import Wire

/// Reads the states and transitions of SCXML (https://www.w3.org/TR/scxml/, 2015); executable content is left out.
///
/// Early drafts (https://www.w3.org/TR/2005/WD-scxml-20050705/) have `<target next="…"/>` inside transitions.
struct SCXMLReader {
    private var graph: TextGraph
    private var ends = NamedEnds()
    private var data = DataMembers()

    private init(textBytes: Int) { graph = TextGraph(textBytes: textBytes) }

    /// Makes a document of a text.
    ///
    /// - Throws: `format`, `limits`.
    /// - Complexity: O(*n*) in the bytes.
    static func read(_ text: UnsafeBufferPointer<UInt8>) throws(EditError) -> Format.Content {
        try XMLReader.read(text, format: "SCXML") { (xml) throws(EditError) in
            guard case .start("scxml")? = try xml.next() else { throw xml.error("`<scxml>` is expected") }
            var reader = SCXMLReader(textBytes: text.count)
            for name in ["initial", "name", "datamodel", "binding"] {
                let value = xml.allAttributes.first { $0.name == name }?.value
                if let value { reader.data.add(name, value) }
            }
            try xml.eachChild { (xml, name) throws(EditError) in try reader.readChild(&xml, name, of: nil) }
            while try xml.next() != nil {}
            reader.ends.join(&reader.graph)
            if !reader.data.isEmpty { reader.graph.members.append(("data", reader.data.text)) }
            return try reader.graph.document()
        }
    }

    private mutating func readChild(
        _ xml: inout XMLReader, _ name: String, of parent: Int?
    ) throws(EditError) {
        switch name {
        case "state", "parallel", "final", "history": try readState(&xml, name, in: parent)
        case "transition": if let parent { try readTransition(&xml, from: parent) }
        default:
            graph.tally.add(
                parent == nil ? .document : .node, parent.map { Identifier(graph.nodes[$0].id) }, "element",
                "`\(name)` is left out")
        }
    }

    private mutating func readState(_ xml: inout XMLReader, _ kind: String, in parent: Int?) throws(EditError) {
        var node = TextGraph.Node(id: xml["id"] ?? "")
        node.label = node.id.isEmpty ? nil : node.id
        node.parent = parent
        if kind == "final" || kind == "history" { node.shape = .ellipse }
        var data = DataMembers()
        if kind != "state" { data.add("type", kind) }
        if let history = xml["type"] { data.add("history", history) }
        if let initial = xml["initial"] { data.add("initial", initial) }
        if let parent { graph.nodes[parent].isGroup = true }
        let place = ends.add(node, to: &graph)
        try xml.eachChild { (xml, name) throws(EditError) in
            guard name == "initial" else { return try readChild(&xml, name, of: place) }
            try xml.eachChild { (xml, name) throws(EditError) in
                guard name == "transition" else { return }
                if let target = xml["target"] { return data.add("initial", target) }
                try xml.eachChild { (xml, name) throws(EditError) in
                    if name == "target", let next = xml["next"] { data.add("initial", next) }
                }
            }
        }
        graph.nodes[place].set(data)
    }

    /// Reads a transition; one with several targets becomes an edge to each.
    private mutating func readTransition(_ xml: inout XMLReader, from source: Int) throws(EditError) {
        let id = Identifier(graph.nodes[source].id)
        var data = DataMembers()
        let (event, condition) = (xml["event"], xml["cond"])
        if let event { data.add("event", event) }
        if let condition { data.add("cond", condition) }
        if let type = xml["type"] { data.add("type", type) }
        var targets = (xml["target"] ?? "").split { $0 == " " || $0 == "\n" || $0 == "\t" }
        try xml.eachChild { (xml, name) throws(EditError) in
            if name == "target", let next = xml["next"] { return targets.append(next[...]) }
            graph.tally.add(.node, id, "element", "`\(name)` is left out")
        }
        if targets.isEmpty {
            graph.tally.add(.node, id, "transition", "a transition without a target is left out")
        }
        let label = [event, condition.map { "[\($0)]" }].compactMap { $0 }.joined(separator: " ")
        try graph.countText(targets.count * (label.utf8.count + data.text.bytes.count))
        for target in targets {
            var edge = TextGraph.Edge(source: source, target: 0)
            edge.label = label.isEmpty ? nil : label
            edge.set(data)
            ends.add(edge, fromPlace: source, to: String(target))
        }
    }
}
