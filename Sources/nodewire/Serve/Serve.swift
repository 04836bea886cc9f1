import Host
import Recordings
import Server

/// Serves one client on standard input and output until its conversation ends; returns the exit code.
///
/// The files that options name are made before the folder that is served is entered. Throws if there is a recording already.
func serve(_ arguments: Arguments) throws(CommandError) -> Int32 {
    if let word = arguments.operands.first, word != "serve" {
        throw CommandError("unexpected argument: \(word) (see nodewire --help)")
    }
    for option in ["--origin", "--page"] where arguments.has(option) && !arguments.has("--websocket") {
        throw CommandError("\(option) goes with --websocket")
    }
    if ["--socket", "--listen", "--websocket"].contains(where: arguments.has) { return try serveMany(arguments) }
    let state = try stateRoot(arguments)
    var sink: RecordingFile?
    if let recording = arguments.value("--record") {
        sink = RecordingFile(try OutputFile(recording, arguments, state: state).begin())
    }
    Platform.installSignals()
    let files = try servedFiles(arguments, state)
    let output = Output()
    var session = RecordedSession(
        files: files, version: Program.version, sink: sink, forkJoin: .threads, nonce: Platform.nonce,
        stopwatch: { Int(Platform.now * 1e6) })
    session.setLogLevel(arguments.logLevel)
    guard var loop = Loop(session, output: output, files: files) else {
        output.restore()
        throw CommandError("out of memory")
    }
    return loop.run()
}

/// The folder of journals and locks that the arguments of a server name.
func stateRoot(_ arguments: Arguments) throws(CommandError) -> StateRoot? {
    try arguments.value("--state").map { (folder) throws(CommandError) in try StateRoot(folder, isMade: true) }
}

/// Enters the folder that is served, and returns its files.
func servedFiles(_ arguments: Arguments, _ state: StateRoot?) throws(CommandError) -> Files {
    if let root = arguments.value("--root"), !Platform.changeFolder(to: root) {
        throw CommandError("cannot enter \(root)")
    }
    Platform.returnLargeBlocks()
    return Files(state: state, allowsHidden: arguments.has("--hidden"))
}

extension Arguments {
    /// The level of log entries on standard error.
    var logLevel: LogLevel { value("--log").flatMap { LogLevel(rawValue: $0) } ?? .off }
}

/// Writes entries of the log on standard error, each a line with the time.
func writeLog(_ entries: [LogEntry]) {
    for entry in entries { Platform.log("\(Platform.timestamp) \(entry.level.rawValue): \(entry.message)\n") }
}
