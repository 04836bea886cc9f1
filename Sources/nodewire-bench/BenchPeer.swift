import Host

/// Framed messages in one run of bytes, which are sent in turn.
struct Script {
    private(set) var bytes: [UInt8] = []
    /// The ranges of the bodies, without their headers.
    private(set) var bodies: [Range<Int>] = []
    fileprivate private(set) var ends: [Int] = []

    init(_ bodies: some Sequence<String> = []) {
        for body in bodies { add(body) }
    }

    var count: Int { ends.count }

    mutating func add(_ body: String) {
        bytes += "Content-Length: \(body.utf8.count)\r\n\r\n".utf8
        bodies.append(bytes.count..<bytes.count + body.utf8.count)
        bytes += body.utf8
        ends.append(bytes.count)
    }

    fileprivate func range(_ turn: Int) -> Range<Int> {
        let index = turn % ends.count
        return (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }
}

/// The other end of a conversation: a server or a floor server, in its own process.
///
/// In a round trip one request is outstanding at a time; in a pipeline there is a window of them. A message with
/// "method" near its start is a notification, all others are replies.
final class BenchPeer {
    private static let window = 256
    private static let stageBytes = 64 << 10

    let child: ChildProcess
    /// The numbers of replies, notifications and bytes so far.
    private(set) var replies = 0
    private(set) var replyBytes = 0
    private(set) var notices = 0
    private(set) var noticeBytes = 0
    private(set) var errors = 0
    private var lastReply = 0..<0

    private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    private var start = 0
    private var end = 0
    private var turn = 0

    /// The measured server: the one next to this program.
    static var serverProgram: String { Platform.program("nodewire") }

    private init(_ program: String, _ arguments: [String]) throws(CommandError) {
        guard Platform.isExecutable(program) else {
            throw CommandError("\(program) is not built: swift build -c release --product nodewire")
        }
        child = try ChildProcess(program, arguments)
    }

    /// Starts a server.
    static func server(_ arguments: [String] = []) throws(CommandError) -> BenchPeer {
        try BenchPeer(serverProgram, arguments)
    }

    /// Starts a floor server.
    ///
    /// - Parameters:
    ///   - replyBytes: the length of a reply, with its header.
    ///   - noticeBytes: the length of the notification before it, with its header; 0 for none.
    static func floor(replyBytes: Int = 100, noticeBytes: Int = 0) throws(CommandError) -> BenchPeer {
        try BenchPeer(
            Platform.program("nodewire-bench"), ["floor", "-r", "\(replyBytes)", "-p", "\(noticeBytes)"])
    }

    deinit {
        buffer.deallocate()
        child.finish()
    }

    /// A floor server with the mean reply length that `peer` had since `mark`.
    static func floor(like peer: BenchPeer, since mark: Mark) throws(CommandError) -> BenchPeer {
        let (reply, notice) = mark.mean(peer)
        return try floor(replyBytes: reply, noticeBytes: notice)
    }

    /// The counts at a moment.
    struct Mark {
        fileprivate let replies: Int
        fileprivate let replyBytes: Int
        fileprivate let noticeBytes: Int

        /// Bytes for each reply since then, frames included.
        func mean(_ peer: BenchPeer) -> (reply: Int, notice: Int) {
            let count = max(peer.replies - replies, 1)
            return ((peer.replyBytes - replyBytes) / count, (peer.noticeBytes - noticeBytes) / count)
        }
    }

    var mark: Mark { Mark(replies: replies, replyBytes: replyBytes, noticeBytes: noticeBytes) }

    /// Sends a request and returns the body of its reply; throws if the reply is an error.
    @discardableResult
    func ask(_ body: String) throws(CommandError) -> String {
        let before = errors
        let script = Script([body])
        try exchange(script, 0..<script.bytes.count)
        let text = String(decoding: buffer[lastReply], as: UTF8.self)
        if errors != before { throw CommandError("\(body.prefix(200)) was answered \(text.prefix(300))") }
        return text
    }

    /// Nanoseconds of both ends for each round trip of the next `count` messages; single times are added to `times` if given.
    func roundTrips(
        _ script: Script, count: Int, times: UnsafeMutablePointer<[Double]>? = nil
    ) throws(CommandError) -> Double {
        try timed(with: self) { () throws(CommandError) in
            for _ in 0..<count {
                let sent = times == nil ? 0 : workTime(with: self)
                try exchange(script, script.range(turn))
                turn += 1
                times?.pointee.append((workTime(with: self) - sent) * 1e6)
            }
        } / Double(count)
    }

