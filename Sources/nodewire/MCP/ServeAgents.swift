import Host
import Server

/// Serves one agent on standard input and output by the Model Context Protocol until the input ends; returns the exit code.
///
/// - Throws: if the folder cannot be entered, or there is no memory.
func serveAgents(_ arguments: Arguments) throws(CommandError) -> Int32 {
    if let root = arguments.value("--root"), !Platform.changeFolder(to: root) {
        throw CommandError("cannot enter \(root)")
    }
    Platform.installSignals()
    Platform.returnLargeBlocks()
    guard var input = InputBuffer() else { throw CommandError("out of memory") }
    var server =
        if let place = arguments.value("--connect") {
            try MCPServer(
                sharing: AgentChannel(at: place), token: Platform.value(ofVariable: "NODEWIRE_TOKEN"))
        } else {
            try MCPServer(files: Files(), keepsJournal: arguments.has("--journal"))
        }
    defer { server.close() }
    var framing = Framing(lines: Framing.Limits())
    var isOpen = true
    while !isStopRequested {
        switch isOpen ? input.next(&framing) : input.finish(&framing) {
        case .message(let line):
            guard sendLines(server.receive(input[line])) else { return 1 }
        case .failure(let failure):
            guard sendLines(server.refuseLine("\(failure.message)")) else { return 1 }
        case .needMore:
            if !isOpen { return 0 }
            isOpen = readMore(&input)
        }
    }
    return 0
}

/// Waits for input and reads it; false at its end.
private func readMore(_ input: inout InputBuffer) -> Bool {
    switch input.read() {
    case .bytes(let count): return count > 0
    case .wouldBlock: _ = Platform.wait(input: .bytes, output: false, for: nil)
    case .interrupted: break
    case .failed: return false
    }
    return true
}

/// Writes lines on standard output, and waits until they are accepted; false if the reader is gone or the process
/// should end.
private func sendLines(_ lines: [UInt8]) -> Bool {
    lines.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
            switch Platform.writeOutput(UnsafeRawBufferPointer(rebasing: rest)) {
            case .bytes(let count): rest = rest.dropFirst(count)
            case .wouldBlock: _ = Platform.wait(input: .none, output: true, for: nil)
            case .interrupted: if isStopRequested { return false }
            case .failed: return false
            }
        }
        return true
    }
}
