import Storage

/// The new numbers of names and lists of handles after unused ones were dropped.
public struct NameSweep: Sendable {
    /// The symbols, by the old slot; `forgotten` for a name that was dropped.
    private var symbols: [Symbol]
    private var lists: [HandleList]

    /// The number for a name or list that was dropped; no name or list has it.
    private static let forgotten = Int32.max

    fileprivate init(_ catalog: HandleCatalog) {
        symbols = [Symbol](repeating: Slot(NameSweep.forgotten), count: catalog.symbols.count)
        lists = [HandleList](repeating: Slot(NameSweep.forgotten), count: catalog.count)
    }

    /// The new symbol of a name; one that no name has if it was dropped.
    public func symbol(_ old: Symbol) -> Symbol { symbols[old.index] }

    /// The new slot of a list of handles; one that no list has if it was dropped.
    public func list(_ old: HandleList) -> HandleList { lists[old.index] }

    fileprivate mutating func keep(_ old: Symbol, of catalog: HandleCatalog, in new: inout HandleCatalog) -> Symbol {
        if symbols[old.index].number != NameSweep.forgotten { return symbols[old.index] }
        let kept = new.symbols.intern(catalog.symbols[old])
        symbols[old.index] = kept
        return kept
    }

    fileprivate mutating func keep(
        _ old: HandleList, of catalog: HandleCatalog, in new: inout HandleCatalog
    ) -> HandleList {
        if lists[old.index].number != NameSweep.forgotten { return lists[old.index] }
        let kept = new.intern(catalog[old])
        lists[old.index] = kept
        return kept
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
