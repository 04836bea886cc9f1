/// Counts of durations, from which percentiles are read, in memory that does not grow.
///
/// Linear buckets within each power of two, as in HdrHistogram (Tene, hdrhistogram.org): with a precision of 10 a
/// value below 2048 ns has a bucket of its own, and above that 1024 buckets divide the range up to the next power of
/// two, so that each value is exact to 0.1 %. The longest value is kept exactly.
public struct LatencyHistogram: Sendable {
    /// The number of divided powers of two: values of 2⁴⁴ ns (five hours) and more are counted as that, except in
    /// `longest`.
    private static let powers = 44
    /// The number of buckets between a power of two and the next, as a power of two.
    private let shift: Int
    private var counts: [Int]
    /// The number of values.
    public private(set) var count = 0
    /// The greatest value, in nanoseconds; zero if there is none.
    public private(set) var longest = 0

    /// A histogram without values.
    ///
    /// - Parameter precision: the exponent of two of the buckets within each power of two: 10 is exact to 0.1 %, 5 to 3 %.
    public init(precision: Int = 10) {
        shift = precision
        counts = [Int](repeating: 0, count: (Self.powers - shift + 1) << shift)
    }

    /// Counts a value in nanoseconds; less than zero counts as zero.
    ///
    /// - Complexity: O(1).
    public mutating func add(_ nanoseconds: Int) {
        counts[bucket(of: min(max(nanoseconds, 0), 1 << Self.powers - 1))] += 1
        count += 1
        longest = max(longest, nanoseconds)
    }

    /// Returns the least value, in nanoseconds, that at least this share of all values does not exceed, rounded up by at most
    /// a bucket; nil without values.
    ///
    /// - Parameter share: from 0 to 1; others are taken as the nearest of these.
    public func quantile(_ share: Double) -> Int? {
        if count == 0 { return nil }
        let share = share.isNaN ? 1 : min(max(share, 0), 1)
        // A product that is above a whole number by an error of rounding alone does not ask for one more.
        let wanted = max(Int((share * Double(count) - 1e-6).rounded(.up)), 1)
        var seen = 0
        for (bucket, number) in counts.enumerated() where number > 0 {
            seen += number
            if seen >= wanted { return min(greatest(in: bucket), longest) }
        }
        return longest
    }

    private func bucket(of value: Int) -> Int {
        let power = max(Int.bitWidth - value.leadingZeroBitCount - shift - 1, 0)
        return power << shift + value >> power
    }

    private func greatest(in bucket: Int) -> Int {
        let power = max(bucket >> shift - 1, 0)
        let step = bucket - power << shift
        return (step + 1) << power - 1
    }
}
