import Storage
import Values
import Wire

/// The input of values: the parts of a document that an evaluation reads, behind one reference.
final class ValueGraph: Sendable {
    let nodes: NodeStore
    let edges: EdgeStore
    let arena: TextArena
    let catalog: HandleCatalog
    let types: [Symbol: NodeType]

    init(
        _ nodes: NodeStore, _ edges: EdgeStore, _ arena: TextArena, _ catalog: HandleCatalog,
        _ types: [Symbol: NodeType]
    ) {
        (self.nodes, self.edges, self.arena) = (nodes, edges, arena)
        (self.catalog, self.types) = (catalog, types)
    }

    /// The id of a live node.
    func id(_ slot: Node.Slot) -> Identifier { arena.text(nodes.rows[slot].text).withID { Identifier(utf8: $0) } }

    /// The value at a path in a node's data.
    ///
    /// - Complexity: O(the bytes of the node).
    func data(_ slot: Node.Slot, _ path: [JSONString]) -> Outcome {
        arena.text(nodes.rows[slot].text).withMembers { Value.read(path, inDataOf: $0) }
    }
}

extension Value {
    static func read(
        _ path: some Sequence<JSONString>, inDataOf members: UnsafeBufferPointer<UInt8>
    ) -> Outcome {
        Outcome { () throws(ValueError) in
            guard members.count > 2 else { throw ValueError(.missingData) }
            var cursor = JSONCursor(members)
            try cursor.enter("data")
            for part in path { try cursor.enter(part) }
            return try Value(reading: &cursor)
        }
    }
}

extension JSONCursor {
    /// Goes to the value of a member, or to an item by its index; of equal names the last counts.
    fileprivate mutating func enter(_ part: JSONString) throws(ValueError) {
        var found: JSONCursor?
        switch peek() {
        case .object:
            guard entersObject() else { break }
            while let name = nextMember() {
                if part.withUTF8({ name.equals($0) }) { found = self }
                skipValue()
            }
        case .array:
            guard let wanted = part.string.flatMap({ Int($0) }), "\(wanted)" == part.string else { break }
            guard entersArray() else { break }
            var index = 0
            while found == nil && nextElement() {
                if index == wanted { found = self } else { skipValue() }
                index += 1
            }
        default: break
        }
        guard let found else { throw ValueError(.missingData) }
        self = found
    }
}
