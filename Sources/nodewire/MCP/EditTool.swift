import Wire

/// The edits of the tool `edit`, each with the method of `document/edit` that it is.
enum EditKind: String, CaseIterable {
    case insertNode, connect, update, move, resize, remove, reparent, group, ungroup, reconnect

    var method: String {
        switch self {
        case .insertNode: "node/insert"
        case .connect: "edge/connect"
        case .update: "node/update"
        case .move: "node/move"
        case .resize: "node/resize"
        case .remove: "element/remove"
        case .reparent: "node/reparent"
        case .group: "group/create"
        case .ungroup: "group/dissolve"
        case .reconnect: "edge/reconnect"
        }
    }

    /// The names of its listed arguments, and the required ones.
    private var names: (listed: [String], needed: [String]) {
        switch self {
        case .insertNode:
            (["id", "type", "label", "data", "position", "parentId", "width", "height", "shape"], [])
        case .connect:
            (
                ["id", "source", "sourceHandle", "target", "targetHandle", "label", "type", "data"],
                ["source", "target"]
            )
        case .update: (["id", "patch"], ["id", "patch"])
        case .move: (["ids", "by", "to"], ["ids"])
        case .resize: (["id", "width", "height"], ["id", "width", "height"])
        case .remove: (["ids"], ["ids"])
        case .reparent: (["ids", "parentId"], ["ids"])
        case .group: (["ids", "id", "label", "padding"], ["ids"])
        case .ungroup: (["id"], ["id"])
        case .reconnect: (["id", "source", "sourceHandle", "target", "targetHandle"], ["id"])
        }
    }

    /// The name of the parameter that holds all members of a new element.
    private var element: String? {
        switch self {
        case .insertNode: "node"
        case .connect: "edge"
        case .update, .move, .resize, .remove, .reparent, .group, .ungroup, .reconnect: nil
        }
    }

    func schema(from parts: SchemaParts) -> JSON {
        var properties: JSONObject = ["do": ["const": .string(rawValue)]]
        let described: JSONObject =
            switch self {
            case .insertNode: parts.members(of: "NewNode", names.listed)
            case .connect: parts.members(of: "NewEdge", names.listed)
            case .update:
                [
                    "id": ["type": "string", "description": "of a node or an edge"],
                    "patch": [
                        "type": "object",
                        "description":
                            "members to change, as insertNode and connect have them; null removes one; data is merged",
                    ],
                ]
            case .remove: ["ids": NamedElements.schema("of nodes and edges")]
            default: parts.params(of: method, names.listed)
            }
        for member in described.members { properties[member.name] = member.value }
        return [
            "type": "object", "properties": .object(properties),
            "required": .array((["do"] + names.needed).map { .string($0) }),
        ]
    }

    /// An edit as the fixes of `check` have it.
    static let methodSchema: JSON = [
        "type": "object", "description": "any edit of document/edit, as fixes have it",
        "properties": ["method": ["type": "string"], "params": ["type": "object"]], "required": ["method", "params"],
    ]

    /// The edits in the form of `document/edit`; `elements` are the existing ones named by an edit with a `do`.
    static func edits(_ list: [JSON], _ elements: NamedElements) throws(ToolError) -> [JSON] {
        var (edits, elements) = ([JSON](), elements)
        for (index, one) in list.enumerated() {
            edits.append(try edit(one, at: index, elements))
            elements.note(edits[index])
        }
        return edits
    }

