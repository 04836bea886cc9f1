import Recordings
import Seeding
import Server
import Testing

/// The measurements of a load, and the bounds for them.
@Suite struct LoadTests {
    @Test func `quantiles are exact to a thousandth`() {
        var numbers = Seeded(5)
        var histogram = LatencyHistogram()
        #expect(histogram.quantile(0.5) == nil)
        // Of all magnitudes, the small ones with a bucket each.
        let values = (0..<20_000).map { _ in Int(numbers.next() >> (20 + UInt64(numbers.below(43)))) }
        for value in values { histogram.add(value) }
        let sorted = values.sorted()
        for share in [0, 0.001, 0.1, 0.5, 0.9, 0.99, 0.999, 1] {
            let exact = sorted[max(Int((share * Double(sorted.count)).rounded(.up)), 1) - 1]
            let found = histogram.quantile(share) ?? -1
            #expect(exact <= found && found - exact <= exact / 1000, "\(share): \(found) for \(exact)")
        }
        #expect(histogram.count == values.count && histogram.longest == sorted.last)
    }

    @Test func `no value is out of range`() {
        var histogram = LatencyHistogram()
        for value in [.min, -1, 0, 2047, 2048, .max] { histogram.add(value) }
        #expect(histogram.count == 6 && histogram.longest == .max)
        #expect(histogram.quantile(-1) == 0 && histogram.quantile(.nan) == histogram.quantile(2))
    }

    @Test(arguments: [
        ("p99<5ms", true, 4.9e6), ("p99<5ms", false, 5e6), ("p99.9<=5ms", true, 5e6), ("max>1s", false, 1e9),
        ("errors<1", true, 0), ("rate>=900", true, 900), ("p50<2us", false, .nan),
    ])
    func `a bound is kept or missed`(_ text: String, _ isKept: Bool, _ value: Double) throws {
        let threshold = try #require(LoadThreshold(text))
        #expect(threshold.relation.holds(value, threshold.bound) == isKept)
    }

    @Test(arguments: [
        "", "p99", "p99<", "p99<5", "p0<1ms", "p100<1ms", "max<ms", "max<nanms", "errors<1ms", "x<1", "p99=5ms",
    ])
    func `other texts are no bounds`(_ text: String) { #expect(LoadThreshold(text) == nil) }

    @Test(arguments: LoadStream.Kind.allCases)
    func `a made stream is the same each time`(_ kind: LoadStream.Kind) {
        let (one, other) = (LoadStream(kind, nodes: 7), LoadStream(kind, nodes: 7))
        #expect(one.opening == other.opening && one.opening.count == 3 && one.count == nil)
        #expect((0..<100).allSatisfy { one.body($0, at: 1) == other.body($0, at: 1) })
    }
}
