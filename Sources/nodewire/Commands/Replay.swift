import Host
import Recordings
import Wire

/// Performs a recording again and compares its outputs; returns the exit code, 1 at a difference.
func replay(_ arguments: Arguments) throws(CommandError) -> Int32 {
    let recording = try Recording(path: arguments.operands[0])
    if let out = arguments.value("--out") {
        let (text, summary) = recording.rewritten()
        try text.withBytes { (bytes) throws(CommandError) in
            try Platform.writeFile(out, [UnsafeRawBufferPointer(bytes)])
        }
        Platform.printOut("\(summary.messages) messages, written to \(out)\n")
        return 0
    }
    var best: Replay.Summary?
    /// The time of the fastest replay.
    var milliseconds = Double.infinity
    for _ in 0..<(arguments.has("--speed") ? 5 : 1) {
        var replay = Replay(recording)
        let start = Platform.now
        let (summary, difference) = replay.run()
        let time = Platform.now - start
        if let difference {
            Platform.printOut(difference.text(in: recording))
            return 1
        }
        if time < milliseconds { (best, milliseconds) = (summary, time) }
    }
    guard let best else { return 0 }
    let ending = recording.isComplete ? "" : "; the recording stops before the end of its conversation"
    let rate = Double(best.messages) / max(milliseconds, 0.001) * 1000
    Platform.printOut(
        "\(best.messages) messages gave the same \(best.bytes) bytes in \((milliseconds * 1e6).asTime), "
            + "\(Int(rate.rounded())) a second; \(best.compared) outputs compared\(ending)\n")
    return 0
}

extension Replay.Difference {
    private static let shownBytes = 4000

    fileprivate func text(in recording: Recording) -> String {
        let input = recording.withBody(of: entry.event) { String(decoding: $0, as: UTF8.self) } ?? "\(entry.event)"
        let what = entry.event.isMessage ? "message \(number)" : "what follows message \(number)"
        return """
            difference at \(what) (line \(entry.line))
            input:    \(Self.shortened(input))
            recorded: \(entry.output?.count ?? 0) bytes
            now:      \(output.count) bytes
            \(Self.shortened(String(decoding: output, as: UTF8.self)))

            """
    }

    private static func shortened(_ text: String) -> String {
        text.utf8.count <= shownBytes ? text : String(decoding: text.utf8.prefix(shownBytes), as: UTF8.self) + " …"
    }
}
