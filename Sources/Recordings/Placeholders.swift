import Server
import Wire

/// The placeholders of a recording's texts.
struct Placeholders {
    private static let freeMembers: Set<String> = ["label", "title", "text", "description"]

    /// The words of the protocol: methods, members and the values that are listed.
    private let words: Set<String>
    /// The texts of all inputs, with the index of the first entry that has one.
    private let given: [String: Int]
    /// Texts that the server sent before any input had them: names that it made.
    private let made: Set<String>
    private var known: [String: String] = [:]
    /// The next number by length.
    private var next: [Int: Int] = [:]

    /// Returns true if a member with this name is a text for people, in which even a word of the protocol is a text.
    static func isFree(_ member: String) -> Bool { freeMembers.contains(member) }

    init(_ recording: Recording) {
        // The description of the protocol takes those of JSON-RPC as known.
        var words: Set<String> = ["jsonrpc", "id", "method", "params", "result", "error", "code", "message", "data"]
        if let protocolText = JSON(parsing: OpenRPC.text()) {
            Self.addWords(of: protocolText, to: &words)
        }
        var given: [String: Int] = [:]
        for (index, entry) in recording.entries.enumerated() {
            for range in entry.lines {
                let line = JSON(parsing: String(decoding: recording.bytes[range], as: UTF8.self))
                if let line { Self.each(of: line, depth: 0) { given[$0] = given[$0] ?? index } }
            }
        }
        var made = Set<String>()
        var replay = Replay(recording)
        _ = replay.forEach { (index, _, bytes) -> Bool in
            Self.eachString(in: bytes) { if let first = given[$0], first > index { made.insert($0) } }
            return true
        }
        (self.words, self.given, self.made) = (words, given, made)
    }

    /// The placeholder of a text that is none if it is a word of the protocol, or a name that the server made.
    mutating func name(_ text: String) -> String {
        if words.contains(text) { return text }
        if made.contains(text) {
            // A name that was made of another one.
            let stem = text.prefix(text.count - text.reversed().prefix { $0.isNumber }.count)
            let base = stem.reversed().drop { $0 == "-" || $0 == "_" || $0 == " " }
            let name = String(String(base.reversed()))
            if given[name] == nil || words.contains(name) || made.contains(name) { return text }
            return self.text(name) + text.dropFirst(name.count)
        }
        return self.text(text)
    }

    /// The placeholder of any text; a short one without letters stays, but no date and no telephone number.
    mutating func text(_ text: String) -> String {
        let hasLetters = text.unicodeScalars.contains { $0.properties.isAlphabetic }
        if !hasLetters && text.utf8.count < 5 || Self.isColor(text) { return text }
        if let placeholder = known[text] { return placeholder }
        let placeholder = free(text.utf8.count)
        known[text] = placeholder
        return placeholder
    }

    /// The placeholder of a path: of each part, without its ending.
    mutating func path(_ path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { part -> String in
            guard let dot = part.lastIndex(of: "."), dot > part.startIndex, part[dot...].utf8.count <= 10 else {
                return part.allSatisfy { $0 == "." } ? String(part) : text(String(part))
            }
            return text(String(part[..<dot])) + part[dot...]
        }
        return parts.joined(separator: "/")
    }

    /// A new placeholder of this length, or of the next one with a free placeholder.
    private mutating func free(_ length: Int) -> String {
        var length = max(length, 1)
        while true {
            let number = next[length, default: 0]
            next[length] = number + 1
            guard let candidate = Self.letters(number, length) else {
                length += 1
                continue
            }
            if given[candidate] == nil, !words.contains(candidate) { return candidate }
        }
    }

    /// A number as letters, the last ones counting; nil if there are too few.
    private static func letters(_ number: Int, _ length: Int) -> String? {
        var (rest, letters) = (number, [UInt8](repeating: UInt8(ascii: "x"), count: length))
        for place in letters.indices.reversed() {
            letters[place] = UInt8(ascii: "a") + UInt8(rest % 26)
            rest /= 26
            if rest == 0 { break }
        }
        return rest == 0 ? String(decoding: letters, as: UTF8.self) : nil
    }

    private static func isColor(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "#") && text.utf8.count <= 9 && text.dropFirst().allSatisfy(\.isHexDigit)
    }

    /// Calls `body` with each string and each name of a member, also inside strings that are JSON.
    private static func each(of value: JSON, depth: Int, _ body: (String) -> Void) {
        switch value {
        case .object(let object):
            for member in object.members {
                body(member.name.description)
                each(of: member.value, depth: depth, body)
            }
        case .array(let elements): for element in elements { each(of: element, depth: depth, body) }
        case .string(let string):
            let text = string.description
            body(text)
            for part in text.split(separator: "/") where text.utf8.contains(UInt8(ascii: "/")) { body(String(part)) }
            if depth < 5, text.hasPrefix("{") || text.hasPrefix("["), let json = JSON(parsing: text) {
                each(of: json, depth: depth + 1, body)
            }
        default: break
        }
    }

    /// Calls `body` with each string without escapes in a text of messages.
    private static func eachString(in bytes: UnsafeRawBufferPointer, _ body: (String) -> Void) {
        var start: Int?
        var place = 0
        var isEscaped = false
        while place < bytes.count {
            let byte = bytes[place]
            if let first = start {
                if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                    place += 1
                } else if byte == UInt8(ascii: "\"") {
                    if !isEscaped { body(String(decoding: bytes[first..<place], as: UTF8.self)) }
                    start = nil
                }
            } else if byte == UInt8(ascii: "\"") {
                (start, isEscaped) = (place + 1, false)
            }
            place += 1
        }
    }

    /// Adds all names of members, and the strings that are listed as values.
    private static func addWords(of value: JSON, to words: inout Set<String>) {
        switch value {
        case .object(let object):
            for member in object.members {
                let name = member.name.description
                words.insert(name)
                if ["enum", "const", "type", "default", "name"].contains(name) {
                    for one in member.value.arrayValue ?? [member.value] {
                        if let text = one.stringValue { words.insert(text) }
                    }
                }
                addWords(of: member.value, to: &words)
            }
        case .array(let elements): for element in elements { addWords(of: element, to: &words) }
        default: break
        }
    }
}
