import Host
import Wire

// The rows about readable edges: parallel edges, and labels that avoid each other.

extension BenchRun {
    func measureEdges() throws(CommandError) -> [Figure] {
        [try measureParallelEdges(), try measureLabels(isPlaced: true), try measureLabels(isPlaced: false)]
    }

    /// Removes one of many parallel edges and runs a hit test, for which all are drawn again.
    private func measureParallelEdges() throws(CommandError) -> Figure {
        let count = atMost(1000)
        let edges = (0..<count).map {
            #"{"id":"e\#($0)","source":"a","target":"b","sourceHandle":"source","targetHandle":"target"}"#
        }
        let server = try launchServer()
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"document/create","params":{"document":"d","content":{"settings":{"edgeSpread":12,"allowDuplicates":true},"#
                + #""nodes":[{"id":"a","position":{"x":0,"y":0}},{"id":"b","position":{"x":0,"y":600}}],"edges":[\#(edges.joined(separator: ","))]}}}"#
        )
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"view/open","params":{"document":"d","view":"v","width":1920,"height":1080}}"#
        )
        let question = #"{"jsonrpc":"2.0","id":1,"method":"view/hitTest","params":{"view":"v","at":{"x":75,"y":300}}}"#
        try server.ask(question)
        var times: [Double] = []
        for turn in 0..<min(turns(50), count) {
            times.append(
                try timed(with: server) { () throws(CommandError) in
                    try server.ask(
                        #"{"jsonrpc":"2.0","id":1,"method":"element/remove","params":{"document":"d","edges":["e\#(turn)"]}}"#
                    )
                    try server.ask(question)
                })
        }
        return Figure(
            "edges-parallel", times.least / 1e6, goal: 5, .milliseconds, against: "nothing",
            shown: "one of \(count) parallel edges removed, and a hit-test")
    }

    /// Moves ten nodes among labels that are all visible; each move has its frame.
    private func measureLabels(isPlaced: Bool) throws(CommandError) -> Figure {
        let count = atMost(1000)
        let columns = max(Int(Double(count).squareRoot()), 1)
        var nodes: [String] = []
        var edges: [String] = []
        for node in 0..<count {
            nodes.append(
                #"{"id":"n\#(node)","position":{"x":\#(node % columns * 230),"y":\#(node / columns * 110)}}"#)
            edges.append(
                #"{"id":"e\#(node)","source":"n\#(node)","target":"n\#((node + 1 + node % 3 * columns) % count)","label":"label \#(node)"}"#
            )
        }
        let server = try launchServer()
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"document/create","params":{"document":"d","content":{"settings":{"placeLabels":\#(isPlaced)},"#
                + #""nodes":[\#(nodes.joined(separator: ","))],"edges":[\#(edges.joined(separator: ","))]}}}"#)
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"view/open","params":{"document":"d","view":"v","width":1920,"height":1080,"#
                + #""scene":"svg","viewport":{"x":0,"y":0,"zoom":0.25}}}"#)
        let dragged = (0..<min(10, count)).map { #""n\#($0)""# }.joined(separator: ",")
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"gesture/begin","params":{"view":"v","kind":"drag","at":{"x":10,"y":10},"nodes":[\#(dragged)]}}"#
        )
        var walk = PointerWalk(seed: 9)
        let moves = Script(
            (0..<256).map { id in
                let at = walk.next()
                return
                    #"{"jsonrpc":"2.0","id":\#(100_000 + id),"method":"gesture/update","params":{"view":"v","at":{"x":\#(at.x / 20),"y":\#(at.y / 20)}}}"#
            })
        var times: [Double] = []
        _ = try server.roundTrips(moves, count: 16)
        _ = try server.roundTrips(moves, count: turns(200), times: &times)
        return Figure(
            isPlaced ? "edges-labels" : "edges-labels-free", times.least / 1e6, goal: 2, .milliseconds,
            against: "nothing",
            shown: "a move of ten nodes among \(count) visible labels that "
                + (isPlaced ? "keep off each other" : "lie where they are"))
    }
}
