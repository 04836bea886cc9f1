/// Sets of items with fixed distances on an axis: each item has an offset from the root of its set.
///
/// Union-find with offsets; Tarjan 1975.
public struct AlignedSets: Sendable {
    private var parents: [Int]
    private var offsets: [Double]
    private var sizes: [Int]

    /// Makes a set of each item.
    init(count: Int) {
        parents = Array(0..<count)
        offsets = Array(repeating: 0, count: count)
        sizes = Array(repeating: 1, count: count)
    }

    /// Adds an item as a set of its own; returns its number.
    mutating func addItem() -> Int {
        parents.append(parents.count)
        offsets.append(0)
        sizes.append(1)
        return parents.count - 1
    }

    /// The root of an item's set, and the offset of the item from it.
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

    /// Joins the sets of two items at a distance; false if their distance is already known and different.
    mutating func join(_ a: Int, _ b: Int, offset: Double = 0) -> Bool {
        let (rootA, offsetA) = find(a)
        let (rootB, offsetB) = find(b)
        if rootA == rootB { return abs(offsetA + offset - offsetB) < 1e-6 }
        // Smaller sets are put under larger ones, so that paths stay short.
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
