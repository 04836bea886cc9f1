import Server

/// A recorded conversation that is performed again, in this process and without its files.
public struct Replay {
    /// The first entry whose output differs from the recorded one.
    public struct Difference {
        /// The recorded entry.
        public let entry: Recording.Entry
        /// The number of the message, from one; for other events, of the message before.
        public let number: Int
        /// The bytes that the entry causes now.
        public let output: [UInt8]
    }

    /// The numbers of messages performed, of bytes they caused, and of outputs compared.
    public struct Summary {
        /// The number of messages that were performed.
        public internal(set) var messages = 0
        /// The number of bytes that they caused.
        public internal(set) var bytes = 0
        /// The number of outputs that were compared with the recorded ones.
        public internal(set) var compared = 0

        /// The summary of a replay that has performed nothing.
        public init() {}
    }

    let recording: Recording
    private let files = ReplayedFiles()
    var session: Session
    var outbox = Outbox()
    private var job: Job?
    private var jobFiles: [Recording.FileUse] = []
    /// The last entry with the amount of remaining output; until there, waiting output is kept.
    let lastLeft: Int

    /// Prepares a session for the recording; it performs nothing yet.
    public init(_ recording: Recording) {
        self.recording = recording
        session = Session(files: files, version: recording.server, nonce: recording.nonce)
        outbox.style = recording.style
        lastLeft = recording.entries.lastIndex { if case .left = $0.event { true } else { false } } ?? -1
    }

    /// Performs everything, and stops at the first difference. With `each` nothing is compared: it is called with each entry
    /// and its output of now.
    public mutating func run(each: ((Recording.Entry, Recording.Output) -> Void)? = nil) -> (Summary, Difference?) {
        let recording = recording
        var compared = 0
        var difference: Difference?
        var summary = forEach { (index, number, bytes) -> Bool in
            if let each {
                each(recording.entries[index], Recording.Output(of: bytes))
                return true
            }
            guard let recorded = recording.entries[index].output else { return true }
            compared += 1
            if recorded == Recording.Output(of: bytes) { return true }
            difference = Difference(entry: recording.entries[index], number: number, output: Array(bytes))
            return false
        }
        summary.compared = compared
        return (summary, difference)
    }

    /// Performs everything as long as `body` returns true; it is called with each entry, by its index, after that was performed.
    ///
    /// - Parameter body: receives the number of the message, as in a difference, and the bytes caused by the entry.
    public mutating func forEach<Failure>(
        _ body: (_ index: Int, _ number: Int, _ output: UnsafeRawBufferPointer) throws(Failure) -> Bool
    ) throws(Failure) -> Summary {
        var summary = Summary()
        // Members are read one by one: a copy of the entry would retain all its references.
        for index in recording.entries.indices {
            let isMessage = recording.entries[index].event.isMessage
            if session.exitCode != nil && isMessage { continue }
            if isMessage { summary.messages += 1 }
            let waiting = outbox.waiting
            perform(index)
            session.syncJournals(into: &outbox)
            let count = max(outbox.waiting - waiting, 0)
            summary.bytes += count
            let number = summary.messages
            let goesOn = try outbox.withLast(count) { (bytes) throws(Failure) in try body(index, number, bytes) }
            if !goesOn { break }
            if index >= lastLeft { outbox.drain(\.count) }
        }
        return summary
    }

    mutating func perform(_ index: Int) {
        files.offer(recording.entries[index].files)
        // What is due may write files.
        if let time = recording.entries[index].time { session.advance(to: time, into: &outbox) }
        switch recording.entries[index].event {
        case .message(let range):
            recording.bytes.withUnsafeBufferPointer {
                session.receive(UnsafeBufferPointer(rebasing: $0[range]), into: &outbox)
            }
        case .body(let bytes): bytes.withUnsafeBufferPointer { session.receive($0, into: &outbox) }
        case .framingFailed(let failure): outbox.fail(failure)
        case .timePassed: break
        case .caughtUp: session.catchUp(into: &outbox)
        case .settled: session.performWaitingMove(into: &outbox)
        case .left(let count): outbox.drain { max($0.count - count, 0) }
        case .jobBegan:
            jobFiles = recording.entries[index].files
            job = session.nextJob(into: &outbox)
        case .jobEnded:
            guard let job = job.take() else { return }
            // The result of a job that was stopped is discarded, so it may end at once.
            let isStopped = session.isJobStopped
            let number = job.number
            files.offer(jobFiles)
            session.finish(number, job.run { isStopped }, into: &outbox)
        case .jobReached(let percent):
            if let number = job?.number { session.report(number, percent: percent, into: &outbox) }
        case .jobsCancelled: session.cancelJobs(into: &outbox)
        case .fileChanged(let document): session.fileWasChanged(ofDocument: document, into: &outbox)
        case .inputEnded: session.endOfInput(into: &outbox)
        }
    }
}
