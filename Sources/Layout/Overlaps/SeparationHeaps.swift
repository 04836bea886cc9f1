/// The violated distances of each block, the worst on top: pairing heaps (Fredman, Sedgewick, Sleator, Tarjan 1986).
///
/// A number at its root shifts all keys of a heap at once; it passes to the children when the root is removed.
struct SeparationHeaps {
    private var root: [Int32]
    private var child: [Int32]
    private var sibling: [Int32]
    private var key: [Double]
    /// The number that is still to be added to the keys of all descendants.
    private var pending: [Double]

    init(blocks: Int, separations: Int) {
        root = Array(repeating: -1, count: blocks)
        child = Array(repeating: -1, count: separations)
        sibling = child
        key = Array(repeating: 0, count: separations)
        pending = key
    }

    /// The most violated distance of a block, and its key.
    func top(of block: Int) -> (Int, Double)? {
        let top = Int(root[block])
        return top < 0 ? nil : (top, key[top])
    }

    mutating func insert(_ c: Int, key new: Double, into block: Int) {
        key[c] = new
        pending[c] = 0
        child[c] = -1
        sibling[c] = -1
        root[block] = joined(root[block], Int32(truncatingIfNeeded: c))
    }

    /// Melds the heap of one block into that of another, with its keys shifted by a number.
    mutating func meld(_ taken: Int, into kept: Int, shift: Double) {
        let top = root[taken]
        guard top >= 0 else { return }
        key[Int(top)] += shift
        pending[Int(top)] += shift
        root[taken] = -1
        root[kept] = joined(root[kept], top)
    }

    /// Removes the top: its children are joined in pairs from left to right, then the pairs from right to left.
    mutating func removeTop(of block: Int) {
        let top = Int(root[block])
        let shift = pending[top]
        var pairs: Int32 = -1
        var at = child[top]
        while at >= 0 {
            let first = at
            let second = sibling[Int(first)]
            at = second < 0 ? -1 : sibling[Int(second)]
            add(shift, to: first)
            if second >= 0 { add(shift, to: second) }
            let pair = joined(first, second)
            sibling[Int(pair)] = pairs
            pairs = pair
        }
        var result: Int32 = -1
        while pairs >= 0 {
            let following = sibling[Int(pairs)]
            sibling[Int(pairs)] = -1
            result = joined(result, pairs)
            pairs = following
        }
        root[block] = result
    }

    private mutating func add(_ shift: Double, to c: Int32) {
        key[Int(c)] += shift
        pending[Int(c)] += shift
    }

    /// Joins two roots: the one with the lesser key becomes the first child of the other.
    private mutating func joined(_ a: Int32, _ b: Int32) -> Int32 {
        if a < 0 { return b }
        if b < 0 { return a }
        let (winner, loser) = key[Int(a)] >= key[Int(b)] ? (a, b) : (b, a)
        let shift = pending[Int(winner)]
        add(-shift, to: loser)
        sibling[Int(loser)] = child[Int(winner)]
        child[Int(winner)] = loser
        sibling[Int(winner)] = -1
        return winner
    }
}
