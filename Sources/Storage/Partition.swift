extension RandomAccessCollection where Index == Int {
    /// The first index at which a predicate holds, in a collection where it holds from some index on; the end if it
    /// never does.
    ///
    /// - Complexity: O(log *n*).
    @inlinable @inline(__always)
    public func partitioningIndex(where isReached: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if isReached(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
