/// The longest increasing subsequence of different numbers: the elements that can stay when a list is reordered
/// (Schensted 1961, "Longest increasing and decreasing subsequences").
public struct LongestRise: Sendable {
    /// A flag for each number: true if it is selected.
    public private(set) var members: [Bool]

    /// - Complexity: O(*n* log *n*); O(*n*) if the numbers grow already.
    public init(_ numbers: [UInt64]) {
        members = Array(repeating: false, count: numbers.count)
        // Of the selections of each length the place of the least last number, and for each place the one before it.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            var low = 0
            var high = ends.count
            if let end = ends.last, numbers[end] < number { low = high }
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[place] = ends[low - 1] }
            if low < ends.count { ends[low] = place } else { ends.append(place) }
        }
        var place = ends.last ?? -1
        while place >= 0 {
            members[place] = true
            place = before[place]
        }
    }
}
