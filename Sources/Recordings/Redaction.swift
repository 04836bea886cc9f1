import Server
import Wire

/// A recording in which the texts of users are replaced: labels, data, ids, names and paths.
///
/// Equal texts have equal placeholders. A placeholder has the length of its text in UTF-8, is no text of the recording
/// and reveals only the length. Numbers, words of the protocol and names made by the server stay, so that the
/// conversation has the same effect.
public struct Redaction {
    /// A line that could not be redacted unchanged, and its treatment.
    public struct Finding {
        /// The number of the line, from one.
        public let line: Int
        /// One sentence for people.
        public let message: String
    }

    /// The lines that were left out, or do something else now.
    public private(set) var findings: [Finding] = []
    private var placeholders: Placeholders
    private var line = 0

    /// Redacts a recording, and returns it with its old outputs, which differ from those that it now causes.
    ///
    /// - Complexity: O(*n*) for *n* bytes, and a replay.
    public static func text(of recording: Recording) -> (text: JSONWriter, findings: [Finding]) {
        var redaction = Redaction(placeholders: Placeholders(recording))
        var writer = JSONWriter()
        redaction.write(recording.header, of: recording, into: &writer)
        for entry in recording.entries {
            redaction.line = entry.line
            for range in entry.lines { redaction.write(range, of: recording, into: &writer) }
            if let output = entry.output { Recorder.write(output, into: &writer) }
        }
        return (writer, redaction.findings)
    }

    private init(placeholders: Placeholders) { self.placeholders = placeholders }

    private mutating func note(_ message: String) { findings.append(Finding(line: line, message: message)) }

    private mutating func write(_ range: Range<Int>, of recording: Recording, into writer: inout JSONWriter) {
        let text = String(decoding: recording.bytes[range], as: UTF8.self)
        guard let members = JSON(parsing: text)?.objectValue else { return note("the line is left out") }
        if members["journal"] != nil, members["text"] ?? members["hex"] != nil {
            return note("the journal is left out")
        }
        let isFile = members["read"] != nil
        var redacted = JSONObject()
        for member in members.members {
            let string = member.value.stringValue
            switch member.name.description {
            case "message":
                redacted[member.name] = replaced(member.value)
            case "text":
                redacted[member.name] = .string(isFile ? contents(string ?? "") : body(string ?? ""))
            case "hex":
                // Bodies that are not UTF-8 stay such ones.
                redacted[isFile ? "text" : "hex"] = .string(isFile ? "" : bytes(string ?? ""))
            case "read", "refused", "replaced", "locked", "journal", "setAside":
                redacted[member.name] = .string(placeholders.path(string ?? ""))
            case "fileChanged": redacted[member.name] = .string(placeholders.name(string ?? ""))
            case "error", "host": redacted[member.name] = .string(placeholders.text(string ?? ""))
            default: redacted[member.name] = member.value
            }
        }
        JSON.object(redacted).write(into: &writer)
        writer.append("\n")
    }

    private mutating func contents(_ text: String) -> String {
        if let json = JSON(parsing: text) { return replaced(json).description }
        note("the contents of a file that is not JSON are left out")
        return ""
    }

    private mutating func body(_ text: String) -> String {
        if let json = JSON(parsing: text) { return replaced(json).description }
        if !text.isEmpty { note("a message that is not JSON is one of letters now") }
        return String(repeating: "x", count: text.utf8.count)
    }

    private mutating func bytes(_ digits: String) -> String {
        note("the bytes of a message that is not UTF-8 are others now")
        return String(repeating: "f", count: digits.utf8.count)
    }

    private mutating func replaced(_ value: JSON) -> JSON {
        // Keys that are pressed are commands.
        let isKey = value["method"]?.stringValue?.hasPrefix("input/key") == true
        return replaced(value, member: "", isKey: isKey, depth: 0)
    }

    private mutating func replaced(_ value: JSON, member: String, isKey: Bool, depth: Int) -> JSON {
        switch value {
        case .object(let object):
            var members = JSONObject()
            for one in object.members {
                let name = one.name.description
                members[JSONString(placeholders.name(name))] =
                    replaced(one.value, member: name, isKey: isKey, depth: depth)
            }
            return .object(members)
        case .array(let elements):
            return .array(elements.map { replaced($0, member: member, isKey: isKey, depth: depth) })
        case .string(let string):
            let text = string.description
            if isKey && (member == "key" || member == "code") { return value }
            if let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["), depth < 4,
                let json = JSON(parsing: text)
            {
                return .string(replaced(json, member: "", isKey: false, depth: depth + 1).description)
            }
            if text.utf8.contains(UInt8(ascii: "\n")), member == "text" || member == "content" {
                note("a text of several lines, which may be one of another format, is one of letters now")
            }
            if member == "path" { return .string(placeholders.path(text)) }
            return .string(Placeholders.isFree(member) ? placeholders.text(text) : placeholders.name(text))
        default: return value
        }
    }
}
