import Graph
import MemoryFiles
import Seeding
import Testing
import Wire

@testable import Server

/// The messages that wait for clients that do not read: kept once for all, and replaced as a whole.
struct UnreadMessagesTests {
    /// A client, and what it has read.
    private struct Reader {
        let number: Int
        let style: Framing.Style
        var bytes: [UInt8] = []
        var framing = Framing()
        /// The revision up to which it has followed the document; nil before it is opened.
        var revision: Int?
        var replies: [Int] = []
        var resets = 0

        /// Takes the messages that are whole; false if a change does not follow the one before.
        mutating func follow() -> Bool {
            var offset = 0
            var bodies: [[UInt8]] = []
            bytes.withUnsafeBufferPointer { bytes in
                while case .message(let body) = framing.next(in: bytes, from: &offset) {
                    bodies.append(Array(bytes[body]))
                }
            }
            bytes.removeFirst(offset)
            for body in bodies {
                guard let message = JSON(parsing: String(decoding: body, as: UTF8.self)) else { return false }
                let params = message["params"]
                switch message["method"]?.stringValue {
                case "document/changed":
                    if params?["from"]?.integerValue != revision { return false }
                    revision = params?["revision"]?.integerValue
                case "document/reset":
                    revision = params?["revision"]?.integerValue
                    resets += 1
                case nil: if let id = message["id"]?.integerValue { replies.append(id) }
                default: break
                }
            }
            return true
        }
    }

    /// One session with clients that edit one document.
    private struct Table {
        var session = SharedSession(files: MemoryFiles(), version: "test")
        var readers: [Reader] = []
        var asked = 0

        init(_ count: Int) {
            for number in 0..<count {
                readers.append(Reader(number: session.join(), style: number % 2 == 0 ? .headers : .lines))
                _ = ask(number, "initialize", "{}")
                let open = #"{"document":"d","text":"{\"nodes\":[{\"id\":\"a\"}]}"}"#
                _ = ask(number, "document/open", open)
                readAll(number)
                readers[number].revision = 0
            }
        }

        mutating func ask(_ reader: Int, _ method: String, _ params: String) -> Int {
            asked += 1
            let message = #"{"jsonrpc":"2.0","id":\#(asked),"method":"\#(method)","params":\#(params)}"#
            Array(message.utf8).withUnsafeBufferPointer {
                session.receive($0, from: readers[reader].number, readers[reader].style)
            }
            return asked
        }

        /// Gives the node a label of so many bytes.
        mutating func label(_ bytes: Int, by reader: Int = 0) -> Int {
            let label = String(repeating: "x", count: bytes) + "\(asked)"
            return ask(reader, "node/update", #"{"document":"d","id":"a","patch":{"label":"\#(label)"}}"#)
        }

        /// Reads so many bytes once, or all that is offered if there are fewer.
        mutating func read(_ reader: Int, _ count: Int) {
            session.drain(readers[reader].number) { bytes in
                readers[reader].bytes += bytes.prefix(count)
                return min(bytes.count, count)
            }
        }

        mutating func readAll(_ reader: Int) {
            while session.waiting(of: readers[reader].number) > 0 { read(reader, .max) }
            let isWhole = readers[reader].follow()
            #expect(isWhole)
        }
    }

