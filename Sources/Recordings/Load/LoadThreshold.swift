/// A bound for a figure of a load, as `p99<5ms` or `errors<1`.
public struct LoadThreshold {
    /// The figure that is bounded.
    public enum Subject: Equatable {
        /// A share of the latencies, from 0 to 1.
        case quantile(Double)
        case longest, errors, rate
    }

    /// The signs between figure and bound.
    public enum Relation: String, CaseIterable {
        case atMost = "<="
        case below = "<"
        case atLeast = ">="
        case above = ">"

        /// Returns true if a value satisfies a bound; NaN satisfies none.
        public func holds(_ value: Double, _ bound: Double) -> Bool {
            switch self {
            case .atMost: value <= bound
            case .below: value < bound
            case .atLeast: value >= bound
            case .above: value > bound
            }
        }
    }

    /// The text it was read from.
    public let text: String
    /// The figure.
    public let subject: Subject
    /// The sign.
    public let relation: Relation
    /// The bound: nanoseconds of a latency, else a number.
    public let bound: Double

    private static let units: [(name: String, nanoseconds: Double)] = [
        ("ns", 1), ("us", 1e3), ("ms", 1e6), ("s", 1e9),
    ]

    /// Reads a threshold; nil for anything but a figure, a sign and a number, which has a unit if the figure is a latency.
    public init?(_ text: String) {
        self.text = text
        guard let sign = text.firstIndex(where: { $0 == "<" || $0 == ">" }) else { return nil }
        let rest = text[sign...]
        guard let relation = Relation.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else { return nil }
        guard let subject = Self.subject(text[..<sign]) else { return nil }
        (self.subject, self.relation) = (subject, relation)
        var digits = rest.dropFirst(relation.rawValue.count)
        var factor = 1.0
        if subject != .errors && subject != .rate {
            guard let unit = Self.units.first(where: { digits.hasSuffix($0.name) }) else { return nil }
            digits = digits.dropLast(unit.name.count)
            factor = unit.nanoseconds
        }
        guard digits.first?.isNumber == true, let number = Double(digits), number.isFinite else { return nil }
        bound = number * factor
    }

    private static func subject(_ name: Substring) -> Subject? {
        switch name {
        case "max": return .longest
        case "errors": return .errors
        case "rate": return .rate
        default:
            guard name.first == "p", let percent = Double(name.dropFirst()), percent > 0, percent < 100 else {
                return nil
            }
            return .quantile(percent / 100)
        }
    }
}
