import Storage
import Wire

/// The types of edges that a document describes: its `edgeTypes`.
struct EdgeTypes: Sendable {
    /// The common properties of the edges of one type; a member of a wrong kind counts as absent.
    struct Entry: Sendable {
        let path: EdgeType?
        let look: CopyOnWrite<EdgeLook>
        let selected: CopyOnWrite<EdgeLook>?
        let invalid: CopyOnWrite<EdgeLook>?

        init(_ json: JSON) {
            path = json["path"]?.stringValue.flatMap { EdgeType(name: $0) }
            look = CopyOnWrite(EdgeLook(json))
            selected = json["selected"].flatMap { $0.objectValue == nil ? nil : CopyOnWrite(EdgeLook($0)) }
            invalid = json["invalid"].flatMap { $0.objectValue == nil ? nil : CopyOnWrite(EdgeLook($0)) }
        }
    }

    private var entries: [Identifier: Entry] = [:]
    /// The states for which a type has a look of its own.
    private(set) var states: EdgeStates = []

    /// The type of edges that name none.
    private static let unnamed = Identifier("default")

    init() {}

    /// Entries that are no objects count as absent.
    init(_ json: JSON?) {
        for member in json?.objectValue?.members.prefix(Limits.types) ?? [] {
            guard let name = member.name.string, member.value.objectValue != nil else { continue }
            let entry = Entry(member.value)
            entries[Identifier(name)] = entry
            if entry.selected != nil { states.insert(.selected) }
            if entry.invalid != nil { states.insert(.invalid) }
        }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Returns true if edges have the same flags of their types as of others.
    func giveSameFlags(as others: EdgeTypes) -> Bool {
        entries.count == others.entries.count
            && entries.allSatisfy { name, entry in others.entries[name].map { $0.path == entry.path } == true }
    }

    /// The type of edges that name none; nil if it is not described.
    var ofUnnamed: Entry? { entries[EdgeTypes.unnamed] }

    /// The type of an edge with these members; nil if it is not described.
    func entry(of members: UnsafeBufferPointer<UInt8>) -> Entry? {
        guard var cursor = JSONMembers.cursor("type", in: members), cursor.peek() == .string else { return ofUnnamed }
        return (try? cursor.readString()).flatMap { entries[Identifier($0)] }
    }

    /// The type that an edge with these members names; nil if it names none.
    static func name(in members: UnsafeBufferPointer<UInt8>) -> Identifier? {
        guard var cursor = JSONMembers.cursor("type", in: members), cursor.peek() == .string else { return nil }
        return (try? cursor.readString()).map { Identifier($0) }
    }
}
