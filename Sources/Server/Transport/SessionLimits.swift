import Editing
import Graph
import Interaction
import Wire

/// The limits of a conversation. They protect the server, so a client may lower some, and raise none.
public struct SessionLimits: Sendable {
    /// The greatest length of an incoming message and of a reply, in bytes.
    public internal(set) var messageBytes = Limits.messageBytes
    /// The number of waiting bytes of output above which no input is read.
    public internal(set) var waitingBytes = Limits.waitingBytes
    var waitingChangeBytes = Limits.waitingChangeBytes
    var fileBytes = Limits.fileBytes
    var documents = Limits.documents
    var views = Limits.views
    var jobs = Limits.jobs
    var jobSeconds = Limits.jobSeconds
    var batchEdits = Limits.batchEdits
    var editor = EditorLimits()

    /// Takes the values of `Limits`.
    init() {}

    /// A limit that a client may lower.
    private struct Row: Sendable {
        let name: StaticString
        /// The least value.
        let least: Int
        /// The default value, and the greatest.
        let value: Int
        let access: Property<SessionLimits, Int>.Access

        init(
            _ name: StaticString, from least: Int = 1, _ value: Int,
            _ access: @escaping Property<SessionLimits, Int>.Access
        ) {
            (self.name, self.least, self.value) = (name, least, value)
            self.access = access
        }
    }

    private static let rows = [
        Row("nodes", Limits.nodes) { $1(&$0.editor.nodes) },
        Row("edges", Limits.edges) { $1(&$0.editor.edges) },
        // The reply to `initialize` has some ten thousand bytes.
        Row("messageBytes", from: 64 << 10, Limits.messageBytes) { $1(&$0.messageBytes) },
        Row("waitingBytes", Limits.waitingBytes) { $1(&$0.waitingBytes) },
        Row("waitingChangeBytes", Limits.waitingChangeBytes) { $1(&$0.waitingChangeBytes) },
        Row("jobs", Limits.jobs) { $1(&$0.jobs) },
        Row("jobSeconds", Limits.jobSeconds) { $1(&$0.jobSeconds) },
        Row("historySteps", Limits.historySteps) { $1(&$0.editor.historySteps) },
        Row("historyBytes", Limits.historyBytes) { $1(&$0.editor.historyBytes) },
        Row("fileBytes", Limits.fileBytes) { $1(&$0.fileBytes) },
        Row("documents", Limits.documents) { $1(&$0.documents) },
        Row("views", Limits.views) { $1(&$0.views) },
        Row("batchEdits", Limits.batchEdits) { $1(&$0.batchEdits) },
    ]

    /// The least value that a client may give a limit; nil if it may not.
    static func least(of name: String) -> Int? { rows.first { $0.name.description == name }?.least }

    static let shape = Shape<SessionLimits>.object(
        "SessionLimits", "Limits that a client may lower for its conversation; the reference says what each counts.",
        initial: SessionLimits(),
        members: rows.map { row in
            .defaulted(
                row.name, at: .init(row.access), .integer(in: row.least...row.value), "see the limits",
                default: "\(row.value)")
        })

    /// Every limit with its name, as it is in force.
    var json: JSONObject {
        var limits = self
        return JSONObject(
            distinct: Limits.all.map { limit in
                var value = limit.value
                let row = SessionLimits.rows.first { $0.name.description == limit.name }
                row?.access(&limits) { value = $0 }
                return JSONObject.Member(name: JSONString(limit.name), value: .number(value))
            })
    }

    /// Gives a document its limits, before any other use.
    func apply(to workspace: inout Workspace, _ clock: Clock) {
        workspace.limits = editor
        // With the client's clock everything is in step at once.
        if clock == .server {
            workspace.content.setUpkeep(linesAtOnce: Limits.linesAtOnce, longEdgesAtOnce: Limits.longEdgesAtOnce)
        }
    }

    /// - Throws: `limits` if a document that was read holds more than it may.
    func refuse(_ document: Document) throws(Failure) {
        if document.nodes.count > editor.nodes {
            throw Failure("nodes", "the document holds more than \(editor.nodes) nodes")
        }
        if document.edges.count > editor.edges {
            throw Failure("edges", "the document holds more than \(editor.edges) edges")
        }
    }
}
