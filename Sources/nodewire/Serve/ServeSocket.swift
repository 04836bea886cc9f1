import Host
import Server
import Wire

/// Serves any number of clients at a socket, at a port or at both, until a signal ends the process; returns the exit code.
///
/// The socket is made before the folder that is served is entered. Throws if another server listens there.
func serveMany(_ arguments: Arguments) throws(CommandError) -> Int32 {
    for option in ["--record", "--stdio"] where arguments.has(option) {
        throw CommandError("\(option) goes with neither --socket nor --listen: there is one client")
    }
    guard let folder = Platform.workingFolder else { throw CommandError("the working folder is gone") }
    Platform.installSignals()
    var listeners: [Listener] = []
    if let text = arguments.value("--listen") { listeners.append(try Listener(atPort: text)) }
    var file: SocketFile?
    let state = try stateRoot(arguments)
    if let path = arguments.value("--socket") {
        _ = try OutputFile(path, arguments, state: state)
        listeners.append(Listener(socket: try Platform.listen(at: path)))
        file = SocketFile(at: path.hasPrefix("/") ? path : "\(folder)/\(path)")
    }
    defer { file?.remove() }
    let files = try servedFiles(arguments, state)
    var session = SharedSession(
        files: files, version: Program.version, forkJoin: .threads, nonce: Platform.nonce,
        stopwatch: { Int(Platform.now * 1e6) })
    session.setLogLevel(arguments.logLevel)
    var loop = SocketLoop(session, listeners, files: files, followsInput: arguments.has("--follow-input"))
    return loop.run()
}

/// A socket at which a server with many clients listens.
struct Listener {
    /// The fewest bytes of a token that is given: a shorter one is soon guessed.
    private static let leastToken = 16

    let socket: StreamSocket
    /// The token that clients who come by it are to know; nil if the system lets in only those who may come.
    var token: String?

    init(socket: StreamSocket) { self.socket = socket }

    /// Listens at a port, and prints it and the token.
    ///
    /// - Parameter text: as `127.0.0.1:PORT`.
    init(atPort text: String) throws(CommandError) {
        guard let wanted = LoopbackAddress(text) else {
            throw CommandError("--listen needs 127.0.0.1:PORT: programs of other machines are not served")
        }
        let given = Platform.value(ofVariable: "NODEWIRE_TOKEN")
        if let given, given.utf8.count < Self.leastToken {
            throw CommandError("NODEWIRE_TOKEN has \(given.utf8.count) bytes: a token has at least \(Self.leastToken)")
        }
        socket = try Platform.listen(at: wanted)
        token = given ?? Platform.secret
        let address = LoopbackAddress(of: socket) ?? wanted
        var line: JSONObject = ["address": .string(address.description)]
        if given == nil { line["token"] = token.map { .string($0) } }
        Platform.printOut("\(JSON.object(line))\n")
    }
}
