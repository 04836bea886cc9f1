import Host
import Wire

/// A run of the benchmark: its documents and servers, which are made on first use and then reused.
final class BenchRun {
    let options: BenchOptions
    /// The folder of the documents.
    let folder: String
    private var samples: [String: Sample] = [:]
    private var servers: [String: BenchPeer] = [:]
    private var files: [String] = []
    private var lastTime = 0

    init(_ options: BenchOptions) throws(CommandError) {
        self.options = options
        folder = try Platform.makeTemporaryFolder()
    }

    /// Ends the servers, and removes the journals of unsaved changes.
    deinit {
        servers = [:]
        for file in files { Platform.remove(["journal", "lock"], in: "\(folder)/\(Files.hiddenFolder(of: file))") }
        Platform.remove(files, in: folder)
    }

    var batches: Int { options.isQuick ? 5 : 11 }

    /// Returns the number of operations of a batch; `full` is the number in a run that is not quick.
    func turns(_ full: Int) -> Int { options.isQuick ? max(full / 5, 1) : full }

    /// The own size of a row, limited by the size of the largest document.
    func atMost(_ full: Int) -> Int { min(full, options.nodes) }

    /// The sizes of documents, the smallest first.
    var sizes: [Int] { [max(options.nodes / 1000, 1000), max(options.nodes / 10, 1000), options.nodes] }

    /// The start time of a gesture in milliseconds, after all earlier events.
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

    /// The path of a file with a document, which is written on first use.
    func file(_ kind: Sample.Kind, _ nodes: Int) throws(CommandError) -> String {
        let name = fileName(kind, nodes)
        let path = "\(folder)/\(name)"
        if !files.contains(name) {
            files.append(name)
            let text = sample(kind, nodes).text()
            try text.withBytes { (bytes) throws(CommandError) in
                try Platform.writeFile(path, [UnsafeRawBufferPointer(bytes)])
            }
        }
        return path
    }

    /// The name of a separate file with a document, since a server prevents others from changing its open files.
    func ownFile(_ kind: Sample.Kind, _ nodes: Int) throws(CommandError) -> String {
        let path = try file(kind, nodes)
        let name = "\(files.count)-\(fileName(kind, nodes))"
        try Platform.linkFile(path, as: addFile(name))
        return name
    }

    /// A path for a separate file, which is removed at the end.
    func addFile(_ name: String) -> String {
        files.append(name)
        return "\(folder)/\(name)"
    }

    // MARK: Servers

    /// A server for the folder of the documents, with none open.
    func launchServer(clock: StaticString = "client") throws(CommandError) -> BenchPeer {
        let server = try BenchPeer.server(["--root", folder])
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clock":"\#(clock)","clientInfo":{"name":"bench","version":"1"}}}"#
        )
        return server
    }

    /// A server with a document open as "d" and a view of it as "v", without lasting changes.
    func server(_ kind: Sample.Kind, _ nodes: Int) throws(CommandError) -> BenchPeer {
        let name = fileName(kind, nodes)
        if let server = servers[name] { return server }
        let server = try launchServer()
        try open(kind, nodes, in: server)
        servers[name] = server
        return server
    }

    func open(_ kind: Sample.Kind, _ nodes: Int, in server: BenchPeer) throws(CommandError) {
        let file = try ownFile(kind, nodes)
        try server.ask(
            #"{"jsonrpc":"2.0","id":2,"method":"document/open","params":{"path":"\#(file)","document":"d"}}"#)
        try server.ask(
            #"{"jsonrpc":"2.0","id":3,"method":"view/open","params":{"document":"d","view":"v","width":1920,"height":1080}}"#
        )
        // The first query builds the indices.
        try server.ask(#"{"jsonrpc":"2.0","id":4,"method":"view/hitTest","params":{"view":"v","at":{"x":1,"y":1}}}"#)
    }

    /// Runs the same script on a server and on a floor server with replies of the same length, in turns.
    func compare(
        _ server: BenchPeer, _ script: Script, count: Int, isPipelined: Bool = false
    ) throws(CommandError) -> (comparison: Comparison, bytes: (reply: Int, notice: Int)) {
        let mark = server.mark
        _ = try server.roundTrips(script, count: min(count, script.count))
        let floor = try BenchPeer.floor(like: server, since: mark)
        let bytes = mark.mean(server)
        let comparison = try Comparison(batches: batches) { () throws(CommandError) in
            try isPipelined ? server.pipeline(script, count: count) : server.roundTrips(script, count: count)
        } floor: { () throws(CommandError) in
            try isPipelined ? floor.pipeline(script, count: count) : floor.roundTrips(script, count: count)
        }
        return (comparison, bytes)
    }
}
