import Host
import Recordings

/// Serves one client on standard input and output until its conversation ends; returns the exit code.
///
/// The files that options name are made before the folder that is served is entered. Throws if there is a recording already.
func serve(_ arguments: Arguments) throws(CommandError) -> Int32 {
    if let word = arguments.operands.first, word != "serve" {
        throw CommandError("unexpected argument: \(word) (see nodewire --help)")
    }
    if let path = arguments.value("--socket") { return try serve(arguments, at: path) }
    var sink: RecordingFile?
    if let recording = arguments.value("--record") { sink = RecordingFile(try Platform.createFile(recording)) }
    var state: StateRoot?
    if let folder = arguments.value("--state") { state = try StateRoot(folder, isMade: true) }
    if let root = arguments.value("--root"), !Platform.changeFolder(to: root) {
        throw CommandError("cannot enter \(root)")
    }
    Platform.installSignals()
    Platform.returnLargeBlocks()
    let output = Output()
    defer { output.restore() }
    let files = Files(state: state)
    let session = RecordedSession(
        files: files, version: Program.version, sink: sink, forkJoin: .threads, nonce: Platform.nonce)
    guard var loop = Loop(session, output: output, files: files) else { throw CommandError("out of memory") }
    return loop.run()
}
