import Foundation
import Testing
import Wire

@testable import Server

struct TranscriptTests {
    @Test("A session replies as in the transcript", arguments: Checkout.names)
    func says(name: String) throws {
        let file = Checkout.transcripts.appendingPathComponent(name + ".txt")
        let transcript = try Transcript(String(decoding: Data(contentsOf: file), as: UTF8.self))
        try transcript.perform(with: Checkout.examples())
    }

    @Test("The same conversation gives the same bytes again", arguments: ["walk", "undo-exact", "gesture-end"])
    func deterministic(name: String) throws {
        let file = Checkout.transcripts.appendingPathComponent(name + ".txt")
        let transcript = try Transcript(String(decoding: Data(contentsOf: file), as: UTF8.self))
        let first = transcript.replies(with: try Checkout.examples())
        #expect(first == transcript.replies(with: try Checkout.examples()))
        #expect(!first.isEmpty)
    }

    @Test(
        "A difference is found where it is",
        arguments: [
            (#"{"a":1}"#, #"{"a":1.0}"#, nil), (#"{"a":1}"#, #"{"a":2}"#, "/a is 2, not 1"),
            (#"{"a":"<any>"}"#, #"{"a":[{}]}"#, nil),
            (#"{"a":1}"#, #"{"a":1,"b":2}"#, "the message has another member b"),
            (#"{"a":1,"<ignore>":true}"#, #"{"a":1,"b":2}"#, nil),
            ("[1,2]", "[1]", "the message has 1 elements, not 2"),
            (#"{"a":{"b":null}}"#, #"{"a":{}}"#, "/a has no member b"), ("true", "1", "the message is 1, not true"),
        ] as [(String, String, String?)])
    func differences(expected: String, actual: String, found: String?) throws {
        let (left, right) = (try #require(JSON(parsing: expected)), try #require(JSON(parsing: actual)))
        #expect(Transcript.difference(left, right) == found)
    }
}
