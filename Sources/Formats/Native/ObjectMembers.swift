import Graph
import Wire

/// The positions of an object's members in a validated text, which must outlive them.
struct ObjectMembers {
    private var members: [(name: JSONName, value: JSONCursor)] = []

    /// Finds the members of the object at a cursor; none for other kinds of values.
    ///
    /// - Complexity: O(*n*) in the bytes of the object.
    init(at cursor: JSONCursor) {
        var cursor = cursor
        guard cursor.entersObject() else { return }
        members.reserveCapacity(12)
        while let name = cursor.nextMember() {
            members.append((name, cursor))
            cursor.skipValue()
        }
    }

    /// The value of a member; the last one if a name is repeated, nil if it is absent.
    subscript(name: StaticString) -> JSONCursor? { members.last { $0.name == name }?.value }

    /// The string of a member; nil for other kinds, or with a lone surrogate.
    func string(_ name: StaticString) -> String? { self[name]?.string }

    /// The number of a member if it is a finite double.
    func number(_ name: StaticString) -> Double? { self[name]?.number }

    /// The id of a member: a string, or a number as spelled.
    func id(_ name: StaticString) -> String? { self[name]?.id }

    /// The object of a member; without members for other kinds.
    func object(_ name: StaticString) -> ObjectMembers? { self[name].map { ObjectMembers(at: $0) } }

    /// Returns true if the members have exactly these names, in this order.
    func areNamed(_ names: [StaticString]) -> Bool {
        members.count == names.count && zip(members, names).allSatisfy { $0.name == $1 }
    }

    /// The text of a member without white space.
    func text(_ name: StaticString) -> JSONText? {
        guard var cursor = self[name] else { return nil }
        return try? JSONText(copying: &cursor, checked: false)
    }

    /// Calls `body` with each name and value, in order.
    func eachMember<Failure: Error>(_ body: (JSONName, JSONCursor) throws(Failure) -> Void) throws(Failure) {
        for member in members { try body(member.name, member.value) }
    }
}

extension JSONCursor {
    /// The next string; nil for other kinds, or with a lone surrogate.
    var string: String? {
        var cursor = self
        return cursor.peek() == .string ? try? cursor.readString() : nil
    }

    /// The next number if it is a finite double.
    var number: Double? {
        var cursor = self
        guard cursor.peek() == .number, let value = try? cursor.readDouble(), value.isFinite else { return nil }
        return value
    }

    /// The next string, or number as spelled.
    var id: String? {
        var cursor = self
        guard cursor.peek() == .number else { return string }
        let range = cursor.rawValue()
        return String(decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count), as: UTF8.self)
    }

    /// The two numbers of a list, or of an object with the members `0` and `1`.
    var pair: (Double, Double)? {
        var cursor = self
        if cursor.peek() == .object {
            let members = ObjectMembers(at: self)
            guard let first = members.number("0"), let second = members.number("1") else { return nil }
            return (first, second)
        }
        guard cursor.entersArray(), cursor.nextElement(), let first = cursor.number else { return nil }
        cursor.skipValue()
        guard cursor.nextElement(), let second = cursor.number else { return nil }
        return (first, second)
    }

    /// The first numbers of a list; nil if there are fewer.
    func numbers(_ count: Int) -> [Double]? {
        var numbers: [Double] = []
        var cursor = self
        guard cursor.entersArray() else { return nil }
        while numbers.count < count, cursor.nextElement(), let number = cursor.number {
            numbers.append(number)
            cursor.skipValue()
        }
        return numbers.count == count ? numbers : nil
    }

    /// The next value without white space, for a member of a document.
    ///
    /// - Throws: if it is nested too deeply for a file of the document.
    func kept() throws(ShapeError) -> JSONText {
        var cursor = self
        let text = try JSONText(copying: &cursor, checked: false)
        // The members `nodes`, `foreign` and the format will enclose it.
        let depth = Limits.depth - 8
        if text.bytes.withUnsafeBufferPointer({ JSONSyntax.validate($0, depthLimit: depth) }) != nil {
            throw ShapeError("it is nested more than \(depth) deep")
        }
        return text
    }

    /// Calls `body` with each element of the list that begins here.
    func eachElement<Failure: Error>(_ body: (JSONCursor) throws(Failure) -> Void) throws(Failure) {
        var cursor = self
        guard cursor.entersArray() else { return }
        while cursor.nextElement() {
            try body(cursor)
            cursor.skipValue()
        }
    }
}
