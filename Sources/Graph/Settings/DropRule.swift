import Wire

/// The objects that may be dropped into a document from outside, with the place and the effect.
public struct DropRule: Sendable, Equatable {
    /// The kind of place for a drop.
    public enum Place: String, CaseIterable, Sendable { case canvas, node, edge }

    /// The media types it accepts; nil is all.
    public let types: [String]?
    /// The kinds of places; nil is everywhere.
    public let places: [Place]?
    /// The type of the inserted node; nil leaves the effect to the client.
    public let insertion: String?

    /// Returns true if something that comes as these types may be dropped here.
    public func accepts(_ offered: [String], on place: Place) -> Bool {
        if let places, !places.contains(place) { return false }
        guard let types else { return true }
        return offered.contains { types.contains($0) }
    }

    static let schema = Schema.object(
        [
            Schema.Member(
                name: "types", schema: .array(of: .string()), isRequired: false, doc: "media types; all if left out"),
            Schema.Member(
                name: "on", schema: .array(of: .choice(Place.allCases.map(\.rawValue))), isRequired: false,
                doc: "where; everywhere if left out"),
            Schema.Member(
                name: "insert", schema: .string(), isRequired: false,
                doc: "inserts a node of this type there, what was dropped in its `data`"),
        ], isOpen: false)

    /// Reads a rule; nil if it is none.
    init?(_ json: JSON) {
        guard case .object(let object) = json else { return nil }
        var types: [String]?
        var places: [Place]?
        var insertion: String?
        for member in object.members {
            switch member.name.description {
            case "types":
                guard let names = member.value.arrayValue?.map(\.stringValue), !names.contains(nil) else { return nil }
                types = names.compactMap { $0 }
            case "on":
                guard let names = member.value.arrayValue else { return nil }
                let named = names.compactMap { $0.stringValue.flatMap(Place.init(rawValue:)) }
                guard named.count == names.count else { return nil }
                places = named
            case "insert":
                guard let type = member.value.stringValue else { return nil }
                insertion = type
            default: return nil
            }
        }
        self.types = types
        self.places = places
        self.insertion = insertion
    }

    var json: JSON {
        var object = JSONObject()
        if let types { object["types"] = .array(types.map { .string($0) }) }
        if let places { object["on"] = .array(places.map { .string($0.rawValue) }) }
        if let insertion { object["insert"] = .string(insertion) }
        return .object(object)
    }
}
