import Graph
import MemoryFiles
import Testing
import Wire

@testable import Server

/// A client and the process between it and a session, which works on a job only when the test says so.
struct JobDesk {
    var session = Session(files: MemoryFiles(), version: "test")
    var outbox = Outbox()

    init(clock: String = "server") {
        outbox.style = .lines
        send(#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"clock":"\#(clock)"}}"#)
    }

    /// Sends a message; answers what it causes at once, each message in short.
    @discardableResult
    mutating func send(_ text: String) -> [String] {
        Array(text.utf8).withUnsafeBufferPointer { session.receive($0, into: &outbox) }
        return received()
    }

    /// Opens a document that is long enough for jobs.
    mutating func openLarge() {
        let nodes = (0...Limits.jobElements).map { #"{"id":"n\#($0)","position":{"x":\#($0),"y":0}}"# }
        send(
            #"{"jsonrpc":"2.0","id":0,"method":"document/create","params":{"document":"d","content":{"nodes":["#
                + nodes.joined(separator: ",") + "]}}}")
    }

    @discardableResult
    mutating func export(_ id: String, _ more: String = "") -> [String] {
        send(
            #"{"jsonrpc":"2.0","id":\#(id),"method":"document/export","params":{"document":"d","format":"nodewire"\#(more)}}"#
        )
    }

    @discardableResult
    mutating func cancel(_ id: String) -> [String] {
        send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
    }

    /// Takes the next job; answers what that causes.
    mutating func begin() -> (job: Job?, received: [String]) {
        let job = session.nextJob(into: &outbox)
        return (job, received())
    }

    mutating func finish(_ job: Job) -> [String] {
        let number = job.number
        session.finish(number, job.run { false }, into: &outbox)
        return received()
    }

    /// Works on everything that waits.
    mutating func finishAll() -> [String] {
        var received: [String] = []
        while session.hasNextJob, case (let job?, let begun) = begin() { received += begun + finish(job) }
        return received
    }

    /// Returns the bytes that were sent, unchanged.
    mutating func lines() -> [String] {
        var lines: [String] = []
        outbox.drain { bytes in
            lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
            return bytes.count
        }
        return lines
    }

    mutating func received() -> [String] {
        lines().map { line in
            guard let message = JSON(parsing: line) else { return "not JSON" }
            if let list = message.arrayValue { return "[" + list.map(JobDesk.summary).joined(separator: ", ") + "]" }
            return JobDesk.summary(message)
        }
    }

    private static func summary(_ message: JSON) -> String {
        let params = message["params"]
        if message["method"] == "$/progress" {
            return "\(params?["value"]?["kind"]?.stringValue ?? "?") \(params?["token"].map(text) ?? "?")"
        }
        if let method = message["method"]?.stringValue { return method }
        let id = message["id"].map(text) ?? "?"
        if let code = message["error"]?["code"].map(text) { return "\(id): \(code)" }
        return "\(id): \(message["result"]?["text"] == nil ? "done" : "text")"
    }

    private static func text(_ value: JSON) -> String {
        var writer = JSONWriter()
        value.write(into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

struct JobTests {
    private let move =
        #"{"jsonrpc":"2.0","id":9,"method":"node/move","params":{"document":"d","ids":["n1"],"by":{"x":5,"y":0}}}"#

    @Test func `later messages are performed while a job is worked on`() throws {
        var desk = JobDesk()
        desk.openLarge()
        #expect(desk.export("1", #","progressToken":"p""#) == [])
        #expect(desk.session.hasNextJob && desk.session.hasJobs)
        let (job, begun) = desk.begin()
        #expect(begun == ["begin \"p\""])
        #expect(!desk.session.hasNextJob && desk.session.hasJobs)
        #expect(desk.send(move) == ["document/changed", "9: done"])
        #expect(desk.finish(try #require(job)) == ["end \"p\"", "1: text"])
        #expect(!desk.session.hasJobs)
    }

    @Test func `a job works on the document as it was`() throws {
        var desk = JobDesk()
        desk.openLarge()
        let before = try #require(desk.session.documents.all.first?.workspace.document.contentHash())
        desk.export("1")
        let job = try #require(desk.begin().job)
        desk.send(move)
        desk.send(#"{"jsonrpc":"2.0","id":2,"method":"document/close","params":{"document":"d","discard":true}}"#)
        guard case .reply(.success(let writer)) = job.run(isStopped: { false }).content else {
            Issue.record("the export failed")
            return
        }
        let text = JSON(parsing: String(decoding: writer.bytes, as: UTF8.self))?["text"]
        let create: JSON = [
            "jsonrpc": "2.0", "id": 3, "method": "document/open", "params": ["document": "e", "text": text ?? .null],
        ]
        var request = JSONWriter()
        create.write(into: &request)
        desk.send(String(decoding: request.bytes, as: UTF8.self))
        #expect(desk.session.documents.all.first?.workspace.document.contentHash() == before)
    }

    @Test func `jobs are worked on one after the other, in their order`() {
        var desk = JobDesk()
        desk.openLarge()
        for id in 1...3 { desk.export("\(id)", #","progressToken":\#(id)"#) }
        #expect(
            desk.finishAll() == [
                "begin 1", "end 1", "1: text", "begin 2", "end 2", "2: text", "begin 3", "end 3", "3: text",
            ])
    }

    @Test(arguments: ["2", "2.0", "20e-1"])
    func `a job that waits and is cancelled never runs`(spelling: String) {
        var desk = JobDesk()
        desk.openLarge()
        for id in 1...3 { desk.export("\(id)", #","progressToken":\#(id)"#) }
        #expect(desk.cancel(spelling) == ["2: -32800"])
        #expect(desk.cancel(spelling) == [])
        #expect(desk.finishAll() == ["begin 1", "end 1", "1: text", "begin 3", "end 3", "3: text"])
    }

    @Test func `a job that is worked on and cancelled is answered at once, and what it comes to is dropped`() throws {
        var desk = JobDesk()
        desk.openLarge()
        desk.export(#""a""#, #","progressToken":"p""#)
        desk.export("2")
        let job = try #require(desk.begin().job)
        #expect(desk.cancel("2.5") == [])
        #expect(desk.cancel(#""\u0061""#) == ["end \"p\"", "\"a\": -32800"])
        #expect(desk.session.isJobStopped && !desk.session.hasNextJob)
        #expect(desk.finish(job) == [])
        #expect(desk.finishAll() == ["2: text"])
    }

    @Test func `a job that a batch cancels is answered apart from the batch`() {
        var desk = JobDesk()
        desk.openLarge()
        desk.export("1")
        let cancel = #"{"jsonrpc":"2.0","id":8,"method":"$/cancelRequest","params":{"id":1}}"#
        #expect(desk.send("[\(move),\(cancel)]") == ["document/changed", "1: -32800", "[9: done, 8: done]"])
    }

    @Test func `a job that is stopped ends early`() throws {
        var desk = JobDesk()
        desk.openLarge()
        desk.export("1")
        guard case .reply(.failure(let failure)) = try #require(desk.begin().job).run(isStopped: { true }).content
        else {
            Issue.record("the job went on")
            return
        }
        #expect(failure.code == -32800)
    }

    @Test func `a path that is not written is refused before the work`() {
        var desk = JobDesk()
        desk.openLarge()
        #expect(desk.export("1", #","path":"no/such/folder","progressToken":7"#) == ["1: 1300"])
        #expect(desk.finishAll() == [])
    }

    @Test func `a job without an id is announced only when it fails`() {
        var desk = JobDesk()
        desk.openLarge()
        for (path, said) in [("a.json", []), ("no/b.json", ["server/failed"])] {
            let received = desk.send(
                #"{"jsonrpc":"2.0","method":"document/export","params":{"document":"d","format":"svg","path":"\#(path)"}}"#
            )
            #expect(received == said)
        }
        #expect(desk.finishAll() == [])
    }

    @Test func `more jobs than may wait are refused`() {
        var desk = JobDesk()
        desk.openLarge()
        for id in 1...Limits.jobs { #expect(desk.export("\(id)") == []) }
        #expect(desk.export("100") == ["100: 1900"])
        _ = desk.begin()
        #expect(desk.export("101") == ["101: 1900"])
        desk.cancel("1")
        #expect(desk.export("102") == [])
    }

    @Test func `at the end of the process every job is answered`() {
        var desk = JobDesk()
        desk.openLarge()
        for id in 1...2 { desk.export("\(id)", #","progressToken":\#(id)"#) }
        _ = desk.begin()
        desk.session.endOfInput(into: &desk.outbox)
        #expect(desk.session.hasJobs)
        desk.session.cancelJobs(into: &desk.outbox)
        #expect(desk.received() == ["end 1", "1: -32800", "2: -32800"])
        #expect(!desk.session.hasJobs)
    }

    @Test func `with the client's clock, in a batch, and of a small document the work is done at once`() {
        var desk = JobDesk(clock: "client")
        desk.openLarge()
        #expect(desk.export("1", #","progressToken":"p""#) == ["begin \"p\"", "end \"p\"", "1: text"])
        desk = JobDesk()
        desk.openLarge()
        let export =
            #"{"jsonrpc":"2.0","id":1,"method":"document/export","params":{"document":"d","format":"svg","progressToken":4}}"#
        #expect(desk.send("[\(export),\(move)]") == ["begin 4", "end 4", "document/changed", "[1: text, 9: done]"])
        desk = JobDesk()
        desk.send(#"{"jsonrpc":"2.0","id":1,"method":"document/create","params":{"document":"d"}}"#)
        #expect(desk.export("2", #","progressToken":-1"#) == ["begin -1", "end -1", "2: text"])
        #expect(desk.export("3") == ["3: text"])
    }

    @Test func `a job that is measured reports each percentage once, until it ends`() throws {
        var desk = JobDesk()
        desk.openLarge()
        let layout =
            #"{"jsonrpc":"2.0","id":1,"method":"document/layout","params":{"document":"d","algorithm":"grid","progressToken":4}}"#
        desk.send(layout)
        let (begun, received) = desk.begin()
        let job = try #require(begun)
        #expect(received == ["begin 4"])
        let number = job.number
        var percentages: [Int] = []
        let result = job.run(isStopped: { false }, report: { percentages.append($0) })
        #expect(percentages == Array(Set(percentages)).sorted() && percentages.last == 100)
        desk.session.report(number, percent: 40, into: &desk.outbox)
        desk.session.report(number + 1, percent: 50, into: &desk.outbox)
        #expect(desk.lines().map { JSON(parsing: $0)?["params"]?["value"] } == [["kind": "report", "percentage": 40]])
        desk.session.finish(number, result, into: &desk.outbox)
        #expect(desk.received() == ["end 4", "document/changed", "1: done"])
        desk.session.report(number, percent: 60, into: &desk.outbox)
        #expect(desk.received() == [])
    }

    @Test func `without a token, and after it was cancelled, a job reports nothing`() throws {
        var desk = JobDesk()
        desk.openLarge()
        for token in ["", #","progressToken":4"#] {
            desk.send(
                #"{"jsonrpc":"2.0","id":1,"method":"document/layout","params":{"document":"d","algorithm":"grid"\#(token)}}"#
            )
            let job = try #require(desk.begin().job)
            let number = job.number
            desk.cancel("1")
            desk.session.report(number, percent: 40, into: &desk.outbox)
            #expect(desk.received() == [])
            desk.session.finish(number, job.run { true }, into: &desk.outbox)
        }
    }

    @Test(
        arguments: [(-1.0, nil), (0, nil), (.nan, nil), (0.004, nil), (0.5, 50), (1, 100), (7, 100), (.infinity, 100)]
            as [(Double, Int?)])
    func `a share is reported in percent`(_ done: Double, _ percent: Int?) {
        var steps = PercentSteps()
        #expect(steps.step(to: done) == percent)
        #expect(steps.step(to: done) == nil)
    }

    @Test(arguments: ["true", "1.5", "{}", "[1]"])
    func `a progress token is a string or an integer`(token: String) {
        var desk = JobDesk()
        #expect(desk.export("1", #","progressToken":\#(token)"#) == ["1: -32602"])
    }

    @Test(arguments: [(20, true, true), (10, true, false), (400, false, false), (600, false, true)])
    func `a layout of few nodes with many edges is a job, too`(count: Int, isDense: Bool, isJob: Bool) {
        var desk = JobDesk()
        let nodes = (0..<count).map { #"{"id":"n\#($0)"}"# }
        let edges = (1..<count).flatMap { target in
            ((isDense ? 0 : target - 1)..<target).map { #"{"source":"n\#($0)","target":"n\#(target)"}"# }
        }
        let content = #"{"nodes":[\#(nodes.joined(separator: ","))],"edges":[\#(edges.joined(separator: ","))]}"#
        desk.send(
            #"{"jsonrpc":"2.0","id":0,"method":"document/create","params":{"document":"d","content":\#(content)}}"#)
        desk.send(
            #"{"jsonrpc":"2.0","id":1,"method":"document/layout","params":{"document":"d","algorithm":"layered"}}"#)
        #expect(desk.session.hasNextJob == isJob)
    }

    @Test(arguments: [("orthogonal", "svg", true), ("bezier", "svg", false), ("orthogonal", "nodewire", false)])
    func `a picture of many edges round nodes is a job, too`(type: String, format: String, isJob: Bool) {
        var desk = JobDesk()
        let count = Limits.jobElements / Limits.elementsPerRoute
        let nodes = (0...count).map { #"{"id":"n\#($0)","position":{"x":\#($0 * 200),"y":0}}"# }
        let edges = (0..<count).map { #"{"source":"n\#($0)","target":"n\#($0 + 1)","type":"\#(type)"}"# }
        let content = #"{"nodes":[\#(nodes.joined(separator: ","))],"edges":[\#(edges.joined(separator: ","))]}"#
        desk.send(
            #"{"jsonrpc":"2.0","id":0,"method":"document/create","params":{"document":"d","content":\#(content)}}"#)
        desk.send(
            #"{"jsonrpc":"2.0","id":1,"method":"document/export","params":{"document":"d","format":"\#(format)"}}"#)
        #expect(desk.session.hasNextJob == isJob)
    }
}
