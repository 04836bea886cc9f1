import Editing
import Server
import Storage
import Wire

/// A recorded conversation: the events that went into a session, in order, and a hash of the output of each.
///
/// A text of JSON objects, one a line; `protocol-spec/recordings.md` describes them. It is read and checked completely
/// before any of it is performed.
public struct Recording {
    /// The version of the format that is read and written.
    public static let version = 1

    /// One event, with its time, its output and its files.
    public struct Entry {
        /// The event itself.
        public let event: Event
        /// The time to which the session was advanced before, in milliseconds of the process's clock; nil without one.
        public var time: Double?
        /// The output it caused; nil if that was not recorded.
        public var output: Output?
        /// The files that the session read and replaced during the event; for the beginning of a job, those of the
        /// job.
        public var files: [FileUse] = []
        /// The number of its line, from one.
        public let line: Int
        /// The ranges in the text of its own line and of the lines about its files, line ends included.
        public var lines: [Range<Int>]
    }

    /// An event that can go into a session.
    public enum Event {
        /// A message whose body is written unchanged.
        case message(Range<Int>)
        /// A message whose body is not a JSON text, spans lines, or has white space around it.
        case body([UInt8])
        case framingFailed(Framing.Failure)
        case timePassed
        /// The client read all waiting output, so held-back output is sent.
        case caughtUp
        /// No message was at hand, so the pointer move that waited for a later one was performed.
        case settled
        /// The bytes left when the client stopped reading; zero when it caught up.
        case left(Int)
        case jobBegan, jobEnded, jobsCancelled
        /// The percentage of the job that is done.
        case jobReached(Int)
        /// Another process changed the file of this document.
        case fileChanged(String)
        case inputEnded

        /// Is true if it is a message, in either spelling.
        public var isMessage: Bool {
            switch self {
            case .message, .body: true
            case .framingFailed, .timePassed, .caughtUp, .settled, .left, .jobBegan, .jobReached, .jobEnded,
                .jobsCancelled, .fileChanged, .inputEnded:
                false
            }
        }
    }

    /// The fingerprint and the count of the bytes caused by one entry.
    public struct Output: Equatable {
        /// The `fingerprint` of the bytes.
        public var hash: UInt64
        /// The length, in bytes.
        public var count: Int

        /// An output known by its fingerprint.
        public init(hash: UInt64, count: Int) {
            self.hash = hash
            self.count = count
        }

        /// - Complexity: O(*n*) for *n* bytes.
        public init(of bytes: UnsafeRawBufferPointer) {
            hash = fingerprint(of: bytes)
            count = bytes.count
        }
    }

    /// A file that was read or replaced, and the result.
    public struct FileUse {
        /// The contents that the session got from the file, or the error it met.
        public enum Outcome {
            case contents([UInt8])
            case replaced
            case failed(FileError)
            /// It could not be locked: another process had the lock, or there can be none.
            case locked(LockOwner?)
            /// A journal got this path.
            case setAside(String)
            /// A journal was no longer in its place.
            case found(JournalPresence)
        }

        /// The use of the file.
        public enum Kind: Equatable {
            case read, refused, replaced, locked
            /// The journal of the file was opened.
            case journal
            /// The journal was written, set aside or removed: the call of this number since it was opened.
            case journalCall(Int)
            /// The presence of the journal was checked.
            case journalFound
        }

        /// The path as the session named it.
        public let path: String
        /// The use of the journal.
        public let kind: Kind
        /// The outcome of that.
        public let outcome: Outcome
        /// The time when a journal was written last, in milliseconds since 1970, if it was known.
        public var modified: Int?
    }

    /// The version of the server that was recorded.
    public internal(set) var server = ""
    /// The nonce of its process, which no other one has; empty for none.
    public internal(set) var nonce = ""
    /// The framing of the client's messages.
    public internal(set) var style = Framing.Style.headers
    /// The entries in the order of the session.
    public internal(set) var entries: [Entry] = []
    /// The entry of the last job that was begun.
    var lastJob: Int?
    /// The whole text.
    public let bytes: [UInt8]
    /// The range of the first line, its line end included.
    var header = 0..<0

    /// Reads the text of a recording. Throws at the first line that is not one of a recording.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    public init(_ bytes: [UInt8]) throws(RecordingError) {
        self.bytes = bytes
        var start = 0
        var number = 0
        while start < bytes.count {
            number += 1
            guard let end = bytes.indexOfLineFeed(from: start) else {
                throw RecordingError(number, "the recording ends inside a line")
            }
            let line = start..<end + 1
            do throws(ShapeError) {
                if number == 1 { try readHeader(line) } else { try readLine(line, number) }
            } catch {
                throw RecordingError(number, error.description)
            }
            start = line.upperBound
        }
        if number == 0 { throw RecordingError(1, "the recording is empty") }
    }

    /// The number of entries that are messages.
    public var messageCount: Int { entries.count { $0.event.isMessage } }

    /// Is true if it goes to the end of the conversation.
    public var isComplete: Bool {
        entries.contains { if case .inputEnded = $0.event { true } else { false } }
    }

    /// Calls `body` with the bytes of a message; returns nil if the event is none.
    public func withBody<Result>(of event: Event, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        switch event {
        case .message(let range):
            bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
        case .body(let text): text.withUnsafeBufferPointer { body($0) }
        case .framingFailed, .timePassed, .caughtUp, .settled, .left, .jobBegan, .jobReached, .jobEnded,
            .jobsCancelled, .fileChanged, .inputEnded:
            nil
        }
    }
}

/// The reason why a text is not a recording, and the number of the line that shows it, from one.
public struct RecordingError: Error {
    /// The number of the line, from one.
    public let line: Int
    /// One sentence for people.
    public let message: String

    /// An error at a line, counted from one.
    public init(_ line: Int, _ message: String) {
        self.line = line
        self.message = message
    }
}

extension [UInt8] {
    /// The index of the first line feed from `start` on.
    fileprivate func indexOfLineFeed(from start: Int) -> Int? {
        withUnsafeBufferPointer { bytes in
            var index = start
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "\n") { return index }
                index &+= 1
            }
            return nil
        }
    }
}
