/// Short strings that many elements share (types of nodes, ids of handles), each kept once and known by a number.
public struct Symbols: Sendable {
    /// The names in the order in which they got their numbers.
    public private(set) var identifiers: [Identifier] = []
    private var numbers: [Identifier: Int32] = [:]

    /// No names.
    public init() {}

    var count: Int { identifiers.count }

    /// The name with a number.
    public subscript(symbol: Int32) -> Identifier { identifiers[Int(symbol)] }

    /// The number of a string that has been seen, or −1.
    public func find(_ identifier: Identifier) -> Int32 { numbers[identifier] ?? -1 }

    mutating func intern(_ identifier: Identifier) -> Int32 {
        if let known = numbers[identifier] { return known }
        let symbol = Int32(identifiers.count)
        identifiers.append(identifier)
        numbers[identifier] = symbol
        return symbol
    }
}
