import Editing
import Geometry
import Graph
import Host
import Storage
import Wire

// The rows about the journal of a document with a file.

extension BenchRun {
    /// The number of edits in the recovered journal.
    private static let recoveredEdits = 10_000

    func measureJournal() throws(CommandError) -> [Figure] {
        let nodes = min(options.nodes, 10_000)
        let sample = sample(.clustered, nodes)
        let server = try launchServer()
        for (document, durability) in [("with", "process"), ("without", "none")] {
            let file = try ownFile(.clustered, nodes)
            try server.ask(
                #"{"jsonrpc":"2.0","id":2,"method":"document/open","params":{"path":"\#(file)","document":"\#(document)","durability":"\#(durability)"}}"#
            )
        }
        let moves = (BenchRun.moves(sample, in: "with"), BenchRun.moves(sample, in: "without"))
        let updates = (BenchRun.updates(sample, in: "with"), BenchRun.updates(sample, in: "without"))
        var figures = [
            try pipelined("move", moves.0, moves.1, in: server),
            try pipelined("update", updates.0, updates.1, in: server),
        ]
        let recovery = try measureRecovery(sample)
        figures.append(try roundTrip(moves.0, moves.1, line: recovery.line, in: server))
        try server.ask(
            #"{"jsonrpc":"2.0","id":3,"method":"document/close","params":{"document":"with","discard":true}}"#)
        return figures + [recovery.figure]
    }

    private static func moves(_ sample: Sample, in document: String) -> Script {
        edits(sample) { id, _ in
            #""method":"node/move","params":{"document":"\#(document)","ids":["\#(id)"],"by":{"x":12,"y":-8}}"#
        }
    }

    private static func updates(_ sample: Sample, in document: String) -> Script {
        edits(sample) { id, number in
            #""method":"node/update","params":{"document":"\#(document)","id":"\#(id)","patch":{"data":{"label":"changed \#(number)"}}}"#
        }
    }

    private static func edits(_ sample: Sample, _ edit: (_ id: String, _ number: Int) -> String) -> Script {
        var numbers = SeededNumbers(seed: 24)
        return Script(
            (0..<4096).map { number in
                #"{"jsonrpc":"2.0","id":100000,\#(edit(Sample.id(numbers.below(sample.count)), number))}"#
            })
    }

    /// Measures pipelined edits with and without a journal.
    private func pipelined(
        _ name: String, _ with: Script, _ without: Script, in server: BenchPeer
    ) throws(CommandError) -> Figure {
        let count = turns(4000)
        let pace = try Comparison(batches: batches) { () throws(CommandError) in
            try server.pipeline(with, count: count)
        } floor: { () throws(CommandError) in
            try server.pipeline(without, count: count)
        }
        return Figure("journal-\(name)", pace.ratio, goal: 1.6, against: "no journal, sent ahead", shown: pace.shown)
    }

    /// Measures a round trip with a journal, compared with one without plus the minimum: appending as many bytes.
    private func roundTrip(
        _ with: Script, _ without: Script, line: Int, in server: BenchPeer
    ) throws(CommandError) -> Figure {
        let count = turns(4000)
        let appends = appending(line, count: count)
        let pace = try Comparison(batches: batches) { () throws(CommandError) in
            try server.roundTrips(with, count: count)
        } floor: { () throws(CommandError) in
            try server.roundTrips(without, count: count) + appends()
        }
        return Figure(
            "journal-round-trip", pace.ratio, goal: 1.6, against: "none, and \(line) B appended", shown: pace.shown)
    }

    /// Returns a measurement of the nanoseconds that appending a number of bytes to a file takes, with one system call
    /// for each.
    private func appending(_ bytes: Int, count: Int) -> () throws(CommandError) -> Double {
        let path = addFile("append")
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: bytes)
        return { () throws(CommandError) in
            let begun = workTime()
            try line.withUnsafeBufferPointer { (line) throws(CommandError) in
                try Platform.writeFile(path, Array(repeating: UnsafeRawBufferPointer(line), count: count))
            }
            return (workTime() - begun) * 1e6 / Double(count)
        }
    }

    // MARK: Recovery

    /// Measures the recovery of a journal, beyond the reading of the file; also returns the length of its lines.
    private func measureRecovery(_ sample: Sample) throws(CommandError) -> (figure: Figure, line: Int) {
        let file = sample.text()
        let state = file.withBytes { bytes in
            FileState(size: bytes.count, fingerprint: StreamFingerprint(of: UnsafeRawBufferPointer(bytes)).value)
        }
        let journal = MemoryJournal()
        let document = try BenchRun.open(file).document
        var editor = DocumentEditor(document)
        editor.keep(Journal(journal, isLasting: false, state: state))
        var numbers = SeededNumbers(seed: 25)
        do throws(EditError) {
            for _ in 0..<BenchRun.recoveredEdits {
                let id = Identifier(Sample.id(numbers.below(sample.count)))
                _ = try editor.perform(.init(cause: "node/move")) { (open) throws(EditError) in
                    try open.moveNodes([id], by: Point(x: 12, y: -8))
                }
                editor.forgetCommits()
            }
        } catch {
            throw CommandError(error.message)
        }
        var times: [Double] = []
        for _ in 0..<max(batches, 3) {
            let begun = workTime()
            let outcome = journal.bytes.withUnsafeBufferPointer { JournalRecovery.read($0, document, state) }
            times.append(workTime() - begun)
            guard case .recovered(let found) = outcome, found.count == BenchRun.recoveredEdits else {
                throw CommandError("the journal does not lead to what wrote it")
            }
        }
        let shown = "\(BenchRun.recoveredEdits) edits, \(journal.bytes.count >> 10) KB, beyond reading the file"
        return (
            Figure("journal-recovery", times.least, goal: 200, .milliseconds, against: "nothing", shown: shown),
            journal.bytes.count / BenchRun.recoveredEdits
        )
    }
}

/// A journal in memory, without a disk.
private final class MemoryJournal: JournalFile, @unchecked Sendable {
    private(set) var bytes: [UInt8] = []

    func write(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) throws(JournalError) { self.bytes += bytes }

    func sync() throws(JournalError) {}

    func cut(at place: Int) {}

    func replace(with bytes: UnsafeBufferPointer<UInt8>, isLasting: Bool) throws(JournalError) -> String? {
        self.bytes = Array(bytes)
        return nil
    }

    func find(byName: Bool) -> JournalPresence { .own }

    func setAside() throws(JournalError) -> String { throw JournalError("there is no place for it") }

    func remove(isSaved: Bool) throws(JournalError) { bytes = [] }
}
