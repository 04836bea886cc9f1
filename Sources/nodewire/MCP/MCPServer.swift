import Host
import Wire

/// A conversation with an agent by the Model Context Protocol: lines of JSON-RPC 2.0 go in, lines come out.
struct MCPServer {
    /// The greatest number of messages in one line.
    private static let mostInBatch = 1000

    private var session: AgentSession
    /// The revision that `initialize` answered.
    private var version = MCPVersion.newestWithHandshake
    private var subscriptions = Subscriptions()
    /// The lines to write.
    private var lines: [UInt8] = []

    /// - Parameter keepsJournal: whether changes that are not saved outlive the process.
    /// - Throws: if the session refuses to begin.
    init(files: Files, keepsJournal: Bool) throws(CommandError) {
        do throws(ToolError) {
            session = try AgentSession(files: files, keepsJournal: keepsJournal)
        } catch {
            throw CommandError(error.message)
        }
    }

    /// - Parameter channel: to a server that others share.
    /// - Throws: if the session refuses to begin.
    init(sharing channel: AgentChannel, token: String?) throws(CommandError) {
        do throws(ToolError) {
            session = try AgentSession(sharing: channel, token: token)
        } catch {
            throw CommandError(error.message)
        }
    }

    /// Ends the conversation: files are unlocked.
    mutating func close() { session.close() }

    /// Performs the message of a line; returns the lines that answer it.
    ///
    /// - Complexity: as the tool, and O(*n*) in the bytes.
    mutating func receive(_ line: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        if let error = JSONSyntax.validate(line) {
            return refuseLine("the line is no JSON: \(error.reason) at byte \(error.offset)")
        }
        var cursor = JSONCursor(line)
        do throws(ShapeError) {
            let message = try JSON(reading: &cursor)
            if case .array(let batch) = message {
                receive(batch: batch)
            } else if let answer = answer(to: message) {
                send(answer)
            }
        } catch {
            return refuseLine("the line is no JSON: \(error.message)")
        }
        defer { lines = [] }
        return lines
    }

    /// Returns the answer to a line that is no message.
    func refuseLine(_ reason: String) -> [UInt8] {
        let error = MCPError(code: -32700, message: reason)
        let reply: JSON = ["jsonrpc": "2.0", "id": .null, "error": error.json]
        return reply.text.bytes + [UInt8(ascii: "\n")]
    }

    /// Only the revision 2025-03-26 has batches; they are answered in all.
    private mutating func receive(batch: [JSON]) {
        if batch.isEmpty || batch.count > MCPServer.mostInBatch {
            let error = MCPError.invalidRequest("a batch has 1 to \(MCPServer.mostInBatch) messages")
            return send(["jsonrpc": "2.0", "id": .null, "error": error.json])
        }
        var answers: [JSON] = []
        for message in batch {
            if let answer = answer(to: message) { answers.append(answer) }
        }
        if !answers.isEmpty { send(.array(answers)) }
    }

    /// Performs one message; nil if it is none to answer: a notification, or an answer.
    private mutating func answer(to message: JSON) -> JSON? {
        guard let object = message.objectValue else {
            return ["jsonrpc": "2.0", "id": .null, "error": MCPError.invalidRequest("a message is an object").json]
        }
        let id = object["id"]
        guard let method = object["method"]?.stringValue else {
            if object["result"] != nil || object["error"] != nil { return nil }
            let error = MCPError.invalidRequest("a message has a method")
            return ["jsonrpc": "2.0", "id": id ?? .null, "error": error.json]
        }
        guard let id else {
            // Nothing but a stream is under way while a line is read.
            if method == "notifications/cancelled" { subscriptions.cancel(object["params"]?["requestId"]) }
            return nil
        }
        do throws(MCPError) {
            guard id.kind == .string || id.kind == .number else {
                throw .invalidRequest("an id is a string or a number")
            }
            let params = object["params"] ?? .null
            guard params == .null || params.objectValue != nil else { throw .invalidParams("params are an object") }
            if method == "subscriptions/listen" {
                send(try subscriptions.listen(id, params.objectValue ?? [:]))
                return nil
            }
            let result = try perform(method, params.objectValue ?? [:])
            return ["jsonrpc": "2.0", "id": id, "result": .object(result)]
        } catch {
            return ["jsonrpc": "2.0", "id": id, "error": error.json]
        }
    }

    private mutating func send(_ message: JSON) {
        lines += message.text.bytes
        lines.append(UInt8(ascii: "\n"))
    }

    // MARK: Methods

