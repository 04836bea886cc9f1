import Graph
import Wire

/// The first request of a conversation.
struct Initialize: Method {
    var processId: Int?
    var clientInfo: JSONObject?
    var clock = Clock.server
    var limits: JSONObject?
    var durability: String?
    var trace = Trace.off
    var capabilities: JSONObject?

    static let name = "initialize"
    static let summary = "Begins the conversation; every other request waits for it."
    static let params = Shape.object(
        "", "", initial: Initialize(),
        members: [
            .optional("processId", \.processId, .integer, "the process whose end ends the server"),
            .optional("clientInfo", \.clientInfo, .object, "who is asking"),
            .defaulted("clock", \.clock, .choice(of: Clock.self), "whose time it is", default: "server"),
            .optional("limits", \.limits, .object, "reserved: limits the client asks for"),
            .optional("durability", \.durability, .string, "reserved: when edits reach the disk"),
            .defaulted("trace", \.trace, .choice(of: Trace.self), "how much is traced", default: "off"),
            .optional("capabilities", \.capabilities, .object, "what the client can do"),
        ])

    struct Result: Sendable {
        var protocolVersion = "1.0"
        var serverInfo: JSONObject = [:]
        var capabilities: JSONObject = [:]
        var settings: JSONObject = [:]
    }

    static let result = Shape<Result>.object(
        "InitializeResult", "Who answers, what it can do, and every limit and threshold in force.", initial: Result(),
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
        session.clock = clock
        session.trace = trace
        var result = Result()
        result.serverInfo = ["name": "nodewire", "version": .string(session.version)]
        result.capabilities = [
            "methods": .array(MethodTable.all.methods.map { .string($0.name) }),
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
        for entry in LimitEntry.all { limits[JSONString(entry.name)] = .number(entry.value) }
        return limits
    }
}

/// The client has read the answer to `initialize`.
struct Initialized: Method {
    static let name = "initialized"
    static let summary = "Tells that the client is ready."
    static let params = Shape.object("", "", initial: Initialized(), members: [], unknown: .ignored)
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing { Nothing() }
}

/// Ends the work, not yet the process.
struct Shutdown: Method {
    static let name = "shutdown"
    static let summary = "Ends the work; only `exit` may follow."
    static let params = Shape.object("", "", initial: Shutdown(), members: [])
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        session.lifecycle = .shutDown
        return Nothing()
    }
}

/// Ends the process.
struct Exit: Method {
    static let name = "exit"
    static let summary = "Ends the process: with 0 after `shutdown`, else with 1."
    static let params = Shape.object("", "", initial: Exit(), members: [], unknown: .ignored)
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        session.exit()
        return Nothing()
    }
}

/// The description of the protocol.
struct Discover: Method {
    static let name = "rpc.discover"
    static let summary = "Gives the OpenRPC document of this protocol; answered at any time."
    static let params = Shape.object("", "", initial: Discover(), members: [])
    static let result = Shape<Nothing>(
        schema: .object([], isOpen: true), read: { (cursor) throws(ShapeError) in cursor.skipValue(); return Nothing() },
        write: { _, writer in OpenRPC.write(into: &writer) })

    func perform(in session: inout Session) throws(Failure) -> Nothing { Nothing() }
}

/// Asks that a request be given up.
struct CancelRequest: Method {
    var id: JSON = .null

    static let name = "$/cancelRequest"
    static let summary = "Asks that a request be given up; it is answered all the same."
    static let params = Shape.object(
        "", "", initial: CancelRequest(),
        members: [.required("id", \.id, .json, "of the request")], unknown: .ignored)
    static let result = Shape<Nothing>.nothing

    /// Requests are performed whole, in their order: the one to cancel was answered before this message was read.
    func perform(in session: inout Session) throws(Failure) -> Nothing { Nothing() }
}

/// Sets how much of the conversation is traced.
struct SetTrace: Method {
    var value = Trace.off

    static let name = "$/setTrace"
    static let summary = "Sets how much is traced by `$/logTrace`."
    static let params = Shape.object(
        "", "", initial: SetTrace(),
        members: [.required("value", \.value, .choice(of: Trace.self), "off, messages or verbose")], unknown: .ignored)
    static let result = Shape<Nothing>.nothing

    func perform(in session: inout Session) throws(Failure) -> Nothing {
        session.trace = value
        return Nothing()
    }
}
