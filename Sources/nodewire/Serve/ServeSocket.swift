import Host
import Server

/// Serves any number of clients at a socket until a signal ends the process; returns the exit code.
///
/// The socket is made before the folder that is served is entered. Throws if another server listens there.
func serve(_ arguments: Arguments, at path: String) throws(CommandError) -> Int32 {
    for option in ["--record", "--stdio"] where arguments.has(option) {
        throw CommandError("--socket and \(option) do not go together")
    }
    guard let folder = Platform.workingFolder else { throw CommandError("the working folder is gone") }
    let file = path.hasPrefix("/") ? path : "\(folder)/\(path)"
    Platform.installSignals()
    let listener = try Platform.listen(at: path)
    defer { Platform.removeSocket(at: file) }
    var state: StateRoot?
    if let folder = arguments.value("--state") { state = try StateRoot(folder, isMade: true) }
    if let root = arguments.value("--root"), !Platform.changeFolder(to: root) {
        throw CommandError("cannot enter \(root)")
    }
    Platform.returnLargeBlocks()
    let files = Files(state: state)
    let session = SharedSession(
        files: files, version: Program.version, forkJoin: .threads, nonce: Platform.nonce)
    var loop = SocketLoop(session, listener: listener, files: files, followsInput: arguments.has("--follow-input"))
    return loop.run()
}
