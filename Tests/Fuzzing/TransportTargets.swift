import MemoryFiles
import Server

extension Target {
    private enum Piece: Equatable {
        case body([UInt8])
        case failure(Framing.Failure)
    }

    /// The first byte says how the rest is cut: no cut changes what is found.
    static func judgeFraming(_ bytes: Bytes) {
        guard let first = bytes.first else { return }
        let stream = Array(bytes.dropFirst())
        let whole = pieces(of: stream) { _ in stream.count }
        if pieces(of: stream, { _ in 1 }) != whole { broken("single bytes are heard otherwise") }
        let cut = pieces(of: stream) { 1 + ($0 &* 31 &+ Int(first)) % 17 }
        if cut != whole { broken("pieces are heard otherwise") }
    }

    private static func pieces(of stream: [UInt8], _ length: (Int) -> Int) -> [Piece] {
        var framing = Framing(limits: Framing.Limits(messageBytes: 60, headerBytes: 120))
        var (found, kept, start): ([Piece], [UInt8], Int) = ([], [], 0)
        while start < stream.count {
            let end = min(start + max(length(start), 1), stream.count)
            kept += stream[start..<end]
            start = end
            take(&kept, &found) { framing.next(in: $0, from: &$1) }
        }
        take(&kept, &found) { framing.finish(in: $0, from: &$1) }
        return found
    }

    private static func take(
        _ kept: inout [UInt8], _ found: inout [Piece], _ next: (Bytes, inout Int) -> Framing.Event
    ) {
        var offset = 0
        kept.withUnsafeBufferPointer { bytes in
            while true {
                let before = offset
                switch next(bytes, &offset) {
                case .message(let range): found.append(.body(Array(bytes[range])))
                case .failure(let failure): found.append(.failure(failure))
                case .needMore: return
                }
                if found.count > bytes.count + 1000 { broken("more messages than bytes, at \(before)") }
            }
        }
        kept.removeFirst(offset)
    }

    // MARK: Session

    /// The files that a session finds.
    static var edited: [String: [UInt8]] {
        [
            "a.json": Array(
                #"{"nodewire":1,"nodes":[{"id":"a"},{"id":"b"}],"edges":[{"id":"e","source":"a","target":"b"}]}"#.utf8),
            "a.dot": Array("digraph { a -> b [label=x] }".utf8),
        ]
    }

    /// Each line is a message. The client's clock is used, unless the first line says another one.
    static func judgeSession(_ bytes: Bytes) {
        var session = Session(files: MemoryFiles(edited), version: "fuzzed")
        var outbox = Outbox()
        outbox.style = .lines
        var lines = bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
        if lines.first.map({ String(decoding: $0, as: UTF8.self).contains("\"initialize\"") }) != true {
            lines.insert(
                Array(#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"clock":"client"}}"#.utf8), at: 0)
        }
        for (number, line) in lines.prefix(60).enumerated() {
            line.withUnsafeBufferPointer { session.receive($0, into: &outbox) }
            work(&session, &outbox)
            session.advance(to: Double(number) * 40, into: &outbox)
            drain(&session, &outbox, isRead: number % 8 != 7)
            if session.exitCode != nil { break }
        }
        session.endOfInput(into: &outbox)
        session.cancelJobs(into: &outbox)
        drain(&session, &outbox, isRead: true)
    }

    static func work(_ session: inout Session, _ outbox: inout Outbox) {
        while session.hasNextJob, let job = session.nextJob(into: &outbox) {
            let number = job.number
            session.finish(number, job.run { false }, into: &outbox)
        }
    }

    static func drain(_ session: inout Session, _ outbox: inout Outbox, isRead: Bool) {
        outbox.drain { isRead ? check($0) : 0 }
        guard session.isHoldingBack, outbox.waiting == 0 else { return }
        session.catchUp(into: &outbox)
        outbox.drain { check($0) }
    }

    /// No internal error is ever sent.
    private static func check(_ bytes: UnsafeRawBufferPointer) -> Int {
        let sought = Array(#""code":-32603"#.utf8)
        guard bytes.count >= sought.count else { return bytes.count }
        for start in 0...(bytes.count - sought.count)
        where bytes[start] == sought[0] && bytes[start + 1] == sought[1]
            && bytes[start..<(start + sought.count)].elementsEqual(sought)
        {
            broken("an internal error was sent")
        }
        return bytes.count
    }
}
