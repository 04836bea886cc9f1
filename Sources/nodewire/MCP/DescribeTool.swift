import Graph
import Wire

extension AgentSession {
    /// Describes the arguments of `edit` and `layout`: the edits by their methods, one of them with its parameters,
    /// the options of layouts, the members of node types.
    mutating func describe(_ arguments: ToolArguments) throws(ToolError) -> ToolResult {
        let parts = try parts()
        if let word = try arguments.string("method") {
            let method = EditKind(rawValue: word)?.method ?? word
            guard let described = parts.edit(method) else { throw ToolError(parts.unknown(method)) }
            return ToolResult(["method": .string(method), "params": described])
        }
        switch try arguments.choice("what", DescribedPart.methods) {
        case .methods: return ToolResult(["methods": .object(parts.edits)])
        case .layout: return ToolResult(["options": .object(parts.allMembers(of: "LayoutOptions"))])
        case .types:
            return ToolResult([
                "types": .object(parts.allMembers(of: "NodeTypePatch")),
                "note": "types/update {patch: {NAME: {…}}} sets them, null removes one",
            ])
        case .roles: return ToolResult(AgentSession.roles)
        }
    }

    /// The roles of types and the data of their nodes for dialogs.
    private static let roles: JSONObject = [
        "roles": [
            "start": "a run begins here, and goes on", "message": "says its text; with several edges it waits for one",
            "choice": "as message, and it waits for one edge, too",
            "condition": "goes on by its source handle true or false", "action": "sets variables, and goes on",
            "end": "says its text, and the run ends",
        ],
        "data": [
            "text": "what the node says, with {{variable}} in it; else its label is said",
            "input": "the name of a variable, for whose value it waits",
            "condition": "of a condition: an expression, as age >= 18; of an edge: whether it may be chosen",
            "actions": "of an action: a list of texts, as count = count + 1",
        ],
        "note":
            "a type has a role: types/update {patch: {ask: {role: \"choice\"}}}; the label of an edge is the answer; an action near the beginning gives variables their first values; explore finds what is never reached",
    ]

    /// Finds the nodes that the runs of a dialog can reach.
    mutating func explore(_ arguments: ToolArguments) throws(ToolError) -> ToolResult {
        let document = try document(arguments)
        let found = try call("dialog/explore", ["document": .string(document.name), "limit": 100])
        guard case .object(var result) = found else { return ToolResult([:]) }
        result["reached"] = .number(found["reached"]?.arrayValue?.count ?? 0)
        return ToolResult(result)
    }
}

/// The parts that are described.
enum DescribedPart: String, CaseIterable { case methods, layout, types, roles }

extension SchemaParts {
    /// The message about a method that is no edit, with the list of edits.
    func unknown(_ method: String) -> String {
        let names = edits.members.map(\.name.description)
        let meant = NearName.nearest(to: method, among: names).map { ": did you mean \($0)?" } ?? ""
        return "\(method) is no edit\(meant); edits are \(names.joined(separator: ", "))"
    }
}
