import Host
import Recordings
import Wire

/// Performs recordings again and compares their outputs; returns the exit code, 1 if one differs.
///
/// All files are processed, even after failures.
func replay(_ arguments: Arguments) throws(CommandError) -> Int32 {
    if arguments.has("--redact"), !arguments.has("--out") { throw CommandError("--redact needs --out and a file") }
    if arguments.has("--out") || arguments.has("--outputs") {
        guard arguments.operands.count == 1 else { throw CommandError("--out and --outputs need one FILE") }
        let recording = try Recording(path: arguments.operands[0])
        if !arguments.has("--out") { return try printOutputs(of: recording) }
        return try rewrite(recording, arguments)
    }
    let files = try DocumentFiles.list(arguments.operands, endingIn: [".jsonl"])
    if arguments.has("--against"), files.contains("-") {
        throw CommandError("--against needs files: both programs read them")
    }
    var report = ReplayReport(arguments, isNamed: files.count > 1)
    var failure: CommandError?
    for file in files {
        do throws(CommandError) {
            guard arguments.operands.contains(file) || Recording.isRecording(file) else { continue }
            try report.add(try Recording(path: file), of: file)
        } catch {
            if failure != nil { Platform.log("nodewire: \(error.message)\n") }
            failure = failure ?? error
        }
    }
    report.end()
    if let failure { throw failure }
    return report.hasDifferences ? ExitCode.found : 0
}

/// Writes a recording with the outputs of this build.
private func rewrite(_ original: Recording, _ arguments: Arguments) throws(CommandError) -> Int32 {
    var recording = original
    let out = arguments.out
    let file = try out.map { (path) throws(CommandError) in try OutputFile(path, arguments) }
    if out == nil { try arguments.keepReportApart() }
    let findings = try arguments.has("--redact") ? redact(&recording) : []
    let (text, summary) = recording.rewritten()
    try text.withBytes { (bytes) throws(CommandError) in
        try Platform.writeRecording([UnsafeRawBufferPointer(bytes)], to: file)
    }
    if arguments.has("--json"), let out {
        printJSON([
            "path": .string(out), "messages": .number(summary.messages),
            "findings": .array(findings.map { ["line": .number($0.line), "message": .string($0.message)] }),
        ])
    } else if arguments.printsText {
        let line = "\(summary.messages) messages, written to \(out ?? "-")\n"
        if out == nil { Platform.log(line) } else { Platform.printOut(line) }
    }
    if !arguments.has("--quiet") {
        for finding in findings { Platform.log("nodewire: line \(finding.line): \(finding.message)\n") }
    }
    return findings.isEmpty ? 0 : ExitCode.found
}

/// Replaces the texts of users in a recording; returns the parts that could not be redacted unchanged.
private func redact(_ recording: inout Recording) throws(CommandError) -> [Redaction.Finding] {
    let (text, findings) = Redaction.text(of: recording)
    do throws(RecordingError) {
        recording = try Recording(text.bytes)
    } catch {
        throw CommandError("line \(error.line): \(error.message)")
    }
    return findings
}

/// Prints the output of each entry of a recording, in lines.
private func printOutputs(of recording: Recording) throws(CommandError) -> Int32 {
    var writer = JSONWriter()
    func flush() throws(CommandError) {
        let isWritten = writer.withBytes { Platform.writeAll(UnsafeRawBufferPointer($0), to: 1) }
        if !isWritten { throw CommandError("standard output cannot be written") }
        writer.removeAll(keepingAtMost: 1 << 20)
    }
    ReplayedOutput.write(.header(version: ReplayedOutput.version), into: &writer)
    var replay = Replay(recording)
    let summary = try replay.forEach { (index, _, bytes) throws(CommandError) in
        guard !bytes.isEmpty else { return true }
        let output = ReplayedOutput(line: recording.entries[index].line, bytes: Array(bytes))
        ReplayedOutput.write(.output(output), into: &writer)
        if writer.count > 1 << 16 { try flush() }
        return true
    }
    ReplayedOutput.write(.end(messages: summary.messages), into: &writer)
    try flush()
    return 0
}

extension Recording {
    /// Returns true if a file begins as recordings do; in a folder may be other files of the same ending.
    fileprivate static func isRecording(_ path: String) -> Bool {
        Platform.firstBytes(of: path, 12) == Array(#"{"recording""#.utf8)
    }
}
