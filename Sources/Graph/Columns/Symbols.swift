import Storage

/// The slot of a name that many elements share.
public typealias Symbol = Slot<Identifier>

/// Short strings that many elements share (types of nodes, ids of handles), each kept once and known by its symbol.
public struct Symbols: Sendable {
    /// The names in the order of their symbols.
    public private(set) var identifiers: [Identifier] = []
    private var symbols: [Identifier: Symbol] = [:]

    /// No names.
    public init() {}

    var count: Int { identifiers.count }

    /// The name of a symbol.
    public subscript(symbol: Symbol) -> Identifier { identifiers[symbol] }

    /// The symbol of a name that has been seen.
    public func find(_ identifier: Identifier) -> Symbol? { symbols[identifier] }

    mutating func intern(_ identifier: Identifier) -> Symbol {
        if let known = symbols[identifier] { return known }
        let symbol = Symbol(index: identifiers.count)
        identifiers.append(identifier)
        symbols[identifier] = symbol
        return symbol
    }
}
