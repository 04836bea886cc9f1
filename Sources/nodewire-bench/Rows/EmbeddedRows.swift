import Host
import NodewireServer

// The rows about an embedded server in the same process.

extension BenchRun {
    /// Runs the same hit tests in this process, and through the pipes of another process.
    func measureEmbedded() throws(CommandError) -> [Figure] {
        let kind = Sample.Kind.clustered
        let process = try server(kind, options.nodes)
        let script = try pointerPath(kind, options.nodes)
        var embedded = try embeddedServer(kind, options.nodes)
        let count = turns(4000)
        var turn = 0
        let comparison = try Comparison(batches: batches) { () throws(CommandError) in
            var replies = 0
            let time = try timed { () throws(CommandError) in
                script.bytes.withUnsafeBufferPointer { bytes in
                    for _ in 0..<count {
                        embedded.send(UnsafeBufferPointer(rebasing: bytes[script.bodies[turn % script.count]]))
                        embedded.receive { replies += $0.isEmpty ? 0 : 1 }
                        turn += 1
                    }
                }
            }
            if replies != count { throw CommandError("\(count) hit-tests got \(replies) replies") }
            return time / Double(count)
        } floor: { () throws(CommandError) in
            try process.roundTrips(script, count: count)
        }
        embedded.close()
        return [
            Figure(
                "hit-embedded", comparison.ratio, goal: 0.4, against: "its round trip through pipes",
                shown: comparison.shown)
        ]
    }

    /// A server in this process with a document open as "d" and the view of pointer paths.
    private func embeddedServer(_ kind: Sample.Kind, _ nodes: Int) throws(CommandError) -> EmbeddedServer {
        let file = try ownFile(kind, nodes)
        guard let files = Files(below: folder) else { throw CommandError("cannot open the folder of documents") }
        var server = EmbeddedServer(files: files)
        server.send(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clock":"client"}}"#)
        server.send(
            #"{"jsonrpc":"2.0","id":2,"method":"document/open","params":{"path":"\#(file)","document":"d"}}"#)
        server.send(openView("path", kind, nodes))
        guard let last = server.receive().last, !last.contains(#""error""#) else {
            throw CommandError("a server in this program opens no view")
        }
        return server
    }
}
