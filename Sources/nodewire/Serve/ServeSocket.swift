import Host
import Server
import Wire

/// Serves any number of clients at a socket, at a port or at both, until a signal ends the process; returns the exit code.
///
/// The socket is made before the folder that is served is entered. Throws if another server listens there.
func serveMany(_ arguments: Arguments) throws(CommandError) -> Int32 {
    for option in ["--record", "--stdio"] where arguments.has(option) {
        throw CommandError("\(option) goes with neither --socket, --listen nor --websocket: there is one client")
    }
    guard let folder = Platform.workingFolder else { throw CommandError("the working folder is gone") }
    Platform.installSignals()
    var listeners: [Listener] = []
    if let text = arguments.value("--listen") { listeners.append(try Listener(atPort: text)) }
    if let text = arguments.value("--websocket") { listeners.append(try Listener(atDoor: text, arguments, folder)) }
    let state = try stateRoot(arguments)
    if let path = arguments.value("--socket") {
        listeners.append(try Listener(atPath: path, arguments, state, folder))
    }
    return try serve(state, arguments, at: listeners, followsInput: arguments.has("--follow-input"))
}

/// Serves the clients that come, until a signal ends the process; returns the exit code.
///
/// - Parameter followsInput: whether the process ends with its standard input.
func serve(
    _ state: StateRoot?, _ arguments: Arguments, at listeners: [Listener], followsInput: Bool
) throws(CommandError) -> Int32 {
    defer { for listener in listeners { listener.file?.remove() } }
    let files = try servedFiles(arguments, state)
    var session = SharedSession(
        files: files, version: Program.version, forkJoin: .threads, nonce: Platform.nonce,
        stopwatch: { Int(Platform.now * 1e6) })
    session.setLogLevel(arguments.logLevel)
    var loop = SocketLoop(session, listeners, files: files, followsInput: followsInput)
    return loop.run()
}

/// A socket at which a server with many clients listens.
struct Listener {
    /// The least length of a given token in bytes: a shorter one is soon guessed.
    private static let leastToken = 16

    let socket: StreamSocket
    /// The token that its clients must know; nil if the system restricts access.
    var token: String?
    /// The door for browsers, if it is one.
    var door: WebDoor?
    /// The file of the socket, which is removed with the server.
    var file: SocketFile?

    init(socket: StreamSocket, door: WebDoor) { (self.socket, self.door) = (socket, door) }

    /// Listens at a path of the file system, which has passed the gate.
    ///
    /// - Parameter folder: the working folder.
    init(atPath path: String, _ arguments: Arguments, _ state: StateRoot?, _ folder: String) throws(CommandError) {
        _ = try OutputFile(path, arguments, state: state)
        socket = try Platform.listen(at: path)
        file = SocketFile(at: path.hasPrefix("/") ? path : "\(folder)/\(path)")
    }

    /// Listens at a port, and prints it and the token.
    ///
    /// - Parameter text: as `127.0.0.1:PORT`.
    init(atPort text: String) throws(CommandError) {
        let (given, address) = (try Listener.givenToken, try Listener.address(text, of: "--listen"))
        socket = try Platform.listen(at: address)
        token = given ?? Platform.secret
        var line: JSONObject = ["address": .string((LoopbackAddress(of: socket) ?? address).description)]
        if given == nil { line["token"] = token.map { .string($0) } }
        Platform.printOut("\(JSON.object(line))\n")
    }

    /// Opens a door for browsers at a port, and prints its address, the token, and the address of the page if it has one.
    ///
    /// - Parameter folder: the working folder.
    init(atDoor text: String, _ arguments: Arguments, _ folder: String) throws(CommandError) {
        let (given, address) = (try Listener.givenToken, try Listener.address(text, of: "--websocket"))
        for origin in arguments.values("--origin") where !WebDoor.isOrigin(origin) {
            throw CommandError(
                "--origin needs a scheme, a host and a port without a path, as http://localhost:5173: \(origin) is none"
            )
        }
        socket = try Platform.listen(at: address)
        var page: WebPage?
        if let place = arguments.value("--page") {
            let root = arguments.value("--root").flatMap { Platform.resolved($0) } ?? folder
            page = try WebPage(in: place, opening: WebPage.Opening(), folder: root)
        }
        let door = WebDoor(
            at: LoopbackAddress(of: socket) ?? address, token: given ?? Platform.secret,
            origins: arguments.values("--origin"), page: page)
        var line: JSONObject = ["address": .string("ws://\(door.address)/")]
        if given == nil { line["token"] = .string(door.token) }
        line["page"] = door.entry.map { .string($0) }
        Platform.printOut("\(JSON.object(line))\n")
        self.door = door
    }

    private static func address(_ text: String, of option: String) throws(CommandError) -> LoopbackAddress {
        if let address = LoopbackAddress(text) { return address }
        throw CommandError("\(option) needs 127.0.0.1:PORT: programs of other machines are not served")
    }

    /// The token in the environment; nil if there is none.
    private static var givenToken: String? {
        get throws(CommandError) {
            guard let given = Platform.value(ofVariable: "NODEWIRE_TOKEN") else { return nil }
            if given.utf8.count >= leastToken { return given }
            throw CommandError("NODEWIRE_TOKEN has \(given.utf8.count) bytes: a token has at least \(leastToken)")
        }
    }
}
