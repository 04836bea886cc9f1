import Wire

/// Works on the members of an element in place: one compact JSON object as bytes.
public enum JSONMembers {
    /// Calls `body` with the name and the bytes of each member.
    public static func visit(
        _ members: UnsafeBufferPointer<UInt8>, _ body: (JSONName, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        if members.count <= 2 { return }
        var cursor = JSONCursor(members)
        guard cursor.entersObject() else { return }
        while let name = cursor.nextMember() {
            let range = cursor.rawValue()
            body(name, UnsafeBufferPointer(rebasing: members[range]))
        }
    }

    /// Calls `body` with each member's name and the text of its value. O(*n*) in the bytes.
    public static func visit(_ members: [UInt8], _ body: (JSONName, UnsafeBufferPointer<UInt8>) -> Void) {
        members.withUnsafeBufferPointer { visit($0, body) }
    }

    /// The names of the members that are not null in the object at a cursor.
    static func names(at cursor: JSONCursor) -> [JSONString] {
        var cursor = cursor
        var names: [JSONString] = []
        guard cursor.entersObject() else { return [] }
        while let name = cursor.nextMember() {
            if cursor.peek() != .null { names.append(JSONString(name)) }
            cursor.skipValue()
        }
        return names
    }

    /// The range of a member's value, or nil.
    static func cursor(_ name: StaticString, in members: UnsafeBufferPointer<UInt8>) -> JSONCursor? {
        if members.count <= 2 { return nil }
        var cursor = JSONCursor(members)
        guard cursor.entersObject() else { return nil }
        while let other = cursor.nextMember() {
            if other == name { return cursor }
            cursor.skipValue()
        }
        return nil
    }

    /// The value of a member, or nil.
    public static func value(_ name: StaticString, in members: UnsafeBufferPointer<UInt8>) -> JSON? {
        var result: JSON?
        visit(members) { other, value in
            guard other == name else { return }
            var cursor = JSONCursor(value)
            result = try? JSON(reading: &cursor, checked: false)
        }
        return result
    }

    /// The members without the named ones, otherwise unchanged.
    public static func removing(_ names: Set<JSONString>, from members: [UInt8]) -> [UInt8] {
        setting([], removing: names, in: members)
    }

    /// The members with some values set and some removed; an old member keeps its position, a new one comes last.
    public static func setting(
        _ values: [(name: JSONString, value: JSONText)], removing names: Set<JSONString> = [], in members: [UInt8]
    ) -> [UInt8] {
        var writer = JSONWriter(capacity: members.count + 64)
        var isDone = Array(repeating: false, count: values.count)
        // Few are compared one by one.
        var places: [JSONString: Int] = [:]
        if values.count > 16 { for (index, member) in values.enumerated() { places[member.name] = index } }
        writer.beginObject()
        visit(members) { name, value in
            let index = values.count > 16 ? places[JSONString(name)] : values.firstIndex { name == $0.name }
            if let index {
                writer.name(name)
                writer.raw(values[index].value)
                isDone[index] = true
            } else if names.isEmpty || !names.contains(JSONString(name)) {
                writer.name(name)
                writer.raw(value)
            }
        }
        for (index, member) in values.enumerated() where !isDone[index] {
            writer.name(member.name)
            writer.raw(member.value)
        }
        writer.endObject()
        return writer.bytes
    }
}
