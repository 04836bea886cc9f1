import Host
import Recordings
import Server
import Wire

/// A server that is sent messages by a schedule, whatever it has answered: an open loop.
///
/// A latency runs from the due time of a message, not from the time when it could be written, to the end of its
/// answer. So a server that stops for a while is charged for everything that waits: no coordinated omission (Tene, How
/// NOT to Measure Latency, 2013).
final class LoadRun {
    /// The outcome of a run.
    struct Result {
        /// The times of answers; for requests without one, the time until they were given up.
        var latencies = LatencyHistogram()
        var sent = 0
        /// Answers that are errors.
        var errors = 0
        var unanswered = 0
        /// Messages that were due and never taken by the server.
        var unsent = 0
        /// Messages a second, from the first one to the last answer or to the end of the schedule.
        var rate = 0.0

        var failures: Int { errors + unanswered + unsent }
    }

    /// The rest is given up after this number of milliseconds without a byte in either direction.
    private static let patience = 10_000.0
    /// The greatest size of one write; more bytes are not held, however far the server is behind.
    private static let stageBytes = 64 << 10
    /// Requests that wait for an answer; messages beyond stay due.
    private static let mostPending = 1 << 20

    private let child: ChildProcess
    private var framing = Framing(limits: Framing.Limits(messageBytes: 1 << 30))
    private var buffer: [UInt8] = []
    private var start = 0
    private var stage: [UInt8] = []
    private var staged = 0
    private var isClosed = false
    /// The times when requests were due that wait for an answer, by their ids as they are written.
    private var pending: [[UInt8]: Double] = [:]
    private var result = Result()
    /// The time when a byte last went or came.
    private var lastTransfer = 0.0
    private var lastAnswer = 0.0

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - command: a shell command; nil is this program, whose files are in `folder`.
    init(server command: String?, in folder: String) throws(CommandError) {
        Platform.ignoreBrokenPipes()
        if let command {
            child = try ChildProcess("/bin/sh", ["-c", command], isQuiet: true)
        } else {
            child = try ChildProcess(Platform.executable, ["serve", "--root", folder], isQuiet: true)
        }
        child.setBlocking(false)
    }

    /// Ends the server.
    func end() { _ = child.finish(within: 2000) }

    // MARK: Sending

    /// Sends the messages that open the conversation, each after the answer to the one before.
    ///
    /// - Throws: if an answer is an error, or there is none.
    func open(_ stream: LoadStream) throws(CommandError) {
        for body in stream.opening {
            _ = send([body], count: 1, rate: 1)
            if result.failures > 0 {
                throw CommandError("the server does not open the conversation; its command may be wrong")
            }
        }
    }

    /// Sends measured messages by the schedule and waits for all answers.
    func send(_ stream: LoadStream, count: Int, rate: Double) throws(CommandError) -> Result {
        send(count: count, rate: rate) { stream.body($0, at: Double($0) * 1000 / rate) }
    }

    private func send(_ bodies: [[UInt8]], count: Int, rate: Double) -> Result {
        send(count: count, rate: rate) { bodies[$0] }
    }

    private func send(count: Int, rate: Double, _ body: (Int) -> [UInt8]) -> Result {
        result = Result()
        let begin = Platform.now
        let interval = 1000 / rate
        (lastTransfer, lastAnswer) = (begin, begin)
        var next = 0
        while !isClosed {
            let now = Platform.now
            if staged == stage.count { restage() }
            while next < count, stage.count - staged < Self.stageBytes, pending.count < Self.mostPending {
                let due = begin + Double(next) * interval
                if due > now { break }
                put(body(next), due)
                next += 1
            }
            write()
            if next == count, staged == stage.count, pending.isEmpty { break }
            let isBehind = staged < stage.count || !pending.isEmpty
            if isBehind, now - lastTransfer > Self.patience { break }
            var limit = isBehind ? Self.patience : .infinity
            if next < count { limit = min(limit, max(begin + Double(next) * interval - Platform.now, 0)) }
            let ready = child.wait(toWrite: staged < stage.count, for: limit)
            if ready.canRead { read() }
        }
        giveUp(begin, count - next)
        result.sent = next
        let end = max(begin + Double(count) * interval, lastAnswer)
        result.rate = Double(next) / max(end - begin, 0.001) * 1000
        return result
    }

