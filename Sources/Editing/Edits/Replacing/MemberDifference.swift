import Wire

/// The differences between two objects where they are in their texts, member by member.
///
/// Values whose spelling differs may mean the same all the same.
/// - Complexity: O(*n*) in the bytes of both.
struct MemberDifference {
    private struct Member {
        let name: JSONName
        let value: UnsafeBufferPointer<UInt8>

        func means(_ other: Member) -> Bool {
            value.hasSameBytes(as: other.value) || JSONCursor.means(JSONCursor(value), JSONCursor(other.value))
        }
    }

    private let old: [Member]
    private let new: [Member]
    /// Members that are written together, if one of them differs.
    private let joined: [[JSONString]]
    /// The index of each name among many old members; made when it is first asked for.
    private var places: [JSONString: Int] = [:]

    /// The number of members from which on they are not looked at one by one to find a name.
    private static let manyMembers = 16

    /// - Parameters:
    ///   - old: a validated object in which no member occurs twice; it must outlive the difference.
    ///   - new: another one.
    ///   - joined: members that are written together, if one of them differs.
    init(from old: UnsafeBufferPointer<UInt8>, to new: UnsafeBufferPointer<UInt8>, joined: [[JSONString]] = []) {
        self.joined = joined
        self.old = MemberDifference.members(of: old)
        self.new = MemberDifference.members(of: new)
    }

    /// Writes the members that differ of two objects, with their whole new values.
    static func write(
        from old: UnsafeBufferPointer<UInt8>, to new: UnsafeBufferPointer<UInt8>, joined: [[JSONString]] = [],
        into writer: inout JSONWriter
    ) {
        var difference = MemberDifference(from: old, to: new, joined: joined)
        difference.write(into: &writer)
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

    /// Writes the members that differ, with their whole new values; the order of members is no difference.
    mutating func write(into writer: inout JSONWriter) {
        var isLeft = Array(repeating: false, count: old.count)
        var isNews = Array(repeating: true, count: new.count)
        var expected = 0
        for (index, member) in new.enumerated() {
            guard let place = place(of: member.name, expected) else { continue }
            isLeft[place] = true
            expected = place + 1
            if old[place].means(member) { isNews[index] = false }
        }
        for names in joined {
            let own = new.indices.filter { names.contains(JSONString(new[$0].name)) }
            let isGone = old.indices.contains { !isLeft[$0] && names.contains(JSONString(old[$0].name)) }
            if isGone || own.contains(where: { isNews[$0] }) { for index in own { isNews[index] = true } }
        }
        writer.beginObject()
        writer.name("set")
        writer.beginObject()
        for (member, isNews) in zip(new, isNews) where isNews {
            writer.name(JSONString(member.name))
            writer.raw(member.value)
        }
        writer.endObject()
        writeGone(isLeft, into: &writer)
        writer.endObject()
    }

    private func writeGone(_ isLeft: [Bool], into writer: inout JSONWriter) {
        if isLeft.allSatisfy({ $0 }) { return }
        writer.name("unset")
        writer.beginArray()
        for (member, isLeft) in zip(old, isLeft) where !isLeft { writer.string(JSONString(member.name)) }
        writer.endArray()
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
