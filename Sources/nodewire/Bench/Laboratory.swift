import Wire

/// The documents, servers and figures of one run of the benchmark; what was made once is used again.
final class Laboratory {
    let options: BenchOptions
    private let folder: String
    private var samples: [String: Sample] = [:]
    private var servers: [String: Peer] = [:]
    private var files: [String] = []
    private var lastTime = 0

    init(_ options: BenchOptions) throws(BenchError) {
        self.options = options
        folder = try Platform.makeFolder()
    }

    deinit { Platform.remove(files, in: folder) }

    var batches: Int { options.isQuick ? 5 : 11 }

    /// How many operations a batch has, of those that a full run has.
    func turns(_ full: Int) -> Int { options.isQuick ? max(full / 5, 1) : full }

    /// The sizes of documents, the smallest first.
    var sizes: [Int] { [max(options.nodes / 1000, 1000), max(options.nodes / 10, 1000), options.nodes] }

    /// A time for a gesture to begin, in milliseconds: later than any other began or went on.
    func nextTime() -> Int {
        lastTime += 100_000
        return lastTime
    }

    // MARK: Documents

    func sample(_ kind: Sample.Kind, _ nodes: Int) -> Sample {
        let name = fileName(kind, nodes)
        if let sample = samples[name] { return sample }
        let sample = Sample(kind, nodes: nodes)
        samples[name] = sample
        return sample
    }

    private func fileName(_ kind: Sample.Kind, _ nodes: Int) -> String { "\(kind.rawValue)-\(nodes).json" }

    /// The file that holds a document, written when it is first asked for.
    func file(_ kind: Sample.Kind, _ nodes: Int) throws(BenchError) -> (name: String, path: String) {
        let name = fileName(kind, nodes)
        let path = "\(folder)/\(name)"
        if !files.contains(name) {
            files.append(name)
            let text = sample(kind, nodes).text()
            try text.withBytes { (bytes) throws(BenchError) in try Platform.makeFile(path, of: bytes) }
        }
        return (name, path)
    }

    // MARK: Servers

    /// A server that serves the folder of the documents and has none open.
    func launchServer(clock: StaticString = "client") throws(BenchError) -> Peer {
        let server = try Peer(["--root", folder])
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clock":"\#(clock)","clientInfo":{"name":"bench","version":"1"}}}"#
        )
        return server
    }

    /// A server with a document open as "d" and a view of it as "v", where nothing was changed for good.
    func server(_ kind: Sample.Kind, _ nodes: Int) throws(BenchError) -> Peer {
        let name = fileName(kind, nodes)
        if let server = servers[name] { return server }
        let server = try launchServer()
        try open(kind, nodes, in: server)
        servers[name] = server
        return server
    }

    func open(_ kind: Sample.Kind, _ nodes: Int, in server: Peer) throws(BenchError) {
        let file = try file(kind, nodes).name
        try server.ask(
            #"{"jsonrpc":"2.0","id":2,"method":"document/open","params":{"path":"\#(file)","document":"d"}}"#)
        try server.ask(
            #"{"jsonrpc":"2.0","id":3,"method":"view/open","params":{"document":"d","view":"v","width":1920,"height":1080}}"#
        )
        // What is derived lazily is derived now.
        try server.ask(#"{"jsonrpc":"2.0","id":4,"method":"view/hitTest","params":{"view":"v","at":{"x":1,"y":1}}}"#)
    }

    /// Has a server and a floor that answers as much as it does perform the same script in turns.
    func compare(
        _ server: Peer, _ script: Script, count: Int, isPipelined: Bool = false
    ) throws(BenchError) -> (comparison: Comparison, bytes: (reply: Int, notice: Int)) {
        let mark = server.mark
        _ = try server.roundTrips(script, count: min(count, script.count))
        let floor = try Peer.floor(like: server, since: mark)
        let bytes = mark.mean(server)
        let comparison = try Comparison(batches: batches) { () throws(BenchError) in
            try isPipelined ? server.pipeline(script, count: count) : server.roundTrips(script, count: count)
        } floor: { () throws(BenchError) in
            try isPipelined ? floor.pipeline(script, count: count) : floor.roundTrips(script, count: count)
        }
        return (comparison, bytes)
    }
}

/// Measures the rows that are asked for and prints them; answers the exit code.
func bench(_ arguments: some Sequence<String>) throws(UsageError) -> Int32 {
    var arguments = Array(arguments)
    if arguments.first == "floor" {
        arguments.removeFirst()
        return try FloorServer(arguments).run()
    }
    let options = try BenchOptions(arguments)
    let isPinned = Platform.stayOnOneCore()
    do throws(BenchError) {
        let lab = try Laboratory(options)
        if !options.isJSON {
            let place = isPinned ? "both ends on one core" : "not pinned to a core"
            Platform.printOut(
                "\(options.nodes) nodes with 1.5 edges each, \(place); medians of \(lab.batches) batches in turns\n")
        }
        var writer = JSONWriter()
        writer.beginArray()
        for row in options.rows {
            for figure in try row.measure(with: lab) {
                if options.isJSON { figure.write(into: &writer) } else { Platform.printOut(figure.line) }
            }
        }
        writer.endArray()
        if options.isJSON { Platform.printOut(String(decoding: writer.bytes, as: UTF8.self) + "\n") }
    } catch {
        Platform.log("nodewire bench: \(error.message)\n")
        return 1
    }
    return 0
}
