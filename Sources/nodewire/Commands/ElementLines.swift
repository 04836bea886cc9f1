import Graph
import Host
import Wire

/// The lines of a file with the elements of findings.
///
/// In JSON it is the line at which the object with the id begins, in other texts the first one with the id as a word.
struct ElementLines {
    /// The file, without the fence in it.
    let file: String
    private var nodes: [String: Int] = [:]
    private var edges: [String: Int] = [:]
    /// The number of lines before its text, if that is a fence.
    private let first: Int

    /// - Complexity: O(the bytes of the file), if there are findings.
    init(of findings: [JSON], in conversation: Conversation, _ file: String) throws(CommandError) {
        first = conversation.fenceLine ?? 0
        self.file = conversation.fenceLine == nil ? file : String(file.prefix { $0 != "#" })
        for finding in findings {
            for id in ElementLines.ids(finding, "nodes") { nodes[id] = 0 }
            for id in ElementLines.ids(finding, "edges") { edges[id] = 0 }
        }
        if nodes.isEmpty && edges.isEmpty { return }
        let bytes = try conversation.bytes(of: file)
        bytes.withUnsafeBufferPointer { bytes in
            if JSONSyntax.validate(bytes) == nil { findObjects(JSONCursor(bytes)) } else { findWords(bytes) }
        }
    }

    /// The line of the element that the message of a finding names first, else of its first one; nil if it is not known.
    func line(of finding: JSON) -> Int? {
        let message = finding["message"]?.stringValue?.description ?? ""
        var best: (place: String.Index, line: Int)?
        for (kind, word, lines) in [("nodes", "node", nodes), ("edges", "edge", edges)] {
            for id in ElementLines.ids(finding, kind) {
                guard let line = lines[id], line > 0 else { continue }
                let place = message.firstRange(of: "\(word) \"\(id)\"")?.lowerBound ?? message.endIndex
                if best.map({ place < $0.place }) ?? true { best = (place, first + line) }
            }
        }
        return best?.line
    }

    /// The findings with their lines as members.
    func adding(to findings: [JSON]) -> [JSON] {
        findings.map { finding in
            guard let line = line(of: finding), case .object(var members) = finding else { return finding }
            members["line"] = .number(line)
            return .object(members)
        }
    }

    /// The ids of a diagnostic, or the one of a loss.
    private static func ids(_ finding: JSON, _ kind: String) -> [String] {
        if let list = finding["elements"]?[kind]?.arrayValue { return list.compactMap { $0.stringValue?.description } }
        guard let id = finding["id"]?.stringValue?.description else { return [] }
        let isEdge = finding["kind"] == "edge"
        return (kind == "edges") == isEdge && finding["kind"] != "document" && finding["kind"] != "type" ? [id] : []
    }

    // MARK: JSON

    /// Objects at a greater depth hold no elements.
    private static let deepest = 16

    private mutating func findObjects(_ start: JSONCursor) {
        var (counted, line) = (0, 1)
        func lineOf(_ index: Int) -> Int {
            while counted < index {
                if start.base[counted] == UInt8(ascii: "\n") { line += 1 }
                counted += 1
            }
            return line
        }
        visit(start, isEdge: false, 0, lineOf)
    }

    private mutating func visit(_ start: JSONCursor, isEdge: Bool, _ depth: Int, _ lineOf: (Int) -> Int) {
        if depth > ElementLines.deepest { return }
        var cursor = start
        switch cursor.peek() {
        case .array:
            guard cursor.entersArray() else { return }
            while cursor.nextElement() {
                visit(cursor, isEdge: isEdge, depth + 1, lineOf)
                cursor.skipValue()
            }
        case .object:
            let line = lineOf(cursor.index)
            guard cursor.entersObject() else { return }
            while let name = cursor.nextMember() {
                let word = name.description.lowercased()
                if word == "id", let id = ElementLines.id(cursor) { note(id, isEdge, line) }
                let isList = ["edge", "link", "connection"].contains { word.hasPrefix($0) }
                visit(cursor, isEdge: isEdge || isList, depth + 1, lineOf)
                cursor.skipValue()
            }
        default: break
        }
    }

    private static func id(_ start: JSONCursor) -> String? {
        var cursor = start
        switch cursor.peek() {
        case .string: return try? cursor.readString()
        case .number:
            return String(
                decoding: UnsafeBufferPointer(start: start.base, count: start.end)[cursor.rawValue()], as: UTF8.self)
        default: return nil
        }
    }

    private mutating func note(_ id: String, _ isEdge: Bool, _ line: Int) {
        if isEdge {
            if edges[id] == 0 { edges[id] = line }
        } else if nodes[id] == 0 {
            nodes[id] = line
        }
    }

    // MARK: Other texts

    private mutating func findWords(_ bytes: UnsafeBufferPointer<UInt8>) {
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let text = String(decoding: line, as: UTF8.self)
            let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == ".") }
            let quoted = text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map(\.element)
            for word in words + quoted {
                // A word may have the sign of an arrow at its end.
                let plain = word.prefix { $0 != "-" || word.contains("\"") }
                for id in [word, plain] { note(String(id), false, index + 1) }
            }
        }
    }
}
