import Graph
import Wire

/// The gravity of an entry of the log, and the one down to which entries are wanted; the gravest first.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// The level of those who want no entries; no entry has it.
    case off
    case error, warning, info, debug

    public static func < (first: LogLevel, second: LogLevel) -> Bool { first.order < second.order }

    private var order: Int { LogLevel.allCases.firstIndex(of: self) ?? 0 }
}

/// Something that the server notes of its work, for those who run it.
public struct LogEntry: Sendable {
    /// The gravity.
    public let level: LogLevel
    /// The sentence, without its full stop.
    public let message: String
}

/// The entries that are yet to be handed on.
public struct Log: Sendable {
    /// The level down to which the process wants them.
    public var processLevel = LogLevel.off { didSet { level = max(processLevel, clientLevel) } }
    /// The level down to which any client wants them.
    private var clientLevel = LogLevel.off { didSet { level = max(processLevel, clientLevel) } }
    /// The level down to which anyone wants them; the others are not made.
    private(set) var level = LogLevel.off
    private(set) var entries: [LogEntry] = []
    /// The entries that the process is yet to write.
    private var ofProcess: [LogEntry] = []
    /// The time above which a message is noted as a slow one, in milliseconds.
    static let slow = 100.0
}

extension Log {
    /// Notes an entry, if anyone wants entries of its level.
    mutating func note(_ level: LogLevel, _ message: @autoclosure () -> String) {
        if level <= self.level { entries.append(LogEntry(level: level, message: message())) }
    }

    /// Notes what is about to be announced of a document.
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
    /// Notes that a message of the method at a place of the table took so many milliseconds, if that is slow.
    @inline(__always)
    mutating func noteTime(_ time: Double, of place: Int, _ clock: Clock) {
        // With the client's clock the same messages give the same bytes.
        if time > Log.slow, clock == .server { note(.warning, "\(MethodTable.all[place].name) took \(Int(time)) ms") }
    }

    /// Brings up to date which entries are made, after a client has said what it wants or has gone.
    mutating func follow(_ client: Client, _ others: Peers) {
        clientLevel = others.reduce(client.logLevel) { max($0, $1.client.logLevel) }
    }

    /// Hands entries on to the process and sends them to the clients that want them: to the present one up to a level.
    mutating func send(upTo level: LogLevel, _ outbox: inout Outbox, _ others: inout Peers) {
        if entries.isEmpty { return }
        for entry in entries {
            if entry.level <= processLevel { ofProcess.append(entry) }
            if entry.level <= level { outbox.send { ServerLog.write(entry, into: &$0) } }
            for place in others.indices where entry.level <= others[place].client.logLevel {
                others[place].outbox.send { ServerLog.write(entry, into: &$0) }
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
