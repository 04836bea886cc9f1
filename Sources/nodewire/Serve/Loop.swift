import Graph
import Host
import Recordings
import Server

/// The main thread of the process: it reads, has the session perform, and writes, until the conversation ends.
///
/// While nothing else is pending it blocks in `read`: a round trip is one read and one write. It waits for both ends
/// only while output is held up, a job is running, or the session has a deadline.
struct Loop: ~Copyable {
    /// The number of unwritten bytes above which writing is tried before the next message is performed.
    private static let batchBytes = 64 << 10
    /// The time that the end of the process waits for a client that does not read, in milliseconds.
    private static let patience = 2000.0
    /// The same after a signal to end, which leaves less time before the process is ended by force.
    private static let patienceAfterSignal = 1500.0
    /// The part of that time that is left to write when jobs are given up, in milliseconds.
    private static let timeToWrite = 500.0
    /// The time after that in which an aborted job may remove its unfinished file, in milliseconds.
    private static let timeToStop = 400.0
    /// The seconds between checks for events that do not wake the process. A signal just before a read does not end
    /// it: so missing one check must still leave time.
    private static let tickSeconds = 2

    private var session: RecordedSession
    private var framing = Framing()
    private var input: InputBuffer
    private var outbox = Outbox()
    private var worker = Worker()
    private let output: Output
    private let files: Files
    /// The time until which the client may read, after a signal to end or the end of input; nil before.
    private var stopDeadline: Double?
    /// The time by which the process must have ended; nil while the conversation goes on.
    private var endDeadline: Double?

    /// Fails when there is no memory.
    init?(_ session: RecordedSession, output: Output, files: Files) {
        guard let input = InputBuffer() else { return nil }
        self.session = session
        self.input = input
        self.output = output
        self.files = files
    }

    /// Serves until the end of input, a signal, the session's end, or the end of the client, and ends the process.
    ///
    /// The session's memory is not freed before: piece by piece that would take longer with the size of the documents.
    mutating func run() -> Int32 {
        Platform.setTick(seconds: Self.tickSeconds)
        let code = serve()
        stopWorker(before: (endDeadline ?? Platform.now) + Self.timeToStop)
        session.releaseFiles()
        output.restore()
        Platform.leave(code)
        return code
    }

    private mutating func serve() -> Int32 {
        while session.exitCode == nil {
            let isStarved = perform()
            guard write(), checkUnreported() else {
                session.endOfInput(into: &outbox)
                return session.exitCode ?? 1
            }
            let isFull = outbox.waiting > session.waitingBytes
            guard session.exitCode == nil, isStarved || isFull else { continue }
            if isStopRequested {
                guard !isStarved, waitForStop() else { break }
            } else if isFull {
                guard waitForReader() else { break }
            } else if !fill() {
                finishInput()
            }
            session.advance(to: Platform.now + Platform.origin, into: &outbox)
        }
        session.endOfInput(into: &outbox)
        let deadline = stopDeadline ?? Platform.now + (isStopRequested ? Self.patienceAfterSignal : Self.patience)
        endDeadline = deadline
        finishJobs(before: deadline - Self.timeToWrite)
        drain(before: deadline)
        return session.exitCode ?? 1
    }

    /// Performs the messages at hand; true when no whole one is left.
    private mutating func perform() -> Bool {
        let enough = outbox.waiting + Self.batchBytes
        while session.exitCode == nil, outbox.waiting < enough {
            let event = input.next(&framing)
            guard receive(event) else {
                session.performWaitingMove(into: &outbox)
                return true
            }
            if session.hasNextJob { startJob() }
        }
        session.performWaitingMove(into: &outbox)
        return false
    }

    /// Passes the events of the framing to the session; false if there were none.
    private mutating func receive(_ event: Framing.Event) -> Bool {
        outbox.style = framing.style ?? .headers
        switch event {
        case .message(let range):
            session.receive(input[range], into: &outbox)
            framing.limits.messageBytes = session.messageBytes
        case .failure(let failure): session.framingFailed(failure, into: &outbox)
        case .needMore: return false
        }
        return true
    }

    /// Waits for input and reads it; false at the end of input. Output, a job and a deadline end the wait as well.
    private mutating func fill() -> Bool {
        session.flush()
        if outbox.waiting > 0 || worker.isBusy || session.nextDeadline != nil {
            guard wait(for: .bytes) else { return true }
        }
        switch input.read() {
        case .bytes(let count): return count > 0
        case .wouldBlock:
            _ = wait(for: .bytes)
            return true
        case .interrupted: return true
        case .failed: return false
        }
    }

