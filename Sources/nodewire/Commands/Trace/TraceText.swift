import Host
import Recordings
import Wire

/// The summary of a trace in lines for people.
struct TraceText {
    private let summary: TraceSummary
    private let limits: TraceLimits
    private let hasTimings: Bool
    /// Lists are cut after this many lines, and the number of others is stated.
    private static let mostLines = 200

    init(_ summary: TraceSummary, _ limits: TraceLimits, hasTimings: Bool) {
        (self.summary, self.limits, self.hasTimings) = (summary, limits, hasTimings)
    }

    /// Returns the whole summary.
    func lines(of file: String, _ recording: Recording) -> [String] {
        var lines = [head(of: file), "recorded by nodewire \(recording.server)"]
        if let number = summary.firstDifference {
            lines.append("this build sends something else than was recorded, first at message \(number)")
        }
        if !recording.isComplete && limits.until == .max {
            lines.append("the recording stops before the end of its conversation")
        }
        lines += section("messages", counts(summary.methods))
        lines += section("sent by the server", counts(summary.sent))
        lines += section("sent without a message", counts(summary.uncaused))
        lines += section("refused", summary.refusals.map(TraceText.line))
        lines += section("documents", summary.documents.map(TraceText.line))
        lines += section(
            "views",
            summary.views.map {
                "\($0.name) of \($0.document), \(JSON.number($0.width)) x \(JSON.number($0.height)), from message \($0.number)"
            })
        lines += section("gestures", summary.gestures.filter { $0.last >= limits.from }.map(TraceText.line))
        lines += section("to look at", summary.findings.map { "message \($0.number): \($0.text)" })
        if hasTimings {
            lines += section(
                "slowest in this replay",
                summary.slowest.map {
                    "\(TraceText.right(($0.duration * 1e6).asTime, 9))  message \($0.number) \($0.method)"
                })
        }
        return lines.map(TraceText.plain)
    }

    private func head(of file: String) -> String {
        let count = summary.requests + summary.notifications + summary.others
        var text = "\(file): \(count) messages: \(summary.requests) requests, \(summary.notifications) notifications"
        if summary.others > 0 { text += ", \(summary.others) others" }
        text += "; \(summary.bytesIn) bytes in, \(summary.bytesOut) out"
        if let times = summary.times {
            text += "; \(time(times.lowerBound)) to \(time(times.upperBound)) ms"
        }
        return text
    }

    private func time(_ milliseconds: Double) -> JSON { .number((milliseconds * 10).rounded() / 10) }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        if lines.isEmpty { return [] }
        let rest = lines.count - TraceText.mostLines
        return ["", title] + lines.prefix(TraceText.mostLines).map { "  " + $0 }
            + (rest > 0 ? ["  and \(rest) more"] : [])
    }

    /// The most frequent first.
    private func counts(_ counts: [String: Int]) -> [String] {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
            "\(TraceText.right("\($0.value)", 7))  \($0.key)"
        }
    }

    private static func line(of refusal: TraceSummary.Refusal) -> String {
        let code = refusal.code.map { "\($0) " } ?? ""
        let times = refusal.count == 1 ? "message" : "\(refusal.count) times, first in message"
        return "\(refusal.method): \(code)\(refusal.reason): \(refusal.message) (\(times) \(refusal.first))"
    }

    private static func line(of document: TraceSummary.OpenedDocument) -> String {
        let path = document.path.map { " (\($0))" } ?? ""
        let closed = document.closed.map { ", closed by message \($0)" } ?? ""
        return
            "\(document.name)\(path), from message \(document.number)\(closed): \(counted(document.changes, "change"))"
    }

    /// Returns a gesture in one line: its messages, its kind, its path on the screen, and its outcome.
    static func line(of gesture: TracedGesture) -> String {
        var text = "messages \(gesture.first) to \(gesture.last): \(gesture.kind) in view \(gesture.view)"
        if let start = gesture.start, let end = gesture.end {
            text += ", \(TraceTracker.text(start)) to \(TraceTracker.text(end))"
        }
        text += ", \(counted(gesture.moves, "move"))"
        if gesture.paths.count > 1 { text += " of \(gesture.paths.count) pointers" }
        if let longest = gesture.longestStep {
            text += ", the longest \(longest.points.short) points in message \(longest.number)"
        }
        return "\(text): \(words(gesture.outcome))"
    }

    /// Returns the outcome of a gesture, in words.
    static func words(_ outcome: TracedGesture.Outcome) -> String {
        switch outcome {
        case .open: "still under way"
        case .committed(let label): "committed: \(label)"
        case .refused(let reason, let message): "refused: \(reason): \(message)"
        case .cancelled: "cancelled"
        case .became(let kind): "became \(kind)"
        case .closed: "its view was closed"
        case .ended(let method, let events):
            "ended, no change" + (method.map { ", by \($0)" } ?? "")
                + (events.isEmpty ? "" : ", \(events.joined(separator: ", "))")
        }
    }

    private static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.utf8.count, 0)) + text
    }

    /// A text without characters that would move the cursor of a terminal.
    static func plain(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
                        ? "\u{FFFD}" : $0
                }))
    }
}

/// A step of a trace in lines for people.
enum TraceLines {
    /// The indentation of a message's effects.
    static let margin = String(repeating: " ", count: 20)
    /// Values are cut after this many bytes.
    private static let shownBytes = 160

    static func lines(of step: Trace.Step, hasTimings: Bool) -> [String] {
        if step.isSilent { return [] }
        let at = step.elapsed.map { "\(JSON.number(($0 * 10).rounded() / 10))" } ?? ""
        var head = TraceText.right(step.event.isMessage ? "\(step.number)" : "", 7) + " " + TraceText.right(at, 11)
        if hasTimings { head += TraceText.right((step.duration * 1e6).asTime, 10) }
        var rest = step.output
        var lines: [String] = []
        if !step.event.isMessage { lines.append("\(head) *** \(step.name)") }
        if step.event.isMessage && step.input.isEmpty {
            lines.append("\(head) --> \(short(JSON.string(String(decoding: step.body, as: UTF8.self)).description))")
        }
        for (index, message) in step.input.enumerated() {
            var line = "\(index == 0 ? head : TraceLines.margin.dropLast() + "") --> \(words(of: message))"
            if message.method != nil, let id = message.id,
                let place = rest.firstIndex(where: { $0.method == nil && $0.id.map($0.text) == message.text(id) })
            {
                line += answer(rest.remove(at: place))
            }
            lines.append(line)
        }
        for message in rest { lines.append("\(margin)<-- \(words(of: message))") }
        return lines.map(TraceText.plain)
    }

    /// A message in short: method and id with its parameters, or id with its result.
    private static func words(of message: TracedMessage) -> String {
        let id = message.id.map { short(message.text($0)) + " " } ?? ""
        guard let method = message.methodName else { return id + answer(message).dropFirst() }
        return "\(short(method)) \(id)\(message.params.map { short(message.text($0)) } ?? "")"
    }

    private static func answer(_ message: TracedMessage) -> String {
        if let error = message.error { return " ! \(short(message.text(error)))" }
        return " = \(message.result.map { short(message.text($0)) } ?? "")"
    }

    private static func short(_ text: String) -> String {
        if text.utf8.count <= shownBytes { return text }
        return String(decoding: text.utf8.prefix(shownBytes), as: UTF8.self) + "…"
    }
}
