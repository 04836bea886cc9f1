/// Serves one client on standard input and output until its conversation ends, and answers the code to exit with.
///
/// - Parameter recording: the file to write the conversation into; it starts from the folder before `root` is entered.
func serve(root: String?, recording: String?) throws(UsageError) -> Int32 {
    var recorder: Recorder?
    if let recording { recorder = try Recorder(path: recording) }
    if let root, !Platform.changeFolder(to: root) { throw UsageError("cannot enter \(root)") }
    Platform.installSignals()
    let output = Output()
    defer { output.restore() }
    guard var loop = Loop(output: output, files: Files(), recorder: recorder) else { throw UsageError("out of memory") }
    return loop.run()
}
