/// The ids that a document makes for its nodes, or for its edges: a prefix and a number, `n1`, `n2` and so on.
///
/// If the next number is taken, the count continues after the highest number seen. So generating an id costs the same,
/// whatever ids the elements have.
public struct CountedIDs: Sendable {
    /// The number of the last id made, 0 before the first.
    public private(set) var count = 0
    /// The highest number in an id that an element has or had.
    private(set) var highest = 0
    let prefix: [UInt8]

    /// Higher numbers are neither seen nor read from a file: doubles hold all up to here, and counting on from it never ends.
    private static let limit = 1 << 53

    /// The ids of a prefix, with the number already generated.
    public init(prefix: String, count: Int = 0) {
        self.prefix = Array(prefix.utf8)
        self.count = min(max(count, 0), CountedIDs.limit)
    }

    /// The same ids, without numbers that others have used.
    func following(_ others: CountedIDs) -> CountedIDs {
        var ids = self
        (ids.count, ids.highest) = (max(count, others.count), 0)
        return ids
    }

    /// Is true if no id was generated or seen, and there is no prefix.
    var isNew: Bool { count == 0 && highest == 0 && prefix.count == 1 }

    /// Takes notice of an id that an element has.
    ///
    /// Ids of another form, such as `n01`, cannot collide.
    @inline(__always)
    public mutating func note(_ id: UnsafeBufferPointer<UInt8>) {
        if id.count > prefix.count, id[0] == prefix[0] { noteNumber(id) }
    }

    private mutating func noteNumber(_ id: UnsafeBufferPointer<UInt8>) {
        for place in 1..<prefix.count where id[place] != prefix[place] { return }
        var place = prefix.count
        if id[place] == UInt8(ascii: "0") { return }
        var number: UInt64 = 0
        while place < id.count {
            let digit = UInt64(id[place] &- UInt8(ascii: "0"))
            guard digit < 10, number <= UInt64(CountedIDs.limit) / 10 else { return }
            number = number &* 10 &+ digit
            place &+= 1
        }
        if number <= CountedIDs.limit { highest = max(highest, Int(number)) }
    }

    /// Records an id that may have been generated, so that none is generated twice.
    mutating func noteMade(_ id: UnsafeBufferPointer<UInt8>) {
        var one = self
        one.highest = 0
        one.note(id)
        (count, highest) = (max(count, one.highest), max(highest, one.highest))
    }

    /// Makes the next id.
    ///
    /// - Complexity: O(1); beyond the limit O(*n*) in the consecutive ids in use.
    public mutating func next(isTaken: (Identifier) -> Bool) -> Identifier {
        while true {
            count += 1
            let id = Identifier(String(decoding: prefix, as: UTF8.self) + String(count))
            // No element has a higher number than the highest one seen.
            if count > highest && count <= CountedIDs.limit || !isTaken(id) { return id }
            count = max(count, highest)
        }
    }
}

extension Identifier {
    /// The id that is counted on from others: a prefix, and a number higher than in any of them.
    ///
    /// - Complexity: O(*n*) in the ids.
    public static func counted(_ prefix: String, after others: some Sequence<Identifier>) -> Identifier {
        var known = CountedIDs(prefix: prefix)
        for id in others { id.withBytes { known.note($0) } }
        var ids = CountedIDs(prefix: prefix, count: known.highest)
        return ids.next { _ in false }
    }
}

/// The ids that a document made for nodes and edges.
public struct MadeIDs: Sendable {
    let nodes: CountedIDs
    let edges: CountedIDs
}
