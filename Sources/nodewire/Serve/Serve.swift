import Host
import Recordings

/// Serves one client on standard input and output until its conversation ends; returns the exit code.
///
/// - Parameter recording: the file to write the conversation into; it is made before the folder `root` is entered. Throws if
///   there is one already.
/// - Parameter isShared: whether to open a document that is open joins it.
func serve(root: String?, recording: String?, isShared: Bool) throws(CommandError) -> Int32 {
    var sink: RecordingFile?
    if let recording { sink = RecordingFile(try Platform.createFile(recording)) }
    if let root, !Platform.changeFolder(to: root) { throw CommandError("cannot enter \(root)") }
    Platform.installSignals()
    Platform.returnLargeBlocks()
    let output = Output()
    defer { output.restore() }
    let files = Files()
    let session = RecordedSession(
        files: files, version: Options.version, sink: sink, forkJoin: .threads,
        sharesDocuments: isShared, nonce: Platform.nonce)
    guard var loop = Loop(session, output: output, files: files) else { throw CommandError("out of memory") }
    return loop.run()
}
