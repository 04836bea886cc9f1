import Recordings
import Testing

/// A recorded session, performed again without its files.
@Suite struct ReplayTests {
    /// Opens, moves, fails to save, and undoes.
    private static func recorded() throws -> Recording {
        var conversation = RecordedConversation()
        conversation.call(1, "initialize", #"{"clock":"client"}"#)
        let opened = conversation.call(2, "document/open", #"{"path":"graph.json","document":"d"}"#)
        #expect(opened.contains(#""nodes":1"#), "\(opened)")
        conversation.call(3, "node/move", #"{"document":"d","ids":["a"],"by":{"x":1,"y":2}}"#)
        let saved = conversation.call(4, "document/save", #"{"document":"d"}"#)
        #expect(saved.contains("error"), "\(saved)")
        conversation.say("no JSON\n")
        conversation.call(5, "history/undo", #"{"document":"d"}"#)
        return try conversation.end()
    }

    @Test func `the same messages give the same bytes`() throws {
        let recording = try ReplayTests.recorded()
        #expect(recording.messageCount == 6 && recording.isComplete && recording.server == "test")
        var replay = Replay(recording)
        let (summary, difference) = replay.run()
        #expect(difference == nil)
        #expect(summary.messages == 6 && summary.compared == recording.entries.count && summary.bytes > 200)
    }

    @Test func `a difference is reported with its message`() throws {
        let text = String(decoding: try ReplayTests.recorded().bytes, as: UTF8.self)
        let changed = text.replacing(#""by":{"x":1"#, with: #""by":{"x":5"#)
        #expect(changed != text)
        var replay = Replay(try Recording(Array(changed.utf8)))
        let found = replay.run().1
        let difference = try #require(found)
        #expect(difference.number == 3)
        #expect(String(decoding: difference.output, as: UTF8.self).contains(#""x":5"#))
    }

    @Test func `outputs are written again where they are missing`() throws {
        let recording = try ReplayTests.recorded()
        let bare = try Recording(recording.lines(of: Array(recording.entries.indices)).flatMap { recording.bytes[$0] })
        #expect(bare.entries.allSatisfy { $0.output == nil })
        let (text, summary) = bare.rewritten()
        #expect(text.bytes == recording.bytes && summary.messages == 6)
    }
}
