import Storage

/// The slot of a name that many elements share.
public typealias Symbol = Slot<Identifier>

/// Short strings shared by many elements (types of nodes, ids of handles), each stored once and named by its symbol.
public struct Symbols: Sendable {
    /// The names in the order of their symbols.
    public private(set) var identifiers: [Identifier] = []
    private var table = IdentifierTable<Identifier>()

    /// No names.
    public init() {}

    var count: Int { identifiers.count }

    /// The name of a symbol.
    public subscript(symbol: Symbol) -> Identifier { identifiers[symbol] }

    /// The symbol of a name that has been seen.
    public func find(_ identifier: Identifier) -> Symbol? {
        identifier.withBytes { find($0, hash: IdentifierHash.hash($0)) }
    }

    @inline(__always)
    private func find(_ bytes: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Symbol? {
        table.find(hash: hash) { symbol in identifiers[symbol].withBytes { $0.hasSameBytes(as: bytes) } }
    }

    mutating func intern(_ identifier: Identifier) -> Symbol {
        let (known, hash) = identifier.withBytes { bytes in
            let hash = IdentifierHash.hash(bytes)
            return (find(bytes, hash: hash), hash)
        }
        if let known { return known }
        let symbol = Symbol(index: identifiers.count)
        identifiers.append(identifier)
        table.insert(hash: hash, slot: symbol)
        return symbol
    }
}
