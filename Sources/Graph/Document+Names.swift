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

extension Document {
    /// Drops unused names of types and lists of handles when there may be many of them.
    ///
    /// - Returns: the new numbers of the others; nil if there is not much to forget.
    /// - Complexity: O(nodes + edges), and so seldom that it is O(1) for each name that was met.
    public mutating func sweepNames() -> NameSweep? {
        if storage.value.catalog.size <= storage.value.catalog.bound + (nodes.count + edges.count) / 4 { return nil }
        var old = HandleCatalog.initial
        swap(&old, &storage.value.catalog)
        var sweep = NameSweep(old)
        var new = HandleCatalog.initial
        // Nodes in the history name the lists that came with the file.
        for list in 0..<old.fixed { _ = sweep.keep(HandleList(index: list), of: old, in: &new) }
        new.fixed = old.fixed
        types = Dictionary(
            uniqueKeysWithValues: types.sorted { $0.key < $1.key }.map {
                (sweep.keep($0.key, of: old, in: &new), $0.value)
            })
        typeHandles = Dictionary(
            uniqueKeysWithValues: typeHandles.sorted { $0.key < $1.key }.map {
                (sweep.keep($0.key, of: old, in: &new), sweep.keep($0.value, of: old, in: &new))
            })
        for slot in nodeSlots {
            let row = nodes.rows[slot]
            nodes.rows[slot].type.slot = row.type.slot.map { sweep.keep($0, of: old, in: &new) }
            nodes.rows[slot].handleList = sweep.keep(row.handleList, of: old, in: &new)
        }
        for slot in edgeSlots {
            let ends = edges.rows[slot].ends
            edges.rows[slot].ends.sourceHandle = ends.sourceHandle.map { sweep.keep($0, of: old, in: &new) }
            edges.rows[slot].ends.targetHandle = ends.targetHandle.map { sweep.keep($0, of: old, in: &new) }
        }
        new.raiseBound()
        storage.value.catalog = new
        storage.value.evaluation?.forgetBindings()
        return sweep
    }
}
