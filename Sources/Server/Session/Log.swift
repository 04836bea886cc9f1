import Graph
import Wire

/// The entries that are not handed on yet.
public struct Log: Sendable {
    /// The level that the process wants.
    public var processLevel = LogLevel.off { didSet { level = max(processLevel, clientLevel) } }
    /// The level that any client wants.
    private var clientLevel = LogLevel.off { didSet { level = max(processLevel, clientLevel) } }
    /// The level that anyone wants; other entries are not made.
    private(set) var level = LogLevel.off
    private(set) var entries: [LogEntry] = []
    /// The entries that the process is yet to write.
    private var ofProcess: [LogEntry] = []
    /// The time above which a message is logged as slow, in milliseconds.
    static let slow = 100.0
}

extension Log {
    /// Notes an entry, if anyone wants entries of its level.
    mutating func note(_ level: LogLevel, _ message: @autoclosure () -> String) {
        if level <= self.level { entries.append(LogEntry(level: level, message: message())) }
    }

    /// Logs an announcement about a document.
    mutating func note(_ open: OpenDocument) {
        let name = open.name
        if open.wasSaved, let path = open.path {
            note(.info, "\(name) is \(open.wasAutosaved ? "saved by itself" : "saved") in \(path)")
        }
        if open.changeOnDisk == .noticed, let path = open.path {
            note(.warning, "\(path) of \(name) was changed by others")
        }
        switch open.journalNews {
        case .takenUp: note(.info, "\(name) has the journal of its file from now on")
        case .lost(.rewritten): note(.warning, "the journal of \(name) was taken away, and is written again")
        case .lost(.refused), .lost(.taken): note(.error, "the journal of \(name) is lost")
        case nil: break
        }
    }
}

extension Log {
    /// Logs a message of the method at an index of the table if its time, in milliseconds, is slow.
    @inline(__always)
    mutating func noteTime(_ time: Double, of index: Int, _ table: MethodTable, _ clock: Clock) {
        // With the client's clock the same messages give the same bytes.
        if time > Log.slow, clock == .server { note(.warning, "\(table[index].name) took \(Int(time)) ms") }
    }

    /// Updates the made levels, after a client has stated its level or has left.
    mutating func follow(_ client: Client, _ others: Peers) {
        clientLevel = others.reduce(client.logLevel) { max($0, $1.client.logLevel) }
    }

    /// Passes entries to the process and sends them to the clients that want them: to the present one up to a level.
    mutating func send(upTo level: LogLevel, _ outbox: inout Outbox, _ others: inout Peers) {
        if entries.isEmpty { return }
        for entry in entries {
            if entry.level <= processLevel { ofProcess.append(entry) }
            if entry.level <= level { outbox.send { ServerLog.write(entry, into: &$0) } }
            for index in others.indices where entry.level <= others[index].client.logLevel {
                others[index].outbox.send { ServerLog.write(entry, into: &$0) }
            }
        }
        entries.removeAll()
    }

    /// Returns the entries that the process is yet to write.
    public mutating func take() -> [LogEntry] {
        defer { ofProcess.removeAll() }
        return ofProcess
    }
}
