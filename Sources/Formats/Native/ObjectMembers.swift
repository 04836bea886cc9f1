import Graph
import Wire

/// The members of one object of a validated text, where they are; the text must outlive them.
struct ObjectMembers {
    private var members: [(name: JSONName, value: JSONCursor)] = []

    /// Finds the members of the object at a cursor; there are none in a value of another kind.
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

    /// The value of a member, the last of a name that is written twice; nil if it is absent.
    subscript(name: StaticString) -> JSONCursor? { members.last { $0.name == name }?.value }

    /// The string of a member; nil for one of another kind, or with a lone surrogate.
    func string(_ name: StaticString) -> String? { self[name]?.string }

    /// The number of a member that a double holds finitely.
    func number(_ name: StaticString) -> Double? { self[name]?.number }

    /// The id of a member: a string as it is, a number as it is spelled.
    func id(_ name: StaticString) -> String? { self[name]?.id }

    /// The object of a member; without members if it is none.
    func object(_ name: StaticString) -> ObjectMembers? { self[name].map { ObjectMembers(at: $0) } }

    /// Returns true if these are the names of the members, in this order.
    func areNamed(_ names: [StaticString]) -> Bool {
        members.count == names.count && zip(members, names).allSatisfy { $0.name == $1 }
    }

    /// The text of a member, without white space.
    func text(_ name: StaticString) -> JSONText? {
        guard var cursor = self[name] else { return nil }
        return try? JSONText(copying: &cursor, checked: false)
    }

    /// Calls `body` with each name and value, in their order.
    func eachMember<Failure: Error>(_ body: (JSONName, JSONCursor) throws(Failure) -> Void) throws(Failure) {
        for member in members { try body(member.name, member.value) }
    }
}

extension JSONCursor {
    /// The string that comes next; nil for another kind, or one with a lone surrogate.
    var string: String? {
        var cursor = self
        return cursor.peek() == .string ? try? cursor.readString() : nil
    }

    /// The number that comes next, if a double holds it finitely.
    var number: Double? {
        var cursor = self
        guard cursor.peek() == .number, let value = try? cursor.readDouble(), value.isFinite else { return nil }
        return value
    }

    /// The string that comes next, or the number as it is spelled.
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

    /// The value that comes next, without white space, as a member of a document keeps it.
    ///
    /// - Throws: if it is nested so deeply that no file of the document could be read.
    func kept() throws(ShapeError) -> JSONText {
        var cursor = self
        let text = try JSONText(copying: &cursor, checked: false)
        // Around it there are the members `nodes`, `foreign` and the format.
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
