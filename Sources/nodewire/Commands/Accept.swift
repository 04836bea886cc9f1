import Host
import Wire

/// Copies some elements, or everything, from another file into a document; returns the exit code 0.
///
/// - Throws: if a file cannot be read, or an element does not differ; then nothing is written.
func accept(_ arguments: Arguments) throws(CommandError) -> Int32 {
    let path = arguments.operands[0]
    if path == "-" { try arguments.keepReportApart() }
    var conversation = try Conversation(arguments)
    let document = try conversation.open(path, keepsAll: true, writing: arguments.out ?? path)
    let other = try conversation.content(of: arguments.operands[1])
    var params: JSONObject = [
        "document": .string(document), "with": other, "rules": .string(arguments.value("--rules") ?? "report"),
    ]
    let named = arguments.values("--element")
    if !named.isEmpty { params["elements"] = try conversation.differing(named, of: document, from: other) }
    let answer = try conversation.call("document/restore", params) {
        $0.hasPrefix("/with") ? arguments.operands[1] : path
    }
    conversation.note(answer["losses"])
    let isSaved = try conversation.save(document, of: path, to: arguments.out)
    if isSaved, arguments.has("--json") { printJSON(answer) }
    return 0
}

extension Conversation {
    /// The nodes and edges with these ids among the differing ones.
    ///
    /// - Throws: if one of them does not differ.
    fileprivate mutating func differing(
        _ ids: [String], of document: String, from other: JSON
    ) throws(CommandError) -> JSON {
        let opened = try call(
            "view/open", ["document": .string(document), "width": 1, "height": 1, "compare": ["with": other]])
        let found = try call("view/differences", ["view": opened["view"] ?? ""])
        var elements: [String: [JSON]] = ["node": [], "edge": []]
        for id in ids {
            var isKnown = false
            for difference in found["differences"]?.arrayValue ?? [] {
                for kind in ["node", "edge"] where difference[kind] == .string(id) {
                    elements[kind, default: []].append(.string(id))
                    isKnown = true
                }
            }
            if !isKnown { throw CommandError("no element \"\(id)\" is different") }
        }
        return ["nodes": .array(elements["node"] ?? []), "edges": .array(elements["edge"] ?? [])]
    }
}
