import Host

/// A connection to a door whose purpose is still unknown: requests are answered one after the other.
final class Visitor {
    private static let readBytes = 16 << 10

    let socket: StreamSocket
    let door: WebDoor
    private var input: InputBuffer?
    private var output: [UInt8] = []
    private var written = 0
    private var isClosing = false
    /// Is true once its last answer is written: later bytes are discarded, so that the answer reaches it.
    private var isLeaving = false
    private(set) var isGone = false
    /// Is true if it has become a client.
    private(set) var isClient = false
    /// The number of checks since it has last asked for something.
    private var ticks = 0

    /// Fails when there is no memory.
    init?(_ socket: StreamSocket, at door: WebDoor) {
        guard let input = InputBuffer() else { return nil }
        (self.socket, self.door) = (socket, door)
        self.input = consume input
    }

    var polled: Platform.Polled {
        Platform.Polled(socket.descriptor, reads: output.isEmpty, writes: !output.isEmpty)
    }

    /// Reads the arrived bytes, and answers; returns the begin of a WebSocket if it becomes one.
    func serve(_ polled: Platform.Polled) -> (handshake: [UInt8], isKnown: Bool)? {
        if polled.isReadable {
            switch input?.read(atMost: Visitor.readBytes, socket.read) {
            case .bytes(0), .failed, nil: isGone = true
            case .bytes, .wouldBlock, .interrupted: break
            }
        } else if polled.isClosed {
            isGone = true
        }
        if isLeaving { input?.dropAll() }
        write()
        while !isGone, !isClosing, output.isEmpty, let finding = input?.withUnread({ HTTPRequest.read($0) }) {
            switch finding {
            case .needMore: return nil
            case .refused(let refusal): answer(refusal)
            case .request(let request, let count):
                ticks = 0
                input?.drop(count)
                switch door.answer(request) {
                case .response(let response):
                    answer(response, closes: request.lists("close", in: "connection"))
                case .socket(let handshake, let isKnown): return (handshake, isKnown)
                }
            }
        }
        return nil
    }

    /// Hands over its unread bytes, for the client that it becomes.
    func takeInput() -> InputBuffer? {
        isClient = true
        return input.take()
    }

    /// Looks, at each check, whether it has been without a request for too long.
    func check(ticksForRequest: Int) {
        ticks += 1
        if isLeaving || ticks > ticksForRequest { giveUp() }
    }

    func giveUp() { isGone = true }

    private func answer(_ response: HTTPResponse, closes: Bool = false) {
        output = response.bytes
        isClosing = response.closes || closes
        write()
    }

    private func write() {
        while written < output.count {
            let transfer = output.withUnsafeBytes { socket.write(UnsafeRawBufferPointer(rebasing: $0[written...])) }
            switch transfer {
            case .bytes(let count): written += count
            case .wouldBlock, .interrupted: return
            case .failed: isGone = true; return
            }
        }
        if output.isEmpty { return }
        (output, written) = ([], 0)
        if !isClosing { return }
        isLeaving = true
        socket.endOutput()
    }
}
