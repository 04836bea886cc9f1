import Server
import Storage

/// A session that is recorded if there is a sink for it.
///
/// An event is written before it is performed: in the recording of a conversation that ends in a crash, the message
/// that caused it is the last one. The output follows with the next event, or with `flush`. The functions are those of
/// `Session`.
public struct RecordedSession {
    private var session: Session
    private var recorder: Recorder?
    /// Is true if there is a recorder: to compare it with nil would copy it.
    private let isRecorded: Bool

    /// - Parameters:
    ///   - version: of the server; it is sent to the client and is in the recording.
    ///   - sink: the receiver of the recording; nil for none.
    ///   - forkJoin: for opening large documents.
    ///   - nonce: the text that no other process has; it is in the recording.
    ///   - stopwatch: a clock in nanoseconds for the times of messages, unless they are recorded.
    public init(
        files: any FileAccess, version: String, sink: (any RecordingSink)?, forkJoin: ForkJoin = .serial,
        nonce: String = "", stopwatch: (@Sendable () -> Int)? = nil
    ) {
        isRecorded = sink != nil
        if let sink {
            session = Session(
                files: RecordingFiles(files: files, sink: sink), version: version, forkJoin: forkJoin, nonce: nonce)
            recorder = Recorder(sink: sink, version: version, nonce: nonce)
        } else {
            session = Session(
                files: files, version: version, forkJoin: forkJoin, nonce: nonce, stopwatch: stopwatch)
        }
    }

    /// The exit code of the process; nil while the conversation goes on.
    public var exitCode: Int32? { session.exitCode }
    /// The process whose end ends the session, if the client named one.
    public var watchedProcess: Int32? { session.watchedProcess }
    /// The time when something is due, in milliseconds of the session's clock; nil if nothing waits for time.
    public var nextDeadline: Double? { session.nextDeadline }
    /// Is true if changes or frames wait until the client has read more.
    public var isHoldingBack: Bool { session.isHoldingBack }
    /// The longest message that comes in, in bytes.
    public var messageBytes: Int { session.messageBytes }
    /// The number of waiting bytes of output above which no further input is read.
    public var waitingBytes: Int { session.waitingBytes }
    /// Is true if jobs are waiting or worked on.
    public var hasJobs: Bool { session.hasJobs }
    /// Is true if a job waits to be taken.
    public var hasNextJob: Bool { session.hasNextJob }
    /// Is true if the running job should stop early.
    public var isJobStopped: Bool { session.isJobStopped }
    /// The files whose state is checked periodically.
    public var watchedFiles: [Session.WatchedFile] { session.watchedFiles }

    /// Sets the level of log entries that the process wants; they are not in the recording.
    public mutating func setLogLevel(_ level: LogLevel) { session.log.processLevel = level }

    /// Returns the entries of the log that the process is yet to write.
    public mutating func takeLog() -> [LogEntry] { session.log.take() }

    /// Performs one message and records it first.
    public mutating func receive(_ body: UnsafeBufferPointer<UInt8>, into outbox: inout Outbox) {
        guard isRecorded else { return session.receive(body, into: &outbox) }
        record(.message(body), &outbox) { $0.receive(body, into: &$1) }
    }

    /// Answers input that holds no message.
    public mutating func framingFailed(_ failure: Framing.Failure, into outbox: inout Outbox) {
        record(.framingFailed(failure), &outbox) { $1.fail(failure) }
    }

    /// Advances the session to a time, in milliseconds. The time is written with the next event, or alone if it has an output.
    public mutating func advance(to time: Double, into outbox: inout Outbox) {
        guard isRecorded && session.keepsClock else { return session.advance(to: time, into: &outbox) }
        let before = (now: session.now, waiting: outbox.waiting)
        let isDue = session.nextDeadline.map { $0 <= time } ?? false
        if isDue { recorder?.begin(.timePassed(time), outbox) }
        session.advance(to: time, into: &outbox)
        session.syncJournals(into: &outbox)
        if !isDue && session.now == before.now && outbox.waiting == before.waiting { return }
        if !isDue { recorder?.pass(to: time) }
        if !isDue && outbox.waiting > before.waiting { recorder?.begin(.timePassed(time), waiting: before.waiting) }
        if isDue || outbox.waiting > before.waiting { recorder?.end(outbox) }
    }

    /// Performs the pointer's move that was held back for joining, if there is one.
    public mutating func performWaitingMove(into outbox: inout Outbox) {
        guard session.hasWaitingMove else { return }
        record(.settled, &outbox) { $0.performWaitingMove(into: &$1) }
    }

    /// Sends held-back output, after the client has read.
    public mutating func catchUp(into outbox: inout Outbox) { record(.caughtUp, &outbox) { $0.catchUp(into: &$1) } }

    /// Records the end of the input.
    public mutating func endOfInput(into outbox: inout Outbox) {
        record(.inputEnded, &outbox) { $0.endOfInput(into: &$1) }
        recorder?.flush()
    }

    /// Takes the next job, to be worked on elsewhere.
    public mutating func nextJob(into outbox: inout Outbox) -> Job? {
        recorder?.begin(.jobBegan, outbox)
        let job = session.nextJob(into: &outbox)
        recorder?.end(outbox)
        return job
    }

    /// Reports which percentage of a job is done.
    public mutating func report(_ number: Int, percent: Int, into outbox: inout Outbox) {
        record(.jobReached(percent), &outbox) { $0.report(number, percent: percent, into: &$1) }
    }

    /// Accepts the result of a job by its number, and sends the waiting reply.
    public mutating func finish(_ number: Int, _ result: JobResult, into outbox: inout Outbox) {
        record(.jobEnded, &outbox) { $0.finish(number, result, into: &$1) }
    }

    /// Notes a new version of a document's file with the same contents. The session sends nothing, so it is not recorded.
    public mutating func fileWasTouched(ofDocument name: String, _ version: FileVersion) {
        session.fileWasTouched(ofDocument: name, version)
    }

    /// Notes that another process changed a document's file, and reports it to the client.
    public mutating func fileWasChanged(ofDocument name: String, into outbox: inout Outbox) {
        record(.fileChanged(name), &outbox) { $0.fileWasChanged(ofDocument: name, into: &$1) }
    }

    /// Cancels all jobs and answers their requests.
    public mutating func cancelJobs(into outbox: inout Outbox) {
        guard session.hasJobs else { return }
        record(.jobsCancelled, &outbox) { $0.cancelJobs(into: &$1) }
        recorder?.flush()
    }

    /// Records how many bytes the client has not read, which decides about holding back.
    public mutating func noteLeft(_ count: Int) { if session.keepsClock { recorder?.noteLeft(count) } }

    /// Waits until all changes are on the disk, if required, before their effects are written to the client.
    public mutating func syncJournals(into outbox: inout Outbox) { session.syncJournals(into: &outbox) }

    /// Removes the locks of files, because the process ends.
    public mutating func releaseFiles() { session.releaseFiles() }

    /// Writes the recording so far to the sink.
    public mutating func flush() { recorder?.flush() }

    private mutating func record(
        _ event: Recorder.Event, _ outbox: inout Outbox, _ body: (inout Session, inout Outbox) -> Void
    ) {
        recorder?.begin(event, outbox)
        body(&session, &outbox)
        // What is recorded of an event is what is sent.
        if isRecorded { session.syncJournals(into: &outbox) }
        recorder?.end(outbox)
    }
}
