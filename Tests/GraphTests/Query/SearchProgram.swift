import Geometry
import Graph
import Seeding
import Sketching
import Wire

/// Draws small documents, texts and queries; a run is the same for a seed.
struct SearchProgram {
    private var random: Seeded

    init(seed: Int) { random = Seeded(UInt64(seed) &* 0x2545_F491_4F6C_DD1D) }

    mutating func below(_ bound: Int) -> Int { random.below(bound) }
    mutating func chance(_ percent: Int) -> Bool { random.below(100) < percent }
    mutating func pick<Element>(_ list: [Element]) -> Element { list[random.below(list.count)] }

    static let texts = [
        "Order", "order again", "REORDER", "Größe", "GRÖẞE xl", "Σίσυφος", "ΣΊΣΥΦΟΣ", "ab\"c\\d", "İstanbul", "ſtep K",
        "a", "aaab", "Step 12", "step 1 of 12", "日本語の", "x日本", "Ⱥⱥ", "", " lead", "tab\there", "e\u{301}", "é",
        "the quick brown fox jumps over the lazy dog", "K 12", "ı",
    ]

    mutating func text() -> String {
        var text = pick(SearchProgram.texts)
        if chance(50) {
            let scalars = Array(text.unicodeScalars)
            let from = below(scalars.count + 1)
            let part = scalars[from..<min(scalars.count, from + 1 + below(4))]
            text = String(String.UnicodeScalarView(part))
        }
        if chance(20) { text += " " + pick(SearchProgram.texts) }
        return chance(30) ? text.uppercased() : text
    }

    private mutating func value(_ depth: Int = 0) -> JSON {
        switch below(depth > 2 ? 4 : 6) {
        case 0: .number(below(4))
        case 1: pick([.null, .boolean(true), .number(1.5)])
        case 2, 3: .string(text())
        case 4: .array((0..<below(3)).map { _ in value(depth + 1) })
        default: .object(data(depth + 1))
        }
    }

    private mutating func data(_ depth: Int = 0) -> JSONObject {
        var data = JSONObject()
        for name in ["label", "n", "a/b", "t~"] where chance(40) { data[JSONString(name)] = value(depth) }
        return data
    }

    mutating func document() -> Document {
        let count = 1 + below(9)
        var nodes: [JSON] = []
        for index in 0..<count {
            var node: JSONObject = ["id": .string(index % 4 == 3 ? "Step-\(index)" : "n\(index)")]
            node["position"] = ["x": .number(below(400)), "y": .number(below(400))]
            if chance(60) { node["type"] = .string(pick(["t", "u", "bezier"])) }
            if chance(40) { node["label"] = .string(text()) }
            if chance(60) { node["data"] = .object(data()) }
            if index > 0, chance(30) { node["parentId"] = nodes[below(index)]["id"] }
            nodes.append(.object(node))
        }
        var edges: [JSON] = []
        for index in 0..<below(12) {
            var edge: JSONObject = ["id": .string("e\(index)")]
            edge["source"] = pick(nodes)["id"]
            edge["target"] = pick(nodes)["id"]
            if chance(60) { edge["type"] = .string(pick(["t", "bezier", "smoothstep", "smoothStep"])) }
            if chance(40) { edge["label"] = .string(text()) }
            if chance(30) { edge["data"] = .object(data()) }
            edges.append(.object(edge))
        }
        return Sketch(content: ["nodes": .array(nodes), "edges": .array(edges), "settings": ["allowCycles": true]])
            .document
    }

    mutating func query(_ document: Document, depth: Int = 0) -> Query {
        var query = Query()
        if chance(20) { query.kind = pick([.node, .edge]) }
        if chance(20) { query.type = Identifier(pick(["t", "u", "bezier", "smoothStep", "default", "none"])) }
        if chance(20) { query.label = chance(50) ? .whole(text()) : .part(text()) }
        if chance(20) { query.data = (0...below(2)).map { _ in condition() } }
        if chance(15) {
            query.degree = Query.Degree()
            if chance(60) { query.degree?.incoming = count() }
            if chance(60) { query.degree?.outgoing = count() }
        }
        if chance(15) { query.within = Rect(x: Double(below(300)), y: Double(below(300)), width: 100, height: 100) }
        if chance(15) { query.group = node(document) }
        if chance(15) {
            query.near = Query.Near()
            query.near?.id = node(document)
            query.near?.direction = pick(Query.Direction.allCases)
            query.near?.depth = 1 + below(3)
        }
        if chance(15) { query.between = [node(document), node(document)] }
        if chance(15) { query.orphan = chance(50) }
        if depth < 3 {
            if chance(30) { query.any = (0..<below(4)).map { _ in self.query(document, depth: depth + 1) } }
            if chance(30) { query.not = [self.query(document, depth: depth + 1)] }
        }
        return query
    }

    private mutating func node(_ document: Document) -> Identifier { document.nodeID(pick(document.nodeSlots)) }

    private mutating func count() -> Query.Count {
        var count = Query.Count()
        if chance(70) { count.min = below(3) }
        if chance(50) { count.max = (count.min ?? 0) + below(2) }
        return count
    }

    private mutating func condition() -> Query.Data {
        var condition = Query.Value()
        switch below(4) {
        case 0: condition.equal = value(3)
        case 1:
            condition.min = 1
            if chance(50) { condition.max = Double(1 + below(2)) }
        case 2: condition.contains = chance(60) ? .string(text()) : value(3)
        default: break
        }
        let pointers = ["", "/label", "/n", "/a~1b", "/t~0", "/n/0", "/n/n", "/t~0/1", "/none/0", "/n/00", "/n/-"]
        return Query.Data(pick(pointers.compactMap { JSONPointer($0) }), condition)
    }
}
