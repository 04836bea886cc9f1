import Host
import NodewireServer
import Server
import Wire

/// The reason for the failure of a tool, for the agent to read.
struct ToolError: Error {
    let message: String
    /// The error of the session, with its cause.
    var details: JSON?

    init(_ message: String, details: JSON? = nil) {
        self.message = message
        self.details = details
    }
}

/// A document that an agent has opened.
struct AgentDocument {
    let name: String
    var path: String
    /// The format in which its file is written.
    var format: String
    /// The view that owns the steps of its edits, in a shared session.
    var view: String?
}

/// The documents of one agent, in a session in this process or in a shared one.
struct AgentSession {
    private var channel: AgentChannel
    private var count = 0
    let files: Files
    private(set) var documents: [AgentDocument] = []
    /// The changes and problems of the tool that is performed.
    var news = News()
    private var isListChanged = false
    private var changed: Set<String> = []
    /// The schemas of the arguments, made on first use.
    private var schemas: [Tool: JSONObject]?
    private var knownParts: SchemaParts?

    /// - Throws: if the session refuses to begin.
    init(files: Files, keepsJournal: Bool) throws(ToolError) {
        self.files = files
        channel = AgentChannel(files: files)
        // With the client's clock all work is done at once.
        _ = try call(
            "initialize", ["protocolVersion": 2, "clock": "client", "durability": keepsJournal ? "process" : "none"])
    }

    /// - Parameter channel: to a server that others share.
    /// - Throws: if the session refuses to begin.
    init(sharing channel: AgentChannel, token: String?) throws(ToolError) {
        files = Files()
        self.channel = channel
        var params: JSONObject = ["protocolVersion": 2, "clientInfo": ["name": "nodewire mcp"]]
        if let token { params["token"] = .string(token) }
        _ = try call("initialize", params)
    }

    /// Is true if others may edit the same documents.
    var isShared: Bool { channel.isShared }

    /// Ends the conversation: files are unlocked.
    mutating func close() { channel.close() }

    /// Performs a request of the protocol and returns its result; announcements go into `news`.
    ///
    /// - Throws: the error that was replied.
    mutating func call(_ method: String, _ params: JSONObject) throws(ToolError) -> JSON {
        count += 1
        let request: JSON = [
            "jsonrpc": "2.0", "id": .number(count), "method": .string(method), "params": .object(params),
        ]
        var reply: JSON?
        for message in channel.send(request, id: count) {
            if let name = message["method"]?.stringValue {
                note(name, message["params"] ?? .null)
            } else {
                reply = message
            }
        }
        if let result = reply?["result"] { return result }
        guard let error = reply?["error"] else {
            throw ToolError(isShared ? "the server that is shared is gone" : "\(method): no reply")
        }
        throw ToolError(error["message"]?.stringValue ?? "unknown error", details: error["data"])
    }

    private mutating func note(_ notification: String, _ params: JSON) {
        guard let document = params["document"]?.stringValue else { return }
        switch notification {
        case "document/changed": news.note(change: params)
        case "document/diagnostics": return news.note(diagnostics: params)
        case "document/journal": return news.note(journal: params)
        case "document/reset": break
        default: return
        }
        changed.insert(document)
    }

    /// Returns whether documents were opened, and which have changed, since the last call.
    mutating func takeChanged() -> (isListChanged: Bool, documents: [String]) {
        defer { (isListChanged, changed) = (false, []) }
        return (isListChanged, documents.map(\.name).filter(changed.contains))
    }

    /// Adds a document. In a shared session it gets a view, which owns the edits.
    mutating func add(_ document: AgentDocument) throws(ToolError) {
        var document = document
        if isShared {
            let opened = try call(
                "view/open", ["document": .string(document.name), "width": 1, "height": 1])
            document.view = opened["view"]?.stringValue?.description
            if let view = opened["view"] { _ = try call("view/presence", ["view": view, "name": "Agent"]) }
        }
        documents.append(document)
        isListChanged = true
    }

    /// Records the new file of a document.
    mutating func move(_ name: String, to path: String, as format: String) {
        guard let index = documents.firstIndex(where: { $0.name == name }) else { return }
        (documents[index].path, documents[index].format) = (path, format)
        isListChanged = true
    }

    /// The document that arguments name, by its name or its path, or the only one.
    func document(_ arguments: ToolArguments) throws(ToolError) -> AgentDocument {
        let names = documents.map { "\($0.name) (\($0.path))" }.joined(separator: ", ")
        guard let wanted = try arguments.string("document") else {
            if documents.count == 1 { return documents[0] }
            throw ToolError(documents.isEmpty ? "no document is open: call open first" : "say which document: \(names)")
        }
        if let found = documents.first(where: { $0.name == wanted || $0.path == wanted }) { return found }
        throw ToolError("there is no document \(wanted); open are: \(names.isEmpty ? "none" : names)")
    }

    // MARK: Tools

    /// The parts of the description of the protocol.
    mutating func parts() throws(ToolError) -> SchemaParts {
        if let knownParts { return knownParts }
        let parts = SchemaParts(try call("rpc.discover", [:]))
        knownParts = parts
        return parts
    }

    /// The schemas of all arguments, made of the description of the protocol.
    private mutating func allSchemas() throws(ToolError) -> [Tool: JSONObject] {
        if let schemas { return schemas }
        let parts = try parts()
        var made: [Tool: JSONObject] = [:]
        for tool in Tool.allCases { made[tool] = tool.schema(from: parts) }
        schemas = made
        return made
    }

    /// The tools as `tools/list` returns them.
    mutating func tools() throws(ToolError) -> [JSON] {
        let schemas = try allSchemas()
        return Tool.allCases.map { $0.json(schemas[$0] ?? [:]) }
    }

    /// Performs a tool; a failure is a result, too.
    mutating func perform(_ tool: Tool, _ arguments: JSONObject) -> ToolResult {
        do throws(ToolError) {
            // What others have done since is no news of this tool: it is sent before an answer.
            if isShared { _ = try call("document/list", [:]) }
            news = News()
            let properties = try allSchemas()[tool]?["properties"]?.objectValue ?? [:]
            let arguments = try ToolArguments(
                arguments, of: tool, knownNames: properties.members.map(\.name.description))
            switch tool {
            case .open: return try open(arguments)
            case .outline: return try outline(arguments)
            case .find: return try find(arguments)
            case .edit: return try edit(arguments)
            case .check: return try check(arguments)
            case .layout: return try layOut(arguments)
            case .render: return try render(arguments)
            case .undo: return try undo(arguments)
            case .save: return try save(arguments)
            case .describe: return try describe(arguments)
            case .explore: return try explore(arguments)
            }
        } catch {
            return ToolResult(error)
        }
    }
}
