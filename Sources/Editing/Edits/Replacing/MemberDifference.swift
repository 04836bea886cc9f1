import Wire

/// The differences between two objects, in place in their texts, member by member.
///
/// Values with different spelling may still mean the same.
/// - Complexity: O(*n*) in the bytes of both.
struct MemberDifference {
    private struct Member {
        let name: JSONName
        let value: UnsafeBufferPointer<UInt8>
        /// Is true of an old member if the new object has one of this name.
        var isInBoth = false
        /// Is true of a new member if the old object has it with the same value.
        var isSame = false

        func means(_ other: Member) -> Bool {
            value.hasSameBytes(as: other.value) || JSONCursor.means(JSONCursor(value), JSONCursor(other.value))
        }
    }

    private var old: [Member]
    private var new: [Member]
    /// The index of each name among many old members; made on first use.
    private var places: [JSONString: Int] = [:]

    /// The number of members above which a name is not searched one by one.
    private static let manyMembers = 16

    /// - Parameters:
    ///   - old: a validated object without repeated members; it must outlive the difference.
    ///   - new: another one.
    ///   - joined: members that are written together, if one of them differs.
    init(from old: UnsafeBufferPointer<UInt8>, to new: UnsafeBufferPointer<UInt8>, joined: [[JSONString]] = []) {
        self.old = MemberDifference.members(of: old)
        self.new = MemberDifference.members(of: new)
        compare()
        for names in joined { join(names) }
    }

    /// Writes the members that differ of two objects, with their whole new values.
    static func write(
        from old: UnsafeBufferPointer<UInt8>, to new: UnsafeBufferPointer<UInt8>, joined: [[JSONString]] = [],
        into writer: inout JSONWriter
    ) {
        if joined.isEmpty, writeInStep(old, new, into: &writer) { return }
        MemberDifference(from: old, to: new, joined: joined).write(into: &writer)
    }

    /// Writes the differing members of two objects with the same names in the same order, without a list; for others
    /// writes nothing and returns false.
    private static func writeInStep(
        _ old: UnsafeBufferPointer<UInt8>, _ new: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter
    ) -> Bool {
        var (former, latter) = (JSONCursor(old), JSONCursor(new))
        guard former.entersObject(), latter.entersObject() else { return false }
        let mark = writer.mark
        writer.beginObject()
        writer.name("set")
        writer.beginObject()
        while true {
            let (name, other) = (former.nextMember(), latter.nextMember())
            guard let name, let other, name == other else {
                writer.endObject()
                writer.endObject()
                if name == nil && other == nil { return true }
                writer.rewind(to: mark)
                return false
            }
            let before = Member(name: name, value: UnsafeBufferPointer(rebasing: old[former.rawValue()]))
            let after = Member(name: name, value: UnsafeBufferPointer(rebasing: new[latter.rawValue()]))
            if before.means(after) { continue }
            writer.name(name)
            writer.raw(after.value)
        }
    }

    private static func members(of text: UnsafeBufferPointer<UInt8>) -> [Member] {
        var members: [Member] = []
        members.reserveCapacity(8)
        var cursor = JSONCursor(text)
        guard cursor.entersObject() else { return [] }
        while let name = cursor.nextMember() {
            let value = UnsafeBufferPointer(rebasing: text[cursor.rawValue()])
            members.append(Member(name: name, value: value))
        }
        return members
    }

    private mutating func compare() {
        var expected = 0
        for index in new.indices {
            guard let place = place(of: new[index].name, expected) else { continue }
            expected = place + 1
            old[place].isInBoth = true
            new[index].isSame = old[place].means(new[index])
        }
    }

    /// Counts members as different if one of them is different or missing.
    private mutating func join(_ names: [JSONString]) {
        let own = new.indices.filter { names.contains(JSONString(new[$0].name)) }
        let isGone = old.contains { !$0.isInBoth && names.contains(JSONString($0.name)) }
        if isGone || own.contains(where: { !new[$0].isSame }) { for index in own { new[index].isSame = false } }
    }

    /// Writes the members that differ, with their whole new values; the order of members is no difference.
    private func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("set")
        writer.beginObject()
        for index in new.indices where !new[index].isSame {
            writer.name(new[index].name)
            writer.raw(new[index].value)
        }
        writer.endObject()
        if old.contains(where: { !$0.isInBoth }) {
            writer.name("unset")
            writer.beginArray()
            for index in old.indices where !old[index].isInBoth { writer.string(JSONString(old[index].name)) }
            writer.endArray()
        }
        writer.endObject()
    }

    /// Returns the index of a name among the old members: most often in the same order.
    private mutating func place(of name: JSONName, _ expected: Int) -> Int? {
        if expected < old.count, old[expected].name == name { return expected }
        if old.count <= MemberDifference.manyMembers { return old.firstIndex { $0.name == name } }
        if places.isEmpty {
            for (place, member) in old.enumerated() { places[JSONString(member.name)] = place }
        }
        return places[JSONString(name)]
    }
}
