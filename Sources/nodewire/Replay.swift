import Server
import Wire

/// A recorded conversation that is performed again, in this process and without the files of then.
struct Replay {
    /// The first message of which something else came than what was recorded.
    struct Difference {
        let entry: Recording.Entry
        /// Which message it is, from one; for what is no message, the one before.
        let number: Int
        let output: [UInt8]
    }

    /// How it went.
    struct Summary {
        var messages = 0
        var bytes = 0
        /// How many outputs were compared.
        var compared = 0
        var milliseconds = 0.0

        var rate: Double { Double(messages) / max(milliseconds, 0.001) * 1000 }
    }

    private let recording: Recording
    private let files = RecordedFiles()
    private var session: Session
    private var outbox = Outbox()
    private var job: Job?
    private var jobFiles: [Recording.FileUse] = []
    /// The last entry that depends on how far behind the client was; until there, what waits is kept.
    private let lastLeft: Int

    init(_ recording: Recording) {
        self.recording = recording
        session = Session(files: files, version: recording.server)
        outbox.style = recording.style
        lastLeft = recording.entries.lastIndex { if case .left = $0.event { true } else { false } } ?? -1
    }

    /// Performs everything; stops at the first difference unless `each` is given, which is handed what comes of each
    /// entry.
    mutating func run(each: ((Recording.Entry, Recording.Output) -> Void)? = nil) -> (Summary, Difference?) {
        var summary = Summary()
        let start = Platform.now
        // Of an entry only the members are read that are needed: a copy of all would count its references.
        for index in recording.entries.indices {
            let isMessage = recording.entries[index].event.isMessage
            if session.exitCode != nil && isMessage { continue }
            if isMessage { summary.messages += 1 }
            let waiting = outbox.waiting
            perform(index)
            let count = max(outbox.waiting - waiting, 0)
            let output = outbox.withLast(count) { Recording.Output(of: $0) }
            summary.bytes += count
            if let each {
                each(recording.entries[index], output)
            } else if let recorded = recording.entries[index].output {
                summary.compared += 1
                if recorded != output {
                    let told = outbox.withLast(count) { Array($0) }
                    let entry = recording.entries[index]
                    return (summary, Difference(entry: entry, number: summary.messages, output: told))
                }
            }
            if index >= lastLeft { outbox.drain(\.count) }
        }
        summary.milliseconds = Platform.now - start
        return (summary, nil)
    }

    private mutating func perform(_ index: Int) {
        if let time = recording.entries[index].time { session.advance(to: time, into: &outbox) }
        files.offer(recording.entries[index].files)
        switch recording.entries[index].event {
        case .message(let range):
            recording.bytes.withUnsafeBufferPointer {
                session.receive(UnsafeBufferPointer(rebasing: $0[range]), into: &outbox)
            }
        case .body(let bytes): bytes.withUnsafeBufferPointer { session.receive($0, into: &outbox) }
        case .framingFailed(let failure): session.framingFailed(failure, into: &outbox)
        case .timePassed: break
        case .caughtUp: session.catchUp(into: &outbox)
        case .settled: session.performWaitingMove(into: &outbox)
        case .left(let count): outbox.drain { max($0.count - count, 0) }
        case .jobBegan:
            jobFiles = recording.entries[index].files
            job = session.nextJob(into: &outbox)
        case .jobEnded:
            guard let job = job.take() else { return }
            // What comes of a job that nobody waits for is dropped, so it may end at once.
            let isStopped = session.isJobStopped
            let number = job.number
            files.offer(jobFiles)
            session.finish(number, job.run { isStopped }, into: &outbox)
        case .jobsCancelled: session.cancelJobs(into: &outbox)
        case .fileChanged(let document): session.fileWasChanged(ofDocument: document, into: &outbox)
        case .inputEnded: session.endOfInput(into: &outbox)
        }
    }
}

/// The files of a recorded conversation: what was read then is read again, and nothing is written.
///
/// It is used by one thread: jobs of a replay are done in their turn.
private final class RecordedFiles: FileAccess, @unchecked Sendable {
    private var uses: [Recording.FileUse] = []

    /// Tells what is read and written by what is performed next.
    func offer(_ uses: [Recording.FileUse]) { if !(self.uses.isEmpty && uses.isEmpty) { self.uses = uses } }

    private func take(_ path: String, isWrite: Bool) throws(FileError) -> Recording.FileUse {
        guard let place = uses.firstIndex(where: { $0.path == path && $0.isWrite == isWrite }) else {
            throw FileError("\"\(path)\" is not in the recording")
        }
        return uses.remove(at: place)
    }

