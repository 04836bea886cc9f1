import Graph
import Wire

/// Writes a document as a Twee 3 story: each node is a passage, each edge a link in its text.
struct TweeWriter: FormatWriter {
    private var export: StoryExport
    var losses: [ExportLoss] { export.tally.losses }

    init(_ document: Document) { export = StoryExport(document, .twee) }

    mutating func write<Failure: Error>(
        into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        var others = specialPassages()
        var isFirst = true
        func write(_ passage: TweePassage, _ writer: inout JSONWriter) {
            if !isFirst { writer.append("\n") }
            isFirst = false
            TweeWriter.write(passage, into: &writer)
        }
        others.reverse()
        for (index, slot) in export.nodes.enumerated() {
            while let other = others.last, other.after <= index {
                write(other.passage, &writer)
                others.removeLast()
            }
            write(passage(slot), &writer)
            if writer.count >= CanonicalJSON.chunkBytes { try flush(&writer) }
        }
        for other in others.reversed() { write(other.passage, &writer) }
        try flush(&writer)
    }

    // MARK: Passages

    private mutating func passage(_ slot: Node.Slot) -> TweePassage {
        let content = export.passage(slot)
        var metadata = JSONObject()
        if let corner = export.corner(slot) {
            metadata["position"] = .string("\(JSON.number(corner.x)),\(JSON.number(corner.y))")
        }
        let columns = export.document.columnGeometry(slot)
        if !columns.width.isNaN || !columns.height.isNaN {
            let size = export.document.nodes.geometry(slot)
            metadata["size"] = .string("\(JSON.number(size.width)),\(JSON.number(size.height))")
        }
        for member in content.kept["metadata"]?.objectValue?.members ?? [] where metadata[member.name] == nil {
            metadata[member.name] = member.value
        }
        return TweePassage(
            name: export.names[slot] ?? "", tags: content.tags, metadata: metadata.isEmpty ? nil : metadata,
            text: text(content))
    }

    /// The text of a passage with the links of its edges.
    private mutating func text(_ passage: StoryExport.Passage) -> String {
        let (links, _) = TweeLinks.read(passage.text)
        let changes = export.changes(links, passage)
        var parts: [(range: Range<Int>, text: String)] = []
        for (link, change) in zip(links, changes.changes) {
            switch change {
            case .keep: break
            case .remove: parts.append((link.range, link.text ?? link.target))
            case .set(let target, let text):
                if let link = spelled(link, target, text) { parts.append((link.range, link.text)) }
            }
        }
        var text = StoryExport.text(passage.text, replacing: parts)
        for way in changes.added {
            let link = StoryLink(.bare, range: 0..<0, target: way.name, text: way.text, textRange: nil)
            guard let (_, spelled) = spelled(link, way.name, way.text) else { continue }
            if !text.isEmpty { text += text.utf8.last == UInt8(ascii: "\n") ? "" : "\n" }
            text += spelled
        }
        return text
    }

    /// The spelling of a link; nil for a name that no link can hold.
    private mutating func spelled(
        _ link: StoryLink, _ target: String, _ text: String?
    ) -> (range: Range<Int>, text: String)? {
        if target.holds("-", ">") || target.holds("]", "]") || target.holds("]", "[") {
            export.tally.add(.node, nil, "link", "no link leads to a passage with such a name: \"\(target)\"")
            return nil
        }
        var text = text == target || text?.isEmpty ?? true ? nil : text
        if let label = text, label.holds("]", "]") || label.holds("]", "[") {
            text = String(label.map { $0 == "]" ? ")" : $0 == "[" ? "(" : $0 })
            export.tally.add(.edge, nil, "label", "the label \"\(label)\" is written without brackets")
        }
        // After an arrow a bar is part of the name.
        var link = link
        if target.utf8.contains(UInt8(ascii: "|")) || target.holds("<", "-") {
            text = text ?? target
            link.style = .right
        }
        return (link.range, link.spelled(target, text, withText: .right))
    }

    /// The passages that are not nodes, in order, each with the number of nodes before it.
    private mutating func specialPassages() -> [(passage: TweePassage, after: Int)] {
        var passages: [(passage: TweePassage, after: Int)] = []
        for json in export.kept?["passages"]?.arrayValue ?? [] {
            guard let passage = TweePassage(json) else { continue }
            passages.append((passage, json["after"]?.integerValue ?? 0))
        }
        if !passages.contains(where: { $0.passage.name == "StoryTitle" }) {
            let title = export.document.title ?? "Untitled"
            passages.insert((TweePassage(name: "StoryTitle", text: title), 0), at: 0)
        }
        let data = passages.firstIndex { $0.passage.name == "StoryData" }
        var object = data.flatMap { JSON(parsing: passages[$0].passage.text)?.objectValue } ?? JSONObject()
        if object["ifid"] == nil {
            export.tally.add(.document, nil, "ifid", "the story has no IFID; Twine makes one")
        }
        guard let start = export.start, start != object["start"]?.stringValue ?? "Start" else { return passages }
        object["start"] = .string(start)
        if let data {
            passages[data].passage.text = object.lines
        } else {
            passages.append((TweePassage(name: "StoryData", text: object.lines), export.nodes.count))
        }
        return passages
    }

    // MARK: Text

    private static func write(_ passage: TweePassage, into writer: inout JSONWriter) {
        writer.append(string: ":: " + escaped(passage.name))
        if !passage.tags.isEmpty {
            writer.append(string: " [" + passage.tags.map(escaped).joined(separator: " ") + "]")
        }
        if let metadata = passage.metadata { writer.append(string: " " + JSON.object(metadata).description) }
        writer.append("\n")
        if !passage.text.holds(":", ":") {
            writer.append(string: passage.text)
            return writer.append("\n")
        }
        for line in passage.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.starts(with: "::".utf8) { writer.append("\\") }
            writer.append(string: String(Substring(line)))
            writer.append("\n")
        }
    }

    /// A name or tag, escaped for a header.
    private static func escaped(_ text: String) -> String {
        if !text.utf8.contains(where: { "\\[]{}".utf8.contains($0) }) { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            if "\\[]{}".unicodeScalars.contains(scalar) { escaped.unicodeScalars.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
