import Graph
import Wire

/// The members of a node outside columns, changed in place by a merge patch (RFC 7396): no tree is made of them, and
/// unnamed members are copied.
///
/// It is for a patch of a few members without escapes in it and in the values that it changes: there a tree would
/// spell strings in the same way.
struct PatchedMembers {
    private struct Member {
        let name: JSONName
        let value: UnsafeBufferPointer<UInt8>

        var isNull: Bool { value.first == UInt8(ascii: "n") }
    }

    /// All members, as one compact object.
    private(set) var bytes: [UInt8] = []
    /// The decoded names of the changed members; empty if the patch changes nothing.
    private(set) var names: [JSONString] = []

    /// The number of members of one object in a patch above which a tree is made.
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
        var merge = Merge(writer: JSONWriter(capacity: members.count + patch.count + 16))
        _ = merge.write(changes, into: members, ofNode: true)
        if !merge.isPossible { return nil }
        (bytes, names) = (merge.writer.bytes, merge.names)
    }

    /// The members of an object with a few distinct ones; nil for any other.
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

    /// Writes the result of a patch of values, and returns for each whether it changed.
    private struct Merge {
        var writer: JSONWriter
        /// Is false if that takes a tree.
        var isPossible = true
        /// The names of the node's members that are different.
        var names: [JSONString] = []

        /// Writes a changed object; without one, a new one. Returns true if it is different. Of a node, an unchanged
        /// value is written as before.
        mutating func write(_ changes: [Member], into object: UnsafeBufferPointer<UInt8>?, ofNode: Bool) -> Bool {
            var (found, seen, isDifferent): (UInt64, UInt64, Bool) = (0, 0, false)
            writer.beginObject()
            if let object {
                JSONMembers.visit(object) { name, old in
                    // What is there twice, which a file may hold, is seen by a bit that is set, as some other names are.
                    let bit: UInt64 = 1 &<< (UInt64(name.count == 0 ? 0 : name.start[0]) &+ UInt64(name.count) &* 7)
                    if seen & bit != 0 && !ofNode { isPossible = false }
                    seen |= bit
                    if !isPossible { return }
                    let mark = writer.mark
                    if let place = changes.firstIndex(where: { $0.name == name }) {
                        found |= 1 << UInt64(place)
                        if !changes[place].isNull { writer.name(name) }
                        if changes[place].isNull || write(changes[place].value, into: old) {
                            isDifferent = true
                            return ofNode ? names.append(JSONString(name)) : ()
                        }
                        if !ofNode { return }
                        writer.rewind(to: mark)
                    }
                    writer.name(name)
                    writer.raw(old)
                }
            }
            for (place, change) in changes.enumerated() where found & 1 << UInt64(place) == 0 && !change.isNull {
                writer.name(change.name)
                _ = write(change.value, into: nil)
                isDifferent = true
                if ofNode { names.append(JSONString(change.name)) }
            }
            writer.endObject()
            return isDifferent
        }

        /// Writes a value, changed; returns true if it is different.
        private mutating func write(
            _ patch: UnsafeBufferPointer<UInt8>, into old: UnsafeBufferPointer<UInt8>?
        ) -> Bool {
            guard patch.first == UInt8(ascii: "{") else {
                writer.raw(patch)
                guard let old else { return true }
                return !patch.hasSameBytes(as: old) && !JSONCursor.means(JSONCursor(patch), JSONCursor(old))
            }
            let object = old?.first == UInt8(ascii: "{") ? old : nil
            guard let changes = PatchedMembers.members(of: patch), object?.contains(UInt8(ascii: "\\")) != true else {
                isPossible = false
                return true
            }
            return write(changes, into: object, ofNode: false) || object == nil
        }
    }
}