    /// The edit as `document/edit` takes it.
    ///
    /// - Parameter elements: the elements that are there, by their kinds.
    /// - Throws: for an edit that is none of these; the session refuses arguments.
    private static func edit(_ json: JSON, at index: Int, _ elements: NamedElements) throws(ToolError) -> JSON {
        guard case .object(var params) = json else { throw ToolError("edit \(index) is no object") }
        guard let word = params["do"] else {
            if let method = params["method"] {
                // Its parameters may be a text, or stand beside its name.
                if let text = params["params"]?.stringValue, let inner = JSON(parsing: text) {
                    return ["method": method, "params": inner]
                }
                return json
            }
            throw ToolError("edit \(index) has no \"do\", which is one of \(allWords)")
        }
        guard let kind = word.stringValue.flatMap({ EditKind(rawValue: $0) }) else {
            let meant = word.stringValue.flatMap { NearName.nearest(to: $0, among: allCases.map(\.rawValue)) }
            throw ToolError(
                "edit \(index): \(word) is none of \(allWords)\(meant.map { "; did you mean \($0)?" } ?? "")")
        }
        params["do"] = nil
        var method = kind.method
        switch kind {
        case .update:
            guard let id = params["id"] else {
                throw ToolError("edit \(index): update needs the id of a node or an edge")
            }
            if try !elements.parted([id], "edit \(index)").edges.isEmpty { method = "edge/update" }
        case .move, .remove, .reparent:
            if let list = NamedElements.list(params["ids"] ?? params["id"]) { params["ids"] = .array(list) }
            if params["ids"] != nil { params["id"] = nil }
            guard kind == .remove else { break }
            guard let list = params["ids"]?.arrayValue else {
                throw ToolError("edit \(index): remove needs the ids of nodes and edges")
            }
            let (nodes, edges) = try elements.parted(list, "edit \(index)")
            params["ids"] = nil
            (params["nodes"], params["edges"]) = (.array(nodes), .array(edges))
        case .insertNode, .connect, .resize, .group, .ungroup, .reconnect: break
        }
        if let element = kind.element {
            // Models also put the members into one, as the method has them.
            if case .object(let members)? = params[JSONString(element)] {
                params[JSONString(element)] = nil
                for member in members.members { params[member.name] = member.value }
            }
            params = JSONObject([.init(name: JSONString(element), value: .object(params))])
        }
        return ["method": .string(method), "params": .object(params)]
    }

    private static var allWords: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension AgentSession {
    /// The greatest number of edits in one call.
    private static let mostEdits = 10_000

    /// Performs edits, all or none.
    mutating func edit(_ arguments: ToolArguments) throws(ToolError) -> ToolResult {
        let document = try document(arguments)
        guard let list = AgentSession.list(arguments["edits"]), !list.isEmpty, list.count <= AgentSession.mostEdits
        else {
            let why = arguments["edits"]?.stringValue == nil ? "" : ": this text is no JSON of one"
            throw ToolError("edits is a list of 1 to \(AgentSession.mostEdits) edits\(why)")
        }
        let named = list.flatMap { $0["do"] == nil ? [] : NamedElements.list($0["ids"] ?? $0["id"]) ?? [] }
        let edits = try EditKind.edits(list, try elements(named, of: document))
        var params: JSONObject = ["document": .string(document.name), "edits": .array(edits)]
        if let view = document.view { params["view"] = .string(view) }
        if let label = try arguments.string("label") { params["label"] = .string(label) }
        let isTried = try arguments.boolean("dryRun")
        if isTried { params["dryRun"] = true }
        let done: JSON
        do throws(ToolError) {
            done = try call("document/edit", params)
        } catch {
            throw AgentSession.named(try explained(error, edits), list)
        }
        var result: JSONObject = ["document": .string(document.name), "revision": done["revision"] ?? .null]
        if isTried { result["dryRun"] = true }
        let made = (done["results"]?.arrayValue ?? []).enumerated().compactMap { (index, one) -> JSON? in
            guard let id = one["id"], list[index]["id"] == nil else { return nil }
            return ["edit": .number(index), "id": id]
        }
        if !made.isEmpty { result["made"] = .array(Array(made.prefix(100))) }
        for member in news.json.members { result[member.name] = member.value }
        return ToolResult(result)
    }

    /// A list of edits; models also give one edit, or the text of either.
    private static func list(_ json: JSON?) -> [JSON]? {
        guard let json else { return nil }
        if let text = json.stringValue {
            return list(JSON(parsing: text).flatMap { $0.stringValue == nil ? $0 : nil })
        }
        return json.arrayValue ?? (json.objectValue == nil ? nil : [json])
    }

    /// The error for an unknown method, with the known ones.
    private mutating func explained(_ error: ToolError, _ edits: [JSON]) throws(ToolError) -> ToolError {
        let parts = try parts()
        let methods = edits.compactMap { $0["method"]?.stringValue }
        guard let unknown = methods.first(where: { parts.edits[$0] == nil }) else { return error }
        return ToolError(parts.unknown(unknown), details: error.details)
    }

    /// The error after the edit that caused it; paths are those in the agent's own spelling of the edit.
    private static func named(_ error: ToolError, _ edits: [JSON]) -> ToolError {
        guard let index = error.details?["index"]?.integerValue, edits.indices.contains(index) else { return error }
        var message = error.message
        for part in ["/params/node/", "/params/edge/", "/params/"] {
            message = message.replacing("/edits/\(index)\(part)", with: "", maxReplacements: 1)
        }
        let word = edits[index]["do"]?.stringValue ?? edits[index]["method"]?.stringValue ?? ""
        return ToolError("nothing was changed; edit \(index) (\(word)): \(message)", details: error.details)
    }
}
