import Editing
import Formats
import Graph
import Wire

/// The state of the right to edit a file: this process has locked it, or another process has.
public enum FileLock: Sendable {
    /// A lock of this process.
    public struct Held: Sendable {
        /// The path of the file that is locked, as the client named it.
        public let path: String
        let folder: FileVersion.Identity
        let name: String

        /// - Parameters:
        ///   - folder: the folder of the file.
        ///   - name: of the file in that folder.
        public init(path: String, folder: FileVersion.Identity, name: String) {
            (self.path, self.folder, self.name) = (path, folder, name)
        }

        func isOfSameFile(as other: Held) -> Bool {
            folder == other.folder && name.utf8.elementsEqual(other.name.utf8)
        }
    }

    case held(Held)
    case heldByOthers(LockOwner)
    /// The file has no lock: its folder cannot be written, or something else has the lock's name.
    case unavailable
}

/// The process that edits a file, as its lock names it.
public struct LockOwner: Equatable, Sendable {
    /// The number of the process.
    public let process: Int
    /// The name of its computer.
    public let host: String
    /// The start time of the process, by the clock of its computer; empty if unknown. It distinguishes a process from
    /// an earlier one with the same number.
    public let started: String
    /// The boot of the computer to which it belongs; empty if unknown.
    public let boot: String
    /// The space within which processes are numbered (on Linux the namespace); empty if that is not known.
    public let space: String
    /// The mark that distinguishes its computer from others of the same name; empty if that is not known.
    public let machine: String

    /// A process by its number and by properties that distinguish it from others with that number.
    public init(
        process: Int, host: String, started: String = "", boot: String = "", space: String = "", machine: String = ""
    ) {
        (self.process, self.host, self.started, self.boot) = (process, host, started, boot)
        (self.space, self.machine) = (space, machine)
    }

    /// A process that has the lock, or writes the journal, without further data.
    public static let unknown = LockOwner(process: 0, host: "")

    /// Returns true if two name the same run of the same process.
    public static func == (a: LockOwner, b: LockOwner) -> Bool {
        a.process == b.process && a.texts.elementsEqual(b.texts) { $0.utf8.elementsEqual($1.utf8) }
    }

    private var texts: [String] { [host, started, boot, space, machine] }

    /// Returns true if its process may still run, as another process sees it that could lock the file of its lock or
    /// not.
    ///
    /// It counts as dead only if all data say so; about a process of another computer nothing is known.
    /// - Parameters:
    ///   - observer: the process that asks.
    ///   - isFree: whether no process holds the file of its lock open and locked; false also if no file can be locked
    ///     there.
    ///   - started: the time when the process that has this number now was started; nil if there is none.
    public func mayRun(seenBy observer: LockOwner, isFree: Bool, started: (Int) -> String?) -> Bool {
        let isNumberedAlike = boot == observer.boot && space == observer.space
        guard isSameComputer(as: observer) || isNumberedAlike && !boot.isEmpty else { return true }
        // Of processes that are numbered otherwise only an open file says whether they run.
        if !isNumberedAlike { return !isFree }
        guard let start = started(process) else { return false }
        return start.isEmpty || self.started.isEmpty || start == self.started
    }

    private func isSameComputer(as other: LockOwner) -> Bool {
        host == other.host && (machine == other.machine || machine.isEmpty || other.machine.isEmpty)
    }
}

// MARK: The text of a lock

extension LockOwner {
    /// The content of a file that has the name of a lock.
    public enum Reading: Equatable, Sendable {
        case owner(LockOwner)
        /// A lock that was not written to its end.
        case torn
        /// Nothing that this server writes.
        case otherFile
    }

    /// The longest lock, in bytes.
    public static let longestText = 4096
    private static let beginning = Array(#"{"lock":"nodewire","#.utf8)

    /// The lock of this process, one line.
    public var text: [UInt8] {
        let members: [(JSONString, JSON)] = [
            ("lock", "nodewire"), ("process", .number(process)), ("host", .string(host)),
            ("started", .string(started)), ("boot", .string(boot)), ("space", .string(space)),
            ("machine", .string(machine)),
        ]
        let object = JSONObject(members.map { JSONObject.Member(name: $0.0, value: $0.1) })
        return JSON.object(object).text.bytes + [UInt8(ascii: "\n")]
    }

    /// Reads a lock.
    public static func read(_ bytes: [UInt8]) -> Reading {
        if bytes.count > longestText { return .otherFile }
        guard let json = JSON(parsing: String(decoding: bytes, as: UTF8.self)), case .object(let object) = json else {
            // A loss of power may leave zeros.
            let isTorn = bytes.starts(with: beginning) || beginning.starts(with: bytes) || bytes.allSatisfy { $0 == 0 }
            return isTorn ? .torn : .otherFile
        }
        guard object["lock"]?.stringValue == "nodewire", let process = object["process"]?.integerValue else {
            return .otherFile
        }
        func text(_ name: JSONString) -> String { object[name]?.stringValue ?? "" }
        return .owner(
            LockOwner(
                process: process, host: text("host"), started: text("started"), boot: text("boot"),
                space: text("space"), machine: text("machine")))
    }
}

/// The process that edits a file, as it is sent to a client.
struct FileOwner: Sendable {
    var process = 0
    var host = ""

    static let shape = Shape.object(
        "FileOwner", "The process that edits a file.", initial: FileOwner(),
        members: [
            .required("process", \.process, .integer, "its number"),
            .required("host", \.host, .string, "the name of its computer"),
        ])
}
