import Server
import Wire

/// A session, and the recording of what goes into it if one is made.
///
/// What is to be performed is written down before: of a conversation that ends in a crash, the message that did it is the
/// last one. What it caused follows with the next message, or before the process waits for one.
struct RecordedSession {
    private var session: Session
    private var recorder: Recorder?

    init(files: Files, recorder: Recorder?) {
        if let recorder {
            session = Session(files: RecordingFiles(files: files, sheet: recorder.sheet), version: Options.version)
        } else {
            session = Session(files: files, version: Options.version)
        }
        self.recorder = recorder
    }

    var exitCode: Int32? { session.exitCode }
    var watchedProcess: Int32? { session.watchedProcess }
    var nextDeadline: Double? { session.nextDeadline }
    var isHoldingBack: Bool { session.isHoldingBack }
    var hasJobs: Bool { session.hasJobs }
    var hasNextJob: Bool { session.hasNextJob }
    var isJobStopped: Bool { session.isJobStopped }
    var watchedFiles: [Session.WatchedFile] { session.watchedFiles }

    mutating func receive(_ body: UnsafeBufferPointer<UInt8>, into outbox: inout Outbox) {
        guard recorder != nil else { return session.receive(body, into: &outbox) }
        recorder?.begin(.message(body), outbox)
        session.receive(body, into: &outbox)
        recorder?.end(outbox)
    }

    mutating func framingFailed(_ failure: Framing.Failure, into outbox: inout Outbox) {
        record(.framingFailed(failure), &outbox) { $0.framingFailed(failure, into: &$1) }
    }

    /// Tells the time; that is written down beside the next event unless something comes of it.
    mutating func advance(to time: Double, into outbox: inout Outbox) {
        guard recorder != nil && session.keepsClock else { return session.advance(to: time, into: &outbox) }
        let before = (now: session.now, waiting: outbox.waiting)
        let isDue = session.nextDeadline.map { $0 <= time } ?? false
        if isDue { recorder?.begin(.timePassed(time), outbox) }
        session.advance(to: time, into: &outbox)
        if !isDue && session.now == before.now && outbox.waiting == before.waiting { return }
        if !isDue { recorder?.pass(to: time) }
        if !isDue && outbox.waiting > before.waiting { recorder?.begin(.timePassed(time), waiting: before.waiting) }
        if isDue || outbox.waiting > before.waiting { recorder?.end(outbox) }
    }

    mutating func settle(into outbox: inout Outbox) {
        guard session.hasWaitingMove else { return }
        record(.settled, &outbox) { $0.performWaitingMove(into: &$1) }
    }

    mutating func catchUp(into outbox: inout Outbox) { record(.caughtUp, &outbox) { $0.catchUp(into: &$1) } }

    mutating func endOfInput(into outbox: inout Outbox) {
        record(.inputEnded, &outbox) { $0.endOfInput(into: &$1) }
        recorder?.flush()
    }

    mutating func nextJob(into outbox: inout Outbox) -> Job? {
        recorder?.begin(.jobBegan, outbox)
        let job = session.nextJob(into: &outbox)
        recorder?.end(outbox)
        return job
    }

    mutating func finish(_ number: Int, _ result: JobResult, into outbox: inout Outbox) {
        record(.jobEnded, &outbox) { $0.finish(number, result, into: &$1) }
    }

    /// What became of the file of a document; only what the session can answer to is written down.
    mutating func note(_ change: Files.Change, ofDocument name: String, into outbox: inout Outbox) {
        switch change {
        case .none: return
        case .touched(let version): session.fileWasTouched(ofDocument: name, version)
        case .changed: record(.fileChanged(name), &outbox) { $0.fileWasChanged(ofDocument: name, into: &$1) }
        }
    }

    mutating func cancelJobs(into outbox: inout Outbox) {
        guard session.hasJobs else { return }
        record(.jobsCancelled, &outbox) { $0.cancelJobs(into: &$1) }
        recorder?.flush()
    }