    /// Counts unanswered and due messages, with the time for which they have waited.
    private func giveUp(_ begin: Double, _ unsent: Int) {
        let now = Platform.now
        for due in pending.values { result.latencies.add(Self.nanoseconds(now - due)) }
        result.unanswered = pending.count
        result.unsent = unsent
        pending = [:]
    }

    private func restage() {
        stage.removeAll(keepingCapacity: true)
        staged = 0
    }

    private func put(_ body: [UInt8], _ due: Double) {
        stage += "Content-Length: \(body.count)\r\n\r\n".utf8
        stage += body
        let envelope = Envelope(body[...])
        if let id = envelope.id, envelope.isRequest { pending[id] = due }
    }

    private func write() {
        while staged < stage.count {
            let transfer = stage.withUnsafeBytes { child.write(UnsafeRawBufferPointer(rebasing: $0[staged...])) }
            switch transfer {
            case .bytes(let count):
                staged += count
                lastTransfer = Platform.now
            case .interrupted: continue
            case .wouldBlock: return
            case .failed:
                isClosed = true
                return
            }
        }
    }

    // MARK: Receiving

    private func read() {
        buffer.removeFirst(start)
        start = 0
        let size = max(1 << 18, buffer.count)
        var isEnded = false
        var filled = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: size))
        switch buffer.withUnsafeMutableBytes({
            child.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
        }) {
        case .bytes(let count):
            filled += count
            isEnded = count == 0
        case .failed: isEnded = true
        case .wouldBlock, .interrupted: break
        }
        buffer.removeLast(buffer.count - filled)
        if isEnded { isClosed = true }
        lastTransfer = Platform.now
        while case .message(let range) = buffer.withUnsafeBufferPointer({ framing.next(in: $0, from: &start) }) {
            take(buffer[range])
        }
    }

    private func take(_ body: ArraySlice<UInt8>) {
        // Most of what comes besides answers are frames, which may be long.
        if body.starts(with: Self.notice) { return }
        let envelope = Envelope(body)
        guard !envelope.isRequest, let id = envelope.id, let due = pending.removeValue(forKey: id) else { return }
        lastAnswer = lastTransfer
        result.latencies.add(Self.nanoseconds(lastAnswer - due))
        if envelope.isError { result.errors += 1 }
    }

    private static let notice = Array(#"{"jsonrpc":"2.0","method":"#.utf8)

    private static func nanoseconds(_ milliseconds: Double) -> Int { Int(min(max(milliseconds * 1e6, 0), 1e18)) }
}

/// The kind of a message: its id as it is written, and the presence of a method or an error.
private struct Envelope {
    private(set) var id: [UInt8]?
    private(set) var isRequest = false
    private(set) var isError = false

    /// - Complexity: O(*n*) for *n* bytes; a text that is no JSON object has no id.
    init(_ body: ArraySlice<UInt8>) {
        var (id, isRequest, isError): ([UInt8]?, Bool, Bool) = (nil, false, false)
        body.withUnsafeBufferPointer { bytes in
            let error = JSONSyntax.validate(bytes, depthLimit: JSONSyntax.maximumDepth) { name, value in
                switch name.description {
                case "id": id = bytes[value].filter { $0 > 0x20 }
                case "method": isRequest = true
                case "error": isError = true
                default: break
                }
            }
            if error != nil { (id, isRequest, isError) = (nil, false, false) }
        }
        (self.id, self.isRequest, self.isError) = (id, isRequest, isError)
    }
}
