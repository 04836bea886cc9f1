import Graph
import Interaction
import Storage
import Wire

/// The part of a session that is one client's alone; documents and time are shared by all its clients.
struct Client: Sendable {
    /// The number that stands for no client, and for the only one of a session.
    static let none = 0

    /// Counts the clients of a session that several share, from 1 on.
    var number = Client.none
    var lifecycle = Session.Lifecycle.new
    /// The token that `initialize` is to have; nil if it needs none.
    var token: String?
    /// Set when the conversation is over.
    var exitCode: Int32?
    /// The process of the client; the conversation ends with it.
    var watchedProcess: Int32?
    var trace = Trace.off
    /// The level down to which it is sent entries of the log.
    var logLevel = LogLevel.off
    var methods = UsedMethods()
    /// The durability of documents that are opened without one of their own.
    var durability = Durability.process
    /// The fate of unsaved changes of others in files that are opened, where the client does not say it.
    var recovery = Recovery.report
    /// Is true if journals of documents that are closed without unsaved changes stay, for the history in them.
    var keepsHistory = false
    /// Is true if it may write files and into folders whose names begin with a dot.
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
    var waitingMove: InputPointer?
    /// Is true if the message being performed gets a reply; all notifications are sent before it.
    var isReplyDue = false
    /// The parts of documents that it watches.
    var watched: [DocumentKey: WatchedNames] = [:]
    /// The documents that it has open and how often, while it is not the current client; nil for all.
    var opened: [DocumentKey: Int]?
    /// Is true if frames of its views wait until it has read what it was sent.
    var isBehind = false
}

/// The parts of a document of which a client is sent the changes.
struct WatchedNames: OptionSet, Sendable {
    let rawValue: UInt8

    static let values = WatchedNames(rawValue: 1)
    static let diagnostics = WatchedNames(rawValue: 2)
}

extension Client {
    /// Notes what it watches of a document from now on; nil leaves a part as it is.
    mutating func watch(_ key: DocumentKey, values: Bool?, diagnostics: Bool?) {
        var parts = watched[key] ?? []
        if let values { if values { parts.insert(.values) } else { parts.remove(.values) } }
        if let diagnostics { if diagnostics { parts.insert(.diagnostics) } else { parts.remove(.diagnostics) } }
        watched[key] = parts.isEmpty ? nil : parts
    }
}

// The current client's, under the names by which methods use them.

extension Session {
    /// Set when the conversation is over: the process writes what waits and ends with this code.
    public var exitCode: Int32? { client.exitCode }

    /// The process of the client; the conversation ends with it.
    public internal(set) var watchedProcess: Int32? {
        get { client.watchedProcess }
        set { client.watchedProcess = newValue }
    }

    var lifecycle: Lifecycle {
        @inline(__always) _read { yield client.lifecycle }
        @inline(__always) _modify { yield &client.lifecycle }
    }

    var trace: Trace {
        @inline(__always) _read { yield client.trace }
        @inline(__always) _modify { yield &client.trace }
    }

    var methods: UsedMethods {
        @inline(__always) _read { yield client.methods }
        @inline(__always) _modify { yield &client.methods }
    }

    var durability: Durability {
        @inline(__always) _read { yield client.durability }
        @inline(__always) _modify { yield &client.durability }
    }

    var recovery: Recovery {
        @inline(__always) _read { yield client.recovery }
        @inline(__always) _modify { yield &client.recovery }
    }

    var keepsHistory: Bool {
        @inline(__always) _read { yield client.keepsHistory }
        @inline(__always) _modify { yield &client.keepsHistory }
    }

    var topics: ClientTopics {
        @inline(__always) _read { yield client.topics }
        @inline(__always) _modify { yield &client.topics }
    }

    var commandKeys: CopyOnWrite<CommandKeys> {
        @inline(__always) _read { yield client.commandKeys }
        @inline(__always) _modify { yield &client.commandKeys }
    }

    var waitingMove: InputPointer? {
        @inline(__always) _read { yield client.waitingMove }
        @inline(__always) _modify { yield &client.waitingMove }
    }

    var isReplyDue: Bool {
        @inline(__always) _read { yield client.isReplyDue }
        @inline(__always) _modify { yield &client.isReplyDue }
    }

    /// The current limits.
    public internal(set) var limits: SessionLimits {
        @inline(__always) _read { yield client.limits }
        @inline(__always) _modify { yield &client.limits }
    }
}
