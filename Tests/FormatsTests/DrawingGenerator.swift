import Formats
import Graph
import Seeding
import Wire

/// Makes documents that have what languages for drawings have words for: groups, shapes, labels with any signs, looks.
struct DrawingGenerator {
    var random: Seeded

    init(seed: UInt64) { random = Seeded(seed) }

    /// A document; the labels of nodes are all different.
    mutating func document() throws -> Document {
        let count = 1 + random.below(20)
        let nodes = (0..<count).map { node($0) }
        let edges = (0..<random.below(30)).map { edge($0, nodes: count) }
        let json: JSON = ["nodewire": 1, "nodes": .array(nodes), "edges": .array(edges)]
        return try read(json.description, .nodewire).document
    }

    static func id(_ number: Int) -> String {
        let names = [
            "end", "a b", "graph", "x", "o", "n1", "é", "\"", "a-b", "a--b", "A.b", "subgraph x", "1", "style-a",
            "1end", "e1", "e2",
        ]
        return number < names.count ? names[number] : "node\(number)"
    }

    /// Every third node is a group; parents have lower numbers.
    private mutating func node(_ number: Int) -> JSON {
        var node: JSONObject = [
            "id": .string(DrawingGenerator.id(number)), "label": .string("\(number)\(text())"),
            "position": ["x": .number(random.below(400)), "y": .number(random.below(400))],
            "width": .number(40 + random.below(200)), "height": .number(30 + random.below(100)),
        ]
        if number % 3 == 0 {
            node["type"] = "group"
        } else {
            node["shape"] = .string(pick(["rectangle", "ellipse", "diamond", "capsule", "hexagon"]))
            if chance(4) { node["cornerRadius"] = 12 }
        }
        if chance(3) {
            node["style"] = pick([
                ["backgroundColor": "#aabbcc"], ["backgroundColor": "red", "color": "white"],
                ["borderColor": "#00ff00", "borderWidth": 3], ["borderStyle": "dashed"],
                ["backgroundColor": "rgb(1, 2, 3)", "borderStyle": "dotted"],
            ])
        }
        if number > 0, chance(2) { node["parentId"] = .string(DrawingGenerator.id(random.below((number + 2) / 3) * 3)) }
        return .object(node)
    }

    private mutating func edge(_ number: Int, nodes: Int) -> JSON {
        var edge: JSONObject = [
            "id": .string("e\(number)"), "source": .string(DrawingGenerator.id(random.below(nodes))),
            "target": .string(DrawingGenerator.id(random.below(nodes))),
        ]
        if chance(2) { edge["label"] = .string("l\(text())") }
        if chance(2) { edge["markerEnd"] = .string(pick(["none", "arrowclosed", "circle", "cross"])) }
        if chance(3) { edge["markerStart"] = .string(pick(["none", "arrowclosed", "circle", "cross"])) }
        if chance(6) { edge["hidden"] = true }
        if chance(6) { edge["animated"] = true }
        if chance(3) {
            edge["style"] = pick([
                ["dash": [3]], ["strokeWidth": 3.5], ["stroke": "#ff8800"], ["stroke": "blue", "strokeWidth": 2],
                ["dash": [8, 4], "strokeWidth": 1],
            ])
        }
        return .object(edge)
    }

    private mutating func text() -> String {
        let pieces = [
            " a", "\"", "#", "35;", "<b>", "\n", "\\n", "&", "amp;", "`", "[x]", "(", ")", "|", "{", "}", "-->", "%%",
            ";",
            "é", "日", "  ", "end", "\t", "\\", "\\N", "style a:#b;", "direction TB",
        ]
        return (0..<random.below(6)).map { _ in pieces[random.below(pieces.count)] }.joined()
    }

    private mutating func chance(_ most: Int) -> Bool { random.below(most) == 0 }

    private mutating func pick<T>(_ list: [T]) -> T { list[random.below(list.count)] }
}

/// The structure of a document without ids: nodes by their labels, edges by those of their ends.
struct Structure: Equatable {
    var nodes: [String]
    var edges: [String]

    /// - Parameter looks: the members that are compared besides.
    init(_ document: Document, nodeMembers: [String] = [], edgeMembers: [String] = []) {
        func label(_ slot: Node.Slot) -> String { NodeText(document, slot).label }
        nodes = document.nodeSlots.map { slot in
            let json = document.node(at: slot).json
            let shape = json["type"]?.stringValue ?? json["shape"]?.stringValue ?? "rectangle"
            let parent = document.nodes.parent(slot).map(label) ?? ""
            let members = nodeMembers.map { Structure.short(json["style"]?[$0]) }
            return "\(label(slot)) | \(shape) | \(parent) | \(members.joined(separator: " "))"
        }.sorted()
        edges = document.edgeSlots.map { slot in
            let json = document.edge(at: slot).json
            let ends = document.edges.ends(slot)
            var (start, end) = (
                json["markerStart"]?.stringValue ?? "none", json["markerEnd"]?.stringValue ?? "arrowclosed"
            )
            var (source, target) = (label(ends.source), label(ends.target))
            let isHidden = json["hidden"] == true
            if !Structure.heads.contains(start) { start = "arrowclosed" }
            if !Structure.heads.contains(end) { end = "arrowclosed" }
            if isHidden { (start, end) = ("", "") }
            // An edge that has a head at its start alone is one that leads back.
            if start != "none" && end == "none" { (start, end, source, target) = (end, start, target, source) }
            let members = edgeMembers.map { Structure.short(json["style"]?[$0]) }.joined(separator: " ")
            let text = json["label"]?.stringValue ?? ""
            return
                "\(source) > \(target) | \(text) | \(start) \(end) | \(isHidden ? "hidden" : "drawn") \(json["animated"] == true) | "
                + (isHidden ? "" : members)
        }.sorted()
    }

    private static let heads: Set = ["none", "circle", "cross", "arrowclosed"]

    private static func short(_ json: JSON?) -> String { json?.description ?? "-" }
}
