import Wire

/// Fields that other replicas have written later than this one, with the same value: a merge changes only their
/// stamps, and an undo leaves them.
public struct ConfirmedFields: Sendable {
    /// The fields of an element by their names, with `@stands` and `@place`.
    public typealias Element = (id: Identifier, names: [JSONString])

    /// The nodes.
    public internal(set) var nodes: [Element] = []
    /// The edges.
    public internal(set) var edges: [Element] = []
    /// The settings, types and other members of the document.
    public internal(set) var own: [JSONString] = []

    /// Is true if there are none.
    public var isEmpty: Bool { nodes.isEmpty && edges.isEmpty && own.isEmpty }

    init() {}

    /// The fields as `{nodes?: {id: [field]}, edges?, own?: [field]}`.
    public var json: JSON {
        func list(_ names: [JSONString]) -> JSON { .array(names.map { .string($0) }) }
        func object(_ elements: [Element]) -> JSON {
            .object(JSONObject(elements.map { .init(name: JSONString($0.id.string), value: list($0.names)) }))
        }
        var json = JSONObject()
        if !nodes.isEmpty { json["nodes"] = object(nodes) }
        if !edges.isEmpty { json["edges"] = object(edges) }
        if !own.isEmpty { json["own"] = list(own) }
        return .object(json)
    }

    /// Reads the fields of a file; anything else is left out.
    public init(_ json: JSON) {
        func names(_ list: JSON?) -> [JSONString] {
            list?.arrayValue?.compactMap(\.stringValue).map { JSONString($0) } ?? []
        }
        func elements(_ object: JSON?) -> [Element] {
            object?.objectValue?.members.compactMap { member in
                member.name.string.map { (Identifier($0), names(member.value)) }
            } ?? []
        }
        nodes = elements(json["nodes"])
        edges = elements(json["edges"])
        own = names(json["own"])
    }
}

extension StampedRecord {
    /// The names of the fields that another replica has written later, with the same value.
    ///
    /// - Parameter replica: this one, which confirms nothing.
    func confirmed(by other: StampedRecord, besides replica: String?) -> [JSONString] {
        func isLater(_ new: Stamp, _ own: Stamp) -> Bool { own < new && new.replica != replica }
        var names: [JSONString] = []
        if isLater(other.presence, presence), isPresent == other.isPresent { names.append("@stands") }
        if isLater(other.placed, placed), key == other.key { names.append("@place") }
        for (field, new) in other.values.entries {
            let own = values[field] ?? StampedValue(.unwritten, nil)
            if isLater(new.stamp, own.stamp), own.value == new.value { names.append(field.name) }
        }
        return names
    }
}