    func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) -> FileVersion {
        switch try take(path, isWrite: false).outcome {
        case .contents(let bytes): bytes.withUnsafeBufferPointer(body)
        case .failed(let error): throw error
        case .replaced: break
        }
        return FileVersion()
    }

    func replace(
        _ path: String, _ replaceable: Replaceable, _ body: (any FileSink) throws(FileError) -> Void
    ) throws(FileError) -> FileVersion {
        let outcome = try take(path, isWrite: true).outcome
        try body(NoSink())
        if case .failed(let error) = outcome { throw error }
        return FileVersion()
    }

    private struct NoSink: FileSink {
        func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError) {}
    }
}

// MARK: The command

/// What the command line asks `nodewire replay` for.
private struct ReplayOptions {
    var file = ""
    var isMeasured = false
    var out: String?

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--speed": isMeasured = true
            case "--out":
                guard let name = rest.next(), !name.isEmpty else { throw UsageError("--out needs a file") }
                out = name
            case _ where argument.hasPrefix("-") || !file.isEmpty:
                throw UsageError("unknown argument: \(argument) (see nodewire --help)")
            default: file = argument
            }
        }
        if file.isEmpty { throw UsageError("replay needs the file of a recording") }
    }
}

extension Recording {
    /// Reads a recording from a file.
    init(path: String) throws(UsageError) {
        let bytes = try Platform.readFile(path)
        do throws(RecordingError) {
            try self.init(bytes)
        } catch {
            throw UsageError("\(path):\(error.line): \(error.message)")
        }
    }

    /// Its text with the outputs of this build, where it has outputs; everywhere if it has none.
    func rewritten() -> (text: JSONWriter, summary: Replay.Summary) {
        var writer = JSONWriter()
        func copy(_ line: Range<Int>) {
            bytes.withUnsafeBufferPointer { writer.append(UnsafeBufferPointer(rebasing: $0[line])) }
        }
        copy(header)
        let hasOutputs = entries.contains { $0.output != nil }
        var replay = Replay(self)
        let (summary, _) = replay.run { entry, output in
            entry.lines.forEach(copy)
            if hasOutputs && entry.output == nil { return }
            if case .left = entry.event { return }
            Recorder.write(output, into: &writer)
        }
        return (writer, summary)
    }
}

/// Performs a recording again and tells whether the same came of it; answers the exit code.
func replay(_ arguments: [String]) throws(UsageError) -> Int32 {
    let options = try ReplayOptions(arguments)
    let recording = try Recording(path: options.file)
    if let out = options.out {
        let (text, summary) = recording.rewritten()
        try text.withBytes { (bytes) throws(UsageError) in
            try Platform.writeFile(out, [UnsafeRawBufferPointer(bytes)])
        }
        Platform.printOut("\(summary.messages) messages, written to \(out)\n")
        return 0
    }
    var best: Replay.Summary?
    for _ in 0..<(options.isMeasured ? 5 : 1) {
        var replay = Replay(recording)
        let (summary, difference) = replay.run()
        if let difference {
            Platform.printOut(difference.text(in: recording))
            return 1
        }
        if summary.milliseconds < best?.milliseconds ?? .infinity { best = summary }
    }
    guard let best else { return 0 }
    let ending = recording.isComplete ? "" : "; the recording stops before the end of its conversation"
    Platform.printOut(
        "\(best.messages) messages gave the same \(best.bytes) bytes in \((best.milliseconds * 1e6).asTime), "
            + "\(Int(best.rate.rounded())) a second; \(best.compared) outputs compared\(ending)\n")
    return 0
}

extension Replay.Difference {
    private static let shownBytes = 4000

    fileprivate func text(in recording: Recording) -> String {
        let input = recording.withBody(of: entry.event) { String(decoding: $0, as: UTF8.self) } ?? "\(entry.event)"
        let what = entry.event.isMessage ? "message \(number)" : "what follows message \(number)"
        return """
            difference at \(what) (line \(entry.line))
            input:    \(Self.shortened(input))
            recorded: \(entry.output?.count ?? 0) bytes
            now:      \(output.count) bytes
            \(Self.shortened(String(decoding: output, as: UTF8.self)))

            """
    }

    private static func shortened(_ text: String) -> String {
        text.utf8.count <= shownBytes ? text : String(decoding: text.utf8.prefix(shownBytes), as: UTF8.self) + " …"
    }
}