    /// Tells how much of what waited was not taken by the client.
    mutating func noteLeft(_ outbox: Outbox) { if session.keepsClock { recorder?.noteLeft(outbox.waiting) } }

    /// Has all that was performed so far stand in the recording.
    mutating func flush() { recorder?.flush() }

    private mutating func record(
        _ event: Recorder.Event, _ outbox: inout Outbox, _ body: (inout Session, inout Outbox) -> Void
    ) {
        recorder?.begin(event, outbox)
        body(&session, &outbox)
        recorder?.end(outbox)
    }
}

/// Writes down what goes into a session and a hash of what comes of it, as `Recording` reads it.
struct Recorder {
    enum Event {
        case message(UnsafeBufferPointer<UInt8>)
        case framingFailed(Framing.Failure)
        case timePassed(Double)
        case left(Int)
        case fileChanged(String)
        case caughtUp, settled, jobBegan, jobEnded, jobsCancelled, inputEnded
    }

    let sheet: RecordingSheet
    private var writer = JSONWriter()
    private var hasBegun = false
    /// The time told since the last event, to be written with the next one.
    private var time: Double?
    /// What waited before the event that is being performed.
    private var waiting = 0
    private var isHeldUp = false

    /// Begins a file where there is none.
    init(path: String) throws(UsageError) {
        sheet = RecordingSheet(try Platform.createFile(path))
    }

    /// Writes an event down before it is performed.
    mutating func begin(_ event: Event, _ outbox: Outbox) {
        if !hasBegun { writeHeader(event, outbox.style) }
        begin(event, waiting: outbox.waiting)
    }

    mutating func begin(_ event: Event, waiting: Int) {
        self.waiting = waiting
        write(event)
        flush()
    }

    /// Writes down what came of the event that was begun last.
    mutating func end(_ outbox: Outbox) {
        let output = outbox.withLast(outbox.waiting - waiting) { Recording.Output(of: $0) }
        Recorder.write(output, into: &writer)
    }

    static func write(_ output: Recording.Output, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("out")
        let digits = String(output.hash, radix: 16)
        writer.string(String(repeating: "0", count: 16 - digits.utf8.count) + digits)
        writer.name("bytes")
        writer.integer(output.count)
        writer.endObject()
        writer.append("\n")
    }

    /// Tells the time of the events to come.
    mutating func pass(to time: Double) { self.time = time }

    /// Writes down that the client is behind, or no longer is: what it is told depends on that.
    mutating func noteLeft(_ count: Int) {
        guard count > 0 || isHeldUp else { return }
        isHeldUp = count > 0
        write(.left(count))
    }

    mutating func flush() {
        if writer.count == 0 { return }
        writer.withBytes { sheet.write($0) }
        writer.removeAll(keepingAtMost: 1 << 20)
    }

    private mutating func writeHeader(_ event: Event, _ style: Framing.Style) {
        hasBegun = true
        writer.beginObject()
        writer.name("recording")
        writer.integer(Recording.version)
        writer.name("server")
        writer.string(Options.version)
        writer.name("framing")
        writer.string(style == .lines ? "lines" : "headers")
        if case .message(let body) = event {
            writer.name("clock")
            writer.string(Recorder.asksForClientClock(body) ? "client" : "server")
        }
        writer.endObject()
        writer.append("\n")
    }

    /// Whether a conversation that begins with this message keeps the client's clock.
    private static func asksForClientClock(_ body: UnsafeBufferPointer<UInt8>) -> Bool {
        guard body.count < 65_536 else { return false }
        return JSON(parsing: String(decoding: body, as: UTF8.self))?["params"]?["clock"]?.stringValue == "client"
    }

