import Storage

/// The new numbers of names and lists of handles after unused ones were dropped.
public struct NameSweep: Sendable {
    /// The symbols, by the old slot; `forgotten` for a name that was dropped.
    private var symbols: [Symbol]
    private var lists: [HandleList]

    /// The number for a name or list that was dropped; no name or list has it.
    private static let forgotten = Int32.max

    init(_ catalog: HandleCatalog) {
        symbols = [Symbol](repeating: Slot(NameSweep.forgotten), count: catalog.symbols.count)
        lists = [HandleList](repeating: Slot(NameSweep.forgotten), count: catalog.count)
    }

    /// The new symbol of a name; one that no name has if it was dropped.
    public func symbol(_ old: Symbol) -> Symbol { symbols[old.index] }

    /// The new slot of a list of handles; one that no list has if it was dropped.
    public func list(_ old: HandleList) -> HandleList { lists[old.index] }

    mutating func keep(_ old: Symbol, of catalog: HandleCatalog, in new: inout HandleCatalog) -> Symbol {
        if symbols[old.index].number != NameSweep.forgotten { return symbols[old.index] }
        let kept = new.symbols.intern(catalog.symbols[old])
        symbols[old.index] = kept
        return kept
    }

    mutating func keep(
        _ old: HandleList, of catalog: HandleCatalog, in new: inout HandleCatalog
    ) -> HandleList {
        if lists[old.index].number != NameSweep.forgotten { return lists[old.index] }
        let kept = new.intern(catalog[old])
        lists[old.index] = kept
        return kept
    }
}
