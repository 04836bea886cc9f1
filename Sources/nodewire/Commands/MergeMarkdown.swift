import Formats
import Graph
import Host
import Wire

extension Conversation {
    /// Merges three versions of a file in Markdown into that of ours, or into another file; nil if they are none.
    ///
    /// Git gives them names without an ending: a text of no known format that has a fence then counts as one.
    /// - Returns: the number of conflicts.
    mutating func mergeMarkdown(_ arguments: Arguments) throws(CommandError) -> Int? {
        let paths = arguments.operands
        let target = arguments.out ?? paths[1]
        var texts: [MarkdownText] = []
        var isNamed = MarkdownText.parts(of: target)?.number == nil && MarkdownText.parts(of: target) != nil
        for path in paths {
            let bytes = path == "/dev/null" ? [] : try wholeBytes(of: path)
            let text = bytes.withUnsafeBufferPointer { MarkdownText($0) }
            texts.append(text)
            isNamed = isNamed || MarkdownText.parts(of: path) != nil && MarkdownText.parts(of: path)?.number == nil
            if !isNamed, !bytes.isEmpty, bytes.withUnsafeBufferPointer({ FileText.format(of: $0) }) != nil {
                return nil
            }
        }
        if !isNamed && !texts.contains(where: { !$0.fences.isEmpty }) { return nil }
        for (path, text) in zip(paths, texts) {
            if let refusal = text.refusal { throw CommandError("\(path): \(refusal)") }
        }
        let merge = MarkdownMerge(base: texts[0], ours: texts[1], theirs: texts[2]) { format, base, ours, theirs in
            // What is no graph that can be merged is merged line by line.
            try? mergeGraphs(format, base: base, ours: ours, theirs: theirs)
        }
        try replace(target, with: merge.text)
        return merge.conflicts
    }

    /// Merges the contents of a fence by their graphs; nil if one of them has parts that cannot be written back.
    private mutating func mergeGraphs(
        _ format: Format, base: [UInt8], ours: [UInt8], theirs: [UInt8]
    ) throws(CommandError) -> (content: [UInt8], conflicts: Int)? {
        let texts = [base, ours, theirs].map { JSON.string(String(decoding: $0, as: UTF8.self)) }
        for text in texts {
            let found = try call("document/open", ["text": text, "format": .string(format.name)])
            try close(found["document"]?.stringValue?.description ?? "")
            // The cylinders of Mermaid, for example, are written as they were.
            let isKept = found["losses"]?.arrayValue?.allSatisfy { $0["code"] == "shape" } == true
            if !isKept { return nil }
        }
        let opened = try call("document/open", ["text": texts[1], "format": .string(format.name)])
        let name = opened["document"] ?? ""
        defer { try? close(name.stringValue?.description ?? "") }
        let merged = try call(
            "document/merge", ["document": name, "with": ["text": texts[2]], "base": ["text": texts[0]]])
        let written = try call("document/export", ["document": name, "format": .string(format.name)])
        if written["losses"]?.arrayValue?.contains(where: { $0["grade"] == "structure" }) == true { return nil }
        let content = written["text"]?.stringValue?.description ?? ""
        let conflicts = (merged["conflicts"]?.arrayValue?.count ?? 0) + (merged["repaired"]?.arrayValue?.count ?? 0)
        return (Array(content.utf8), conflicts)
    }
}
