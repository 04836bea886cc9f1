import Server
import Wire

/// A conversation as it was written down: what went into a session, in order, and a hash of what came of each.
///
/// A text of JSON objects, one a line; `protocol-spec/recordings.md` describes them. It is read whole and checked before
/// anything of it is performed.
struct Recording {
    /// The version of the format that is read and written.
    static let version = 1

    /// One thing that went into the session.
    struct Entry {
        let event: Event
        /// The time that the process told before, in milliseconds of its own clock; nil if none had passed.
        var time: Double?
        /// What came of it; nil where that is not known.
        var output: Output?
        /// What the session read and wrote meanwhile, or for the beginning of a job, what the job did.
        var files: [FileUse] = []
        /// From one, as editors count.
        let line: Int
        /// The text of its own line and of the lines about files, with their ends.
        var lines: [Range<Int>]
    }

    enum Event {
        /// A body that stands in the text as it came.
        case message(Range<Int>)
        /// A body that is no JSON text, or spans lines, or has white space around it.
        case body([UInt8])
        case framingFailed(Framing.Failure)
        case timePassed
        /// The client read all that waited, and is told what was held back.
        case caughtUp
        /// No message was at hand, so the movement that waited for a later one was performed.
        case settled
        /// So many bytes were left when the client took no more; zero when it had caught up.
        case left(Int)
        case jobBegan, jobEnded, jobsCancelled
        /// The file of this document was changed by others.
        case fileChanged(String)
        case inputEnded

        var isMessage: Bool {
            switch self {
            case .message, .body: true
            case .framingFailed, .timePassed, .caughtUp, .settled, .left, .jobBegan, .jobEnded, .jobsCancelled,
                .fileChanged, .inputEnded:
                false
            }
        }
    }

    /// The bytes that one entry caused, as far as they are kept.
    struct Output: Equatable {
        var hash: UInt64
        var count: Int

        init(hash: UInt64, count: Int) {
            self.hash = hash
            self.count = count
        }

        init(of bytes: UnsafeRawBufferPointer) {
            hash = fingerprint(of: bytes)
            count = bytes.count
        }
    }

    /// A file that was read or replaced, and what came of that.
    struct FileUse {
        enum Outcome {
            case contents([UInt8])
            case replaced
            case failed(FileError)
        }

        let path: String
        let isWrite: Bool
        let outcome: Outcome
    }

    /// The version of the server that was recorded.
    private(set) var server = ""
    private(set) var style = Framing.Style.headers
    private(set) var entries: [Entry] = []
    /// The entry of the last job that was begun.
    private var lastJob: Int?
    let bytes: [UInt8]
    /// The first line with its end.
    private(set) var header = 0..<0

