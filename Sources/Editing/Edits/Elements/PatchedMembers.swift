import Graph
import Wire

/// The members of a node that no column holds, changed by a merge patch (RFC 7396) where they are in their text: no tree is
/// made of them, and what the patch does not name is copied.
///
/// It is for a patch of few members in which nothing is escaped, nor in what they change: there a string is spelled as a tree
/// would be written.
struct PatchedMembers {
    private struct Member {
        let name: JSONName
        let value: UnsafeBufferPointer<UInt8>

        var isNull: Bool { value.first == UInt8(ascii: "n") }
    }

    /// All members, as one compact object.
    private(set) var bytes: [UInt8] = []
    /// The names of the different ones, whatever their spelling; none if the patch changes nothing.
    private(set) var names: [JSONString] = []

    /// The number of members of one object in a patch beyond which a tree is made.
    private static let most = 16

    /// Returns nil if that takes a tree, or a column.
    init?(_ node: Node, _ patch: JSONText) {
        let patched = node.members.withUnsafeBufferPointer { members in
            patch.bytes.withUnsafeBufferPointer { PatchedMembers(members, $0) }
        }
        guard let patched else { return nil }
        self = patched
    }

    private init?(_ members: UnsafeBufferPointer<UInt8>, _ patch: UnsafeBufferPointer<UInt8>) {
        guard !patch.contains(UInt8(ascii: "\\")), let changes = PatchedMembers.members(of: patch) else { return nil }
        for change in changes
        where change.name == "parentId" || Node.columns.contains(where: { change.name == $0 }) { return nil }
        var writer = JSONWriter(capacity: members.count + patch.count + 16)
        var (isPossible, found): (Bool, UInt64) = (true, 0)
        var names: [JSONString] = []
        writer.beginObject()
        JSONMembers.visit(members) { name, value in
            if let place = changes.firstIndex(where: { $0.name == name }) {
                found |= 1 << UInt64(place)
                let mark = writer.mark
                if changes[place].isNull { return names.append(JSONString(name)) }
                writer.name(name)
                let start = writer.count
                if !PatchedMembers.merge(changes[place].value, into: value, &writer) { isPossible = false }
                let isSame =
                    isPossible
                    && writer.withBytes { bytes in
                        let new = UnsafeBufferPointer(rebasing: bytes[start...])
                        return new.hasSameBytes(as: value) || JSONCursor.means(JSONCursor(new), JSONCursor(value))
                    }
                if !isSame { return names.append(JSONString(name)) }
                writer.rewind(to: mark)
            }
            writer.name(name)
            writer.raw(value)
        }
        for (place, change) in changes.enumerated() where found & 1 << UInt64(place) == 0 && !change.isNull {
            writer.name(change.name)
            if !PatchedMembers.merge(change.value, into: nil, &writer) { isPossible = false }
            names.append(JSONString(change.name))
        }
        writer.endObject()
        if !isPossible { return nil }
        (bytes, self.names) = (writer.bytes, names)
    }

    /// The members of an object of few, none of which is there twice; nil for another.
    private static func members(of object: UnsafeBufferPointer<UInt8>) -> [Member]? {
        var cursor = JSONCursor(object)
        guard cursor.entersObject() else { return nil }
        var members: [Member] = []
        members.reserveCapacity(4)
        while let name = cursor.nextMember() {
            if members.count == most { return nil }
            members.append(Member(name: name, value: UnsafeBufferPointer(rebasing: object[cursor.rawValue()])))
        }
        return members
    }

    /// Writes a value changed by a patch; false if that takes a tree.
    private static func merge(
        _ patch: UnsafeBufferPointer<UInt8>, into value: UnsafeBufferPointer<UInt8>?, _ writer: inout JSONWriter
    ) -> Bool {
        guard patch.first == UInt8(ascii: "{") else {
            writer.raw(patch)
            return true
        }
        guard let changes = members(of: patch) else { return false }
        var (isPossible, found): (Bool, UInt64) = (true, 0)
        writer.beginObject()
        if let value, value.first == UInt8(ascii: "{") {
            // What is there twice, which a file may hold, is seen by a bit that is set, as some other names are.
            if value.contains(UInt8(ascii: "\\")) { return false }
            var bits: UInt64 = 0
            JSONMembers.visit(value) { name, old in
                let bit: UInt64 = 1 &<< (UInt64(name.count == 0 ? 0 : name.start[0]) &+ UInt64(name.count) &* 7)
                if bits & bit != 0 { isPossible = false }
                bits |= bit
                if !isPossible { return }
                guard let place = changes.firstIndex(where: { $0.name == name }) else {
                    writer.name(name)
                    return writer.raw(old)
                }
                found |= 1 << UInt64(place)
                if changes[place].isNull { return }
                writer.name(name)
                if !merge(changes[place].value, into: old, &writer) { isPossible = false }
            }
        }
        for (place, change) in changes.enumerated() where found & 1 << UInt64(place) == 0 && !change.isNull {
            writer.name(change.name)
            if !merge(change.value, into: nil, &writer) { isPossible = false }
        }
        writer.endObject()
        return isPossible
    }
}
