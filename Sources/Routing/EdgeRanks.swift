import Graph
import Storage

/// Numbers of edges, small ones, that grow with the edges' places in the order of the document.
///
/// An edge that goes leaves its number free; one that comes back, or comes where a number is free, takes it. Where there is
/// none between its neighbours, all are to be numbered again.
struct EdgeRanks: Sendable {
    /// By number: where the edge stands, or stood, in the order of the document; nil is free.
    private var ranks: [(key: UInt64, slot: Edge.Slot?)] = []
    private var numbers: [Edge.Slot: Int] = [:]
    private var isCrowded = false
    /// How often the document had given edges that stayed other keys.
    private let spreads: Int

    /// No edge.
    ///
    /// - Parameter spreads: that of the document's order now.
    init(_ spreads: Int = 0) { self.spreads = spreads }

    /// Greater than every number.
    var end: Int { ranks.count }
    var count: Int { numbers.count }
    var isEmpty: Bool { numbers.isEmpty }

    func number(of slot: Edge.Slot) -> Int? { numbers[slot] }
    func slot(_ number: Int) -> Edge.Slot? { ranks.indices.contains(number) ? ranks[number].slot : nil }

    /// Whether the numbers grow as they should.
    func isSorted(_ document: Document) -> Bool { !isCrowded && spreads == document.edges.order.spreads }

    /// Numbers an edge, or numbers it again after it has moved in the order.
    ///
    /// - Complexity: O(log *n*).
    mutating func insert(_ slot: Edge.Slot, _ document: Document) {
        let key = document.edges.order.key(slot)
        if let number = numbers[slot] {
            if ranks[number].key == key { return }
            remove(slot)
        }
        guard let number = place(for: key) else {
            isCrowded = true
            return
        }
        if number == ranks.count { ranks.append((key, slot)) } else { ranks[number] = (key, slot) }
        numbers[slot] = number
        // Those that are free stay few.
        if ranks.count > 2 * numbers.count + 1024 { isCrowded = true }
    }

    mutating func remove(_ slot: Edge.Slot) {
        if let number = numbers.removeValue(forKey: slot) { ranks[number].slot = nil }
    }

    /// A free number between those of smaller and of greater keys.
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
