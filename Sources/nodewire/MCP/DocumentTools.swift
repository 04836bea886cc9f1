import Formats
import Wire

extension AgentSession {
    /// The greatest number of losses that are listed.
    private static let mostLosses = 10

    /// Opens or makes the document of a file.
    mutating func open(_ arguments: ToolArguments) throws(ToolError) -> ToolResult {
        guard let path = try arguments.string("path") else { throw ToolError("open needs a path") }
        if try arguments.boolean("create") { return try create(path) }
        if let known = documents.first(where: { $0.path == path }) {
            var result: JSONObject = ["document": .string(known.name), "path": .string(path), "wasOpen": true]
            let entry = try entry(of: known.name)
            for name in ["revision", "nodes", "edges", "dirty"] { result[name] = entry[name] }
            return ToolResult(result)
        }
        var params: JSONObject = ["path": .string(path), "recover": "apply"]
        if let format = try arguments.string("format") { params["format"] = .string(format) }
        let opened = try call("document/open", params)
        let name = opened["document"]?.stringValue ?? ""
        let format = opened["format"]?.stringValue ?? Format.nodewire.name
        try add(AgentDocument(name: name, path: path, format: format))
        _ = try call("document/watch", ["document": .string(name), "diagnostics": true])
        var result: JSONObject = ["document": .string(name), "path": .string(path), "format": .string(format)]
        for name in [
            "revision", "nodes", "edges", "recovered", "setAside", "dropped", "journal", "readOnly", "lockedBy",
        ] {
            result[name] = opened[name]
        }
        AgentSession.list(opened["losses"], in: &result)
        result["newProblems"] = news.json["newProblems"]
        return ToolResult(result)
    }

    /// Makes a document and its file at once, so that a path that cannot be written is refused now.
    private mutating func create(_ path: String) throws(ToolError) -> ToolResult {
        let name = try call("document/create", [:])["document"]?.stringValue ?? ""
        do throws(ToolError) {
            _ = try call("document/save", ["document": .string(name), "path": .string(path)])
        } catch {
            _ = try call("document/close", ["document": .string(name), "discard": true])
            throw error
        }
        let format = Format.written(at: path) ?? .nodewire
        try add(AgentDocument(name: name, path: path, format: format.name))
        _ = try call("document/watch", ["document": .string(name), "diagnostics": true])
        return ToolResult([
            "document": .string(name), "path": .string(path), "format": .string(format.name), "nodes": 0, "edges": 0,
        ])
    }

    /// Saves a document; another format than its own or that of its file is a copy.
    mutating func save(_ arguments: ToolArguments) throws(ToolError) -> ToolResult {
        let document = try document(arguments)
        let path = try arguments.string("path") ?? document.path
        let isMoved = path != document.path
        let known = Format(named: document.format) ?? .nodewire
        guard let format = isMoved ? Format.written(at: path, from: known) : known else {
            throw ToolError("the ending of \(path) says no format that is written")
        }
        var params: JSONObject = ["document": .string(document.name)]
        if isMoved { params["path"] = .string(path) }
        if try arguments.boolean("overwrite") { params["overwrite"] = true }
        var saved: JSON?
        if format == known || format == .nodewire {
            if try arguments.boolean("acceptLosses") { params["acceptLosses"] = true }
            saved = try call("document/save", params)
            if isMoved { move(document.name, to: path, as: format.name) }
        } else {
            if params["overwrite"] == nil, isShared || files.locate(path) != nil {
                let what = isShared ? "there may be" : "there is"
                throw ToolError("\(what) a file \(path) already: overwrite: true replaces it")
            }
            saved = try call("document/export", params)
        }
        var result: JSONObject = [
            "document": .string(document.name), "path": .string(path), "format": .string(format.name),
        ]
        (result["journal"], result["setAside"]) = (saved?["journal"], news.json["setAside"])
        AgentSession.list(saved?["losses"], in: &result)
        return ToolResult(result)
    }

    private static func list(_ losses: JSON?, in result: inout JSONObject) {
        guard let losses = losses?.arrayValue, !losses.isEmpty else { return }
        result["losses"] = .array(losses.prefix(mostLosses).compactMap { $0["message"] })
        if losses.count > mostLosses { result["moreLosses"] = .number(losses.count - mostLosses) }
    }

    /// Lays a document out.
    mutating func layOut(_ arguments: ToolArguments) throws(ToolError) -> ToolResult {
        let document = try document(arguments)
        var params = arguments.params(["ids"])
        params["document"] = .string(document.name)
        params["algorithm"] = arguments["algorithm"] ?? "layered"
        if let view = document.view { params["view"] = .string(view) }
        var options = arguments["options"]?.objectValue ?? [:]
        if let direction = arguments["direction"] { options["direction"] = direction }
        if try arguments.boolean("stable") { options["stable"] = true }
        params["options"] = .object(options)
        let done: JSON
        do throws(ToolError) {
            done = try call("document/layout", params)
        } catch {
            guard let place = error.details?["path"]?.stringValue else { throw error }
            throw ToolError("\(place): \(error.message)", details: error.details)
        }
        var result: JSONObject = ["document": .string(document.name)]
        for name in ["revision", "bounds", "figures", "direction"] { result[name] = done[name] }
        for name in ["newProblems", "problemsGone"] { result[name] = news.json[name] }
        return ToolResult(result)
    }

    /// Takes steps back, or performs them again.
    mutating func undo(_ arguments: ToolArguments) throws(ToolError) -> ToolResult {
        let document = try document(arguments)
        let steps = try arguments.integer("steps", in: 1...1000) ?? 1
        let method = try arguments.boolean("redo") ? "history/redo" : "history/undo"
        var params: JSONObject = ["document": .string(document.name), "steps": .number(steps)]
        if let view = document.view { params["view"] = .string(view) }
        let done = try call(method, params)
        var result: JSONObject = ["document": .string(document.name)]
        for name in ["revision", "steps", "label"] { result[name] = done[name] }
        for member in news.json.members { result[member.name] = member.value }
        return ToolResult(result)
    }
}
