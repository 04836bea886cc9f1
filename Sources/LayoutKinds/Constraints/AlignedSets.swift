/// Sets of items that keep their distances on an axis: each item has an offset from the first of its set.
///
/// Union and find with offsets; Tarjan 1975.
public struct AlignedSets: Sendable {
    private var parents: [Int]
    private var offsets: [Double]
    private var sizes: [Int]

    /// Each item is a set of its own.
    init(count: Int) {
        parents = Array(0..<count)
        offsets = Array(repeating: 0, count: count)
        sizes = Array(repeating: 1, count: count)
    }

    /// Adds an item that is a set of its own; returns its number.
    mutating func addItem() -> Int {
        parents.append(parents.count)
        offsets.append(0)
        sizes.append(1)
        return parents.count - 1
    }

    /// The item that stands for the set of an item, and the offset of the item from it.
    public func find(_ item: Int) -> (root: Int, offset: Double) {
        var (root, offset) = (item, 0.0)
        while parents[root] != root {
            offset += offsets[root]
            root = parents[root]
        }
        return (root, offset)
    }

    /// Returns true if an item is alone in its set.
    public func isAlone(_ item: Int) -> Bool { parents[item] == item && sizes[item] == 1 }

    /// Joins the sets of two items, the second so far from the first; false if their distance is known and another.
    mutating func join(_ a: Int, _ b: Int, offset: Double = 0) -> Bool {
        let (rootA, offsetA) = find(a)
        let (rootB, offsetB) = find(b)
        if rootA == rootB { return abs(offsetA + offset - offsetB) < 1e-6 }
        // Smaller sets are put under larger ones, so that ways stay short.
        if sizes[rootA] >= sizes[rootB] {
            parents[rootB] = rootA
            offsets[rootB] = offsetA + offset - offsetB
            sizes[rootA] += sizes[rootB]
        } else {
            parents[rootA] = rootB
            offsets[rootA] = offsetB - offset - offsetA
            sizes[rootB] += sizes[rootA]
        }
        return true
    }
}