    @Test func `an announcement waits once for all who have the document open`() {
        var table = Table(40)
        for reader in 1..<40 {
            _ = table.label(10)
            table.read(reader, 1)
        }
        table.readAll(0)
        for _ in 0..<30 {
            _ = table.label(100_000)
            table.readAll(0)
        }
        table.session.relieve()
        // Each has 64 KiB at most alone; what they have in common waits in two framings.
        #expect(table.session.unreadBytes < 39 * (64 << 10) + 3 * 30 * 100_000)
        for reader in table.readers.dropFirst() { #expect(table.session.waiting(of: reader.number) > 2_900_000) }
        for reader in 1..<40 { table.readAll(reader) }
        #expect(table.readers.allSatisfy { $0.revision == table.readers[0].revision && $0.resets == 0 })
        table.session.relieve()
        #expect(table.session.unreadBytes == 0)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6])
    func `who reads again has every change or a reset, every reply, and no message in part`(seed: UInt64) {
        var random = Seeded(seed)
        var table = Table(6)
        if seed % 2 == 0 { table.session.mostUnread = 3 << 20 }
        var asked = [[Int]](repeating: [], count: 6)
        for _ in 0..<400 {
            let reader = random.below(6)
            switch random.below(6) {
            case 0, 1: asked[reader].append(table.label([10, 1000, 20_000, 300_000][random.below(4)], by: reader))
            case 2: asked[reader].append(table.ask(reader, "document/hash", #"{"document":"d"}"#))
            case 3: table.session.relieve()
            case 4 where reader < 3: table.readAll(reader)
            default: table.read(reader, 1 + random.below(5000))
            }
        }
        table.session.relieve()
        for reader in 0..<6 {
            table.readAll(reader)
            #expect(table.readers[reader].replies.suffix(asked[reader].count) == asked[reader][...])
            #expect(table.readers[reader].bytes.isEmpty)
        }
        #expect(Set(table.readers.map(\.revision)).count == 1)
        #expect(table.readers.contains { $0.resets > 0 })
    }

    @Test func `of all, those for whom most changes wait are reset first`() {
        var table = Table(3)
        table.session.mostUnread = 3 << 20
        for _ in 0..<20 {
            _ = table.label(100_000)
            table.readAll(0)
            // The second one reads what the third one does not.
            table.readAll(1)
        }
        table.session.relieve()
        #expect(table.session.unreadBytes > 2_000_000)
        for _ in 0..<20 {
            _ = table.label(100_000)
            table.readAll(0)
        }
        #expect(table.session.unreadBytes > 4_000_000)
        table.session.relieve()
        // The second one keeps what it has not read.
        #expect((2_000_000..<3 << 20).contains(table.session.unreadBytes))
        for reader in 0..<3 { table.readAll(reader) }
        #expect(table.readers.map(\.resets) == [0, 0, 1])
        #expect(Set(table.readers.map(\.revision)).count == 1)
    }

    @Test(arguments: [Framing.Style.headers, .lines])
    func `replies are refused between the messages of all that wait around them`(style: Framing.Style) {
        var outbox = Outbox()
        outbox.style = style
        var shared = SharedMessages()
        func share(_ text: String) {
            Array("{\"id\":\(text)}\n".utf8).withUnsafeBufferPointer {
                outbox.add(shared.frame($0, as: style), changing: nil)
            }
            shared.end()
        }
        func reply(_ id: Int) { outbox.send { $0.raw(Array(#"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#.utf8)) } }
        share("1")
        reply(2)
        let start = outbox.ownWaiting
        share("3")
        reply(4)
        share("5")
        share("6")
        reply(7)
        outbox.replaceLast(outbox.ownWaiting - start) { body, writer in
            let isRefused = JSON(parsing: String(decoding: body, as: UTF8.self))?["id"]?.integerValue == 4
            if isRefused {
                writer.raw(#"{"id":4,"error":"a longer text than that of the reply"}"#)
            } else {
                writer.raw(body)
            }
        }
        share("8")
        var bytes: [UInt8] = []
        while outbox.waiting > 0 {
            outbox.drain {
                bytes += $0; return $0.count
            }
        }
        var seen: [String] = []
        bytes.withUnsafeBufferPointer { bytes in
            var (framing, offset) = (Framing(), 0)
            while case .message(let body) = framing.next(in: bytes, from: &offset) {
                let json = JSON(parsing: String(decoding: bytes[body], as: UTF8.self))
                let number = json?["id"]?.integerValue ?? 0
                seen.append(json?["error"] == nil ? "\(number)" : "\(number) refused")
            }
        }
        #expect(seen == ["1", "2", "3", "4 refused", "5", "6", "7", "8"])
        #expect(outbox.sentBytes == bytes.count)
    }
}
