import Formats
import Graph
import Wire

/// The first request of a conversation.
struct Initialize: ReturningMethod {
    var protocolVersion = ProtocolVersion.first
    var processId: Int?
    var clientInfo: JSONObject?
    var token: String?
    var clock = Clock.server
    var durability = Durability.process
    var interactive = false
    var keepHistory = false
    var hiddenFiles = false
    var trace = Trace.off
    var log = LogLevel.off
    var limits = SessionLimits()
    var autosave: Autosave?
    var capabilities = ClientCapabilities()
    /// The members that LSP clients send as well; they have no effect.
    var unused: JSON?

    // Its members are reached by closures and no key paths: this method is the start of every conversation, and key paths
    // would be most of it (the bench's row `start`).

    static let name = "initialize"
    static let summary = "Begins the conversation; every other request waits for it."
    static let params = Shape.object(
        "", "", initial: Initialize(),
        members: [
            .defaulted(
                "protocolVersion", at: .init { $1(&$0.protocolVersion) }, .protocolVersion,
                "which names members have: version 1 has those that are marked as earlier", default: "1"),
            .optional(
                "processId", at: .init { $1(&$0.processId) }, .integer,
                "the process of the client; the server ends with it"),
            .optional("clientInfo", at: .init { $1(&$0.clientInfo) }, .object, "the name and version of the client"),
            .optional(
                "token", at: .init { $1(&$0.token) }, .string,
                "the token of a server that listens at a port; others ask for none"),
            .defaulted(
                "clock", at: .init { $1(&$0.clock) }, .choice(of: Clock.self), "whose time it is", default: "server"),
            .defaulted(
                "durability", at: .init { $1(&$0.durability) }, .choice(of: Durability.self),
                "the events that unsaved changes of a file survive: none, the end of the process, or a loss of power too",
                default: "process"),
            .defaulted(
                "interactive", at: .init { $1(&$0.interactive) }, .boolean,
                "whether the client shows documents to a person: opening a file then performs unsaved changes of others too, and reports them; else they wait for `document/recover`",
                default: "false"),
            .defaulted(
                "keepHistory", at: .init { $1(&$0.keepHistory) }, .boolean,
                "whether the history of a file continues after it was closed without unsaved changes and opened again; else nothing stays beside the file",
                default: "false"),
            .defaulted(
                "hiddenFiles", at: .init { $1(&$0.hiddenFiles) }, .boolean,
                "whether files and folders may be written whose names begin with a dot; they are read all the same",
                default: "false"),
            .defaulted(
                "trace", at: .init { $1(&$0.trace) }, .choice(of: Trace.self), "how much is traced", default: "off"),
            .defaulted(
                "log", at: .init { $1(&$0.log) }, .choice(of: LogLevel.self),
                "the least grave entries of the log that are sent as `server/log`", default: "off"),
            .defaulted(
                "limits", at: .init { $1(&$0.limits) }, SessionLimits.shape, "limits that are to be lower",
                default: "{}"),
            .optional(
                "autosave", at: .init { $1(&$0.autosave) }, Autosave.shape,
                "when changes are saved without being asked; if left out, never"),
            .defaulted(
                "capabilities", at: .init { $1(&$0.capabilities) }, .clientCapabilities, "the abilities of the client",
                default: "{}"),
        ] + ofLSP)

    private static let ofLSP: [Member<Initialize>] = [
        .optional("locale", at: .init { $1(&$0.unused) }, .json, ignored),
        .optional("rootPath", at: .init { $1(&$0.unused) }, .json, ignored),
        .optional("rootUri", at: .init { $1(&$0.unused) }, .json, ignored),
        .optional("workspaceFolders", at: .init { $1(&$0.unused) }, .json, ignored),
        .optional("initializationOptions", at: .init { $1(&$0.unused) }, .json, ignored),
        .optional("workDoneToken", at: .init { $1(&$0.unused) }, .json, ignored),
    ]
    private static let ignored = "of LSP; has no effect here"

    struct Result: Sendable {
        var protocolVersion = ""
        var serverInfo: JSONObject = [:]
        var capabilities: JSONObject = [:]
        var settings: JSONObject = [:]
    }

