import MemoryFiles
import Testing
import Wire

@testable import Server

/// A client of a session whose files others change.
private struct Desk {
    var session = Session(
        files: MemoryFiles(["a.json": Array(#"{"nodewire":1,"nodes":[],"edges":[]}"#.utf8)]), version: "test")
    var outbox = Outbox()

    init(clock: String) {
        outbox.style = .lines
        send("initialize", ["clock": .string(clock)])
        send("document/open", ["path": "a.json", "document": "d"])
    }

    /// Sends a request; returns the names of what it causes, the reply by its error or as "reply".
    @discardableResult
    mutating func send(_ method: String, _ params: JSON) -> [String] {
        let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
        var writer = JSONWriter()
        request.write(into: &writer)
        writer.bytes.withUnsafeBufferPointer { session.receive($0, into: &outbox) }
        return read()
    }

    mutating func change() -> [String] {
        session.fileWasChanged(ofDocument: "d", into: &outbox)
        return read()
    }

    private mutating func read() -> [String] {
        var text = ""
        outbox.drain { bytes in
            text += String(decoding: bytes, as: UTF8.self)
            return bytes.count
        }
        return text.split(separator: "\n").map { line in
            let message = JSON(parsing: String(line))
            let reason = message?["error"]?["data"]?["reason"]?.stringValue
            return message?["method"]?.stringValue ?? reason ?? "reply"
        }
    }
}

struct WatchedFilesTests {
    private let view: JSON = ["document": "d", "view": "v", "width": 800, "height": 600]

    @Test func `the files of documents with a view are watched`() {
        var desk = Desk(clock: "server")
        #expect(desk.session.watchedFiles.isEmpty)
        desk.send("view/open", view)
        #expect(desk.session.watchedFiles.map(\.path) == ["a.json"])
        desk.send("view/close", ["view": "v"])
        #expect(desk.session.watchedFiles.isEmpty)
    }

    @Test func `with the clock of the client nothing is watched`() {
        var desk = Desk(clock: "client")
        desk.send("view/open", view)
        #expect(desk.session.watchedFiles.isEmpty)
    }

    @Test func `a change is announced once, until a save`() {
        var desk = Desk(clock: "server")
        desk.send("view/open", view)
        #expect(desk.change() == ["document/changedOnDisk"])
        #expect(desk.change() == [])
        #expect(desk.session.watchedFiles.isEmpty)
        #expect(desk.send("document/save", ["document": "d"]) == ["document/saved", "reply"])
        #expect(desk.session.watchedFiles.count == 1)
        #expect(desk.change() == ["document/changedOnDisk"])
    }

    @Test func `a save by another document is announced at once, and once`() {
        var desk = Desk(clock: "client")
        desk.send("document/open", ["path": "a.json", "document": "e"])
        let saved = ["document/saved", "document/changedOnDisk", "reply"]
        #expect(desk.send("document/save", ["document": "e"]) == saved)
        #expect(desk.send("document/save", ["document": "d"]) == ["changedOnDisk"])
        #expect(desk.send("document/save", ["document": "d"]) == ["changedOnDisk"])
        #expect(desk.send("document/save", ["document": "d", "overwrite": true]) == saved)
        #expect(desk.send("document/save", ["document": "e"]) == ["changedOnDisk"])
    }

    @Test func `the change of a document that was closed is nothing`() {
        var desk = Desk(clock: "server")
        desk.send("document/close", ["document": "d"])
        #expect(desk.change() == [])
    }
}
