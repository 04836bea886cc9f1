import Wire

/// A known member of an element: its row in the schema, and its trait, which a document keeps beside the text.
struct ElementMember<Traits>: Sendable {
    let name: String
    /// The row of the schema. It is nil for a member of other programs, which is kept unchanged.
    let row: ElementSchema.Row?
    /// Nil if the document keeps only the text.
    let trait: Trait<Traits>?

    init<Value>(
        _ name: String, _ shape: Shape<Value>, _ doc: String, _ trait: Trait<Traits>? = nil, isRequired: Bool = false,
        patch: Shape<Value>? = nil
    ) {
        self.name = name
        row = ElementSchema.Row(name, shape, doc, isRequired: isRequired, patch: patch)
        self.trait = trait
    }

    /// A member without a row.
    init(kept name: String, _ trait: Trait<Traits>) {
        self.name = name
        row = nil
        self.trait = trait
    }
}

extension ElementSchema {
    init<Traits>(_ name: String, made madeName: String? = nil, _ doc: String, _ members: [ElementMember<Traits>]) {
        self.init(name, made: madeName, doc, members.compactMap(\.row))
    }
}

/// The reader of one member's value, which updates the traits of the element.
///
/// A value of a wrong kind counts as absent: the reader returns false.
struct Trait<Traits>: Sendable {
    let read: @Sendable (inout Traits, inout JSONCursor) -> Bool

    init(_ read: @escaping @Sendable (inout Traits, inout JSONCursor) -> Bool) { self.read = read }

    static func string(_ set: @escaping @Sendable (inout Traits, String) -> Void) -> Trait {
        Trait { traits, cursor in
            guard cursor.peek() == .string, let value = try? cursor.readString() else { return false }
            set(&traits, value)
            return true
        }
    }

    static func number(_ set: @escaping @Sendable (inout Traits, Double) -> Void) -> Trait {
        Trait { traits, cursor in
            guard cursor.peek() == .number, let value = try? cursor.readDouble() else { return false }
            set(&traits, value)
            return true
        }
    }

    static func boolean(_ set: @escaping @Sendable (inout Traits, Bool) -> Void) -> Trait {
        Trait { traits, cursor in
            guard cursor.peek() == .boolean, let value = try? cursor.readBoolean() else { return false }
            set(&traits, value)
            return true
        }
    }
}

/// The traits of the members of one kind of element, found by name.
struct TraitTable<Traits>: Sendable {
    private let names: NameTable
    private let traits: [Trait<Traits>]

    init(_ members: [ElementMember<Traits>]) {
        names = NameTable(members.filter { $0.trait != nil }.map(\.name))
        traits = members.compactMap(\.trait)
    }

    /// Reads the value of a member at a cursor. Returns false for a member without a trait and for a wrong value; then the
    /// cursor stays.
    func read(_ name: JSONName, from cursor: inout JSONCursor, into element: inout Traits) -> Bool {
        guard let place = names.index(of: name) else { return false }
        let start = cursor
        if traits[place].read(&element, &cursor) { return true }
        cursor = start
        return false
    }

    /// Reads all members of the object at a cursor; nothing of any other value.
    func readMembers(_ cursor: inout JSONCursor, into element: inout Traits) {
        guard cursor.entersObject() else { return }
        while let name = cursor.nextMember() {
            if !read(name, from: &cursor, into: &element) { cursor.skipValue() }
        }
    }
}