    private mutating func write(_ event: Event) {
        writer.beginObject()
        if case .timePassed(let now) = event { time = now }
        if let time {
            writer.name("at")
            writer.number(time)
            self.time = nil
        }
        switch event {
        case .message(let body): Recorder.write(body: body, into: &writer)
        case .timePassed: break
        case .left(let count):
            writer.name("left")
            writer.integer(count)
        case .framingFailed(let failure):
            writer.name("framingFailed")
            writer.string("\(failure)")
        case .fileChanged(let document):
            writer.name("fileChanged")
            writer.string(document)
        case .caughtUp, .settled, .jobBegan, .jobEnded, .jobsCancelled, .inputEnded:
            writer.name("event")
            writer.string("\(event)")
        }
        writer.endObject()
        writer.append("\n")
    }

    /// How deep a body may be that stands in the line as it came, which is one level deeper and still to be readable.
    private static let depth = JSONSyntax.maximumDepth - 1

    private static func write(body: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) {
        let isOneLine = !body.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let isBare = body.first.map { $0 > 0x20 } == true && body.last.map { $0 > 0x20 } == true
        guard isOneLine, isBare, JSONSyntax.validate(body, depthLimit: depth) == nil else {
            return write(payload: body, into: &writer)
        }
        writer.name("message")
        writer.raw(body)
    }

    /// Any bytes: as a string where they are one, else in digits.
    static func write(payload bytes: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.utf8.elementsEqual(bytes) {
            writer.name("text")
            return writer.string(text)
        }
        writer.name("hex")
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            for half in [byte >> 4, byte & 0xF] {
                digits.append(half < 10 ? UInt8(ascii: "0") + half : UInt8(ascii: "a") + half - 10)
            }
        }
        digits.withUnsafeBufferPointer { writer.string(utf8: $0) }
    }
}

/// The file of a recording, to which the session's thread and its worker add whole lines.
final class RecordingSheet: Sendable {
    /// The descriptor; nil once it could not be written.
    private let file: Lock<Int32?>
    private let thread = Platform.ThreadMark()

    init(_ file: Int32) { self.file = Lock(file) }

    /// Whether it is the session's thread that asks.
    var isOfThisThread: Bool { thread.isCurrent }

    func write(_ lines: UnsafeBufferPointer<UInt8>) {
        file.change { file in
            guard let descriptor = file else { return }
            if Platform.writeAll(UnsafeRawBufferPointer(lines), to: descriptor) { return }
            Platform.log("nodewire: the recording cannot be written any further\n")
            file = nil
        }
    }
}

/// Files whose contents are written down as they are read, so that the conversation can be performed without them.
struct RecordingFiles: FileAccess {
    private let files: any FileAccess
    private let sheet: RecordingSheet

    init(files: any FileAccess, sheet: RecordingSheet) {
        self.files = files
        self.sheet = sheet
    }

    func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) -> FileVersion {
        do throws(FileError) {
            return try files.withContents(of: path, limit: limit) { bytes in
                note("read", path) { Recorder.write(payload: bytes, into: &$0) }
                body(bytes)
            }
        } catch {
            note("read", path, error)
            throw error
        }
    }

    func replace(
        _ path: String, _ replaceable: Replaceable, _ body: (any FileSink) throws(FileError) -> Void
    ) throws(FileError) -> FileVersion {
        do throws(FileError) {
            let version = try files.replace(path, replaceable, body)
            note("replaced", path) { _ in }
            return version
        } catch {
            note("replaced", path, error)
            throw error
        }
    }

    private func note(_ use: StaticString, _ path: String, _ error: FileError) {
        note(use, path) { writer in
            writer.name("error")
            writer.string(error.message)
            guard let mark = error.kind.mark else { return }
            writer.name(mark)
            writer.boolean(true)
        }
    }

    private func note(_ use: StaticString, _ path: String, _ outcome: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name(use)
        writer.string(path)
        outcome(&writer)
        // Short work is done at once, with the files of jobs.
        if !sheet.isOfThisThread {
            writer.name("job")
            writer.boolean(true)
        }
        writer.endObject()
        writer.append("\n")
        writer.withBytes { sheet.write($0) }
    }
}
