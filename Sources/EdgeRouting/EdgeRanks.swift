import Graph
import Storage

/// Small numbers of edges, in the order of the document. A number is odd or even by the edge's id. Routes use that bit,
/// so they do not depend on earlier states of the document.
///
/// The number of a removed edge becomes free. An edge that returns, or appears where a number is free, takes it. If
/// there is no free number between its neighbors, all edges must be numbered again.
struct EdgeRanks: Sendable {
    /// The edge of each number, by half of it, with its current or former key in the order of the document; a nil slot
    /// is free.
    private var ranks: [(key: UInt64, slot: Edge.Slot?)] = []
    private var numbers: [Edge.Slot: Int] = [:]
    private var isCrowded = false
    /// The number of times that the document has given new keys to existing edges.
    private let spreads: Int

    /// Makes an empty list.
    ///
    /// - Parameter spreads: the number of times that the document's order has been spread.
    init(_ spreads: Int = 0) { self.spreads = spreads }

    /// The end: a number greater than all others.
    var end: Int { 2 * ranks.count }
    var count: Int { numbers.count }
    var isEmpty: Bool { numbers.isEmpty }

    func number(of slot: Edge.Slot) -> Int? { numbers[slot] }
    func slot(_ number: Int) -> Edge.Slot? { ranks.indices.contains(number >> 1) ? ranks[number >> 1].slot : nil }

    /// Returns true if the numbers are in the order of the document.
    func isSorted(_ document: Document) -> Bool { !isCrowded && spreads == document.edges.order.spreads }

    /// Numbers an edge, or numbers it again after it has moved in the order.
    ///
    /// - Complexity: O(log *n*).
    mutating func insert(_ slot: Edge.Slot, _ document: Document) {
        let key = document.edges.order.key(slot)
        let parity = document.withEdgeID(slot) { Int(fingerprint(of: UnsafeRawBufferPointer($0)) >> 63) }
        if let number = numbers[slot] {
            if ranks[number >> 1].key == key && number & 1 == parity { return }
            remove(slot)
        }
        guard let place = place(for: key) else {
            isCrowded = true
            return
        }
        if place == ranks.count { ranks.append((key, slot)) } else { ranks[place] = (key, slot) }
        numbers[slot] = 2 * place + parity
        // Limits the number of free entries.
        if ranks.count > 2 * numbers.count + 1024 { isCrowded = true }
    }

    mutating func remove(_ slot: Edge.Slot) {
        if let number = numbers.removeValue(forKey: slot) { ranks[number >> 1].slot = nil }
    }

    /// A free index between lesser and greater keys.
    private func place(for key: UInt64) -> Int? {
        var (low, high) = (0, ranks.count)
        while low < high {
            let middle = (low + high) / 2
            if ranks[middle].key < key { low = middle + 1 } else { high = middle }
        }
        if low == ranks.count || ranks[low].slot == nil { return low }
        return low > 0 && ranks[low - 1].slot == nil ? low - 1 : nil
    }
}
