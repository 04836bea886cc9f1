import Seeding
import Wire

/// Makes files as SwiftFlow writes them.
struct SwiftFlowGenerator {
    var random: Seeded

    init(seed: UInt64) { random = Seeded(seed) }

    mutating func file() -> JSON {
        let count = 1 + random.below(30)
        let nodes = (0..<count).map { node($0) }
        let edges = (0..<random.below(40)).map { edge($0, nodes: count) }
        return [
            "nodes": .array(nodes), "edges": .array(edges),
            "viewport": ["offset": pair(), "zoom": .number(0.25 * Double(1 + random.below(12)))],
            "title": text(),
        ]
    }

    /// Every third node accepts children; parents have lower numbers.
    private mutating func node(_ number: Int) -> JSON {
        var node: JSONObject = [
            "id": .string("n\(number)"), "position": pair(), "size": .array([length(), length()]), "data": data(3),
            "phase": chance(5) ? ["draft": ["_0": .string(pick(["neutral", "valid", "invalid"]))]] : ["normal": [:]],
            "persistence": "persistent", "isSelected": false, "isDraggable": .boolean(!chance(4)),
            "acceptsChildren": .boolean(number % 3 == 0), "zIndex": .number(chance(2) ? 0 : random.below(9) - 4),
            "handles": .array((0..<random.below(4)).map { handle($0) }),
        ]
        if number > 0, chance(2) { node["parentID"] = .string("n\(random.below((number + 2) / 3) * 3)") }
        if chance(4) { node["note"] = data(2) }
        return .object(node)
    }

    private mutating func handle(_ number: Int) -> JSON {
        var handle: JSONObject = [
            "id": .string("h\(number)"), "type": .string(pick(["source", "target"])),
            "position": .string(pick(["top", "bottom", "left", "right", "center"])),
        ]
        if chance(3) { handle["connectionStartArea"] = area() }
        if chance(3) { handle["connectionTargetArea"] = area() }
        return .object(handle)
    }

    private mutating func area() -> JSON {
        pick([["disabled": [:]], ["node": [:]], ["point": ["radius": length()]], ["nodeBorder": ["width": length()]]])
    }

    private mutating func edge(_ number: Int, nodes: Int) -> JSON {
        var edge: JSONObject = [
            "id": .string("e\(number)"), "sourceNodeID": .string("n\(random.below(nodes))"),
            "targetNodeID": .string("n\(random.below(nodes))"), "isSelected": false,
            "pathType": .string(pick(["bezier", "straight", "smoothStep", "simpleBezier"])),
        ]
        if chance(2) { edge["sourceHandleID"] = .string("h\(random.below(5))") }
        if chance(2) { edge["targetHandleID"] = .string("h\(random.below(5))") }
        if chance(3) { edge["label"] = text() }
        if chance(5) { edge["parentID"] = "n0" }
        if chance(5) { edge["heft"] = .number(random.below(100)) }
        return .object(edge)
    }

    private mutating func data(_ depth: Int) -> JSON {
        switch random.below(depth > 0 ? 7 : 5) {
        case 0: .null
        case 1: .boolean(chance(2))
        case 2: .number(Double(random.below(100_000)) / 1000)
        case 3, 4: text()
        case 5: .array((0..<random.below(4)).map { _ in data(depth - 1) })
        default:
            .object(
                JSONObject(
                    (0..<random.below(4)).map { JSONObject.Member(name: JSONString("k\($0)"), value: data(depth - 1)) })
            )
        }
    }

    private mutating func text() -> JSON {
        .string(pick(["", "a", "a/b", "\"\\\n", "e\u{301}", "\u{1f600}", "nodewire"]))
    }
    private mutating func coordinate() -> JSON { .number(Double(random.below(4_000_000) - 2_000_000) / 1000) }
    private mutating func length() -> JSON { .number(Double(random.below(400_000)) / 1000) }
    private mutating func pair() -> JSON { .array([coordinate(), coordinate()]) }
    private mutating func chance(_ one: Int) -> Bool { random.below(one) == 0 }
    private mutating func pick<T>(_ list: [T]) -> T { list[random.below(list.count)] }
}

extension SwiftFlowGenerator {
    /// A file with something wrong in it: a value somewhere is another one, or gone.
    mutating func broken() -> JSON { broken(file()) }

    private mutating func broken(_ json: JSON) -> JSON {
        switch json {
        case .array(var elements) where !elements.isEmpty && !chance(6):
            let place = random.below(elements.count)
            elements[place] = broken(elements[place])
            if chance(8) { elements.append(elements[0]) }
            return .array(elements)
        case .object(let object) where !object.isEmpty && !chance(6):
            var object = object
            let name = object.members[random.below(object.count)].name
            object[name] = chance(5) ? nil : broken(object[name] ?? .null)
            return .object(object)
        default:
            return pick([.null, 0, -1, 1e300, "", "n1", "none", [], [1], [1, 2, 3], [:], ["node": [:]], true])
        }
    }
}
