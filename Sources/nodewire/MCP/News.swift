import Wire

/// The changes that a tool made, and the problems that are new: the short difference that is reported.
struct News {
    /// The greatest number of ids and problems that are listed.
    private static let (mostIDs, mostDiagnostics) = (50, 20)

    private var added: [String: [String]] = [:]
    private var changed: [String: [String]] = [:]
    private var removed: [String: [String]] = [:]
    private var others: Set<String> = []
    private var diagnostics: [JSON] = []
    private var resolved = 0
    private var setAside: JSON?

    /// Takes the parameters of `document/changed` in.
    mutating func note(change: JSON) {
        for kind in ["nodes", "edges"] {
            for member in change[kind]?.objectValue?.members ?? [] {
                let id = member.name.description
                if member.value == .null {
                    removed[kind, default: []].append(id)
                } else if member.value["whole"] != nil {
                    added[kind, default: []].append(id)
                } else {
                    changed[kind, default: []].append(id)
                }
            }
        }
        for name in ["settings", "types", "edgeTypes", "content", "order"] where change[name] != nil {
            others.insert(name)
        }
    }

    /// Takes the parameters of `document/diagnostics` in.
    mutating func note(diagnostics set: JSON) {
        diagnostics += set["set"]?.objectValue?.members.map(\.value) ?? []
        resolved += set["unset"]?.arrayValue?.count ?? 0
    }

    /// Takes the parameters of `document/journal` in.
    mutating func note(journal: JSON) { setAside = journal["setAside"] ?? setAside }

    /// The difference and the problems as parts of a result; empty parts are omitted.
    var json: JSONObject {
        var parts = JSONObject()
        for (name, lists) in [("added", added), ("changed", changed), ("removed", removed)] where !lists.isEmpty {
            var entry = JSONObject()
            for kind in ["nodes", "edges"] {
                guard let ids = lists[kind] else { continue }
                entry[kind] = .array(ids.prefix(News.mostIDs).map { .string($0) })
                if ids.count > News.mostIDs { entry["more" + kind] = .number(ids.count - News.mostIDs) }
            }
            parts[name] = .object(entry)
        }
        if !others.isEmpty { parts["alsoChanged"] = .array(others.sorted().map { .string($0) }) }
        if !diagnostics.isEmpty { parts["newProblems"] = .array(News.shortened(diagnostics)) }
        if resolved > 0 { parts["problemsGone"] = .number(resolved) }
        parts["setAside"] = setAside
        return parts
    }

    /// The greatest number of problems of one kind that are listed.
    private static func most(_ severity: JSON?) -> Int { severity == "error" || severity == "warning" ? 3 : 1 }

    /// Problems in few words: of each kind the first ones, and how many more there are.
    private static func shortened(_ diagnostics: [JSON]) -> [JSON] {
        var more: [String: Int] = [:]
        var counts: [String: Int] = [:]
        var list: [JSON] = []
        for diagnostic in diagnostics {
            let code = diagnostic["code"]?.stringValue ?? ""
            counts[code, default: 0] += 1
            if counts[code, default: 0] <= most(diagnostic["severity"]) && list.count < mostDiagnostics {
                list.append(short(diagnostic))
            } else {
                more[code, default: 0] += 1
            }
        }
        for (code, count) in more.sorted(by: { $0.key < $1.key }) {
            list.append(["code": .string(code), "more": .number(count)])
        }
        return list
    }

    private static func short(_ diagnostic: JSON) -> JSON {
        var parts = JSONObject()
        for name in ["severity", "code", "message"] { parts[name] = diagnostic[name] }
        let fixes = diagnostic["fixes"]?.arrayValue ?? []
        if !fixes.isEmpty { parts["fixes"] = .array(fixes.compactMap { $0["title"] }) }
        return .object(parts)
    }
}