    private mutating func perform(_ method: String, _ params: JSONObject) throws(MCPError) -> JSONObject {
        let spoken = try spokenVersion(params)
        var result = try perform(method, params, in: spoken)
        guard spoken.isStateless else { return result }
        result["resultType"] = "complete"
        if method != "tools/call" && method != "prompts/get" {
            let isFixed = method != "resources/list" && method != "resources/read"
            result["ttlMs"] = .number(isFixed ? 3_600_000 : 0)
            result["cacheScope"] = isFixed ? "public" : "private"
        }
        result["_meta"] = ["io.modelcontextprotocol/serverInfo": MCPServer.info]
        return result
    }

    /// The revision of a request: the one it names, else that of the handshake.
    private func spokenVersion(_ params: JSONObject) throws(MCPError) -> MCPVersion {
        guard let named = params["_meta"]?["io.modelcontextprotocol/protocolVersion"] else { return version }
        guard let text = named.stringValue, let known = MCPVersion(rawValue: text) else {
            throw .unknownVersion(named.stringValue ?? named.description)
        }
        return known
    }

    private mutating func perform(
        _ method: String, _ params: JSONObject, in spoken: MCPVersion
    ) throws(MCPError) -> JSONObject {
        switch method {
        case "initialize":
            version = MCPVersion.answer(to: params["protocolVersion"]?.stringValue)
            return [
                "protocolVersion": .string(version.rawValue), "capabilities": MCPServer.capabilities,
                "serverInfo": MCPServer.info, "instructions": .string(MCPServer.instructions),
            ]
        case "server/discover":
            return [
                "supportedVersions": .array(MCPVersion.allCases.map { .string($0.rawValue) }),
                "capabilities": MCPServer.capabilities, "instructions": .string(MCPServer.instructions),
            ]
        case "ping": return [:]
        case "tools/list": return ["tools": .array(try listTools())]
        case "tools/call": return try callTool(params, in: spoken)
        case "resources/list": return ["resources": .array(session.resources)]
        case "resources/templates/list": return ["resourceTemplates": .array(AgentSession.resourceTemplates)]
        case "resources/read": return ["contents": .array([try session.read(try uri(in: params))])]
        case "resources/subscribe":
            let uri = try uri(in: params)
            guard session.document(ofResource: uri) != nil else { throw .unknownResource(uri) }
            try subscriptions.insert(uri)
            return [:]
        case "resources/unsubscribe":
            subscriptions.remove(try uri(in: params))
            return [:]
        case "prompts/list": return ["prompts": .array(Prompt.allCases.map(\.json))]
        case "prompts/get": return try Prompt.get(params)
        case "logging/setLevel": return [:]
        default: throw .unknownMethod(method)
        }
    }

    private func uri(in params: JSONObject) throws(MCPError) -> String {
        guard let uri = params["uri"]?.stringValue else { throw .invalidParams("uri is a string") }
        return uri
    }

    private mutating func listTools() throws(MCPError) -> [JSON] {
        do throws(ToolError) {
            return try session.tools()
        } catch {
            throw MCPError(code: -32603, message: error.message)
        }
    }

    private mutating func callTool(_ params: JSONObject, in spoken: MCPVersion) throws(MCPError) -> JSONObject {
        guard let name = params["name"]?.stringValue else { throw .invalidParams("name is a string") }
        guard let tool = Tool(rawValue: name) else {
            let meant = NearName.nearest(to: name, among: Tool.allCases.map(\.rawValue))
            throw .invalidParams("there is no tool \(name)\(meant.map { ": did you mean \($0)?" } ?? "")")
        }
        let arguments = params["arguments"] ?? .null
        guard arguments == .null || arguments.objectValue != nil else {
            throw .invalidParams("arguments are an object")
        }
        let result = session.perform(tool, arguments.objectValue ?? [:])
        announce(in: spoken)
        return result.json(in: spoken)
    }

    /// Announces the resources that a tool has changed, before it is answered.
    private mutating func announce(in spoken: MCPVersion) {
        let (isListChanged, documents) = session.takeChanged()
        let changed = documents.flatMap { AgentSession.uris(of: $0) }
        for message in subscriptions.messages(
            listChanged: isListChanged, changed: changed, hasSession: !spoken.isStateless)
        { send(message) }
    }
}

// MARK: What it says of itself

extension MCPServer {
    private static let info: JSON = [
        "name": "nodewire", "title": "Nodewire", "version": .string(Program.version),
    ]

    private static let instructions = """
        Edits node graphs in files: flows, dialogs, diagrams. Call open first; one open document need not be named \
        afterwards. outline shows the graph as Mermaid with ids; edit changes it, all edits or none, and lists new \
        problems; layout gives nodes places; save writes the file.
        """

    private static let capabilities: JSON = [
        "tools": [:], "resources": ["subscribe": true, "listChanged": true], "prompts": [:],
    ]
}
