import Host
import Wire

extension Conversation {
    /// Draws the document of a file with what is different from a document that is open.
    mutating func paint(_ path: String, since document: String, _ arguments: Arguments) throws(CommandError) {
        var look = try PictureLook(arguments)
        look.compared = document
        let drawn = try open(path)
        let ending = arguments.out.flatMap { $0.split(separator: ".").last.map(String.init) }
        let isPicture = ending == "svg" || ending.flatMap(Browser.Kind.init(rawValue:)) != nil
        let format = isPicture ? ending : arguments.has("--png") ? "png" : "svg"
        try write(drawn, to: arguments.out, as: format, look)
    }
}

/// Writes into a document what another file has of some elements, or of everything; returns the exit code 0.
///
/// - Throws: if a file cannot be read, or an element does not differ; then nothing is written.
func accept(_ arguments: Arguments) throws(CommandError) -> Int32 {
    let path = arguments.operands[0]
    if path == "-" { try arguments.keepReportApart() }
    var conversation = try Conversation(arguments)
    let document = try conversation.open(path, keepsAll: true, writing: arguments.out ?? path)
    let other = try conversation.content(of: arguments.operands[1])
    var params: JSONObject = ["document": .string(document), "with": other]
    let named = arguments.values("--element")
    if !named.isEmpty { params["elements"] = try conversation.differing(named, of: document, from: other) }
    let answer = try conversation.call("document/restore", params) {
        $0.hasPrefix("/with") ? arguments.operands[1] : path
    }
    let isSaved = try conversation.save(document, of: path, to: arguments.out)
    if isSaved, arguments.has("--json") { printJSON(answer) }
    return 0
}

extension Conversation {
    /// The nodes and edges of these ids among those that are different.
    ///
    /// - Throws: if one of them is not.
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
