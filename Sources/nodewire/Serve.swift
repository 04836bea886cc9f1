/// Serves one client on standard input and output until its conversation ends, and answers the code to exit with.
func serve(root: String?) throws(UsageError) -> Int32 {
    if let root, !Platform.changeFolder(to: root) { throw UsageError("cannot enter \(root)") }
    Platform.installSignals()
    let output = Output()
    defer { output.restore() }
    guard var loop = Loop(output: output, files: Files()) else { throw UsageError("out of memory") }
    return loop.run()
}
