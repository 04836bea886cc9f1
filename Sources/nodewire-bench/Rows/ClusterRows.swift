import Host
import Wire

// The row about a view of a whole document, zoomed out so far that its nodes are shown as clusters.

extension BenchRun {
    func measureClusters() throws(CommandError) -> [Figure] {
        let server = try server(.clustered, options.nodes)
        let sample = sample(.clustered, options.nodes)
        let width = sample.corners.map(\.x).max() ?? 0
        let height = sample.corners.map(\.y).max() ?? 0
        let zoom = 0.98 * min(1920 / (width + Sample.nodeWidth), 1080 / (height + Sample.nodeHeight))
        let open =
            #"{"jsonrpc":"2.0","id":1,"method":"view/open","params":{"document":"d","view":"far","width":1920,"height":1080,"#
            + #""scene":"svg","viewport":{"x":0,"y":0,"zoom":\#(zoom)}}}"#
        let close = #"{"jsonrpc":"2.0","id":1,"method":"view/close","params":{"view":"far"}}"#
        var first: [Double] = []
        for _ in 0..<batches {
            first.append(try timed(with: server) { () throws(CommandError) in try server.ask(open) })
            try server.ask(close)
        }
        try server.ask(open)
        let pans = Script(
            [3, -3].map {
                #"{"jsonrpc":"2.0","id":100000,"method":"view/pan","params":{"view":"far","by":{"x":\#($0),"y":0}}}"#
            })
        let edits = Script(
            [1, -1].map {
                #"{"jsonrpc":"2.0","id":100000,"method":"node/move","params":{"document":"d","ids":["\#(Sample.id(sample.count / 2))"],"by":{"x":\#($0),"y":0}}}"#
            })
        let (pan, panBytes) = try timeFrames(pans, in: server)
        let (edit, editBytes) = try timeFrames(edits, in: server)
        try server.ask(close)
        let scale = Double(options.nodes) / 1e6
        return [
            Figure(
                "clusters-first", first.least / 1e6, goal: 750 * scale, .milliseconds, against: "nothing",
                shown: "opening a view of all \(options.nodes) nodes"),
            Figure(
                "clusters-pan", pan / 1e6, goal: 16 * scale, .milliseconds, against: "nothing",
                shown: "frames \(panBytes) bytes"),
            Figure(
                "clusters-edit", edit / 1e6, goal: 16 * scale, .milliseconds, against: "nothing",
                shown: "one node moved; notifications \(editBytes) bytes"),
        ]
    }

    /// Nanoseconds for each message that causes a frame, and the bytes that it sends in addition to the reply.
    private func timeFrames(_ script: Script, in server: BenchPeer) throws(CommandError) -> (time: Double, bytes: Int) {
        let mark = server.mark
        var times: [Double] = []
        for _ in 0..<batches { times.append(try server.roundTrips(script, count: 10)) }
        let bytes = mark.mean(server).notice
        if bytes == 0 { throw CommandError("a view of clusters sends no frames") }
        return (times.least, bytes)
    }
}
