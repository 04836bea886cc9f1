import Geometry
import Graph
import Wire

/// A Twine story, passage by passage, before it becomes a document; the source may be Twee or HTML.
struct TweeStory {
    private var story: StoryGraph
    /// The passages that do not become nodes, each with the number of nodes before it.
    private var others: [JSON] = []
    /// The name of the first passage, if it is stated.
    var start: String?

    init(textBytes: Int) { story = StoryGraph(format: "twee", textBytes: textBytes) }

    var isEmpty: Bool { story.count == 0 && others.isEmpty }

    /// Reports a loss.
    mutating func lose(_ kind: ExportLoss.Kind, _ name: String?, _ code: String, _ message: String) {
        story.graph.tally.add(kind, name.map { Identifier($0) }, code, message)
    }

    /// Adds a passage: a node with its links, unless it has another purpose.
    mutating func add(_ passage: TweePassage) {
        if passage.isSpecial {
            if passage.name == "StoryData", start == nil { start = JSON(parsing: passage.text)?["start"]?.stringValue }
            var json = passage.json
            if story.count > 0 { json["after"] = .number(story.count) }
            return others.append(.object(json))
        }
        var node = StoryGraph.Passage(name: passage.name, text: passage.text)
        node.tags = passage.tags
        var rest = JSONObject()
        for member in passage.metadata?.members ?? [] {
            let pair = member.value.stringValue.flatMap { Point(pair: $0) }
            if member.name == "position", let pair {
                node.corner = pair
            } else if member.name == "size", let pair, pair.x > 0, pair.y > 0 {
                node.size = Size(width: pair.x, height: pair.y)
            } else {
                rest[member.name] = member.value
            }
        }
        if !rest.isEmpty { node.kept["metadata"] = .object(rest) }
        let (links, macros) = TweeLinks.read(passage.text)
        node.links = links
        for macro in macros {
            lose(.node, passage.name, "macro", "links by the macro `\(macro)` are not seen")
        }
        story.add(node)
    }

    /// Makes a document of the story.
    ///
    /// - Throws: `limits`.
    mutating func document() throws(EditError) -> Format.Content {
        if let start, story.place(of: start) == nil {
            lose(.document, nil, "start", "the story begins at \"\(start)\", which is not there")
        }
        if !others.isEmpty {
            story.graph.members.append(("foreign", story.kept(["passages": .array(others)])))
        }
        return try story.document(start: story.place(of: start ?? "Start"))
    }
}
