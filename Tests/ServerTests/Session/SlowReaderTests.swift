import Graph
import MemoryFiles
import Seeding
import Testing
import Wire

@testable import Server

/// A client that does not read, or only now and then.
private struct SlowReader {
    var session = Session(files: MemoryFiles(), version: "test")
    var outbox = Outbox()

    init(clock: String = "server") {
        outbox.style = .lines
        send("initialize", ["clock": .string(clock)], id: 0)
    }

    mutating func send(_ method: String, _ params: JSON, id: JSON? = nil) {
        var message: JSONObject = ["jsonrpc": "2.0", "method": .string(method), "params": params]
        if let id { message["id"] = id }
        var writer = JSONWriter()
        JSON.object(message).write(into: &writer)
        writer.bytes.withUnsafeBufferPointer { session.receive($0, into: &outbox) }
    }

    /// The pipe takes nothing more.
    mutating func jam() { outbox.drain { _ in 0 } }

    /// Everything that waits is read, as the process does it.
    mutating func read() -> [JSON] {
        var text = ""
        for _ in 0..<2 {
            outbox.drain { bytes in
                text += String(decoding: bytes, as: UTF8.self)
                return bytes.count
            }
            if session.isHoldingBack { session.catchUp(into: &outbox) }
        }
        return text.split(separator: "\n").compactMap { JSON(parsing: String($0)) }
    }

    mutating func open() {
        send(
            "document/create", ["document": "d", "content": ["nodes": [["id": "a", "position": ["x": 0, "y": 0]]]]],
            id: 1)
        send(
            "view/open", ["document": "d", "view": "v", "width": 800, "height": 600, "scene": "svg"], id: 2)
        _ = read()
    }

    mutating func point(_ phase: String, _ x: Double, _ y: Double, modifiers: JSON = [], id: JSON? = nil) {
        send(
            "input/pointer",
            [
                "view": "v", "phase": .string(phase), "id": 1, "at": ["x": .number(x), "y": .number(y)],
                "modifiers": modifiers,
            ], id: id)
    }

    mutating func move(by x: Double, id: JSON? = nil) {
        send("node/move", ["document": "d", "ids": ["a"], "by": ["x": .number(x), "y": 0]], id: id)
    }
}

struct SlowReaderTests {
    private func names(_ messages: [JSON]) -> [String] { messages.map { $0["method"]?.stringValue ?? "reply" } }

    @Test func `movements that come at once are led to the last of them`() {
        var reader = SlowReader()
        reader.open()
        reader.point("down", 40, 30)
        reader.point("move", 50, 30)
        _ = reader.read()
        for x in 0..<100 { reader.point("move", 51 + Double(x), 30) }
        #expect(reader.session.hasWaitingMove && reader.read().isEmpty)
        reader.session.performWaitingMove(into: &reader.outbox)
        let frames = reader.read()
        #expect(frames.count == 1 && frames[0]["params"]?["gesture"]?["by"]?["x"] == 110)
        reader.point("move", 60, 30)
        reader.point("move", 70, 40)
        reader.point("up", 70, 40)
        let last = reader.read()
        #expect(names(last) == ["view/frame", "document/changed", "view/frame"])
        #expect(last[1]["params"]?["nodes"]?["a"]?["set"]?["position"] == ["x": 30, "y": 10])
    }

    @Test func `movements wait for no message of another kind, nor where every point of the way counts`() {
        var reader = SlowReader()
        reader.open()
        reader.point("down", 40, 30)
        reader.point("move", 50, 30)
        reader.point("move", 60, 30)
        reader.send("view/read", ["view": "v"], id: 9)
        #expect(names(reader.read()).suffix(2) == ["view/frame", "reply"])
        reader.point("move", 70, 30)
        reader.point("move", 80, 30, id: 10)
        #expect(names(reader.read()) == ["view/frame", "view/frame", "reply"])
        reader.point("cancel", 80, 30)
        reader.point("down", 600, 500, modifiers: ["alt"])
        for x in 0..<5 { reader.point("move", 610 + Double(10 * x), 500, modifiers: ["alt"]) }
        #expect(!reader.session.hasWaitingMove)
        var exact = SlowReader(clock: "client")
        exact.open()
        exact.point("down", 40, 30)
        #expect(!exact.session.hasWaitingMove)
    }

