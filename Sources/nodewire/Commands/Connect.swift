import Host

/// Copies standard input to the socket of a server, and the server's output to standard output; returns the exit code.
///
/// Neither direction waits for the other, and each holds at most one buffer. The end of input is passed on; the
/// command ends with the server's output.
func connect(_ arguments: Arguments) throws(CommandError) -> Int32 {
    let place = arguments.operands[0]
    let found = LoopbackAddress(place).map { Platform.connect(to: $0) } ?? Platform.connect(to: place)
    guard let socket = found else { throw CommandError("no server listens at \(place)") }
    Platform.ignoreBrokenPipes()
    let output = Output()
    defer { output.restore() }
    var sent = PipeBuffer()
    var received = PipeBuffer()
    while true {
        var polled = [
            Platform.Polled(sent.takes ? 0 : -1, reads: true),
            Platform.Polled(received.isEmpty ? -1 : 1, writes: true),
            Platform.Polled(socket.descriptor, reads: received.takes, writes: !sent.isEmpty),
        ]
        Platform.wait(for: &polled, atMost: nil)
        if polled[0].isReadable || polled[0].isClosed {
            sent.fill { Platform.readInput(into: $0) }
        }
        if polled[2].isReadable || polled[2].isClosed { received.fill(socket.read) }
        guard sent.drain(socket.write) else { sent.close(); continue }
        if sent.isDone { socket.endOutput() }
        guard received.drain(output.write) else { return 1 }
        if received.isDone { return 0 }
    }
}

/// The bytes under way in one direction.
private struct PipeBuffer {
    private var bytes = [UInt8](repeating: 0, count: 64 << 10)
    private var range = 0..<0
    private var hasEnded = false

    var isEmpty: Bool { range.isEmpty }
    /// Is true if it can be filled.
    var takes: Bool { isEmpty && !hasEnded }
    /// Is true if no more bytes come, and all are passed on.
    var isDone: Bool { isEmpty && hasEnded }

    mutating func close() { (range, hasEnded) = (0..<0, true) }

    /// Reads once, if it is empty.
    mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Platform.Transfer) {
        guard takes else { return }
        switch bytes.withUnsafeMutableBytes(read) {
        case .bytes(0), .failed: hasEnded = true
        case .bytes(let count): range = 0..<count
        case .wouldBlock, .interrupted: return
        }
    }

    /// Writes its bytes until no more are accepted; false if they never will be.
    mutating func drain(_ write: (UnsafeRawBufferPointer) -> Platform.Transfer) -> Bool {
        while !range.isEmpty {
            switch bytes.withUnsafeBytes({ write(UnsafeRawBufferPointer(rebasing: $0[range])) }) {
            case .bytes(let count): range = range.lowerBound + count..<range.upperBound
            case .wouldBlock, .interrupted: return true
            case .failed: return false
            }
        }
        return true
    }
}
