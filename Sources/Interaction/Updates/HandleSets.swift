import Geometry
import Graph
import Storage

/// The sets of handles that a view has sent: nodes with the same size and the same list of handles share one.
public struct HandleSets: Sendable {
    /// A list of handles on nodes of a size; positions are relative to the node.
    public struct Key: Sendable, Hashable {
        /// The list.
        public let list: HandleList
        /// The size of the nodes.
        public let size: Size
        /// Is true if handles that state no offset are spread along their side.
        let isSpread: Bool
    }

    /// The numbers under which sets were sent.
    private var numbers: [Key: Int] = [:]
    private var count = 0
    /// The sets that the next update sends.
    private var fresh: [(number: Int, key: Key)] = []
    /// Is true if no new set is made.
    private var isClosed = false

    init() {}

    /// The number of a set, a new one if it was not sent yet; nil if there are too many.
    mutating func number(of list: HandleList, _ size: Size, isSpread: Bool) -> Int? {
        let key = Key(list: list, size: size, isSpread: isSpread)
        if let known = numbers[key] { return known }
        if isClosed || count >= Limits.handleSets { return nil }
        count += 1
        numbers[key] = count
        fresh.append((count, key))
        return count
    }

    /// Hands over the sets that were not sent yet.
    mutating func takeFresh() -> [(number: Int, key: Key)] {
        defer { fresh = [] }
        return fresh
    }

    /// Forgets which lists were sent, because they have other slots now: nodes that change get new sets.
    mutating func forgetLists() { numbers = [:] }

    /// The same sets, all unsent, to which none is added.
    func repeated() -> HandleSets {
        var sets = self
        sets.fresh = numbers.map { ($0.value, $0.key) }.sorted { $0.0 < $1.0 }
        sets.isClosed = true
        return sets
    }
}

extension SentScene {
    /// Gives changed nodes their sets; nodes with a sent set list no handles.
    ///
    /// Nodes with an outline of their own list their handles, which lie on it, and so do nodes during a resize.
    mutating func shareHandles() {
        if displacement.resized != nodeWithoutSet {
            // A node that is resized lists its handles, whatever its size is.
            for slot in [nodeWithoutSet, displacement.resized] {
                if let index = slot.flatMap({ nodes.index(of: $0) }) { nodes.mark(.handles, at: index) }
            }
            nodeWithoutSet = displacement.resized
        }
        for slot in nodes.changed {
            guard let index = nodes.index(of: slot) else { continue }
            nodes.withItem(at: index) { item in
                if item.pending.isDisjoint(with: [.entered, .handles, .width, .height]) { return }
                let hasSet = item.shape == .rectangle && slot != displacement.resized
                let set = hasSet ? handleSets.number(of: item.handles, item.size, isSpread: item.hasSpreadHandles) : nil
                let former = item.handleSet
                item.handleSet = set
                if set != former { item.pending.formUnion([.handleSet, .handles]) }
                if set != nil && former != nil { item.pending.remove(.handles) }
            }
        }
    }
}
