import Host
import Recordings
import Wire

/// The figures of a load, and the thresholds that they keep or miss.
struct LoadReport {
    private static let shares: [(name: String, share: Double)] = [
        ("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999),
    ]

    private let result: LoadRun.Result
    private let rate: Double
    private let thresholds: [(threshold: LoadThreshold, value: Double, isKept: Bool)]

    /// - Parameter rate: messages a second, as they were scheduled.
    init(_ result: LoadRun.Result, _ rate: Double, _ thresholds: [LoadThreshold]) {
        (self.result, self.rate) = (result, rate)
        self.thresholds = thresholds.map { threshold in
            let value = Self.value(of: threshold.subject, result)
            return (threshold, value, threshold.relation.holds(value, threshold.bound))
        }
    }

    /// The thresholds that are missed.
    var missed: [LoadThreshold] { thresholds.filter { !$0.isKept }.map(\.threshold) }

    private static func value(of subject: LoadThreshold.Subject, _ result: LoadRun.Result) -> Double {
        switch subject {
        case .quantile(let share): result.latencies.quantile(share).map { Double($0) } ?? .nan
        case .longest: result.latencies.count > 0 ? Double(result.latencies.longest) : .nan
        case .errors: Double(result.failures)
        case .rate: result.rate
        }
    }

    private var figures: [(name: String, nanoseconds: Int)] {
        guard result.latencies.count > 0 else { return [] }
        return Self.shares.map { ($0.name, result.latencies.quantile($0.share) ?? 0) } + [
            ("max", result.latencies.longest)
        ]
    }

    var text: String {
        var text = "\(result.sent) messages at \(rate.short) a second, \(result.rate.short) achieved; "
        text += "\(result.latencies.count) latencies, \(result.errors) errors"
        if result.unanswered > 0 { text += ", \(result.unanswered) requests without an answer" }
        if result.unsent > 0 { text += ", \(result.unsent) messages not taken" }
        text += "\n"
        let words = figures.map { "\($0.name) \(Double($0.nanoseconds).asTime)" }
        if !words.isEmpty { text += words.joined(separator: "  ") + "\n" }
        for one in thresholds {
            let isTime = one.threshold.subject != .errors && one.threshold.subject != .rate
            let value = one.value.isNaN ? "nothing was measured" : isTime ? one.value.asTime : one.value.short
            text += "\(one.threshold.text): \(one.isKept ? "kept" : "missed"): \(value)\n"
        }
        return text
    }

    var json: JSON {
        let latencies = figures.map {
            JSONObject.Member(name: JSONString($0.name), value: .number(Double($0.nanoseconds) / 1e6))
        }
        return [
            "sent": .number(result.sent), "rate": .number(rate), "achieved": .number(result.rate),
            "latencies": .number(result.latencies.count), "milliseconds": .object(JSONObject(distinct: latencies)),
            "errors": .number(result.errors), "unanswered": .number(result.unanswered),
            "unsent": .number(result.unsent),
            "thresholds": .array(
                thresholds.map { ["threshold": .string($0.threshold.text), "kept": .boolean($0.isKept)] }),
        ]
    }
}
