import Host
import NodewireServer
import Server
import Wire

/// The channel for an agent's requests: to a session in this process, or to a server that others share.
struct AgentChannel {
    private enum Way {
        case embedded(EmbeddedServer)
        case socket(StreamSocket)
    }

    private var way: Way
    /// The bytes that came over the socket and are no whole line yet.
    private var rest: [UInt8] = []

    /// A session in this process, with the files that it may read and write.
    init(files: Files) {
        way = .embedded(EmbeddedServer(Session(files: files, version: Program.version, forkJoin: .threads)))
    }

    /// The session of a server, at the path of its socket or at 127.0.0.1:PORT.
    ///
    /// - Throws: if none listens there.
    init(at place: String) throws(CommandError) {
        let found = LoopbackAddress(place).map { Platform.connect(to: $0) } ?? Platform.connect(to: place)
        guard let found else { throw CommandError("no server listens at \(place)") }
        Platform.ignoreBrokenPipes()
        way = .socket(found)
    }

    /// Is true if others may edit the same documents.
    var isShared: Bool { if case .socket = way { true } else { false } }

    mutating func close() {
        switch way {
        case .embedded(var server):
            server.close()
            way = .embedded(server)
        case .socket(let socket): socket.close()
        }
    }

    /// Sends a request and returns everything up to its reply, in order; without the reply if none comes.
    mutating func send(_ request: JSON, id: Int) -> [JSON] {
        switch way {
        case .embedded(var server):
            var messages: [JSON] = []
            request.text.bytes.withUnsafeBufferPointer { server.send($0) }
            server.receive { body in
                // What a session sends is JSON.
                if let message = try? JSON(JSONText(trusted: Array(body)), checked: false) { messages.append(message) }
            }
            way = .embedded(server)
            return messages
        case .socket(let socket):
            guard write(request.text.bytes + [UInt8(ascii: "\n")], to: socket) else { return [] }
            var messages: [JSON] = []
            while true {
                messages += takeLines()
                let isAnswered = messages.contains { $0["method"] == nil && $0["id"]?.integerValue == id }
                if isAnswered || !read(from: socket) { return messages }
            }
        }
    }

    private mutating func takeLines() -> [JSON] {
        guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        let lines = rest[..<end].split(separator: UInt8(ascii: "\n"))
        // A server that sends anything else is none of ours.
        let messages = lines.compactMap { JSON(parsing: String(decoding: $0, as: UTF8.self)) }
        rest.removeFirst(end + 1)
        return messages
    }

    /// Waits for input, and reads it; false at the end.
    private mutating func read(from socket: StreamSocket) -> Bool {
        while true {
            let transfer = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
                let transfer = socket.read(into: buffer)
                if case .bytes(let count) = transfer { rest += buffer[..<count] }
                return transfer
            }
            switch transfer {
            case .bytes(let count): return count > 0 && rest.count <= SharedSession.mostBytes
            case .failed: return false
            case .interrupted: if isStopRequested { return false }
            case .wouldBlock:
                var polled = [Platform.Polled(socket.descriptor, reads: true)]
                Platform.wait(for: &polled, atMost: nil)
                if isStopRequested { return false }
            }
        }
    }

    private func write(_ bytes: [UInt8], to socket: StreamSocket) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                switch socket.write(UnsafeRawBufferPointer(rebasing: rest)) {
                case .bytes(let count): rest = rest.dropFirst(count)
                case .failed: return false
                case .interrupted: if isStopRequested { return false }
                case .wouldBlock:
                    var polled = [Platform.Polled(socket.descriptor, writes: true)]
                    Platform.wait(for: &polled, atMost: nil)
                }
            }
            return true
        }
    }
}
