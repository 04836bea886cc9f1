import Graph
import Interaction
import Storage
import Wire

/// The part of a session that belongs to one client; all clients share documents and time.
struct Client: Sendable {
    /// The number for no client, and for the only one of a session.
    static let none = 0

    /// Counts the clients of a session that several share, from 1 on.
    var number = Client.none
    var lifecycle = Session.Lifecycle.new
    /// The token required by `initialize`; nil if none is.
    var token: String?
    /// Set when the conversation is over.
    var exitCode: Int32?
    /// The process of the client; the conversation ends with it.
    var watchedProcess: Int32?
    var trace = Trace.off
    /// The level of its log entries.
    var logLevel = LogLevel.off
    var methods: UsedMethods
    /// The durability of documents that are opened without one of their own.
    var durability = Durability.process
    /// The default treatment of others' unsaved changes in opened files.
    var recovery = Recovery.report
    /// Is true if journals of documents that are closed without unsaved changes stay, for the history in them.
    var keepsHistory = false
    /// Is true if it may write files and into folders with names that begin with a dot.
    var hiddenFiles = false
    /// The topics that the client wants to be asked about.
    var topics: ClientTopics = []
    /// The keys that the client gives to commands.
    var commandKeys = CopyOnWrite(CommandKeys())
    var limits = SessionLimits()
    /// The autosave of documents that it opens.
    var autosave = Autosave()
    /// The clock that stamps its messages.
    var stamps = StampClock()
    /// The last of several movements of a pointer that arrived at once; it replaces the others.
    var waitingMove: WaitingMove?
    /// Is true if the message being performed gets a reply; all notifications are sent before it.
    var isReplyDue = false
    /// The parts of documents that it watches.
    var watched: [DocumentKey: WatchedNames] = [:]
    /// The documents that it has open and how often, while it is not the current client; nil for all.
    var opened: [DocumentKey: Int]?
    /// Is true if frames of its views wait until it has read its output.
    var isBehind = false
}

/// A movement of a pointer that waits for the next message.
struct WaitingMove: Sendable {
    /// The method that it came by.
    let method: String
    let view: Identifier
    let event: PointerEvent
    /// The stamp of the client.
    let stamp: Double?
}

/// The parts of a document whose changes a client is sent.
struct WatchedNames: OptionSet, Sendable {
    let rawValue: UInt8

    static let values = WatchedNames(rawValue: 1)
    static let diagnostics = WatchedNames(rawValue: 2)
}

extension Client {
    /// Records the watched parts of a document; nil leaves a part unchanged.
    mutating func watch(_ key: DocumentKey, values: Bool?, diagnostics: Bool?) {
        var parts = watched[key] ?? []
        if let values { if values { parts.insert(.values) } else { parts.remove(.values) } }
        if let diagnostics { if diagnostics { parts.insert(.diagnostics) } else { parts.remove(.diagnostics) } }
        watched[key] = parts.isEmpty ? nil : parts
    }
}

extension Client {
    /// Is true if only work that has begun is still performed.
    var isEnding: Bool { exitCode != nil || lifecycle == .shutDown }

    /// Ends the conversation.
    mutating func exit() { exitCode = lifecycle == .shutDown ? 0 : 1 }

    /// Checks whether a message of it may be performed in this state of its conversation.
    ///
    /// - Throws: −32002 before `initialize`; −32600 for a second `initialize`, and after `shutdown`.
    @inline(__always)
    func admit(_ request: Request) throws(Failure) {
        switch lifecycle {
        case .running:
            if request.method == "initialize" { throw .invalidRequest("`initialize` was sent before") }
        case .new:
            let isDescription = request.method == "rpc.discover" && token == nil
            if request.method != "initialize" && !isDescription && request.method != "exit" { throw .notInitialized }
        case .shutDown:
            if request.method != "exit" && request.method != "rpc.discover" {
                throw .invalidRequest("the session was shut down")
            }
        }
    }
}

extension Session {
    /// Set when the conversation is over: the process writes the waiting output and ends with this code.
    public var exitCode: Int32? { client.exitCode }

    /// The process of the client; the conversation ends with it.
    public var watchedProcess: Int32? { client.watchedProcess }

    /// The limit of a message, in bytes.
    public var messageBytes: Int { client.limits.messageBytes }
    /// The limit of the output that waits, in bytes.
    public var waitingBytes: Int { client.limits.waitingBytes }

    /// The current limits.
    public var limits: SessionLimits { @inline(__always) _read { yield client.limits } }
}

extension Client {
    /// Sends the requested trace of a message that is about to be performed.
    func trace(_ request: Request, _ params: JSONCursor?, into outbox: inout Outbox) {
        if trace == .off || lifecycle != .running { return }
        outbox.send { LogTrace.write(request.method, trace == .verbose ? params : nil, into: &$0) }
    }
}
