import Storage
import Wire

// The names of elements and handles as JSON strings; not generic, so that other modules get them compiled as a whole.

extension Document {
    /// Writes a node's id as a JSON string.
    public func writeNodeID(_ slot: Node.Slot, into writer: inout JSONWriter) {
        let text = nodes.rows[slot].text
        if TextArena.shortID(text, in: arena.pages).write(into: &writer) { return }
        arena.text(text).withID { writer.string(utf8: $0) }
    }

    /// Writes an edge's id as a JSON string.
    public func writeEdgeID(_ slot: Edge.Slot, into writer: inout JSONWriter) {
        let text = edges.rows[slot].text
        if TextArena.shortID(text, in: arena.pages).write(into: &writer) { return }
        arena.text(text).withID { writer.string(utf8: $0) }
    }

    /// Writes the ids of many nodes, so that the cache misses overlap.
    public func writeNodeIDs(_ slots: [Node.Slot], into writer: inout JSONWriter) {
        arena.writeIDs(count: slots.count, of: { nodes.rows[slots[$0]].text }, into: &writer)
    }

    /// Writes edges' ids as a JSON array.
    public func writeEdgeIDs(_ slots: [Edge.Slot], into writer: inout JSONWriter) {
        arena.writeIDs(count: slots.count, of: { edges.rows[slots[$0]].text }, into: &writer)
    }

    /// Writes the id of a handle as a JSON string.
    public func writeSymbol(_ symbol: Symbol, into writer: inout JSONWriter) {
        symbols[symbol].withBytes { writer.string(utf8: $0) }
    }

    /// Returns true if an edge has nothing but its id and ends.
    public func isPlain(edge slot: Edge.Slot) -> Bool {
        arena.text(edges.rows[slot].text).withMembers { $0.count <= 2 }
    }
}