    static let result = Shape<Result>.object(
        "InitializeResult", "The server, its capabilities, and every limit and default in force.", initial: Result(),
        members: [
            .required("protocolVersion", at: .init { $1(&$0.protocolVersion) }, .string, "`1.0` or `2.0`"),
            .required("serverInfo", at: .init { $1(&$0.serverInfo) }, .object, "name and version"),
            .required("capabilities", at: .init { $1(&$0.capabilities) }, .object, "methods and formats"),
            .required(
                "settings", at: .init { $1(&$0.settings) }, .object, "limits, and the defaults of a document's settings"
            ),
        ])

    func answer(
        in session: inout Session, to request: Request, as shape: Shape<Result>, into outbox: inout Outbox
    ) throws(Failure) {
        let result = try perform(in: &session)
        outbox.limits = session.limits
        request.reply(into: &outbox) { shape.write(result, &$0) }
    }

    func perform(in session: inout Session) throws(Failure) -> Result {
        try session.client.check(token)
        if let processId {
            guard processId > 0, let process = Int32(exactly: processId) else {
                throw .invalidParams("not the number of a process", path: "/processId")
            }
            session.client.watchedProcess = process
        }
        if session.isShared && clock == .client {
            throw .invalidParams("the clock is the server's, because several clients share it", path: "/clock")
        }
        session.client.lifecycle = .running
        session.client.methods = UsedMethods(of: session.client.methods.table, in: protocolVersion)
        session.clock.follow(clock)
        session.client.trace = trace
        session.client.logLevel = log
        session.log.follow(session.client, session.peers)
        session.client.durability = durability
        session.client.recovery = interactive ? .apply : .report
        session.client.keepsHistory = keepHistory
        session.client.hiddenFiles = hiddenFiles
        session.client.limits = limits
        session.client.autosave = autosave ?? Autosave()
        if capabilities.canConnect { session.client.topics.insert(.connections) }
        if capabilities.acceptDrop { session.client.topics.insert(.drops) }
        var result = Result()
        result.protocolVersion = protocolVersion.text
        result.serverInfo = ["name": "nodewire", "version": .string(session.version)]
        result.capabilities = [
            "methods": .array(session.client.methods.table.names.map { .string($0) }),
            "formats": .array(Format.all.map(\.capability)),
            "framings": ["headers", "lines"],
            "batches": true,
            "commands": .object(
                JSONObject(
                    distinct: session.client.commandKeys.value.all.map {
                        JSONObject.Member(
                            name: JSONString($0.command.rawValue), value: .array($0.keys.map { .string($0) }))
                    })),
        ]
        let defaults = Settings()
        var settings = Setting.all.compactMap { setting in
            setting.value(defaults).map { JSONObject.Member(name: JSONString(setting.name), value: $0) }
        }
        settings.append(JSONObject.Member(name: "autosave", value: session.client.autosave.json))
        settings.append(JSONObject.Member(name: "limits", value: .object(limits.json)))
        result.settings = JSONObject(distinct: settings)
        return result
    }
}

/// The capabilities of a client for the server.
struct ClientCapabilities: Sendable {
    var canConnect = false
    var acceptDrop = false
}

extension Shape where Value == ClientCapabilities {
    fileprivate static let clientCapabilities = Shape.object(
        "", "", initial: ClientCapabilities(),
        members: [
            .defaulted(
                "canConnect", at: .init { $1(&$0.canConnect) }, .boolean, "it answers `client/canConnect`",
                default: "false"),
            .defaulted(
                "acceptDrop", at: .init { $1(&$0.acceptDrop) }, .boolean, "it answers `client/acceptDrop`",
                default: "false"),
        ], unknown: .ignored)
}

extension Format {
    /// The capabilities of a format: opening and exporting, and how much of a file comes back.
    var capability: JSON {
        [
            "name": .string(name), "title": .string(title), "reads": .boolean(isReadable),
            "writes": .boolean(isWritable), "suffixes": .array(suffixes.map { .string($0) }),
            "keeps": .string(fidelity.rawValue),
        ]
    }
}

extension Client {
    /// - Throws: −32600 if another token is asked for; the conversation is over then.
    fileprivate mutating func check(_ given: String?) throws(Failure) {
        guard let token, !token.isSame(as: given ?? "") else { return }
        exitCode = 1
        throw .invalidRequest("`token` is not that of the server")
    }
}

extension String {
    /// Compares all bytes, so that the time does not depend on the number of equal ones.
    fileprivate func isSame(as other: String) -> Bool {
        let (first, second) = (Array(utf8), Array(other.utf8))
        return first.count == second.count && zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
