import Foundation
import NodewireServer
import Wire

@testable import Server

/// A conversation as the specification writes it: `-->` is sent, `<--` must come next, `#` is prose, and a line that
/// begins with four blanks continues the one before.
struct Transcript {
    struct Line {
        var isSent: Bool
        var text: String
        var number: Int
    }

    var lines: [Line] = []

    init(_ text: String) throws {
        var isContinuable = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("    ") && isContinuable {
                lines[lines.count - 1].text += line.dropFirst(4)
            } else if line.hasPrefix("-->") || line.hasPrefix("<--") {
                let said = line.dropFirst(3).drop { $0 == " " }
                lines.append(Line(isSent: line.hasPrefix("-->"), text: String(said), number: index + 1))
                isContinuable = true
            } else if line.allSatisfy(\.isWhitespace) || line.hasPrefix("#") {
                isContinuable = false
            } else {
                throw Mismatch("line \(index + 1): neither prose, --> nor <--")
            }
        }
    }

    /// Is true if the conversation begins with its own `initialize`.
    var initializes: Bool {
        lines.contains { $0.isSent && JSON(parsing: $0.text)?["method"]?.stringValue == "initialize" }
    }

    /// Holds the conversation with a session and compares what it says.
    func perform(with files: any FileAccess) throws {
        var speaker = Speaker(files)
        if !initializes {
            speaker.say(#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"clock":"client"}}"#)
            speaker.said = []
        }
        for line in lines {
            if line.isSent {
                if let extra = speaker.said.first { throw Mismatch("before line \(line.number) came also \(extra)") }
                speaker.say(line.text)
                continue
            }
            guard let expected = JSON(parsing: line.text) else { throw Mismatch("line \(line.number): no JSON") }
            guard !speaker.said.isEmpty else { throw Mismatch("line \(line.number): nothing was said") }
            let text = speaker.said.removeFirst()
            guard let actual = JSON(parsing: text) else { throw Mismatch("line \(line.number): came \(text)") }
            if let difference = Transcript.difference(expected, actual) {
                throw Mismatch("line \(line.number): \(difference)\n  received \(text)")
            }
        }
        if let extra = speaker.said.first { throw Mismatch("at the end came also \(extra)") }
    }

    /// Everything that a session says in this conversation.
    func replies(with files: any FileAccess) -> [String] {
        var speaker = Speaker(files)
        if !initializes { speaker.say(#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"clock":"client"}}"#) }
        for line in lines where line.isSent { speaker.say(line.text) }
        return speaker.said
    }

    /// Returns the place where two values differ, or nil.
    /// `"<any>"` fits everything, `"<ignore>"` lets an object have more members.
    static func difference(_ expected: JSON, _ actual: JSON, at place: String = "") -> String? {
        if expected.stringValue == "<any>" { return nil }
        let here = place.isEmpty ? "the message" : place
        switch (expected, actual) {
        case (.object(let expected), .object(let actual)):
            for member in expected.members where member.name != "<ignore>" {
                guard let value = actual[member.name] else { return "\(here) has no member \(member.name)" }
                if let found = difference(member.value, value, at: "\(place)/\(member.name)") { return found }
            }
            if expected["<ignore>"] != nil { return nil }
            let more = actual.members.first { expected[$0.name] == nil }
            return more.map { "\(here) has another member \($0.name)" }
        case (.array(let expected), .array(let actual)):
            for (index, pair) in zip(expected, actual).enumerated() {
                if let found = difference(pair.0, pair.1, at: "\(place)/\(index)") { return found }
            }
            return expected.count == actual.count ? nil : "\(here) has \(actual.count) elements, not \(expected.count)"
        default: return expected == actual ? nil : "\(here) is \(actual), not \(expected)"
        }
    }
}

/// One side of a conversation with a server in this process.
private struct Speaker {
    var server: EmbeddedServer
    /// The messages that came and were not looked at yet.
    var said: [String] = []

    init(_ files: any FileAccess) { server = EmbeddedServer(files: files, version: "1.0.0") }

    mutating func say(_ text: String) {
        server.send(text)
        said += server.receive()
    }
}

/// A message differs from the transcript.
struct Mismatch: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
