import Graph
import Wire

extension SwiftFlowReader {
    /// The members of an edge with other names in Nodewire, and those names.
    private static let ends: [(there: StaticString, here: StaticString, isRequired: Bool)] = [
        ("id", "id", true), ("sourceNodeID", "source", true), ("sourceHandleID", "sourceHandle", false),
        ("targetNodeID", "target", true), ("targetHandleID", "targetHandle", false),
    ]

    mutating func translateEdges(_ list: JSONCursor) throws(ShapeError) {
        var cursor = list
        var index = 0
        writer.name("edges")
        try cursor.enterArray()
        writer.beginArray()
        while cursor.nextElement() {
            do throws(ShapeError) { try translateEdge(&cursor) } catch { throw error.inside(.element(index)) }
            index += 1
        }
        writer.endArray()
    }

    private mutating func translateEdge(_ cursor: inout JSONCursor) throws(ShapeError) {
        guard cursor.peek() == .object else { throw cursor.wrongKind("an object") }
        let start = cursor.index
        begin(start)
        let id = try translateEnds(cursor)
        try cursor.enterObject()
        while let name = cursor.nextMember() {
            try translateMember(name, &cursor, ofEdge: id, at: start)
        }
        writer.endObject()
    }

    /// Writes id and ends, which may be anywhere in the edge; returns the id.
    private mutating func translateEnds(_ edge: JSONCursor) throws(ShapeError) -> Identifier {
        var id = Identifier("")
        var cursor = edge
        var found: UInt8 = 0
        try cursor.enterObject()
        while let name = cursor.nextMember() {
            guard let place = Self.ends.firstIndex(where: { name == $0.there }), found & 1 << UInt8(place) == 0 else {
                cursor.skipValue()
                continue
            }
            let end = Self.ends[place]
            found |= 1 << UInt8(place)
            if !end.isRequired && cursor.skipNull() { continue }
            let value = try Self.read("\(end.there)", &cursor) { (cursor) throws(ShapeError) in
                try cursor.readString()
            }
            if place == 0 { id = Identifier(value) }
            writer.name(end.here)
            writer.string(value)
        }
        for (place, end) in Self.ends.enumerated() where end.isRequired && found & 1 << UInt8(place) == 0 {
            throw ShapeError("missing member \"\(end.there)\"")
        }
        return id
    }

    private mutating func translateMember(
        _ name: JSONName, _ cursor: inout JSONCursor, ofEdge id: Identifier, at start: Int
    ) throws(ShapeError) {
        switch SwiftFlow.edgeMembers[name] {
        case .id, .sourceNodeID, .sourceHandleID, .targetNodeID, .targetHandleID: cursor.skipValue()
        case .pathType:
            let type = try Self.readOptional("pathType", &cursor) { (cursor) throws(ShapeError) in
                try SwiftFlow.pathTypes.read(&cursor)
            }
            guard let type, type != .bezier || hasSettings else { return }
            writer.name("type")
            writer.string(type.edgeType.rawValue)
        case .isSelected, .isHovered, .isDropTarget: _ = try Self.readSwitch(name.description, &cursor)
        case .label:
            let label = try Self.readOptional("label", &cursor) { (cursor) throws(ShapeError) in
                try cursor.readString()
            }
            guard let label else { return }
            writer.name("label")
            writer.string(label)
        case .parentID: try translateParent(&cursor, ofEdge: id, at: start)
        case .source, .sourceHandle, .target, .targetHandle, .type, .transient:
            loseMember(name, &cursor, of: .edge, id, at: start)
        case nil: copy(name, &cursor)
        }
    }

    /// Handles the parent of an edge. Nodewire's edges have none; the member is kept if SwiftFlow would accept it.
    private mutating func translateParent(
        _ cursor: inout JSONCursor, ofEdge id: Identifier, at start: Int
    ) throws(ShapeError) {
        let parent = try Self.readOptional("parentID", &cursor) { (cursor) throws(ShapeError) in
            Identifier(try cursor.readString())
        }
        guard let parent else { return }
        guard let place = places[parent] else {
            return lose(.edge, id, "noSuchNode", "there is no node \"\(parent)\"", start)
        }
        guard nodes[place].acceptsChildren else {
            return lose(.edge, id, "invalidValue", "node \"\(parent)\" accepts no children", start)
        }
        writer.name("parentID")
        writer.string(parent.string)
    }
}
