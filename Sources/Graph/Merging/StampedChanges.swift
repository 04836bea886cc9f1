import Wire

/// Fields with their stamps, as one document sends them to another: some changes, or all differences.
public struct StampedChanges: Sendable {
    /// The record of an element.
    public typealias Element = (id: Identifier, record: StampedRecord)

    /// The stamps that were seen before these changes; they leave out nothing that came later.
    public var since = SeenStamps()
    /// All that was seen with them.
    public var seen = SeenStamps()
    /// The nodes.
    public var nodes: [Element] = []
    /// The edges.
    public var edges: [Element] = []
    /// The settings, types and other members of the document.
    public var own = StampedRecord()
    /// Is true if they are the result, and not to be compared with the content: they have been decided.
    public var isDecided = false
    /// The stamp of decisions that differ from the stamps, if there were any.
    var decision: Stamp?
    /// Is true if the document has stamps afterwards.
    public var keepsStamps = true

    /// Makes an empty list of changes.
    public init() {}

    /// The latest of all stamps in it.
    var latest: Moment {
        var latest = own.latest
        for element in nodes { latest = max(latest, element.record.latest) }
        for element in edges { latest = max(latest, element.record.latest) }
        return latest
    }

    /// Notes the stamps of all changes as seen.
    mutating func noteSeen() {
        func note(_ record: StampedRecord, _ seen: inout SeenStamps) {
            seen.insert(record.presence)
            seen.insert(record.placed)
            for (_, value) in record.values.entries { seen.insert(value.stamp) }
        }
        seen = since
        note(own, &seen)
        for element in nodes { note(element.record, &seen) }
        for element in edges { note(element.record, &seen) }
    }

    /// Reads changes in the form of `document/changesSince`.
    ///
    /// - Throws: `invalidValue` with the path in them.
    public init(_ json: JSON) throws(EditError) {
        guard let object = json.objectValue else { throw .invalid("changes are an object") }
        var sent = SeenStamps()
        var values: [StampedField: StampedValue] = [:]
        for member in object.members {
            let name = member.name.description
            do throws(EditError) {
                guard let section = member.value.objectValue else { throw .invalid("an object", path: []) }
                switch name {
                case "since": since = try SeenStamps(member.value)
                case "seen": sent = try SeenStamps(member.value)
                case "nodes": nodes = try StampedChanges.elements(section, of: Node.self)
                case "edges": edges = try StampedChanges.elements(section, of: Edge.self)
                case "settings", "types", "edgeTypes", "constraints", "conflicts", "content":
                    let kind = StampedSection(rawValue: name) ?? .content
                    for member in section.members {
                        let value = try StampedChanges.value(member.value, at: [member.name.description])
                        values[try kind.field(member.name)] = value
                    }
                default: throw .invalid("there is no such member", path: [])
                }
            } catch {
                var error = error
                error.path = [name] + error.path
                throw error
            }
        }
        own.values = FieldTable(values)
        noteSeen()
        seen.formUnion(sent)
    }

    private static func elements(
        _ section: JSONObject, of kind: (some StampedKind).Type
    ) throws(EditError) -> [Element] {
        var elements: [Element] = []
        for member in section.members {
            guard let id = member.name.string, (1...Limits.identifierBytes).contains(id.utf8.count) else {
                throw .invalid("an id has 1 to \(Limits.identifierBytes) bytes", path: [member.name.description])
            }
            do throws(EditError) {
                elements.append((Identifier(id), try record(member.value, of: kind)))
            } catch {
                var error = error
                error.path = [id] + error.path
                throw error
            }
        }
        return elements
    }