    @Test func `frames that a slow client did not get become one`() {
        var reader = SlowReader()
        reader.open()
        reader.move(by: 1)
        reader.jam()
        for _ in 0..<5 { reader.send("view/pan", ["view": "v", "by": ["x": 10, "y": 0]]) }
        reader.move(by: 1)
        #expect(reader.session.isHoldingBack)
        let messages = reader.read()
        #expect(names(messages) == ["document/changed", "view/frame", "document/changed", "view/frame"])
        #expect(messages.last?["params"]?["viewport"]?["x"] == 50)
        #expect(messages.last?["params"]?["update"]?["nodes"]?["a"]?["x"] == 2)
        #expect(!reader.session.isHoldingBack)
    }

    @Test func `before a reply everything is sent`() {
        var reader = SlowReader()
        reader.open()
        reader.move(by: 1)
        reader.jam()
        reader.send("view/pan", ["view": "v", "by": ["x": 10, "y": 0]])
        reader.send("view/pan", ["view": "v", "by": ["x": 10, "y": 0]])
        reader.send("view/hitTest", ["view": "v", "at": ["x": 1, "y": 1]], id: 3)
        reader.send("view/pan", ["view": "v", "by": ["x": 10, "y": 0]], id: 4)
        let messages = reader.read()
        #expect(
            names(messages) == ["document/changed", "view/frame", "view/frame", "reply", "view/frame", "reply"])
        #expect(messages[2]["params"]?["viewport"]?["x"] == 20)
    }

    @Test func `with the client's clock each frame is sent`() {
        var reader = SlowReader(clock: "client")
        reader.open()
        reader.move(by: 1)
        reader.jam()
        for _ in 0..<3 { reader.send("view/pan", ["view": "v", "by": ["x": 10, "y": 0]]) }
        #expect(names(reader.read()) == ["document/changed"] + Array(repeating: "view/frame", count: 4))
    }

    @Test func `a document closed meanwhile leaves what is held back of others`() {
        var reader = SlowReader()
        reader.send("document/create", ["document": "first"], id: 1)
        reader.open()
        reader.move(by: 1)
        reader.jam()
        reader.send("view/pan", ["view": "v", "by": ["x": 10, "y": 0]])
        reader.send("document/close", ["document": "first"])
        #expect(names(reader.read()) == ["document/changed", "view/frame", "view/frame"])
    }

    @Test(arguments: ["server", "client"])
    func `too many changes for a client that does not read become one reset`(clock: String) {
        var reader = SlowReader(clock: clock)
        reader.open()
        let long = String(repeating: "x", count: 1 << 20)
        func update(_ id: JSON?) {
            reader.send("node/update", ["document": "d", "id": "a", "patch": ["label": .string(long)]], id: id)
        }
        reader.move(by: 1)
        reader.jam()
        for number in 0..<6 {
            reader.send(
                "node/update", ["document": "d", "id": "a", "patch": ["label": .string("\(number)" + long)]])
        }
        reader.move(by: 1)
        reader.move(by: 1, id: 3)
        reader.move(by: 1)
        let messages = reader.read()
        let sent = names(messages).filter { $0 != "view/frame" }
        if clock == "client" {
            #expect(sent == Array(repeating: "document/changed", count: 9) + ["reply", "document/changed"])
            return
        }
        #expect(sent.prefix(5).allSatisfy { $0 == "document/changed" })
        let rest = Array(sent.drop { $0 == "document/changed" })
        #expect(rest == ["document/reset", "document/reset", "reply", "document/reset"])
        let resets = messages.filter { $0["method"] == "document/reset" }.map { $0["params"]?["revision"] }
        #expect(resets == [8, 9, 10])
        reader.move(by: 1, id: 4)
        #expect(names(reader.read()).first == "document/changed")
    }

    @Test("Waiting changes are counted as they leave", arguments: 1...6)
    func counted(seed: UInt64) {
        var random = Seeded(seed)
        var changes = WaitingChanges()
        var waiting: [(isChange: Bool, count: Int)] = []
        var partly = 0
        for _ in 0..<400 {
            if random.below(3) > 0 {
                let isChange = random.below(2) == 0
                let count = 1 + random.below(100)
                waiting.append((isChange, count))
                if isChange { changes.add(count, waiting: waiting.reduce(0) { $0 + $1.count } - partly) }
            } else {
                let total = waiting.reduce(0) { $0 + $1.count } - partly
                let leaving = random.below(4) == 0 ? total : random.below(total + 1)
                partly += leaving
                while let first = waiting.first, first.count <= partly {
                    partly -= first.count
                    waiting.removeFirst()
                }
                changes.leave(leaving, waiting: total - leaving)
            }
            #expect(changes.bytes == waiting.reduce(0) { $0 + ($1.isChange ? $1.count : 0) })
        }
    }
}
