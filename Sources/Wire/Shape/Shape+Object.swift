/// The treatment of members that a shape does not know.
public enum UnknownMembers: Sendable {
    /// An unknown member is an error.
    case refused
    /// An unknown member is skipped.
    case ignored
}

extension Shape where Value: Sendable {
    /// An object with known members in any order; a repeated member is refused.
    ///
    /// - Parameters:
    ///   - name: the type's name in the schema; empty for an object described in place.
    ///   - initial: the value whose properties the members overwrite.
    /// - Precondition: at most 64 members, whose names need no escapes.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    public static func object(
        _ name: String, _ doc: String, initial: Value, members: [Member<Value>], unknown: UnknownMembers = .refused
    ) -> Shape {
        precondition(members.count <= 64)
        // Other names stand behind all names, and each leads to its member.
        let others = members.indices.filter { members[$0].otherName != nil }
        let names = members.map { $0.schema.name } + others.compactMap { members[$0].otherName }
        let count = members.count
        let table = NameTable(names)
        var mask: UInt64 = 0
        for place in members.indices where members[place].schema.isRequired { mask |= 1 << UInt64(place) }
        let required = mask
        let readers = members.map { $0.reader }
        let writers = members.map { $0.writer }
        let schemas = members.map { $0.schema }
        let object = Schema.object(schemas, isOpen: unknown == .ignored)
        var earlier: (@Sendable () -> Shape)?
        if members.contains(where: { $0.earlier != nil }) {
            earlier = {
                .object(name, doc, initial: initial, members: members.map { $0.earlier?() ?? $0 }, unknown: unknown)
            }
        }
        return Shape(
            schema: name.isEmpty ? object : .named(name, doc, object),
            read: { (cursor) throws(ShapeError) in
                try cursor.enterObject()
                var root = initial
                var seen: UInt64 = 0
                var hint = 0
                while let name = cursor.nextMember() {
                    guard let written = table.index(of: name, hint: hint) else {
                        if unknown == .refused {
                            let meant = Schema.Member.meant(by: name, before: cursor, seen, schemas, table)
                            throw .unknownMember(meant: meant).inside(.member(name.description))
                        }
                        cursor.skipValue()
                        continue
                    }
                    let place = written < count ? written : others[written - count]
                    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: place)
                    if seen & bit != 0 { throw .member(name, "duplicate member") }
                    seen |= bit
                    hint = place &+ 1
                    do throws(ShapeError) {
                        try withUnsafeMutablePointer(to: &root) { (root) throws(ShapeError) in
                            try readers[place].read(&cursor, root)
                        }
                    } catch {
                        throw error.inside(.member(names[written]))
                    }
                }
                let missing = required & ~seen
                if missing != 0 {
                    throw ShapeError("missing member \"\(names[missing.trailingZeroBitCount])\"")
                }
                return root
            },
            write: { value, writer in
                writer.beginObject()
                withUnsafePointer(to: value) { value in
                    for member in writers { member.write(value, &writer) }
                }
                writer.endObject()
            },
            earlier: earlier)
    }
}

extension Schema.Member {
    /// Returns the known name that an unknown member means: the one with this former name, a near name, or else the
    /// only required member that is missing and accepts the value.
    ///
    /// - Parameter cursor: before the value of the unknown member, with the rest of the object behind it.
    @inline(never)
    fileprivate static func meant(
        by name: JSONName, before cursor: JSONCursor, _ seen: UInt64, _ members: [Schema.Member], _ table: NameTable
    ) -> String? {
        var (cursor, seen) = (cursor, seen)
        let kind = cursor.peek()
        cursor.skipValue()
        while let next = cursor.nextMember() {
            if let place = table.index(of: next), place < members.count { seen |= 1 << UInt64(place) }
            cursor.skipValue()
        }
        let missing = members.indices.filter { seen & 1 << UInt64($0) == 0 }.map { members[$0] }
        if let renamed = missing.first(where: { $0.earlierName == name.description }) { return renamed.name }
        if let near = NearName.nearest(to: name.description, among: missing.map(\.name)) { return near }
        let fitting = missing.filter { member in member.isRequired && kind.map(member.schema.kinds.contains) == true }
        return fitting.count == 1 ? fitting[0].name : nil
    }
}

extension ShapeError {
    @inline(never)
    @usableFromInline static func member(_ name: JSONName, _ message: String) -> ShapeError {
        ShapeError(message, path: [.member(name.description)])
    }
}
