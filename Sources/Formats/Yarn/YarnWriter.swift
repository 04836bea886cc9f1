import Geometry
import Graph
import Wire

/// Writes a document as a Yarn Spinner text: each node with its headers and text, each edge a jump in it.
struct YarnWriter: FormatWriter {
    private var export: StoryExport
    var losses: [ExportLoss] { export.tally.losses }

    init(_ document: Document) { export = StoryExport(document, .yarn, fit: YarnWriter.title) }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        if let head = export.kept?["head"]?.stringValue { writer.append(string: head) }
        for slot in export.nodes {
            writeNode(slot, into: &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        try flush(&writer)
    }

    /// Converts a text into a title, which may have letters, digits, `_` and `.`.
    private static func title(_ text: String) -> String {
        let bytes = text.utf8.map { byte in
            byte.isLetter || byte.isDigit || byte >= 0x80 || "_.".utf8.contains(byte) ? byte : UInt8(ascii: "_")
        }
        let title = String(decoding: bytes, as: UTF8.self)
        return bytes.first?.isDigit ?? false ? "_" + title : title
    }

    private mutating func writeNode(_ slot: Node.Slot, into writer: inout JSONWriter) {
        let passage = export.passage(slot)
        let title = export.names[slot] ?? ""
        var texts = [passage.text]
        var headers = [headers(slot, passage, title)]
        for variant in passage.kept["variants"]?.arrayValue ?? [] {
            guard let text = variant["text"]?.stringValue else { continue }
            texts.append(text)
            headers.append(YarnWriter.list(variant["headers"]).map { $0.name == "title" ? ("title", title) : $0 })
        }
        let size = export.document.columnGeometry(slot)
        if !size.width.isNaN || !size.height.isNaN {
            export.tally.add(.node, export.document.nodeID(slot), "size", "Yarn has no sizes")
        }
        for (headers, text) in zip(headers, linked(texts, passage)) {
            for (name, value) in headers {
                writer.append(string: name)
                writer.append(value.isEmpty ? ":" : ": ")
                writer.append(string: value)
                writer.append("\n")
            }
            writer.append("---\n")
            if !text.isEmpty {
                writer.append(string: text)
                writer.append("\n")
            }
            writer.append("===\n")
        }
    }

    // MARK: Headers

    /// The headers of a list in the reader's form.
    private static func list(_ json: JSON?) -> [(name: String, value: String)] {
        (json?.arrayValue ?? []).compactMap { pair in
            guard let name = pair[0]?.stringValue, let value = pair[1]?.stringValue else { return nil }
            return (name.onOneLine, value.onOneLine)
        }
    }

    /// The headers of a node: those of the file, with the current title, tags and position.
    private func headers(
        _ slot: Node.Slot, _ passage: StoryExport.Passage, _ title: String
    ) -> [(name: String, value: String)] {
        var headers = YarnWriter.list(passage.kept["headers"])
        func set(_ name: String, _ value: String, isSame: (String) -> Bool) {
            if let index = headers.firstIndex(where: { $0.name == name }) {
                if !isSame(headers[index].value) { headers[index].value = value }
            } else if !value.isEmpty {
                headers.append((name, value))
            }
        }
        set("title", title) { $0 == title }
        let tags = passage.tags.joined(separator: " ").onOneLine
        set("tags", tags) { $0.split(whereSeparator: \.isWhitespace).map(String.init) == passage.tags }
        if let corner = export.corner(slot) {
            set("position", "\(JSON.number(corner.x)),\(JSON.number(corner.y))") { Point(pair: $0) == corner }
        }
        return headers
    }

    // MARK: Text

    /// The texts of a node with the jumps of its edges; new jumps are added to the first text.
    private mutating func linked(_ texts: [String], _ passage: StoryExport.Passage) -> [String] {
        let links = texts.map { YarnText.read($0).links }
        let changes = export.changes(Array(links.joined()), passage)
        var next = 0
        var results: [String] = []
        for (text, links) in zip(texts, links) {
            var text = text
            let bytes = Array(text.utf8)
            var parts: [(range: Range<Int>, text: String)] = []
            for link in links {
                YarnWriter.change(link, changes.changes[next], in: bytes, &parts)
                next += 1
            }
            text = StoryExport.text(text, replacing: parts)
            results.append(text)
        }
        for way in changes.added {
            let command = way.isDetour ? "<<detour \(way.name)>>" : "<<jump \(way.name)>>"
            if !results[0].isEmpty && results[0].utf8.last != UInt8(ascii: "\n") { results[0] += "\n" }
            results[0] += way.text.map { "-> \(YarnText.escaped($0))\n    \(command)" } ?? command
        }
        for index in results.indices { results[index] = withoutEnds(results[index]) }
        return results
    }

    private static func change(
        _ link: StoryLink, _ change: StoryChanges.Change, in text: [UInt8],
        _ parts: inout [(range: Range<Int>, text: String)]
    ) {
        let isCommand = link.style == .jump || link.style == .detour
        switch change {
        case .keep: break
        case .remove:
            parts.append(isCommand ? (line(of: link.range, in: text), "") : (link.range, link.text ?? link.target))
        case .set(let target, let label):
            var spelled = link.spelled(target, label, withText: .pipe)
            if isCommand, let label, label != link.text {
                if let range = link.textRange {
                    parts.append((range, YarnText.escaped(label)))
                } else {
                    let indent = text[..<link.range.lowerBound].reversed().prefix { $0 == 0x20 || $0 == 0x09 }
                        .reversed()
                    spelled = "-> \(YarnText.escaped(label))\n\(String(decoding: indent, as: UTF8.self))    \(spelled)"
                }
            }
            parts.append((link.range, spelled))
        }
    }

    /// The range of a command with its whole line, if nothing else is on the line.
    private static func line(of range: Range<Int>, in text: [UInt8]) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, text[start - 1] == 0x20 || text[start - 1] == 0x09 { start -= 1 }
        while end < text.count, text[end] == 0x20 || text[end] == 0x09 { end += 1 }
        guard start == 0 || text[start - 1] == UInt8(ascii: "\n"), end == text.count || text[end] == UInt8(ascii: "\n")
        else { return range }
        if end < text.count { return start..<(end + 1) }
        return max(0, start - 1)..<end
    }

    /// A text without lines that would end it.
    private mutating func withoutEnds(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "=")) else { return text }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let kept = lines.map { String(Substring($0)) }.filter { $0.trimmed != "===" }
        if kept.count == lines.count { return text }
        export.tally.add(.node, nil, "text", "a line `===` would end the text; it is left out")
        return kept.joined(separator: "\n")
    }
}
