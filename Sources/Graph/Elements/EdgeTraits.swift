import Wire

/// The traits of an edge's members that a document must know without reading them again.
@usableFromInline struct EdgeTraits: Sendable, Equatable {
    var flags: EdgeFlags = []
    var z = 0.0

    init(flags: EdgeFlags = [], z: Double = 0) {
        self.flags = flags
        self.z = z
    }

    /// Reads compact, valid members.
    init(_ members: [UInt8]) {
        if members.count <= 2 { return }
        members.withUnsafeBufferPointer { members in
            var cursor = JSONCursor(members)
            guard cursor.entersObject() else { return }
            while let name = cursor.nextMember() {
                if !read(name, from: &cursor) { cursor.skipValue() }
            }
        }
    }

    /// Reads the value of a known member; returns false for an unknown one, of which nothing is read.
    mutating func read(_ name: JSONName, from cursor: inout JSONCursor) -> Bool {
        let start = cursor
        switch name.length {
        case 4 where name == "type":
            if cursor.peek() == .string, let text = try? cursor.readString() {
                if let type = EdgeType(name: text) { flags.formUnion(.type(type.number)) }
                return true
            }
        case 5 where name == "avoid": return flag(.avoiding, when: true, from: &cursor)
        case 5 where name == "label":
            if cursor.peek() == .string, let text = try? cursor.readString() {
                flags.formUnion(.label(text.unicodeScalars.count))
                return true
            }
        case 5 where name == "style", 8 where name == "animated", 9 where name == "className",
            9 where name == "markerEnd", 10 where name == "labelStyle", 11 where name == "markerStart",
            11 where name == "labelShowBg", 12 where name == "labelBgStyle", 14 where name == "labelBgPadding",
            19 where name == "labelBgBorderRadius":
            flags.insert(.styled)
        case 6 where name == "hidden": return flag(.hidden, when: true, from: &cursor)
        case 6 where name == "locked": return flag(.locked, when: true, from: &cursor)
        case 6 where name == "zIndex":
            if cursor.peek() == .number, let value = try? cursor.readDouble() {
                z = value
                if value != 0 { flags.insert(.layered) }
                return true
            }
        case 9 where name == "waypoints":
            if EdgeForm.visitWaypoints(cursor, { _ in }) { flags.insert(.bent) }
        case 9 where name == "transient": return flag(.transient, when: true, from: &cursor)
        case 9 where name == "deletable": return flag(.undeletable, when: false, from: &cursor)
        case 10 where name == "selectable": return flag(.unselectable, when: false, from: &cursor)
        case 11 where name == "pathOptions":
            if cursor.peek() == .object { flags.insert(.shaped) }
        case 11 where name == "labelOffset":
            if EdgeForm.readPoint(&cursor) != nil { flags.insert(.labelPlaced) }
        case 13 where name == "labelPosition":
            if EdgeForm.readPosition(&cursor) != nil { flags.insert(.labelPlaced) }
        case 13 where name == "reconnectable": return flag(.unreconnectable, when: false, from: &cursor)
        default: break
        }
        cursor = start
        return false
    }

    private mutating func flag(_ flag: EdgeFlags, when wanted: Bool, from cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == .boolean, let value = try? cursor.readBoolean() else { return false }
        if value == wanted { flags.insert(flag) }
        return true
    }
}
