import Geometry
import Graph
import Wire

/// The passages of a story and the links in their texts, before they become a graph.
struct StoryGraph {
    /// A passage that becomes a node.
    struct Passage {
        var name: String
        var text: String
        var tags: [String] = []
        var corner: Point?
        var size: Size?
        var type = StoryType.passage
        var links: [StoryLink] = []
        /// The members that only the format knows.
        var kept = JSONObject()
    }

    var graph: TextGraph
    /// The name of the format, which is the key of its own members.
    private let format: String
    private var passages: [Passage] = []
    private var places: [Identifier: Int] = [:]

    init(format: String, textBytes: Int) {
        self.format = format
        graph = TextGraph(textBytes: textBytes)
        graph.sizesFollowLabels = false
    }

    var count: Int { passages.count }

    /// The index of the passage with a name.
    func place(of name: String) -> Int? { places[Identifier(name)] }

    /// Adds a passage; if several have one name, links go to the first.
    mutating func add(_ passage: Passage) {
        let name = Identifier(passage.name)
        if places[name] == nil {
            places[name] = passages.count
        } else {
            graph.tally.add(.node, name, "name", "another passage has the name; links lead to the first")
        }
        passages.append(passage)
    }

    /// Changes a passage.
    mutating func update(_ place: Int, _ body: (inout Passage) -> Void) { body(&passages[place]) }

    /// Makes nodes of the passages and edges of their links.
    ///
    /// Each node records the links that became edges, so that the writer knows which were removed.
    ///
    /// - Parameter start: the index of the first passage.
    /// - Throws: `limits`.
    mutating func document(start: Int?) throws(EditError) -> Format.Content {
        if let start { passages[start].type = .start }
        for (place, passage) in passages.enumerated() {
            var node = TextGraph.Node(id: passage.name)
            node.label = passage.name
            (node.origin, node.size) = (passage.corner, passage.size)
            var data: JSONObject = ["text": .string(passage.text)]
            if !passage.tags.isEmpty { data["tags"] = .array(passage.tags.map { .string($0) }) }
            node.members = [("type", JSON.string(passage.type.rawValue).text), ("data", JSON.object(data).text)]
            var kept = passage.kept
            let targets = connect(place, passage.links)
            if !targets.isEmpty { kept["links"] = .array(targets.map { .string($0) }) }
            if !kept.isEmpty { node.members.append(("foreign", self.kept(kept))) }
            graph.nodes.append(node)
        }
        let used = StoryType.allCases.filter { type in passages.contains { $0.type == type } }
        if !used.isEmpty { graph.members.append(("types", StoryType.definitions(used))) }
        return try graph.document()
    }

    /// The member `foreign` with members that only the format knows.
    func kept(_ members: JSONObject) -> JSONText {
        JSON.object(JSONObject([.init(name: JSONString(format), value: .object(members))])).text
    }

    /// Makes edges of links; returns the names of their target passages.
    private mutating func connect(_ source: Int, _ links: [StoryLink]) -> [String] {
        var targets: [String] = []
        for link in links {
            guard let target = places[Identifier(link.target)] else {
                // It may be in another file of the story, so it does not count as an unread element.
                graph.tally.add(
                    .edge, nil, "dangling",
                    "a link of \"\(passages[source].name)\" leads to \"\(link.target)\", which is not there")
                continue
            }
            var edge = TextGraph.Edge(source: source, target: target)
            edge.label = link.text
            if link.style == .detour { edge.data = [("jump", "detour")] }
            graph.edges.append(edge)
            targets.append(link.target)
        }
        return targets
    }
}

extension Point {
    /// Reads two numbers with a comma in between, the form of positions in stories: `600,400`.
    init?(pair text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let x = Double(String(parts[0]).trimmed), let y = Double(String(parts[1]).trimmed),
            x.magnitude <= 1e9, y.magnitude <= 1e9
        else { return nil }
        self.init(x: x, y: y)
    }
}
