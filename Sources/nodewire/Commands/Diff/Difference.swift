import Wire

/// The edits of `document/diff` by the changed elements, whatever their number and order.
struct Difference {
    /// The changes of the nodes or of the edges, sorted by id.
    struct Elements {
        /// The changes of each element, in their order.
        var changed: [(id: JSONString, parts: [JSON])] = []
        /// The elements that stand elsewhere in the order, and before which; nil is the end.
        var placed: [(id: JSONString, before: JSONString?)] = []
    }

    let nodes: Elements
    let edges: Elements
    private let changes: [JSONObject]

    init(_ edits: [JSON]) {
        changes = edits.compactMap { $0["params"]?["change"]?.objectValue }
        nodes = Difference.elements("nodes", changes)
        edges = Difference.elements("edges", changes)
    }

    /// The changes of `settings`, `types` or `content`.
    func members(_ name: String) -> [JSON] { changes.compactMap { $0[name] } }

    private static func elements(_ kind: String, _ changes: [JSONObject]) -> Elements {
        var elements = Elements()
        var places: [JSONString: Int] = [:]
        for member in changes.flatMap({ $0[kind]?.objectValue?.members ?? [] }) {
            if let place = places[member.name] {
                elements.changed[place].parts.append(member.value)
            } else {
                places[member.name] = elements.changed.count
                elements.changed.append((member.name, [member.value]))
            }
        }
        for place in changes.flatMap({ $0["order"]?[kind]?.arrayValue ?? [] }) {
            guard case .string(let id)? = place["id"] else { continue }
            var next: JSONString?
            if case .string(let name)? = place["before"] { next = name }
            elements.placed.append((id, next))
        }
        elements.changed.sort { $0.id < $1.id }
        elements.placed.sort { $0.id < $1.id }
        return elements
    }

    /// The members that the changes of an element set, and those that they remove.
    static func members(of parts: [JSON]) -> (set: JSONObject, gone: [JSONString]) {
        var set = JSONObject()
        var gone: [JSONString] = []
        for part in parts {
            for member in part["set"]?.objectValue?.members ?? [] { set[member.name] = member.value }
            for name in part["unset"]?.arrayValue ?? [] { if case .string(let name) = name { gone.append(name) } }
        }
        // What was unlocked to be changed is locked again.
        if parts.count > 1, set["locked"] == true { set["locked"] = nil }
        for name in gone { set[name] = nil }
        return (set, gone)
    }
}