    /// Reads the text of a recording.
    init(_ bytes: [UInt8]) throws(RecordingError) {
        self.bytes = bytes
        var start = 0
        var number = 0
        while start < bytes.count {
            number += 1
            guard let end = Platform.firstLineFeed(in: bytes, from: start) else {
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

    var messageCount: Int { entries.count { $0.event.isMessage } }

    /// Whether it was written to the end of the conversation.
    var isComplete: Bool {
        entries.contains { if case .inputEnded = $0.event { true } else { false } }
    }

    /// Calls `body` with the bytes of a message; nil if the event is none.
    func withBody<Result>(of event: Event, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        switch event {
        case .message(let range):
            bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
        case .body(let text): text.withUnsafeBufferPointer { body($0) }
        case .framingFailed, .timePassed, .caughtUp, .settled, .left, .jobBegan, .jobEnded, .jobsCancelled,
            .fileChanged, .inputEnded:
            nil
        }
    }
}

// MARK: Reading

extension Recording {
    private mutating func readHeader(_ line: Range<Int>) throws(ShapeError) {
        let members = try LineMembers(bytes, line)
        guard let version = try members.integer("recording") else { throw ShapeError("this is no recording") }
        guard version == Recording.version else { throw ShapeError("version \(version) of the format is not known") }
        server = try members.string("server") ?? ""
        switch try members.string("framing") {
        case "lines": style = .lines
        case "headers", nil: style = .headers
        case let other?: throw ShapeError("there is no framing \(other)")
        }
        header = line
    }

    private mutating func readLine(_ line: Range<Int>, _ number: Int) throws(ShapeError) {
        let members = try LineMembers(bytes, line)
        if let output = try members.output() {
            guard !entries.isEmpty else { throw ShapeError("an output of nothing") }
            entries[entries.count - 1].output = output
        } else if let use = try members.fileUse() {
            guard let place = members.has("job") ? lastJob : entries.indices.last else {
                throw ShapeError("a file of nobody")
            }
            entries[place].files.append(use)
            entries[place].lines.append(line)
        } else if let event = try members.event() {
            let time = try members.double("at")
            if case .jobBegan = event { lastJob = entries.count }
            entries.append(Entry(event: event, time: time, line: number, lines: [line]))
        } else {
            throw ShapeError("nothing that a recording holds")
        }
    }
}

/// The members of a line of a recording, by name.
private struct LineMembers {
    private let bytes: [UInt8]
    private var ranges: [(name: String, value: Range<Int>)] = []

    init(_ bytes: [UInt8], _ line: Range<Int>) throws(ShapeError) {
        self.bytes = bytes
        var ranges: [(name: String, value: Range<Int>)] = []
        let error = bytes.withUnsafeBufferPointer { all in
            JSONSyntax.validate(
                UnsafeBufferPointer(rebasing: all[line]), depthLimit: JSONSyntax.maximumDepth
            ) { name, value in
                let value = value.lowerBound + line.lowerBound..<value.upperBound + line.lowerBound
                ranges.append((name.description, value))
            }
        }
        if let error { throw ShapeError(error.message) }
        self.ranges = ranges
    }

    func has(_ name: String) -> Bool { ranges.contains { $0.name == name } }

    /// Where the value of a member stands, without the white space around it.
    private func range(_ name: String) -> Range<Int>? {
        ranges.first { $0.name == name }.map { member in
            bytes.withUnsafeBufferPointer { all in
                var cursor = JSONCursor(all, range: member.value)
                return cursor.rawValue()
            }
        }
    }

    private func read<Value>(
        _ name: String, _ body: (inout JSONCursor) throws(ShapeError) -> Value
    ) throws(ShapeError) -> Value? {
        guard let range = range(name) else { return nil }
        return try bytes.withUnsafeBufferPointer { (all) throws(ShapeError) in
            var cursor = JSONCursor(all, range: range)
            do throws(ShapeError) { return try body(&cursor) } catch { throw error.inside(.member(name)) }
        }
    }

    func integer(_ name: String) throws(ShapeError) -> Int? {
        try read(name) { (cursor) throws(ShapeError) in try cursor.readInteger() }
    }

    func double(_ name: String) throws(ShapeError) -> Double? {
        try read(name) { (cursor) throws(ShapeError) in try cursor.readDouble() }
    }

    func string(_ name: String) throws(ShapeError) -> String? {
        try read(name) { (cursor) throws(ShapeError) in try cursor.readString() }
    }

    func output() throws(ShapeError) -> Recording.Output? {
        guard let text = try string("out") else { return nil }
        guard text.utf8.count == 16, let hash = UInt64(text, radix: 16) else { throw ShapeError("16 digits are due") }
        return Recording.Output(hash: hash, count: try integer("bytes") ?? 0)
    }

    /// A body or the contents of a file: as text, or in digits where it is none.
    private func payload() throws(ShapeError) -> [UInt8]? {
        if let text = try string("text") { return Array(text.utf8) }
        guard let digits = try string("hex") else { return nil }
        guard let bytes = [UInt8](hexadecimal: digits) else { throw ShapeError("`hex` is pairs of digits") }
        return bytes
    }

    func fileUse() throws(ShapeError) -> Recording.FileUse? {
        let read = try string("read")
        let replaced = try string("replaced")
        guard let path = read ?? replaced else { return nil }
        if let message = try string("error") {
            let kind = FileError.Kind.allCases.first { $0.mark.map(has) ?? false }
            let error = FileError(message, kind ?? .system)
            return Recording.FileUse(path: path, isWrite: read == nil, outcome: .failed(error))
        }
        if read == nil { return Recording.FileUse(path: path, isWrite: true, outcome: .replaced) }
        guard let contents = try payload() else { throw ShapeError("the contents of \"\(path)\" are missing") }
        return Recording.FileUse(path: path, isWrite: false, outcome: .contents(contents))
    }

    func event() throws(ShapeError) -> Recording.Event? {
        if let range = range("message") { return .message(range) }
        if let text = try payload() { return .body(text) }
        if let count = try integer("left") { return .left(count) }
        if let document = try string("fileChanged") { return .fileChanged(document) }
        if let name = try string("framingFailed") {
            guard let failure = Framing.Failure.allCases.first(where: { "\($0)" == name }) else {
                throw ShapeError("there is no failure \(name)")
            }
            return .framingFailed(failure)
        }
        switch try string("event") {
        case "caughtUp": return .caughtUp
        case "settled": return .settled
        case "jobBegan": return .jobBegan
        case "jobEnded": return .jobEnded
        case "jobsCancelled": return .jobsCancelled
        case "inputEnded": return .inputEnded
        case let name?: throw ShapeError("there is no event \(name)")
        case nil: return has("at") ? .timePassed : nil
        }
    }
}

extension FileError.Kind {
    /// The member of a line that says so; none where the system has refused.
    var mark: String? {
        switch self {
        case .system: nil
        case .limit: "isLimit"
        case .changed: "isChanged"
        case .taken: "isTaken"
        }
    }
}

/// Why a text is no recording, and the line that shows it.
struct RecordingError: Error {
    let line: Int
    let message: String

    init(_ line: Int, _ message: String) {
        self.line = line
        self.message = message
    }
}

extension [UInt8] {
    /// The bytes that pairs of digits stand for; nil for anything else.
    fileprivate init?(hexadecimal text: String) {
        let digits = Swift.Array(text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        self = []
        reserveCapacity(digits.count / 2)
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = [UInt8].value(ofDigit: digits[place]), let low = [UInt8].value(ofDigit: digits[place + 1])
            else { return nil }
            append(high << 4 | low)
        }
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
