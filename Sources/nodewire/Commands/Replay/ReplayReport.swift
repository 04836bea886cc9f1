import Host
import Recordings
import Wire

/// The report of `replay`: the differences of each recording, and its sums.
struct ReplayReport {
    private let arguments: Arguments
    /// Is true if lines begin with the name of the file.
    private let isNamed: Bool
    private var files: [JSON] = []
    private(set) var hasDifferences = false

    init(_ arguments: Arguments, isNamed: Bool) {
        self.arguments = arguments
        self.isNamed = isNamed
    }

    /// Performs a recording and reports its outputs.
    mutating func add(_ recording: Recording, of file: String) throws(CommandError) {
        let other = arguments.value("--against")
        let limit = arguments.has("--all") || other != nil ? ReplayComparison.listed : 1
        var fastest: ReplayComparison?
        for _ in 0..<(arguments.has("--speed") ? 5 : 1) {
            let comparison = try ReplayComparison(recording, of: file, against: other, limit: limit)
            if comparison.milliseconds < fastest?.milliseconds ?? .infinity { fastest = comparison }
            if comparison.count > 0 { break }
        }
        guard let fastest else { return }
        hasDifferences = hasDifferences || fastest.count > 0
        if arguments.has("--json") { files.append(json(of: fastest, recording, file)) }
        guard arguments.printsText else { return }
        for difference in fastest.differences {
            Platform.printOut((isNamed ? "\(file): " : "") + difference.text(against: other))
        }
        // One difference says it all where the first one is the last that was looked for.
        if fastest.count == 0 || limit > 1 { Platform.printOut(summary(of: fastest, recording, file)) }
    }

    /// Prints the collected differences.
    func end() { if arguments.has("--json") { printJSON(.array(files)) } }

    private func summary(of comparison: ReplayComparison, _ recording: Recording, _ file: String) -> String {
        let summary = comparison.summary
        var text = isNamed ? "\(file): " : ""
        if comparison.count > 0 {
            text += "\(comparison.count) of \(comparison.compared) outputs differ"
            let left = comparison.count - comparison.differences.count
            return text + (left > 0 ? "; the last \(left) are not listed\n" : "\n")
        }
        let rate = Double(summary.messages) / max(comparison.milliseconds, 0.001) * 1000
        text += "\(summary.messages) messages gave the same \(summary.bytes) bytes"
        if let other = arguments.value("--against") { text += " as with \(other)" }
        text += " in \((comparison.milliseconds * 1e6).asTime), \(Int(rate.rounded())) a second"
        text += "; \(comparison.compared) outputs compared"
        return text + (recording.isComplete ? "\n" : "; the recording stops before the end of its conversation\n")
    }

    private func json(of comparison: ReplayComparison, _ recording: Recording, _ file: String) -> JSON {
        var members: JSONObject = [
            "file": .string(file), "messages": .number(comparison.summary.messages),
            "bytes": .number(comparison.summary.bytes), "compared": .number(comparison.compared),
            "complete": .boolean(recording.isComplete), "differences": .number(comparison.count),
            "listed": .array(comparison.differences.map(\.json)),
        ]
        if arguments.has("--speed") { members["milliseconds"] = .number(comparison.milliseconds) }
        return .object(members)
    }
}

extension ReplayComparison.Difference {
    /// Returns the difference in lines for people.
    ///
    /// - Parameter program: the other one; nil for a comparison with the recorded outputs.
    fileprivate func text(against program: String?) -> String {
        var text = """
            difference at \(isMessage ? "message" : "what follows message") \(number) (line \(line))
            input:    \(input)
            \(program ?? "recorded"): \(other.count) bytes

            """
        if let shown = other.shown { text += shown + "\n" }
        if let place { text += "they differ from byte \(place) on\n" }
        return text + "now:      \(now.count) bytes\n\(now.shown ?? "")\n"
    }

    fileprivate var json: JSON {
        var members: JSONObject = [
            "message": .number(number), "line": .number(line), "input": .string(input),
            "now": Self.json(of: now), "other": Self.json(of: other),
        ]
        if let place { members["place"] = .number(place) }
        return .object(members)
    }

    private static func json(of side: Side) -> JSON {
        var members: JSONObject = ["bytes": .number(side.count)]
        if let shown = side.shown { members["text"] = .string(shown) }
        return .object(members)
    }
}
