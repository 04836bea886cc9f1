import Host
import Wire

/// Prints what is different in the document of another file; returns the exit code: 0 if nothing is.
func diff(_ arguments: Arguments) throws(CommandError) -> Int32 {
    var conversation = try Conversation(arguments)
    let document = try conversation.open(arguments.operands[0])
    let edits = try conversation.difference(of: document, with: arguments.operands[1])
    if arguments.has("--out") || arguments.has("--png") {
        try conversation.paint(arguments.operands[1], since: document, arguments)
    } else if arguments.has("--quiet") {
        return edits.isEmpty ? 0 : 1
    } else if arguments.has("--json") {
        Platform.printOut(JSON.object(["edits": .array(edits)]).description + "\n")
    } else {
        for line in DifferenceText(edits).lines { Platform.printOut(line + "\n") }
    }
    return edits.isEmpty ? 0 : 1
}

/// The edits of `document/diff` in words.
private struct DifferenceText {
    private(set) var lines: [String] = []

    init(_ edits: [JSON]) {
        let changes = edits.compactMap { $0["params"]?["change"]?.objectValue }
        for (kind, title) in [("nodes", "node"), ("edges", "edge")] {
            for (id, parts) in DifferenceText.gathered(changes.compactMap { $0[kind]?.objectValue }) {
                lines.append("\(title) \(JSON.string(id)) is \(DifferenceText.words(parts, whole: "added:"))")
            }
            for place in changes.flatMap({ $0["order"]?[kind]?.arrayValue ?? [] }) {
                let site = place["before"].map { "before \($0)" } ?? "at the end"
                lines.append("\(title) \(place["id"] ?? .null) stands \(site) in the order")
            }
        }
        for (kind, title) in [("settings", "settings are"), ("types", "types are"), ("content", "the document is")] {
            let parts = changes.compactMap { $0[kind] }
            if !parts.isEmpty { lines.append("\(title) \(DifferenceText.words(parts, whole: "now"))") }
        }
    }

    /// The changes of each element, in their order.
    private static func gathered(_ changes: [JSONObject]) -> [(id: JSONString, parts: [JSON])] {
        var gathered: [(id: JSONString, parts: [JSON])] = []
        var places: [JSONString: Int] = [:]
        for member in changes.flatMap(\.members) {
            if let place = places[member.name] {
                gathered[place].parts.append(member.value)
            } else {
                places[member.name] = gathered.count
                gathered.append((member.name, [member.value]))
            }
        }
        return gathered
    }

    /// Returns the change of an element, or of a member of the document, in words.
    ///
    /// - Parameter word: the word for a whole one.
    private static func words(_ parts: [JSON], whole word: String) -> String {
        guard let last = parts.last, last != .null else { return "removed" }
        if let whole = last["whole"] { return "\(word) \(short(whole))" }
        var set = JSONObject()
        var gone: [JSONString] = []
        for part in parts {
            for member in part["set"]?.objectValue?.members ?? [] { set[member.name] = member.value }
            for name in part["unset"]?.arrayValue ?? [] { if case .string(let name) = name { gone.append(name) } }
        }
        // What was unlocked to be changed is locked again.
        if parts.count > 1, set["locked"] == true { set["locked"] = nil }
        for name in gone { set[name] = nil }
        let changed = set.members.map { "\($0.name.description) \(short($0.value))" }
        return "changed: " + (changed + gone.map { "no \($0.description)" }).joined(separator: "; ")
    }

    private static func short(_ value: JSON) -> String {
        let text = value.description
        return text.count > 100 ? text.prefix(100) + "…" : text
    }
}
