import Editing
import Formats
import Graph
import Host
import Interaction
import Storage
import Wire

// The rows about whole documents: opening, writing, memory; the start of the process; a client's replica.

extension BenchRun {
    // MARK: Opening

    func measureOpening() throws(CommandError) -> [Figure] {
        let text = sample(.clustered, options.nodes).text()
        let rounds = options.isQuick ? 1 : 3
        var isValid = true
        // Kept until the next round, so that its release is not measured as opening.
        var opened: Workspace?
        let comparison = try Comparison(batches: rounds) { () throws(CommandError) in
            opened = nil
            return try timed { () throws(CommandError) in opened = try BenchRun.open(text) }
        } floor: {
            text.withBytes { bytes in
                let start = workTime()
                if JSONSyntax.validate(bytes) != nil { isValid = false }
                return (workTime() - start) * 1e6
            }
        }
        if !isValid || opened == nil { throw CommandError("the document made for the measurement is no JSON") }
        return [
            Figure(
                "open", comparison.ratio, goal: 9.5, against: "JSONSyntax.validate",
                shown: "\(comparison.shown); "
                    + "\(text.count / 1_000_000) MB, \(text.count / options.nodes) bytes a node")
        ]
    }

    /// Opens a text like `document/open`, with all indices.
    static func open(_ text: JSONWriter) throws(CommandError) -> Workspace {
        try text.withBytes { (bytes) throws(CommandError) in
            let text = try? DocumentText(validating: bytes)
            guard let text else { throw CommandError("not JSON") }
            let opened = try? DocumentReader.read(text, isFile: true)
            guard let opened else { throw CommandError("no document") }
            var editor = Workspace(opened.document)
            editor.content.refresh()
            return editor
        }
    }

    // MARK: Writing

    func measureSerialising() throws(CommandError) -> [Figure] {
        let text = sample(.clustered, options.nodes).text()
        let document = try BenchRun.open(text).document
        var written = 0
        let comparison = try Comparison(batches: options.isQuick ? 1 : 3) {
            let start = workTime()
            written = BenchRun.writeAll(document)
            return (workTime() - start) * 1e6
        } floor: {
            text.withBytes { bytes in
                let start = workTime()
                _ = JSONSyntax.validate(bytes)
                return (workTime() - start) * 1e6
            }
        }
        let shown =
            "\(comparison.ours.least.asTime) for \(written / 1_000_000) MB, \(comparison.ratio.short) x a validating pass"
        guard let peer = try peerSeconds() else {
            return [
                Figure(
                    "serialise", comparison.ours.least / 1e6, goal: 1.65 * 480 * Double(options.nodes) / 1e6,
                    .milliseconds,
                    against: "nothing (python3 with orjson is not here; the goal is from another run)", shown: shown)
            ]
        }
        return [
            Figure(
                "serialise", comparison.ours.least / (peer * 1e9), goal: 1.65, against: "orjson's dump",
                shown: shown + "; orjson \((peer * 1e9).asTime)")
        ]
    }

    /// Writes the canonical file to a sink that discards it; returns the number of bytes.
    private static func writeAll(_ document: Document) -> Int {
        var writer = JSONWriter()
        var count = 0
        document.write(into: &writer) { (writer) throws(Never) in
            count += writer.count
            writer.removeAll()
        }
        return count
    }

    /// Seconds that orjson takes to write the same document, the best of three; nil if it is not installed.
    private func peerSeconds() throws(CommandError) -> Double? {
        let script = """
            import sys, time, orjson
            tree = orjson.loads(open(sys.argv[1], "rb").read())
            def once():
                start = time.process_time()
                orjson.dumps(tree)
                return time.process_time() - start
            print(sorted(once() for _ in range(3))[1])
            """
        let path = try file(.clustered, options.nodes)
        return ChildProcess.outputLine(of: "python3", ["-c", script, path]).flatMap { Double($0) }
    }

    // MARK: Memory

    func measureMemory() throws(CommandError) -> [Figure] {
        let nodes = options.nodes
        let path = try file(.clustered, nodes)
        let textBytes = Platform.fileBytes(path) ?? 0
        let server = try launchServer()
        let before = server.child.residentBytes
        try open(.clustered, nodes, in: server)
        let after = server.child.residentBytes
        let counted = try BenchRun.open(sample(.clustered, nodes).text()).bytes
        let held = before.flatMap { before in after.map { $0 - before } } ?? counted
        return [
            Figure(
                "memory", Double(held) / Double(textBytes), goal: 1.5, against: "the JSON text",
                shown:
                    "\(held / nodes) bytes a node resident, \(counted / nodes) by the library's own count, text \(textBytes / nodes)"
            )
        ]
    }

    // MARK: Start

    func measureStart() throws(CommandError) -> [Figure] {
        let size = Platform.fileBytes(BenchPeer.serverProgram) ?? 0
        let hello = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#
        let comparison = try Comparison(batches: batches * 4) { () throws(CommandError) in
            try timed { () throws(CommandError) in try BenchPeer.server().ask(hello) }
        } floor: { () throws(CommandError) in
            try timed { () throws(CommandError) in try BenchPeer.floor().ask(hello) }
        }
        return [
            Figure(
                "start", comparison.ratio, goal: 1.75, against: "the floor",
                shown: comparison.shown + ", to the end of the process"),
            Figure(
                "binary", Double(size) / 1e6, goal: 23, .megabytes, against: "nothing", shown: "as built"),
        ]
    }

    // MARK: Replica

    /// Runs the script next to the Python client, which is searched from the working folder.
    func measureReplica() throws(CommandError) -> [Figure] {
        let script = "clients/python/bench_replica.py"
        guard Platform.fileBytes(script) != nil,
            let line = ChildProcess.outputLine(
                of: "python3", [script, BenchPeer.serverProgram] + (options.isQuick ? ["--quick"] : []))
        else {
            throw CommandError("it needs python3 and \(script), and is run from the repository")
        }
        let words = line.split(separator: " ").compactMap { Double($0) }
        guard words.count == 2, words[1] > 0 else { throw CommandError("\(script) printed \(line)") }
        return [
            Figure(
                "replica", words[0] / words[1], goal: 3.0, against: "the client on the floor",
                shown: "\(words[0].asTime) to \(words[1].asTime) an edit, \(Int(1e9 / words[0])) edits a second")
        ]
    }
}
