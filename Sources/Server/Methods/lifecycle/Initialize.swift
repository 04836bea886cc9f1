import Graph
import Wire

/// The first request of a conversation.
struct Initialize: ReturningMethod {
    var processId: Int?
    var clientInfo: JSONObject?
    var clock = Clock.server
    var durability = Durability.none
    var trace = Trace.off
    var capabilities: JSONObject?
    /// What LSP clients send as well; it has no effect.
    var unused: JSON?

    /// When an unsaved change reaches the disk.
    enum Durability: String, CaseIterable, Sendable { case none }

    static let name = "initialize"
    static let summary = "Begins the conversation; every other request waits for it."
    static let params = Shape.object(
        "", "", initial: Initialize(),
        members: [
            .optional("processId", \.processId, .integer, "the process of the client; the server ends with it"),
            .optional("clientInfo", \.clientInfo, .object, "the name and version of the client"),
            .defaulted("clock", \.clock, .choice(of: Clock.self), "whose time it is", default: "server"),
            .defaulted(
                "durability", \.durability, .choice(of: Durability.self),
                "when an unsaved change reaches the disk: never", default: "none"),
            .defaulted("trace", \.trace, .choice(of: Trace.self), "how much is traced", default: "off"),
            .optional("capabilities", \.capabilities, .object, "what the client can do"),
        ] + ofLSP)

    private static let ofLSP: [Member<Initialize>] = [
        .optional("locale", \.unused, .json, ignored), .optional("rootPath", \.unused, .json, ignored),
        .optional("rootUri", \.unused, .json, ignored), .optional("workspaceFolders", \.unused, .json, ignored),
        .optional("initializationOptions", \.unused, .json, ignored),
        .optional("workDoneToken", \.unused, .json, ignored),
    ]
    private static let ignored = "of LSP; has no effect here"

    struct Result: Sendable {
        var protocolVersion = "1.0"
        var serverInfo: JSONObject = [:]
        var capabilities: JSONObject = [:]
        var settings: JSONObject = [:]
    }

    static let result = Shape<Result>.object(
        "InitializeResult", "The server, its capabilities, and every limit and default in force.", initial: Result(),
        members: [
            .required("protocolVersion", \.protocolVersion, .string, "of this protocol"),
            .required("serverInfo", \.serverInfo, .object, "name and version"),
            .required("capabilities", \.capabilities, .object, "methods and formats"),
            .required("settings", \.settings, .object, "limits, and the defaults of a document's settings"),
        ])

    func perform(in session: inout Session) throws(Failure) -> Result {
        if let processId {
            guard processId > 0, let process = Int32(exactly: processId) else {
                throw .invalidParams("not the number of a process", path: "/processId")
            }
            session.watchedProcess = process
        }
        session.lifecycle = .running
        session.clock.follow(clock)
        session.trace = trace
        var result = Result()
        result.serverInfo = ["name": "nodewire", "version": .string(session.version)]
        result.capabilities = [
            "methods": .array(MethodTable.all.names.map { .string($0) }),
            "framings": ["headers", "lines"],
            "batches": true,
        ]
        var settings = JSONObject()
        let defaults = Settings()
        for setting in Setting.all {
            if let value = setting.value(defaults) { settings[setting.name] = value }
        }
        settings["limits"] = .object(Limits.json)
        result.settings = settings
        return result
    }
}

extension Limits {
    /// Every limit with its name.
    static var json: JSONObject {
        var limits = JSONObject()
        for entry in Limits.all { limits[JSONString(entry.name)] = .number(entry.value) }
        return limits
    }
}
