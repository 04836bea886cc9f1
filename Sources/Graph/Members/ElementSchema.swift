import Storage
import Wire

/// The known members of a kind of objects in a document, with their meanings and requirements.
///
/// The checks of edits and of `document/check`, the shapes on the wire, the reference and the types of clients follow
/// from these rows. The rows of nodes, edges and handles are those of their `ElementMember`, which also describes how
/// a document reads each. A null means an absent member; a member without a row may be anything.
public struct ElementSchema: Sendable {
    /// A row for one known member.
    struct Row: Sendable {
        let name: String
        let doc: String
        let isRequired: Bool
        let schema: Schema
        /// Reads the value. It throws for a value that has the right shape and no meaning.
        let check: @Sendable (inout JSONCursor) throws(ShapeError) -> Void
        /// The same for a merge patch (RFC 7396) of the member's value.
        let patchSchema: Schema
        let checkPatch: @Sendable (inout JSONCursor) throws(ShapeError) -> Void
        /// Is true if columns and indexes depend on it.
        let isHeld: Bool

        init<Value>(
            _ name: String, _ shape: Shape<Value>, _ doc: String, isRequired: Bool = false, patch: Shape<Value>? = nil,
            isHeld: Bool = false
        ) {
            self.isHeld = isHeld
            self.name = name
            self.doc = doc
            self.isRequired = isRequired
            schema = shape.schema
            check = { (cursor) throws(ShapeError) in _ = try shape.read(&cursor) }
            let patch = patch ?? shape
            patchSchema = patch.schema
            checkPatch = { (cursor) throws(ShapeError) in _ = try patch.read(&cursor) }
        }
    }

    let name: String
    /// The name of the type for elements made by a client.
    private let madeName: String
    let doc: String
    private let rows: [Row]
    private let table: NameTable
    /// The required rows, as bits of their indices.
    private let required: UInt64

    init(_ name: String, made madeName: String? = nil, _ doc: String, _ rows: [Row]) {
        self.name = name
        self.madeName = madeName ?? name
        self.doc = doc
        self.rows = rows
        table = NameTable(rows.map(\.name))
        required = rows.indices.reduce(0) { rows[$1].isRequired ? $0 | 1 << UInt64($1) : $0 }
    }

    /// Returns true if two objects differ in members on which columns and indexes depend.
    func isHeldOtherwise(_ before: JSON?, _ after: JSON?) -> Bool {
        rows.contains { $0.isHeld && before?[$0.name] != after?[$0.name] }
    }

    /// The names of the known members.
    var names: [String] { rows.map(\.name) }

    /// The names of the known members, for suggestions.
    public var nameSet: Set<JSONString> { Set(names.map { JSONString($0) }) }

    /// The schema of a new object: an open object of the rows.
    public var schema: Schema {
        let members = rows.map {
            Schema.Member(name: $0.name, schema: $0.schema, isRequired: $0.isRequired, doc: $0.doc)
        }
        return .named(madeName, doc, .object(members, isOpen: true))
    }

    /// The schema of a merge patch (RFC 7396) of such an object.
    public var patchSchema: Schema {
        let doc = "Changes of the members of a \(name) (RFC 7396): null removes one."
        let members = rows.map {
            Schema.Member(name: $0.name, schema: $0.patchSchema.orNull, isRequired: false, doc: $0.doc)
        }
        return .named(name + "Patch", doc, .object(members, isOpen: true))
    }

    /// Reads the object at the cursor and refuses the first known member that is invalid or missing.
    ///
    /// - Parameter isPatch: whether the object is a merge patch, in which no member is required.
    public func check(_ cursor: inout JSONCursor, isPatch: Bool = false) throws(ShapeError) {
        guard cursor.peek() == .object else { throw cursor.wrongKind("an object") }
        try cursor.enterObject()
        var seen: UInt64 = 0
        while let name = cursor.nextMember() {
            guard let place = table.index(of: name), cursor.peek() != .null else {
                cursor.skipValue()
                continue
            }
            seen |= 1 << UInt64(place)
            try check(place, &cursor, isPatch: isPatch)
        }
        let missing = isPatch ? 0 : required & ~seen
        if missing != 0 { throw ShapeError("missing member \"\(rows[missing.trailingZeroBitCount].name)\"") }
    }

    /// Refuses an invalid value of one member.
    func check(_ name: JSONName, _ value: JSONCursor) throws(ShapeError) {
        var value = value
        guard let place = table.index(of: name), value.peek() != .null else { return }
        try check(place, &value, isPatch: false)
    }

    /// Returns true if a member is a known one.
    func knows(_ name: JSONName) -> Bool { table.index(of: name) != nil }

    /// The members that may be refused when they are set, with any value.
    private static let guarded: Set<String> = [
        "id", "source", "target", "sourceHandle", "targetHandle", "parentId", "parentNode", "handles", "locked",
        "transient", "data", "type",
    ]

    /// Returns true if a value may be that of a known member, and an edit that sets it is not refused.
    func takes(_ value: UnsafeBufferPointer<UInt8>, as name: String) -> Bool {
        guard !ElementSchema.guarded.contains(name), let place = rows.firstIndex(where: { $0.name == name }) else {
            return false
        }
        var cursor = JSONCursor(value)
        return cursor.peek() != .null && (try? check(place, &cursor, isPatch: false)) != nil
    }

    private func check(_ place: Int, _ cursor: inout JSONCursor, isPatch: Bool) throws(ShapeError) {
        do throws(ShapeError) {
            if isPatch { try rows[place].checkPatch(&cursor) } else { try rows[place].check(&cursor) }
        } catch {
            throw error.inside(.member(rows[place].name))
        }
    }
}

extension ShapeError {
    /// The steps to the place of the error, in the form of an `EditError`.
    public var steps: [String] {
        path.map { step in
            switch step {
            case .member(let name): name
            case .element(let index): "\(index)"
            }
        }
    }
}
