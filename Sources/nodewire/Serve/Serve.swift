import Host
import Recordings

/// Serves one client on standard input and output until its conversation ends; returns the exit code.
///
/// The files that options name are made before the folder that is served is entered. Throws if there is a recording already.
func serve(_ options: Options) throws(CommandError) -> Int32 {
    var sink: RecordingFile?
    if let recording = options.recording { sink = RecordingFile(try Platform.createFile(recording)) }
    var state: StateRoot?
    if let folder = options.state { state = try StateRoot(folder, isMade: true) }
    if let root = options.root, !Platform.changeFolder(to: root) { throw CommandError("cannot enter \(root)") }
    Platform.installSignals()
    Platform.returnLargeBlocks()
    let output = Output()
    defer { output.restore() }
    let files = Files(state: state)
    let session = RecordedSession(
        files: files, version: Options.version, sink: sink, forkJoin: .threads,
        sharesDocuments: options.isShared, nonce: Platform.nonce)
    guard var loop = Loop(session, output: output, files: files) else { throw CommandError("out of memory") }
    return loop.run()
}
