import Host
import Server

/// Shows a document in the browser, and serves it until a signal ends the process; returns the exit code.
///
/// A child serves it, so that a server that crashes is followed by another one, at the same address.
func open(_ arguments: Arguments) throws(CommandError) -> Int32 {
    guard let here = Platform.workingFolder else { throw CommandError("the working folder is gone") }
    let (folder, opening) = try openingOf(arguments, here)
    guard let shown = arguments.value("--page") ?? WebPage.shipped else {
        throw CommandError("the page is not beside this program: --page names its folder")
    }
    let page = try WebPage(in: shown, opening: opening, folder: folder)
    let number = arguments.value("--port") ?? "0"
    guard let address = LoopbackAddress("127.0.0.1:\(number)") else { throw CommandError("\(number) is no port") }
    guard let lent = Supervisor.lent else {
        return try Supervisor.run(Array(CommandLine.arguments.dropFirst()), lending: try Platform.listen(at: address))
    }
    Platform.installSignals()
    let state = try stateRoot(arguments)
    let door = WebDoor(
        at: LoopbackAddress(of: lent.socket) ?? address, token: Platform.secret, origins: [], page: page,
        secret: lent.secret)
    var listeners = [Listener(socket: lent.socket, door: door)]
    if let path = arguments.value("--socket") { listeners.append(try Listener(atPath: path, arguments, state, here)) }
    guard Platform.changeFolder(to: folder) else { throw CommandError("cannot enter \(folder)") }
    if let entry = door.entry { Platform.printOut(lent.isFirst ? "open \(entry)\n" : "for another window: \(entry)\n") }
    if lent.isFirst {
        if let path = opening.path, Platform.kind(of: path) == nil {
            Platform.printOut("\(folder)/\(path) is new; saving writes it\n")
        } else if opening.path == nil {
            Platform.printOut("nothing is on disk until it is saved below \(folder)\n")
        }
        if !arguments.has("--no-browser"), let entry = door.entry { startBrowser(at: entry) }
    }
    return try serve(state, arguments, at: listeners, followsInput: true)
}

/// Returns the document that a command opens, and the folder that is served.
private func openingOf(
    _ arguments: Arguments, _ here: String
) throws(CommandError) -> (folder: String, opening: WebPage.Opening) {
    var opening = WebPage.Opening()
    if let copied = arguments.value("--copy") {
        let bytes = try Platform.readFile(copied, limit: 64 << 20)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw CommandError("\(copied) is no text") }
        // The name is another one, so that saving it beside the file does not replace that.
        opening.name = "my-" + (copied.split(separator: "/").last.map(String.init) ?? copied)
        (opening.text, opening.isCopy) = (text, true)
    }
    guard let word = arguments.operands.first else { return (here, opening) }
    let path = word.hasPrefix("/") ? word : "\(here)/\(word)"
    guard let slash = path.lastIndex(of: "/"), path.index(after: slash) != path.endIndex,
        Platform.kind(of: path) != .folder, let folder = Platform.resolved(String(path[...slash]))
    else { throw CommandError("\(word) can be no file") }
    opening.name = String(path[path.index(after: slash)...])
    opening.path = opening.name
    return (folder, opening)
}

/// Opens an address in the browser of the user, if there is one.
private func startBrowser(at address: String) {
    let programs = [Platform.value(ofVariable: "BROWSER"), "xdg-open", "open"].compactMap { $0 }
    guard let program = programs.lazy.compactMap({ Platform.find($0) }).first else { return }
    // It goes on by itself, and its messages are dropped.
    let script = "\"$0\" \"$1\" >/dev/null 2>&1 </dev/null &"
    // Without a browser the address is on standard output.
    _ = try? ChildProcess("sh", ["-c", script, program, address]).finish()
}
