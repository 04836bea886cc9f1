import Recordings
import Testing

/// The format of recordings: what is read of it, and which line is to blame where it is broken.
@Suite struct RecordingTests {
    private static let header = #"{"recording":1,"server":"1.2","framing":"lines"}"#

    private static func read(_ lines: String...) throws -> Recording {
        try Recording(Array((lines.map { $0 + "\n" }).joined().utf8))
    }

    @Test func `the header says which server spoke, and how`() throws {
        let recording = try RecordingTests.read(RecordingTests.header)
        #expect(recording.server == "1.2" && recording.style == .lines)
        #expect(recording.entries.isEmpty && recording.messageCount == 0 && !recording.isComplete)
        #expect(try RecordingTests.read(#"{"recording":1}"#).style == .headers)
    }

    @Test func `a message keeps its bytes, its time and its output`() throws {
        let recording = try RecordingTests.read(
            RecordingTests.header, #"{"at":12.5,"message": {"id" : 1} }"#, #"{"out":"00000000000000ff","bytes":7}"#)
        let entry = try #require(recording.entries.first)
        #expect(recording.withBody(of: entry.event) { String(decoding: $0, as: UTF8.self) } == #"{"id" : 1}"#)
        #expect(entry.time == 12.5 && entry.line == 2)
        #expect(entry.output == Recording.Output(hash: 255, count: 7))
    }

    @Test(arguments: [(#"{"text":"no JSON"}"#, "no JSON"), (#"{"hex":"6e6f"}"#, "no"), (#"{"hex":""}"#, "")])
    func `a body that cannot stand in a line is spelled otherwise`(_ line: String, _ body: String) throws {
        let recording = try RecordingTests.read(RecordingTests.header, line)
        let event = try #require(recording.entries.first).event
        #expect(event.isMessage)
        #expect(recording.withBody(of: event) { String(decoding: $0, as: UTF8.self) } == body)
    }

    @Test(arguments: [
        "caughtUp", "settled", "jobBegan", "jobEnded", "jobsCancelled", "inputEnded",
    ])
    func `an event is known by its name`(_ name: String) throws {
        let recording = try RecordingTests.read(RecordingTests.header, #"{"event":"\#(name)"}"#)
        let event = try #require(recording.entries.first).event
        #expect("\(event)" == name && !event.isMessage)
        #expect(recording.withBody(of: event) { $0.count } == nil)
        #expect(recording.isComplete == (name == "inputEnded"))
    }

    @Test func `how far a job has come is read`() throws {
        let recording = try RecordingTests.read(RecordingTests.header, #"{"jobReached":40}"#)
        guard case .jobReached(40) = try #require(recording.entries.first).event else {
            Issue.record("\(recording.entries)")
            return
        }
    }

    @Test func `files belong to the event before, and those of a job to its begin`() throws {
        let recording = try RecordingTests.read(
            RecordingTests.header, #"{"event":"jobBegan"}"#, #"{"message":{}}"#, #"{"read":"a","text":"x"}"#,
            #"{"replaced":"b","job":true}"#, #"{"replaced":"c","error":"no","isTaken":true}"#)
        let (job, message) = (recording.entries[0], recording.entries[1])
        #expect(job.files.map(\.path) == ["b"] && message.files.map(\.path) == ["a", "c"])
        #expect(message.files.map(\.kind) == [.read, .replaced])
        guard case .contents(let bytes) = message.files[0].outcome, case .failed(let error) = message.files[1].outcome
        else {
            Issue.record("\(message.files)")
            return
        }
        #expect(bytes == Array("x".utf8) && error.message == "no" && error.kind == .taken)
        #expect(recording.lines(of: [1]).count == 4)
    }

    @Test(arguments: [
        ("", 1, "empty"),
        ("{}\n", 1, "no recording"),
        ("{\"recording\":2}\n", 1, "version 2"),
        ("{\"recording\":1,\"framing\":\"smoke\"}\n", 1, "framing smoke"),
        ("{\"recording\":1}", 1, "ends inside a line"),
        ("{\"recording\":1}\n{\"message\":\n", 2, ""),
        ("{\"recording\":1}\n{\"out\":\"00\"}\n", 2, "16 digits"),
        ("{\"recording\":1}\n{\"out\":\"00000000000000ff\"}\n", 2, "before the first event"),
        ("{\"recording\":1}\n{\"read\":\"a\",\"text\":\"\"}\n", 2, "before the first event"),
        ("{\"recording\":1}\n{\"message\":1}\n{\"read\":\"a\"}\n", 3, "contents of \"a\""),
        ("{\"recording\":1}\n{\"hex\":\"0\"}\n", 2, "pairs of digits"),
        ("{\"recording\":1}\n{\"hex\":\"0g\"}\n", 2, "pairs of digits"),
        ("{\"recording\":1}\n{\"event\":\"tea\"}\n", 2, "event tea"),
        ("{\"recording\":1}\n{\"framingFailed\":\"tea\"}\n", 2, "failure tea"),
        ("{\"recording\":1}\n{\"left\":\"much\"}\n", 2, "left"),
        ("{\"recording\":1}\n{\"tea\":1}\n", 2, "nothing that a recording holds"),
    ])
    func `a text that is no recording is refused with its line`(_ text: String, _ line: Int, _ part: String) {
        let error = #expect(throws: RecordingError.self) { try Recording(Array(text.utf8)) }
        #expect(error?.line == line)
        #expect(error?.message.contains(part) == true || part.isEmpty, "\(error?.message ?? "")")
    }
}
