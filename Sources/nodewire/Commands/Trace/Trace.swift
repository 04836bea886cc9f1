import Host
import Recordings
import Wire

/// Shows what happened in a recorded conversation; returns the exit code.
func trace(_ arguments: Arguments) throws(CommandError) -> Int32 {
    let forms = ["--summary", "--print", "--json", "--svg", "--html"].filter(arguments.has)
    if forms.count > 1 { throw CommandError("give only one of \(forms.joined(separator: ", "))") }
    let limits = try TraceLimits(arguments)
    let recording = try Recording(path: arguments.operands[0])
    let trace = Trace(recording, now: { Platform.now })
    switch forms.first {
    case "--print": try printMessages(trace, limits, arguments)
    case "--json": try printObjects(trace, limits, arguments)
    case "--svg": try drawDocument(trace, limits, arguments)
    case "--html": try writePage(trace, limits, arguments, recording)
    default: try summarize(trace, limits, arguments, recording)
    }
    return 0
}

/// The first and the last message that a command line asks for.
struct TraceLimits {
    var from = 1
    var until = Int.max

    init(_ arguments: Arguments) throws(CommandError) {
        from = try TraceLimits.number("--from", arguments) ?? from
        until = try TraceLimits.number("--until", arguments) ?? until
        if from > until { throw CommandError("--from is after --until") }
    }

    private static func number(_ name: String, _ arguments: Arguments) throws(CommandError) -> Int? {
        guard let text = arguments.value(name) else { return nil }
        guard let number = Int(text), number > 0 else {
            throw CommandError("\(name) needs the number of a message, from 1")
        }
        return number
    }
}

private func summarize(
    _ trace: Trace, _ limits: TraceLimits, _ arguments: Arguments, _ recording: Recording
) throws(CommandError) {
    var trace = trace
    var summary = TraceSummary()
    while let step = trace.next(until: limits.until) { summary.add(step, isCounted: step.number >= limits.from) }
    let text = TraceText(summary, limits, hasTimings: arguments.has("--timings"))
    var output = try CommandOutput(arguments)
    for line in text.lines(of: arguments.operands[0], recording) { try output.line(line) }
    try output.end()
}

private func printMessages(_ trace: Trace, _ limits: TraceLimits, _ arguments: Arguments) throws(CommandError) {
    var trace = trace
    var tracker = TraceTracker()
    var output = try CommandOutput(arguments)
    while let step = trace.next(until: limits.until) {
        let ended = tracker.follow(step)
        if step.number < limits.from { continue }
        for line in TraceLines.lines(of: step, hasTimings: arguments.has("--timings")) { try output.line(line) }
        for gesture in ended {
            try output.line(TraceLines.margin + "== " + TraceText.line(of: tracker.gestures[gesture]))
        }
    }
    try output.end()
}

private func printObjects(_ trace: Trace, _ limits: TraceLimits, _ arguments: Arguments) throws(CommandError) {
    var trace = trace
    var output = try CommandOutput(arguments)
    let hasTimings = arguments.has("--timings")
    while let step = trace.next(until: limits.until) {
        if step.number < limits.from || step.isSilent { continue }
        try output.write { step.write(into: &$0, hasTimings: hasTimings) }
    }
    try output.end()
}

extension Trace.Step {
    /// Is true for an event that is no message and caused nothing.
    var isSilent: Bool { !event.isMessage && output.isEmpty }

    /// Writes the step as a JSON object and a line end.
    fileprivate func write(into writer: inout JSONWriter, hasTimings: Bool) {
        writer.beginObject()
        writer.name("number")
        writer.integer(number)
        writer.name("line")
        writer.integer(line)
        if let at {
            writer.name("at")
            writer.number(at)
        }
        if hasTimings {
            writer.name("milliseconds")
            writer.number(duration)
        }
        if !event.isMessage {
            writer.name("event")
            writer.string(name)
        } else if input.isEmpty {
            writer.name("text")
            writer.string(String(decoding: body, as: UTF8.self))
        } else {
            writer.name("input")
            // A message may span lines.
            let text = body.withUnsafeBufferPointer { bytes in
                var cursor = JSONCursor(bytes)
                return try? JSONText(copying: &cursor, checked: false)
            }
            if let text { writer.raw(text) } else { writer.null() }
        }
        writer.name("output")
        writer.beginArray()
        for message in output {
            message.bytes[message.range].withUnsafeBufferPointer { writer.raw($0) }
        }
        writer.endArray()
        if let gesture = views.first(where: { $0.gesture != nil })?.gesture {
            writer.name("gesture")
            writer.string(gesture)
        }
        writer.endObject()
        writer.append("\n")
    }
}
