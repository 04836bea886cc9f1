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
struct Log: Sendable {
    /// The level down to which the process wants them, or any client; the others are not made.
    var level = LogLevel.off
    /// The level down to which the process wants them.
    var processLevel = LogLevel.off
    var entries: [LogEntry] = []
    /// The entries that the process is yet to write.
    var ofProcess: [LogEntry] = []
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

extension Session {
    /// Brings up to date which entries are made, after a client has said what it wants or has gone.
    mutating func followLogLevels() {
        log.level = peers.reduce(max(log.processLevel, client.logLevel)) { max($0, $1.client.logLevel) }
    }

    /// Hands entries on to the process and sends them to the clients that want them.
    mutating func sendLog(into outbox: inout Outbox) {
        if log.entries.isEmpty { return }
        for entry in log.entries {
            if entry.level <= log.processLevel { log.ofProcess.append(entry) }
            if entry.level <= client.logLevel { outbox.send { ServerLog.write(entry, into: &$0) } }
            for place in peers.indices where entry.level <= peers[place].client.logLevel {
                peers[place].outbox.send { ServerLog.write(entry, into: &$0) }
            }
        }
        log.entries.removeAll()
    }

    // MARK: For the process

    /// Sets the level down to which the process wants entries.
    public mutating func setLogLevel(_ level: LogLevel) {
        log.processLevel = level
        followLogLevels()
    }

    /// Returns the entries that the process is yet to write.
    public mutating func takeLog() -> [LogEntry] {
        defer { log.ofProcess.removeAll() }
        return log.ofProcess
    }
}
