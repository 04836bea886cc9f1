import Foundation
import Geometry
import Recordings
import Testing
import Wire

/// Traces of conversations: of the recordings that are shipped, and of some with mistakes of a front end.
@Suite struct TraceTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appending(path: "../../clients/examples/recordings")

    private static func shipped(_ name: String) throws -> Recording {
        try Recording(Array(Data(contentsOf: folder.appending(path: "support-bot-\(name).jsonl"))))
    }

    private static func summary(_ recording: Recording) -> TraceSummary {
        var trace = Trace(recording)
        var summary = TraceSummary()
        while let step = trace.next() { summary.add(step) }
        return summary
    }

    /// A conversation in which a view shows one node at the origin, after five messages.
    private static func shown() -> RecordedConversation {
        var conversation = RecordedConversation()
        conversation.call(1, "initialize", #"{"clock":"client"}"#)
        conversation.call(2, "document/open", #"{"path":"graph.json","document":"d"}"#)
        conversation.call(3, "view/open", #"{"document":"d","view":"v","width":800,"height":600}"#)
        return conversation
    }

    private static func pointer(
        _ conversation: inout RecordedConversation, _ number: Int, _ phase: String, _ x: Int, _ y: Int
    ) {
        conversation.call(
            number, "input/pointer",
            #"{"view":"v","phase":"\#(phase)","id":1,"at":{"x":\#(x),"y":\#(y)},"time":\#(number)}"#)
    }

    @Test(arguments: [
        ("mouse", ["drag": 3, "connect": 2, "cut": 1, "marquee": 1], 234, 7),
        ("touch", ["pan": 3, "pinch": 4, "drag": 1], 565, 0),
        ("edits", [:], 105, 35),
    ])
    func `the gestures of a shipped recording are found`(
        _ name: String, _ kinds: [String: Int], _ messages: Int, _ changes: Int
    ) throws {
        let recording = try TraceTests.shipped(name)
        let summary = TraceTests.summary(recording)
        #expect(summary.gestures.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 } == kinds)
        #expect(summary.methods.values.reduce(0, +) == messages && recording.messageCount == messages)
        #expect(summary.documents.map(\.name).first == "bot" && summary.views.map(\.name) == ["v"])
        #expect(summary.documents.reduce(0) { $0 + $1.changes } == changes)
        #expect(summary.firstDifference == nil && summary.findings.isEmpty, "\(summary.findings)")
    }

    @Test func `a gesture has its way and what came of it`() throws {
        let gestures = TraceTests.summary(try TraceTests.shipped("mouse")).gestures
        #expect(
            gestures.map(\.outcome).filter { if case .refused = $0 { false } else { true } } == [
                .committed("Move"), .committed("Cut"), .committed("Connect"), .ended(by: nil, events: []), .cancelled,
                .committed("Move"),
            ])
        guard case .refused("connection.limit", _) = gestures[1].outcome else {
            Issue.record("\(gestures[1].outcome)")
            return
        }
        #expect(gestures[0].first == 22 && gestures[0].opened == 23 && gestures[0].last == 39)
        #expect(gestures[0].start == Point(x: 500, y: 350) && gestures[0].end == Point(x: 610, y: 372))
        #expect(gestures[0].moves == 16)
        let fingers = TraceTests.summary(try TraceTests.shipped("touch")).gestures
        #expect(fingers[1].paths.count == 2 && fingers[1].outcome == .became("pan"))
        #expect(fingers[2].paths.count == 1)
    }

    @Test func `a trace causes the bytes of a replay, whatever the framing`() throws {
        let recording = try TraceTests.shipped("edits")
        var replay = Replay(recording)
        let (replayed, _) = replay.run()
        #expect(TraceTests.summary(recording).bytesOut == replayed.bytes)
        let text = String(decoding: recording.bytes, as: UTF8.self)
        let framed = try Recording(
            Array(text.replacing(#""framing":"lines""#, with: #""framing":"headers""#, maxReplacements: 1).utf8))
        #expect(framed.style == .headers)
        let (one, other) = (TraceTests.summary(recording), TraceTests.summary(framed))
        #expect(one.sent == other.sent && one.refusals.map(\.reason) == other.refusals.map(\.reason))
        #expect(other.bytesOut > one.bytesOut && other.findings.isEmpty)
    }

    @Test func `a forgotten up is found, at the next press and at the end`() throws {
        var conversation = TraceTests.shown()
        for (number, x) in [(4, 10), (5, 40), (6, 60)] {
            TraceTests.pointer(&conversation, number, number == 4 ? "down" : "move", x, 10)
        }
        TraceTests.pointer(&conversation, 7, "down", 90, 12)
        TraceTests.pointer(&conversation, 8, "up", 90, 12)
        TraceTests.pointer(&conversation, 9, "up", 90, 12)
        TraceTests.pointer(&conversation, 10, "down", 300, 300)
        let summary = TraceTests.summary(try conversation.end())
        #expect(summary.gestures.map(\.kind) == ["drag"])
        #expect(
            summary.findings.map { "\($0.number) \($0.text)" } == [
                "7 mouse pointer 1 went down again in view v, down since message 4",
                "9 mouse pointer 1 came up in view v without being down",
                "10 mouse pointer 1 went down at 300,300 in view v and never came up",
            ])
    }

    @Test func `moves with the axes exchanged are a jump`() throws {
        var conversation = TraceTests.shown()
        TraceTests.pointer(&conversation, 4, "down", 100, 20)
        TraceTests.pointer(&conversation, 5, "move", 24, 104)
        TraceTests.pointer(&conversation, 6, "move", 28, 108)
        TraceTests.pointer(&conversation, 7, "up", 112, 32)
        let gesture = try #require(TraceTests.summary(try conversation.end()).gestures.first)
        let longest = try #require(gesture.longestStep)
        #expect(longest.points > 100 && [5, 7].contains(longest.number) && gesture.moves == 2)
    }

    @Test func `what nobody answered or ended is found`() throws {
        var conversation = TraceTests.shown()
        conversation.call(4, "history/begin", #"{"document":"d","label":"x"}"#)
        conversation.call(5, "gesture/begin", #"{"view":"v","kind":"drag","nodes":["a"],"at":{"x":0,"y":0}}"#)
        conversation.say("[]")
        conversation.say("no JSON")
        conversation.call(6, "node/move", #"{"document":"d","ids":["b"],"by":{"x":1,"y":1}}"#)
        conversation.call(6, "node/move", #"{"document":"d","ids":["b"],"by":{"x":1,"y":1}}"#)
        let summary = TraceTests.summary(try conversation.end())
        #expect(summary.methods["invalid"] == 2)
        #expect(
            summary.refusals.map(\.count) == [1, 1, 2] || summary.refusals.map(\.count) == [2, 2], "\(summary.refusals)"
        )
        #expect(summary.findings.contains { $0.number == 4 && $0.text.contains("has no end") })
        #expect(summary.gestures.map(\.outcome) == [.open])
    }

    @Test func `the picture is the one that an export draws`() throws {
        var conversation = TraceTests.shown()
        conversation.call(4, "node/move", #"{"document":"d","ids":["a"],"by":{"x":30,"y":40}}"#)
        let sent = conversation.call(5, "document/export", #"{"document":"d","format":"svg"}"#)
        conversation.call(6, "node/move", #"{"document":"d","ids":["a"],"by":{"x":30,"y":40}}"#)
        let exported = JSON(parsing: String(sent.dropLast()))?["result"]?["text"]?.stringValue
        var trace = Trace(try conversation.end())
        while trace.next(until: 4) != nil {}
        #expect(trace.number == 4 && trace.picture(ofDocument: "other") == nil)
        #expect(trace.picture(ofDocument: "d").map { String(decoding: $0, as: UTF8.self) } == exported)
        while trace.next() != nil {}
        #expect(
            trace.number == 6 && trace.picture(ofDocument: "d").map { String(decoding: $0, as: UTF8.self) } != exported)
    }
}
