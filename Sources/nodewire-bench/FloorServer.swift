import Host

/// A minimal server: it reads frames and answers each with the same bytes, without reading them.
///
/// `-r N` and `-p N` set the total length of a reply and of the notification before it (0 for none). With `-i` the
/// reply has the id of its request, for clients that need it.
struct FloorServer {
    private var reply: [UInt8] = []
    private var echoesID = false
    private var replyBytes = 100
    private var noticeBytes = 0

    init(_ arguments: some Sequence<String>) throws(CommandError) {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "-i": echoesID = true
            case "-r", "-p":
                guard let count = rest.next().flatMap({ Int($0) }), (0...(64 << 20)).contains(count) else {
                    throw CommandError("\(argument) needs a number of bytes")
                }
                if argument == "-r" { replyBytes = count } else { noticeBytes = count }
            default: throw CommandError("unknown argument: \(argument)")
            }
        }
        if noticeBytes > 0 {
            reply += FloorServer.frame(#"{"jsonrpc":"2.0","method":"floor","params":{"text":""#, noticeBytes, #""}}"#)
        }
        if !echoesID {
            reply += FloorServer.frame(#"{"jsonrpc":"2.0","id":1,"result":{"text":""#, replyBytes, #""}}"#)
        }
    }

    /// A frame with this total length, as near as the header allows.
    private static func frame(_ front: String, _ total: Int, _ back: String) -> [UInt8] {
        let body = max(
            total - "Content-Length: ".utf8.count - "\(total)".utf8.count - 4, front.utf8.count + back.utf8.count)
        let filler = String(repeating: "x", count: body - front.utf8.count - back.utf8.count)
        return Array("Content-Length: \(body)\r\n\r\n\(front)\(filler)\(back)".utf8)
    }

    /// Serves until the end of input; returns the exit code.
    func run() -> Int32 {
        let capacity = 1 << 20
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        defer { buffer.deallocate() }
        var output: [UInt8] = []
        output.reserveCapacity(4 << 20)
        var (start, end) = (0, 0)
        while true {
            while let message = FloorServer.next(UnsafeRawBufferPointer(rebasing: buffer[start..<end])) {
                output += reply
                if echoesID { appendReply(to: buffer[start..<start + message], &output) }
                start += message
                if output.count > 4 << 20 { if !FloorServer.send(&output) { return 1 } }
            }
            if !output.isEmpty, !FloorServer.send(&output) { return 1 }
            if start == end {
                (start, end) = (0, 0)
            } else if start > capacity / 2 {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
                (start, end) = (0, end - start)
            }
            guard
                case .bytes(let count) = Platform.readInput(
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...])),
                count > 0
            else { return 0 }
            end += count
        }
    }

    /// Returns the length of the first frame if it is complete.
    private static func next(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var at = 16
        var length = 0
        while at < bytes.count, bytes[at] >= UInt8(ascii: "0") {
            length = length &* 10 &+ Int(bytes[at] &- UInt8(ascii: "0"))
            at += 1
        }
        let total = at + 4 + length
        return total <= bytes.count ? total : nil
    }

    private static func send(_ output: inout [UInt8]) -> Bool {
        let isSent = output.withUnsafeBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                guard case .bytes(let count) = Platform.writeOutput(rest) else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
        output.removeAll(keepingCapacity: true)
        return isSent
    }

    private func appendReply(to message: Slice<UnsafeMutableRawBufferPointer>, _ output: inout [UInt8]) {
        let key = Array(#""id":"#.utf8)
        var at = message.startIndex
        while at + key.count < message.endIndex, !message[at..<at + key.count].elementsEqual(key) { at += 1 }
        let digits = message[min(at + key.count, message.endIndex)...].prefix { $0 >= 0x30 && $0 <= 0x39 }
        let id = String(decoding: digits, as: UTF8.self)
        output += FloorServer.frame(#"{"jsonrpc":"2.0","id":\#(id),"result":{"text":""#, replyBytes, #""}}"#)
    }
}
