import Host
import Wire

// The rows about edges that detour around nodes: all edges of a document at once, and those that each move of a drag
// changes.

extension BenchRun {
    func measureRoutes() throws(CommandError) -> [Figure] {
        var figures: [Figure] = []
        var whole: [Double] = []
        for (full, goal) in [(100, 8.0), (1000, 80), (5000, 330)] {
            let nodes = atMost(full)
            let server = try launchServer()
            var times: [Double] = []
            for turn in 0..<batches {
                try server.ask(BenchRun.routedDocument("w\(turn)", nodes: nodes))
                times.append(
                    try timed(with: server) { () throws(CommandError) in
                        try server.ask(
                            #"{"jsonrpc":"2.0","id":1,"method":"edge/geometry","params":{"document":"w\#(turn)","ids":["e0"]}}"#
                        )
                    })
            }
            whole.append(times.least)
            figures.append(
                Figure(
                    "routes-\(full)", times.least / 1e6, goal: goal, .milliseconds, against: "nothing",
                    shown: "the first question of a document with \(nodes * 3 / 2) orthogonal edges"))
            figures.append(try measureRoutedDrag(full, in: server))
        }
        figures.append(
            Figure(
                "routes-growth", whole[2] / whole[1], goal: 8, against: "1000 nodes",
                shown: "5000 nodes, all routes at once"))
        return figures
    }

    /// Moves a node in the middle; each move has a frame with the changed routes.
    private func measureRoutedDrag(_ full: Int, in server: BenchPeer) throws(CommandError) -> Figure {
        let nodes = atMost(full)
        try server.ask(BenchRun.routedDocument("d", nodes: nodes))
        let middle = nodes / 2 + BenchRun.routedColumns(nodes) / 2
        let corner = BenchRun.routedPlace(middle, of: nodes)
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"view/open","params":{"document":"d","view":"v","width":1920,"height":1080,"#
                + #""scene":"svg","viewport":{"x":\#(900 - corner.x),"y":\#(500 - corner.y),"zoom":1}}}"#)
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"gesture/begin","params":{"view":"v","kind":"drag","at":{"x":900,"y":500},"nodes":["n\#(middle)"]}}"#
        )
        var walk = PointerWalk(seed: 9)
        let moves = Script(
            (0..<256).map { id in
                let at = walk.next()
                return
                    #"{"jsonrpc":"2.0","id":\#(100_000 + id),"method":"gesture/update","params":{"view":"v","at":{"x":\#(at.x),"y":\#(at.y)}}}"#
            })
        var times: [Double] = []
        _ = try server.roundTrips(moves, count: 16)
        _ = try server.roundTrips(moves, count: turns(200), times: &times)
        let worst = (times.max() ?? 0).asTime
        return Figure(
            "routes-drag-\(full)", times.least / 1e6, goal: 1.0, .milliseconds, against: "nothing",
            shown: "a move of one node, with its frame; most \(worst)")
    }

    private static func routedColumns(_ nodes: Int) -> Int { max(Int(Double(nodes).squareRoot()), 1) }

    private static func routedPlace(_ node: Int, of nodes: Int) -> (x: Int, y: Int) {
        let columns = routedColumns(nodes)
        return (node % columns * 240 + node * 37 % 60, node / columns * 140 + node * 53 % 40)
    }

    /// Nodes on a rough grid. Each has an edge to the next one, and every second node has one to a node some rows
    /// below.
    private static func routedDocument(_ document: String, nodes: Int) -> String {
        let columns = routedColumns(nodes)
        var drawn: [String] = []
        var edges: [String] = []
        for node in 0..<nodes {
            let place = routedPlace(node, of: nodes)
            drawn.append(#"{"id":"n\#(node)","position":{"x":\#(place.x),"y":\#(place.y)}}"#)
            edges.append(#"{"id":"e\#(node)","source":"n\#(node)","target":"n\#((node + 1) % nodes)"}"#)
            if node % 2 == 0 {
                let target = (node + columns * (1 + node % 3) + node % 5) % nodes
                edges.append(#"{"id":"f\#(node)","source":"n\#(node)","target":"n\#(target)"}"#)
            }
        }
        return
            #"{"jsonrpc":"2.0","id":1,"method":"document/create","params":{"document":"\#(document)","content":{"settings":{"defaultEdgeType":"orthogonal"},"#
            + #""nodes":[\#(drawn.joined(separator: ","))],"edges":[\#(edges.joined(separator: ","))]}}}"#
    }
}