    /// Waits until this event of the input, until waiting output can be written, or for a deadline; true for the input.
    private mutating func wait(for input: Platform.InputEvent) -> Bool {
        let deadline = stopDeadline ?? session.nextDeadline.map { $0 - Platform.origin }
        let remaining = deadline.map { max($0 - Platform.now, 0) }
        return wait(for: input, atMost: remaining)
    }

    private mutating func wait(for input: Platform.InputEvent, atMost milliseconds: Double?) -> Bool {
        let ready = Platform.wait(
            input: input, output: outbox.waiting > 0, wakePipe: worker.wakePipe, for: milliseconds)
        if ready.wakePipe { followJob() }
        return ready.input
    }

    /// Writes the waiting output, and when the client has caught up, its held-back output; false when the client is
    /// gone.
    private mutating func write() -> Bool {
        if session.isJobStopped { worker.stop() }
        writeLog(session.takeLog())
        guard writeOnce() else { return false }
        guard session.isHoldingBack, outbox.waiting == 0 else { return true }
        session.catchUp(into: &outbox)
        return writeOnce()
    }

    private mutating func writeOnce() -> Bool {
        let isOpen = send()
        session.noteLeft(outbox.waiting)
        return isOpen
    }

    /// Writes the waiting output until no more is accepted. Returns false when the client is gone. Announced changes
    /// are on the disk before, if required.
    private mutating func send() -> Bool {
        session.syncJournals(into: &outbox)
        return output.write(&outbox)
    }

    /// Waits, after a signal, for the client to read, so that requests sent before are answered.
    /// Returns false when its time is over.
    private mutating func waitForStop() -> Bool {
        let deadline = stopDeadline ?? Platform.now + Self.patienceAfterSignal
        stopDeadline = deadline
        guard Platform.now < deadline else { return false }
        _ = wait(for: .none)
        return true
    }

    /// Waits for the client to read; false when it has ended the input and reads nothing more.
    private mutating func waitForReader() -> Bool {
        guard wait(for: .end) else { return true }
        drain(before: Platform.now + Self.patience)
        if outbox.waiting == 0 { return true }
        stopDeadline = Platform.now
        return false
    }

    private mutating func finishInput() {
        while receive(input.finish(&framing)) {}
        session.endOfInput(into: &outbox)
    }

    /// Writes the waiting output, as long as the client goes on reading.
    private mutating func drain(before firstDeadline: Double) {
        var deadline = firstDeadline
        var waiting = outbox.waiting
        while send(), outbox.waiting > 0 {
            if outbox.waiting < waiting, !isStopRequested { deadline = Platform.now + Self.patience }
            waiting = outbox.waiting
            let remaining = deadline - Platform.now
            guard remaining > 0 else { return }
            _ = Platform.wait(input: .none, output: true, for: remaining)
        }
    }
}

// MARK: What does not wake the process

extension Loop {
    /// If a tick has passed, checks for events that do not wake the process; false when the client is gone.
    private mutating func checkUnreported() -> Bool {
        guard isTickDue else { return true }
        isTickDue = false
        for file in session.watchedFiles {
            switch files.change(of: file.path, since: file.version) {
            case .none: continue
            case .touched(let version): session.fileWasTouched(ofDocument: file.document, version)
            case .changed: session.fileWasChanged(ofDocument: file.document, into: &outbox)
            }
        }
        if Platform.isOutputClosed { return false }
        guard let process = session.watchedProcess, process > 0 else { return true }
        return Platform.isRunning(process)
    }
}

// MARK: Jobs

extension Loop {
    private mutating func startJob() {
        guard let job = session.nextJob(into: &outbox), let result = worker.perform(job) else { return }
        session.finish(job.number, result, into: &outbox)
    }

    private mutating func followJob() {
        switch worker.next() {
        case .reached(let number, let percent): session.report(number, percent: percent, into: &outbox)
        case .ended(let number, let result):
            session.finish(number, result, into: &outbox)
            if session.hasNextJob { startJob() }
        case nil: return
        }
    }

    /// Finishes the jobs, so that every request is answered before the end; long ones are aborted.
    private mutating func finishJobs(before deadline: Double) {
        while session.hasJobs, write() {
            let remaining = deadline - Platform.now
            guard remaining > 0 else { break }
            _ = wait(for: .none, atMost: remaining)
        }
        session.cancelJobs(into: &outbox)
        worker.stop()
    }

    private mutating func stopWorker(before deadline: Double) {
        worker.stop()
        while worker.isBusy, Platform.now < deadline {
            let ready = Platform.wait(
                input: .none, output: false, wakePipe: worker.wakePipe, for: deadline - Platform.now)
            if ready.wakePipe { _ = worker.next() }
        }
    }
}
