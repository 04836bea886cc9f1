import Seeding
import Testing
import Wire

/// Exact decimals as schemas compare them.
@Suite struct DecimalTests {
    private func decimal(_ text: String) -> ExactDecimal {
        Array(text.utf8).withUnsafeBufferPointer { ExactDecimal($0) }
    }

    /// A number of units of 10^-decimals, in one of its spellings.
    private func spelled(_ value: Int, _ decimals: Int, _ numbers: inout Seeded) -> String {
        let zeros = numbers.below(3)
        return (value == 0 ? "0" : "\(value)" + String(repeating: "0", count: zeros)) + "e\(-decimals - zeros)"
    }

    @Test(arguments: 0..<200) func `decimals are compared as whole numbers of a smaller unit`(seed: Int) {
        var numbers = Seeded(UInt64(seed))
        for _ in 0..<50 {
            let (a, b) = (numbers.below(4001) - 2000, numbers.below(4001) - 2000)
            let (p, q) = (numbers.below(4), numbers.below(4))
            // Both in units of 10⁻³.
            let (whole, other) = (a * [1000, 100, 10, 1][p], b * [1000, 100, 10, 1][q])
            let left = decimal(spelled(a, p, &numbers))
            let right = decimal(spelled(b, q, &numbers))
            #expect((left < right) == (whole < other))
            #expect((left == right) == (whole == other))
            if other > 0 { #expect(left.isMultiple(of: right) == (whole % other == 0)) }
        }
    }

    @Test(arguments: [
        ("1e400", "3", false), ("3e400", "3", true), ("1e400", "7e-400", false), ("14e-400", "7e-400", true),
        ("1e1000000000000000000000", "2", true), ("1e-1000000000000000000000", "2", false), ("0e5", "3", true),
        ("1", "1e-999999999999", true), ("0.0075", "0.0001", true), ("0.00751", "0.0001", false),
        ("-4.5", "1.5", true), ("1e308", "0.123456789", false), ("1e20", "999999999999999999", false),
    ]) func `exponents do not matter`(_ value: String, _ divisor: String, _ isMultiple: Bool) {
        #expect(decimal(value).isMultiple(of: decimal(divisor)) == isMultiple)
    }

    @Test(arguments: [
        ("-1e400", "-1e399"), ("-1", "1e-400"), ("0", "1e-9999999999999999999999"),
        ("1e-99999999999999999999", "1e-400"),
        ("9.99e2", "1000"), ("-0.0", "0.1"), ("1e400", "1e1000000000000000000000"),
        ("9007199254740992", "9007199254740993"),
    ]) func `the less comes before the greater`(_ less: String, _ greater: String) {
        #expect(decimal(less) < decimal(greater))
        #expect(!(decimal(greater) < decimal(less)))
    }
}
