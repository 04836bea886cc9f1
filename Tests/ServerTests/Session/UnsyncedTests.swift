import MemoryFiles
import Testing
import Wire

@testable import Server

/// A client of a document whose changes are to be on the disk before they are announced.
private struct Desk {
    let files = MemoryFiles(["a.json": Array(#"{"nodewire":1,"nodes":[{"id":"a"}],"edges":[]}"#.utf8)])
    var session: Session
    var outbox = Outbox()

    init(style: Framing.Style) {
        session = Session(files: files, version: "test")
        outbox.style = style
        send(request(0, "initialize", ["durability": "power"]))
        send(request(0, "document/open", ["path": "a.json", "document": "d"]))
        _ = read()
    }

    func request(_ id: Double?, _ method: String, _ params: JSONObject) -> JSON {
        var message: JSONObject = ["jsonrpc": "2.0", "method": .string(method), "params": .object(params)]
        if let id { message["id"] = .number(id) }
        return .object(message)
    }

    func move(_ id: Double?, to x: Double) -> JSON {
        request(id, "node/move", ["document": "d", "ids": ["a"], "to": ["x": .number(x), "y": 0]])
    }

    mutating func send(_ message: JSON) {
        message.text.bytes.withUnsafeBufferPointer { session.receive($0, into: &outbox) }
    }

    /// Returns the messages that are written to the client, after waiting for the disk.
    mutating func read() -> [String] {
        session.syncJournals(into: &outbox)
        var messages: [String] = []
        outbox.drain { bytes in
            var (framing, offset) = (Framing(), 0)
            let bytes = bytes.bindMemory(to: UInt8.self)
            while case .message(let body) = framing.next(in: bytes, from: &offset) {
                messages += Desk.short(JSON(parsing: String(decoding: bytes[body], as: UTF8.self)))
            }
            return bytes.count
        }
        return messages
    }

    private static func short(_ message: JSON?) -> [String] {
        if let replies = message?.arrayValue { return ["["] + replies.flatMap(short) + ["]"] }
        let id = message?["id"]?.description ?? ""
        if message?["result"] != nil { return ["\(id) done"] }
        if let reason = message?["error"]?["data"]?["reason"]?.stringValue { return ["\(id) \(reason)"] }
        let params = message?["params"]
        let place = params?["nodes"]?["a"]?["set"]?["position"]?["x"]?.description
        return ["\(params?["revision"]?.description ?? "?") at \(place ?? "nothing")"]
    }
}

@Suite struct UnsyncedTests {
    @Test func `requests that came at once wait for the disk once`() {
        var desk = Desk(style: .lines)
        for number in 1...5 { desk.send(desk.move(Double(number), to: Double(number))) }
        #expect(desk.files.syncs == 0)
        #expect(desk.read().filter { $0.contains("done") }.count == 5)
        #expect(desk.files.syncs == 1)
        desk.send(desk.request(6, "document/hash", ["document": "d"]))
        #expect(desk.read() == ["6 done"])
        #expect(desk.files.syncs == 1)
    }

    @Test(arguments: [Framing.Style.lines, .headers])
    func `requests whose changes do not come to be on the disk are refused`(style: Framing.Style) {
        var desk = Desk(style: style)
        desk.send(desk.move(1, to: 1))
        #expect(desk.read() == ["1 at 1", "1 done"])
        desk.send(desk.move(2, to: 2))
        desk.send(desk.move(nil, to: 3))
        desk.send(desk.request(3, "document/hash", ["document": "d"]))
        desk.send(
            .array([
                desk.request(4, "history/begin", ["document": "d", "label": "group"]),
                desk.request(5, "history/list", ["document": "d"]),
                desk.move(6, to: 4),
            ]))
        desk.files.isStuck = true
        #expect(
            desk.read() == [
                "2 at 2", "2 journal", "3 at 3", "3 done", "4 at 4", "[", "4 journal", "5 done", "6 journal", "]",
                "5 at 1",
            ])
        // Nothing is open, and the next change is the second step.
        desk.send(desk.move(7, to: 7))
        #expect(desk.read() == ["7 journal"])
        desk.files.isStuck = false
        desk.send(desk.move(8, to: 8))
        #expect(desk.read() == ["6 at 8", "8 done"])
        desk.send(desk.request(9, "history/undo", ["document": "d", "steps": 9]))
        #expect(desk.read() == ["7 at nothing", "9 done"])
    }

    @Test func `a save puts on the disk what came before it`() {
        var desk = Desk(style: .lines)
        desk.send(desk.move(1, to: 1))
        desk.send(desk.request(2, "document/save", ["document": "d"]))
        desk.send(desk.move(3, to: 3))
        desk.files.isStuck = true
        #expect(desk.read() == ["1 at 1", "1 done", "1 at nothing", "2 done", "2 at 3", "3 journal", "3 at 1"])
    }

    @Test func `a document is closed when its journal is on the disk`() {
        var desk = Desk(style: .lines)
        desk.send(.array([desk.move(1, to: 1), desk.request(2, "history/undo", ["document": "d"])]))
        desk.files.isStuck = true
        desk.send(
            .array([
                desk.request(3, "document/hash", ["document": "d"]),
                desk.request(4, "document/close", ["document": "d"]),
            ]))
        let heard = desk.read()
        #expect(heard.contains("1 journal") && heard.contains("2 journal"))
        #expect(heard.contains("3 done") && heard.contains("4 done"))
    }
}
