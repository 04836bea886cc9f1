import Graph
import Wire

/// Makes a document of Rasa's stories and rules: each step is a node, with an edge to the next step of its story.
///
/// The steps are those of Rasa 2 and 3 (legacy-docs-oss.rasa.com/docs/rasa/stories). Checkpoints with one name are one
/// node.
struct RasaReader {
    private var graph: TextGraph
    private var checkpoints: [Identifier: Int] = [:]

    /// Returns true if the first list of the text has stories or rules.
    static func recognizes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var scanner = TextScanner(text, format: "Rasa")
        var hasList = false
        while !scanner.isAtEnd {
            let start = scanner.index
            scanner.skipLine()
            let line = scanner.string(start..<scanner.index).trimmed
            let isIndented = start < text.count && text[start] == 0x20
            scanner.skip { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            if line.isEmpty || line.utf8.first == UInt8(ascii: "#") || line == "---" { continue }
            if hasList { return line.hasPrefix("- story:") || line.hasPrefix("- rule:") }
            hasList = !isIndented && (line == "stories:" || line == "rules:")
            if !hasList && (isIndented || !line.hasPrefix("version:")) { return false }
        }
        return false
    }

    /// - Throws: `format` with line and column, `limits`.
    /// - Complexity: O(*n* · *d*) for *n* bytes and depth *d*.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(EditError) -> Format.Content {
        let scanner = TextScanner(text, format: "Rasa")
        guard case .object(let root) = try YAMLReader.read(scanner), root["stories"] != nil || root["rules"] != nil
        else {
            throw scanner.error("`stories:` or `rules:` is expected", at: 0)
        }
        var reader = RasaReader(graph: TextGraph(textBytes: text.count))
        for member in root.members {
            switch member.name {
            case "stories", "rules": for story in member.value.arrayValue ?? [] { reader.add(story) }
            case "version": break
            default:
                reader.graph.tally.add(.document, nil, "member", "`\(member.name)` is left out: it is no story")
            }
        }
        return try reader.graph.document()
    }

    private init(graph: TextGraph) { self.graph = graph }

    private mutating func add(_ story: JSON) {
        let name = story["story"]?.stringValue ?? story["rule"]?.stringValue ?? ""
        for member in story.objectValue?.members ?? [] where !["story", "rule", "steps"].contains(member.name) {
            graph.tally.add(.document, nil, "member", "`\(member.name)` of a story is left out")
        }
        var last: Int?
        for (index, step) in (story["steps"]?.arrayValue ?? []).enumerated() {
            let place = node(step, name, index)
            if let last { graph.edges.append(TextGraph.Edge(source: last, target: place)) }
            last = place
        }
    }

    /// The node of a step; a known checkpoint already has one.
    private mutating func node(_ step: JSON, _ story: String, _ index: Int) -> Int {
        let checkpoint = step["checkpoint"]?.stringValue
        if let checkpoint, let place = checkpoints[Identifier(checkpoint)] { return place }
        var node = TextGraph.Node(id: checkpoint ?? "\(story) \(index + 1)")
        node.label = RasaReader.label(step)
        var data: JSONObject = checkpoint == nil ? ["story": .string(story)] : [:]
        for member in step.objectValue?.members ?? [] where member.name != "story" { data[member.name] = member.value }
        node.members = [("data", JSON.object(data).text)]
        if checkpoint != nil {
            node.shape = .ellipse
        } else if step["intent"] != nil || step["user"] != nil || step["or"] != nil {
            node.shape = .capsule
        } else if step["slot_was_set"] != nil || step["active_loop"] != nil {
            node.shape = .hexagon
        } else if step["action"] == nil && step["bot"] == nil {
            graph.tally.add(.node, Identifier(node.id), "step", "such a step is not known")
        }
        graph.nodes.append(node)
        if let checkpoint { checkpoints[Identifier(checkpoint)] = graph.nodes.count - 1 }
        return graph.nodes.count - 1
    }

    /// The label of a step: the name of its intent or action, or the slot that it sets.
    private static func label(_ step: JSON) -> String {
        func text(_ value: JSON) -> String { value.stringValue ?? value.description }
        for name in ["intent", "action", "checkpoint", "user", "bot"] {
            if let value = step[name] { return text(value) }
        }
        if let steps = step["or"]?.arrayValue { return steps.map { label($0) }.joined(separator: " or ") }
        if let slots = step["slot_was_set"] {
            let list = slots.arrayValue ?? [slots]
            return list.map { slot in
                slot.objectValue?.members.map { "\($0.name) = \(text($0.value))" }.joined(separator: ", ") ?? text(slot)
            }.joined(separator: ", ")
        }
        if let loop = step["active_loop"] { return loop == .null ? "no loop" : "loop \(text(loop))" }
        return text(step)
    }
}