    private static func record(
        _ json: JSON, of kind: (some StampedKind).Type
    ) throws(EditError) -> StampedRecord {
        guard let object = json.objectValue else { throw .invalid("what is said of an element is an object") }
        var record = StampedRecord()
        var values: [StampedField: StampedValue] = [:]
        for member in object.members where !kind.unstamped.contains(member.name) {
            let path = [member.name.description]
            let value = try value(member.value, at: path)
            switch member.name {
            case "@stands":
                guard let stands = value.value?.booleanValue else { throw .invalid("true or false", path: path) }
                (record.presence, record.isPresent) = (value.stamp, stands)
            case "@place":
                guard let key = PlaceKey(value.value) else {
                    throw .invalid("a place is a whole number or a list of them", path: path)
                }
                (record.placed, record.key) = (value.stamp, key)
            default: values[try StampedSection.element(member.name, kind.split)] = value
            }
        }
        if kind.split == .edge { try values.joinEnds(shown: nil) }
        record.values = FieldTable(values)
        record.rest = record.presence
        return record
    }

    /// A value in the form `[stamp, value?]`.
    private static func value(_ json: JSON, at path: [String]) throws(EditError) -> StampedValue {
        guard let parts = json.arrayValue, (1...2).contains(parts.count) else {
            throw .invalid("a value with its stamp is [stamp, value] or [stamp]", path: path)
        }
        do throws(EditError) {
            return StampedValue(try Stamp(parts[0]), parts.count > 1 ? parts[1] : nil)
        } catch {
            throw .invalid(error.message, path: path + ["0"])
        }
    }

    // MARK: Writing

    /// The changes in the form of `document/changesSince`.
    public var json: JSON {
        var object: JSONObject = ["since": since.json]
        var sent = self
        sent.noteSeen()
        if sent.seen != seen { object["seen"] = seen.json }
        func add(_ name: JSONString, _ members: [JSONObject.Member]) {
            if !members.isEmpty { object[name] = .object(JSONObject(members)) }
        }
        add("nodes", nodes.map { .init(name: JSONString($0.id.string), value: $0.record.json) })
        add("edges", edges.map { .init(name: JSONString($0.id.string), value: $0.record.json) })
        for section in StampedSection.allCases {
            add(
                section.name,
                own.values.entries.filter { StampedSection(of: $0.field) == section }
                    .map { .init(name: section.written($0.field), value: $0.value.json) })
        }
        return .object(object)
    }
}

extension StampedRecord {
    /// The latest of its stamps.
    var latest: Moment {
        values.entries.reduce(max(presence.moment, placed.moment)) { max($0, $1.value.stamp.moment) }
    }

    /// The record of an element, in the form of `document/changesSince`.
    var json: JSON {
        var object = JSONObject()
        if presence != .unwritten || isPresent { object["@stands"] = [presence.json, .boolean(isPresent)] }
        if let key { object["@place"] = [placed.json, key.json] }
        for (field, value) in values.entries { object[field.name] = value.json }
        return .object(object)
    }
}

extension StampedValue {
    /// The change as `[stamp, value]`, or `[stamp]` if it was removed.
    var json: JSON { value.map { [stamp.json, $0] } ?? [stamp.json] }
}

/// The section of stamps of the document's own members; each but the last is a member that is divided.
enum StampedSection: String, CaseIterable {
    case settings, types, edgeTypes, constraints, conflicts, content

    init(of field: StampedField) {
        self = field.child == nil ? .content : StampedSection(rawValue: field.member.description) ?? .content
    }

    var name: JSONString { JSONString(rawValue) }

    /// A field of the document under the name it has in the section.
    func written(_ field: StampedField) -> JSONString { field.child ?? field.member }

    /// - Throws: `invalidValue` for a member that is none of the content.
    func field(_ name: JSONString) throws(EditError) -> StampedField {
        guard self == .content else { return StampedField(self.name, name) }
        if Document.uncountedMembers.contains(name) {
            throw .invalid("it is none of the content", path: [name.description])
        }
        return StampedField(name)
    }

    /// A field of an element.
    ///
    /// - Throws: `invalidValue` for the id, and for a part of a member that is not split.
    static func element(_ name: JSONString, _ split: StampedSplit) throws(EditError) -> StampedField {
        let field = StampedField(named: name)
        if field == .ends && split == .edge { return field }
        if field.child != nil && !split.splits(field.member) || field.member == "id" {
            throw .invalid("there is no such field", path: [name.description])
        }
        return field
    }
}
