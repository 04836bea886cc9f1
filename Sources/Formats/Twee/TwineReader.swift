import Graph
import Wire

/// Reads the story in a Twine 2 file: the element `tw-storydata` of an HTML page.
///
/// The specification is the Interactive Fiction Technology Foundation's `twine-2-htmloutput-spec.md` (1.0.2). Only the
/// elements of a story are read, so the rest of the page need not be well formed.
struct TwineReader {
    private let text: UnsafeBufferPointer<UInt8>
    private var scanner: TextScanner
    private var story: TweeStory

    /// The name of a tag and its attributes.
    private struct Tag {
        var name: String
        var attributes: [(name: String, value: String)] = []

        subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    /// Returns true for a text that begins like HTML or with a story, and contains a story.
    ///
    /// - Complexity: O(*n*) in the bytes, if the beginning matches.
    static func recognizes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = text.firstIndex(where: { $0 > 0x20 }), text[first] == UInt8(ascii: "<") else { return false }
        let beginnings = ["<!doctype html", "<html", "<!--", "<tw-storydata"]
        let isPage = beginnings.contains { beginning in
            text[first...].prefix(beginning.utf8.count).elementsEqual(beginning.utf8) { byte, other in
                (byte.isLetter ? byte | 0x20 : byte) == other
            }
        }
        var reader = TwineReader(text)
        return isPage && reader.skip(to: "<tw-storydata")
    }

    /// - Throws: `format` for a text without a story, `limits`.
    /// - Complexity: O(*n*) in the bytes.
    static func read(
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(EditError) -> Format.Content {
        var reader = TwineReader(text)
        guard reader.skip(to: "<tw-storydata") else { throw reader.scanner.error("`<tw-storydata` is expected", at: 0) }
        reader.readStory()
        return try reader.story.document()
    }

    private init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        scanner = TextScanner(text, format: "a story of Twine")
        story = TweeStory(textBytes: text.count)
    }

    /// Skips everything before a literal; false if it is not found.
    private mutating func skip(to literal: StaticString) -> Bool {
        while !scanner.isAtEnd {
            if scanner.looks(at: literal) { return true }
            scanner.index += 1
            scanner.skip { $0 != literal.utf8Start[0] }
        }
        return false
    }

    private mutating func readStory() {
        let data = readTag()
        var names: [(pid: String, name: String)] = []
        var passages: [TweePassage] = []
        var colors = JSONObject()
        while skip(to: "<"), !scanner.looks(at: "</tw-storydata") {
            if scanner.looks(at: "<tw-passagedata") {
                let tag = readTag()
                var passage = TweePassage(
                    name: tag["name"] ?? "", text: content(until: "</tw-passagedata", decodes: true))
                passage.tags = (tag["tags"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
                var metadata = JSONObject()
                for name in ["position", "size"] {
                    if let value = tag[name] { metadata[JSONString(name)] = .string(value) }
                }
                if !metadata.isEmpty { passage.metadata = metadata }
                names.append((tag["pid"] ?? "", passage.name))
                passages.append(passage)
            } else if scanner.looks(at: "<style") {
                _ = readTag()
                addPlain("UserStylesheet", "stylesheet", content(until: "</style", decodes: false), to: &passages)
            } else if scanner.looks(at: "<script") {
                _ = readTag()
                addPlain("UserScript", "script", content(until: "</script", decodes: false), to: &passages)
            } else if scanner.looks(at: "<tw-tag") {
                let tag = readTag()
                if let name = tag["name"], let color = tag["color"] { colors[JSONString(name)] = .string(color) }
            } else {
                scanner.index += 1
            }
        }
        scanner.index += 1
        if skip(to: "<tw-storydata") { story.lose(.document, nil, "story", "only the first story of the text is read") }
        let start = data["startnode"].flatMap { pid in names.first { $0.pid == pid }?.name }
        addData(data, start, colors)
        for passage in passages { story.add(passage) }
        if start == nil, let pid = data["startnode"], !pid.isEmpty {
            story.lose(.document, nil, "start", "the story begins at the passage \(pid), which is not there")
        }
    }

    private func addPlain(_ name: String, _ tag: String, _ text: String, to passages: inout [TweePassage]) {
        if text.utf8.contains(where: { $0 > 0x20 }) {
            passages.append(TweePassage(name: name, tags: [tag], text: text.trimmed))
        }
    }

    /// Adds the passages `StoryTitle` and `StoryData`, which in Twee replace the attributes of the story's tag.
    private mutating func addData(_ tag: Tag, _ start: String?, _ colors: JSONObject) {
        story.add(TweePassage(name: "StoryTitle", text: tag["name"] ?? ""))
        var object = JSONObject()
        for name in ["ifid", "format", "format-version", "zoom"] {
            guard let value = tag[name], !value.isEmpty else { continue }
            let zoom = name == "zoom" ? Double(value) : nil
            object[JSONString(name)] = zoom.map { .number($0) } ?? .string(value)
        }
        if let start { object["start"] = .string(start) }
        if !colors.isEmpty { object["tag-colors"] = .object(colors) }
        for name in ["creator", "creator-version", "options"] where tag[name]?.isEmpty == false {
            story.lose(.document, nil, "attribute", "the attribute \"\(name)\" of the story is left out")
        }
        story.start = start
        story.add(TweePassage(name: "StoryData", text: object.lines))
    }

    // MARK: HTML

    /// Reads a tag and its attributes.
    private mutating func readTag() -> Tag {
        scanner.index += 1
        let start = scanner.index
        scanner.skip { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        var tag = Tag(name: scanner.string(start..<scanner.index))
        while let byte = scanner.byte {
            if byte == UInt8(ascii: ">") {
                scanner.index += 1
                break
            }
            if byte <= 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=") {
                scanner.index += 1
                continue
            }
            let start = scanner.index
            scanner.skip { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=") }
            let name = scanner.string(start..<scanner.index)
            scanner.skipSpace()
            var value = ""
            if scanner.skip("=") {
                scanner.skipSpace()
                value = readValue()
            }
            tag.attributes.append((name, value))
        }
        return tag
    }

    private mutating func readValue() -> String {
        guard let quote = scanner.byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = scanner.index
            scanner.skip { $0 > 0x20 && $0 != UInt8(ascii: ">") }
            return CharacterReferences.resolved(text[start..<scanner.index])
        }
        scanner.index += 1
        let start = scanner.index
        scanner.skip { $0 != quote }
        let value = CharacterReferences.resolved(text[start..<scanner.index])
        scanner.index = min(scanner.index + 1, text.count)
        return value
    }

    /// Reads the text up to an end tag.
    private mutating func content(until end: StaticString, decodes: Bool) -> String {
        let start = scanner.index
        _ = skip(to: end)
        let range = start..<min(scanner.index, text.count)
        return decodes ? CharacterReferences.resolved(text[range]) : scanner.string(range)
    }
}

extension JSONObject {
    /// The object with each member on its own line, as Twine writes it.
    var lines: String {
        "{\n" + members.map { "    \(JSON.string($0.name)): \($0.value)" }.joined(separator: ",\n") + "\n}"
    }
}
