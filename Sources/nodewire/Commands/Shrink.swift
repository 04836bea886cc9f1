import Host
import Recordings

/// Writes the shortest recording found for which a command still fails; returns the exit code, 1 if it never fails.
func shrink(_ arguments: Arguments) throws(CommandError) -> Int32 {
    guard let fails = arguments.value("--fails") else { throw CommandError("shrink needs --fails and a command") }
    guard let runs = Int(arguments.value("--runs") ?? "2000"), runs > 0 else {
        throw CommandError("--runs needs a number")
    }
    let file = arguments.operands[0]
    let out = arguments.has("--out") || file == "-" ? arguments.out : file + ".short"
    if out == nil { try arguments.keepReportApart() }
    let output = try out.map { (path) throws(CommandError) in try OutputFile(path, arguments) }
    let recording = try Recording(path: file)
    let folder = try Platform.makeTemporaryFolder()
    let name = "candidate.jsonl"
    defer { Platform.remove([name], in: folder) }
    let command = shellCommand(fails, "\(folder)/\(name)")
    var search = Shrink(recording, runs: runs) { (entries) throws(CommandError) in
        try recording.withParts(entries) { (parts) throws(CommandError) in
            try Platform.writeFile("\(folder)/\(name)", parts)
        }
        return try hasFailed(command)
    }
    guard let left = try search.run() else {
        if arguments.printsText { Platform.log("nodewire: the command does not fail for \(file)\n") }
        if arguments.has("--json") { printJSON(["fails": false, "messages": .number(recording.messageCount)]) }
        return ExitCode.found
    }
    try recording.withParts(left) { (parts) throws(CommandError) in try Platform.writeRecording(parts, to: output) }
    let count = left.count { recording.entries[$0].event.isMessage }
    if arguments.has("--json") {
        printJSON([
            "fails": true, "path": .string(out ?? "-"), "messages": .number(count),
            "of": .number(recording.messageCount), "runs": .number(search.runCount),
        ])
    } else if arguments.printsText {
        let text = "\(count) of \(recording.messageCount) messages after \(search.runCount) runs, in \(out ?? "-")\n"
        if out == nil { Platform.log(text) } else { Platform.printOut(text) }
    }
    return 0
}

extension Recording {
    /// Lends the parts of a recording with only these entries.
    fileprivate func withParts(
        _ entries: [Int], _ body: ([UnsafeRawBufferPointer]) throws(CommandError) -> Void
    ) throws(CommandError) {
        let lines = lines(of: entries)
        try bytes.withUnsafeBufferPointer { (all) throws(CommandError) in
            try body(lines.map { UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: all[$0])) })
        }
    }
}

/// The command with the name of the recording in it, or after it.
private func shellCommand(_ command: String, _ file: String) -> String {
    let quoted = "'" + file.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    var filled = ""
    var rest = command[...]
    while let index = rest.indices.first(where: { rest[$0...].hasPrefix("{}") }) {
        filled += rest[..<index] + quoted
        rest = rest[index...].dropFirst(2)
    }
    filled = filled.isEmpty ? command + " " + quoted : filled + rest
    return "(\(filled)\n) </dev/null >/dev/null 2>&1"
}

/// Runs a command in the shell; true if its exit code is not 0 or a signal ends it. Throws if there is no such command.
private func hasFailed(_ command: String) throws(CommandError) -> Bool {
    let code = try ChildProcess("/bin/sh", ["-c", command]).finish()
    if code == 126 || code == 127 { throw CommandError("the command cannot be run: \(command)") }
    return code != 0
}
