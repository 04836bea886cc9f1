/// The new numbers of names and lists of handles after those that nothing uses any more were forgotten.
public struct NameSweep: Sendable {
    /// By the old number.
    private var symbols: [Int32]
    private var lists: [Int32]

    /// The sentinel for a name that was dropped: no list or symbol has this number.
    private static let forgotten: Int32 = -2

    fileprivate init(_ catalog: HandleCatalog) {
        symbols = [Int32](repeating: NameSweep.forgotten, count: catalog.symbols.count)
        lists = [Int32](repeating: NameSweep.forgotten, count: catalog.count)
    }

    /// The new number of a symbol; −1 stays −1.
    public func symbol(_ old: Int32) -> Int32 { old < 0 ? old : symbols[Int(old)] }

    /// The new number of a list of handles; −1 stays −1.
    public func list(_ old: Int32) -> Int32 { old < 0 ? old : lists[Int(old)] }

    fileprivate mutating func keep(symbol old: Int32, of catalog: HandleCatalog, in new: inout HandleCatalog) -> Int32 {
        if old >= 0 && symbols[Int(old)] < 0 { symbols[Int(old)] = new.symbols.intern(catalog.symbols[old]) }
        return symbol(old)
    }

    fileprivate mutating func keep(list old: Int32, of catalog: HandleCatalog, in new: inout HandleCatalog) -> Int32 {
        if lists[Int(old)] < 0 { lists[Int(old)] = new.intern(catalog[old]) }
        return lists[Int(old)]
    }
}

extension Document {
    /// Forgets the names of types and the lists of handles that nothing uses any more, once there may be many of them.
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
        for list in 0..<Int32(old.fixed) { _ = sweep.keep(list: list, of: old, in: &new) }
        new.fixed = old.fixed
        types = Dictionary(
            uniqueKeysWithValues: types.sorted { $0.key < $1.key }.map {
                (sweep.keep(symbol: $0.key, of: old, in: &new), $0.value)
            })
        typeHandles = Dictionary(
            uniqueKeysWithValues: typeHandles.sorted { $0.key < $1.key }.map {
                (sweep.keep(symbol: $0.key, of: old, in: &new), sweep.keep(list: $0.value, of: old, in: &new))
            })
        for slot in nodeSlots {
            let row = nodes.rows[Int(slot)]
            nodes.rows[Int(slot)].type = sweep.keep(symbol: row.type, of: old, in: &new)
            nodes.rows[Int(slot)].handleList = sweep.keep(list: row.handleList, of: old, in: &new)
        }
        for slot in edgeSlots {
            let ends = edges.rows[Int(slot)].ends
            edges.rows[Int(slot)].ends.sourceHandle = sweep.keep(symbol: ends.sourceHandle, of: old, in: &new)
            edges.rows[Int(slot)].ends.targetHandle = sweep.keep(symbol: ends.targetHandle, of: old, in: &new)
        }
        new.raiseBound()
        storage.value.catalog = new
        return sweep
    }
}