    /// Nanoseconds for each of the next `count` messages, with up to a window of them outstanding.
    func pipeline(_ script: Script, count: Int) throws(CommandError) -> Double {
        let first = replies
        var sent = 0
        return try timed(with: self) { () throws(CommandError) in
            try exchange(replies: count) { stage in
                while sent < count, sent - (replies - first) < Self.window, stage.count < Self.stageBytes {
                    stage += script.bytes[script.range(turn)]
                    turn += 1
                    sent += 1
                }
            }
        } / Double(count)
    }

    /// Nanoseconds for each of the next `count` messages without replies, and the final request.
    ///
    /// They are sent as fast as the server reads them, and its output is read at once. If `last` is refused, its reply
    /// is an error, which is thrown.
    func stream(_ script: Script, count: Int, last: String) throws(CommandError) -> (time: Double, reply: String) {
        let before = errors
        var sent = 0
        let time =
            try timed(with: self) { () throws(CommandError) in
                try exchange(replies: 1) { stage in
                    while sent < count, stage.count < Self.stageBytes {
                        stage += script.bytes[script.range(turn)]
                        turn += 1
                        sent += 1
                    }
                    if sent == count {
                        stage += Script([last]).bytes
                        sent += 1
                    }
                }
            } / Double(count + 1)
        let text = String(decoding: buffer[lastReply], as: UTF8.self)
        if errors != before { throw CommandError("\(last.prefix(200)) was answered \(text.prefix(300))") }
        return (time, text)
    }

    /// Sends the bytes that `fill` stages each time the stage is empty, and reads until a number of replies has
    /// arrived.
    private func exchange(replies count: Int, _ fill: (inout [UInt8]) -> Void) throws(CommandError) {
        child.setBlocking(false)
        defer { child.setBlocking(true) }
        let first = replies
        var stage: [UInt8] = []
        var staged = 0
        while replies - first < count {
            if staged == stage.count {
                stage.removeAll(keepingCapacity: true)
                staged = 0
                fill(&stage)
            }
            let ready = child.wait(toWrite: staged < stage.count)
            if ready.canWrite {
                if case .bytes(let count) = send(stage, staged..<stage.count) { staged += count }
            }
            if ready.canRead { try receive() }
        }
    }

    private func exchange(_ script: Script, _ message: Range<Int>) throws(CommandError) {
        var sent = message.lowerBound
        while sent < message.upperBound {
            switch send(script.bytes, sent..<message.upperBound) {
            case .bytes(let count): sent += count
            case .wouldBlock, .interrupted: continue
            case .failed: throw CommandError("a measured process does not read")
            }
        }
        let before = replies
        while replies == before { try receive() }
    }

    private func send(_ bytes: [UInt8], _ range: Range<Int>) -> Platform.Transfer {
        bytes.withUnsafeBytes { child.write(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    // MARK: Receiving

    private func receive() throws(CommandError) {
        if start == end { (start, end) = (0, 0) }
        if end == buffer.count { reserveSpace() }
        switch child.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...])) {
        case .bytes(let count) where count > 0:
            end += count
            while takeMessage() {}
        case .wouldBlock, .interrupted: return
        case .bytes, .failed: throw CommandError("a measured process ended early")
        }
    }

    private func reserveSpace() {
        let held = end - start
        var target = buffer
        if held > buffer.count / 2 {
            target = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 16)
        }
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
        if target.baseAddress != buffer.baseAddress { buffer.deallocate() }
        buffer = target
        (start, end) = (0, held)
    }

    /// Takes one whole message from the buffer; false if there is none.
    private func takeMessage() -> Bool {
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
        // Both ends begin with "Content-Length: ".
        var at = 16
        var length = 0
        while at < bytes.count, bytes[at] >= UInt8(ascii: "0") {
            length = length &* 10 &+ Int(bytes[at] &- UInt8(ascii: "0"))
            at += 1
        }
        let body = at + 4
        guard body + length <= bytes.count else { return false }
        let total = body + length
        if bytes.contains("\"method\"", in: body..<min(body + 64, total)) {
            notices += 1
            noticeBytes += total
        } else {
            replies += 1
            replyBytes += total
            lastReply = start + body..<start + total
            if bytes.contains("\"error\"", in: body..<min(body + 128, total)) { errors += 1 }
        }
        start += total
        return true
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    fileprivate func contains(_ text: StaticString, in range: Range<Int>) -> Bool {
        let length = text.utf8CodeUnitCount
        let first = text.utf8Start[0]
        let second = text.utf8Start[1]
        var at = range.lowerBound
        while at &+ length <= range.upperBound {
            if self[at] == first, self[at &+ 1] == second {
                var index = 2
                while index < length, self[at &+ index] == text.utf8Start[index] { index &+= 1 }
                if index == length { return true }
            }
            at &+= 1
        }
        return false
    }
}
