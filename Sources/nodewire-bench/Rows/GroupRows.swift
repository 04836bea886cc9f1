import Host
import Wire

// The rows about groups: a large one that is collapsed, expanded and moved, and one with many nodes that is moved,
// deleted and restored.

extension BenchRun {
    func measureGroups() throws(CommandError) -> [Figure] {
        let large = try groupServer(inside: 10_000, outside: 1000, across: 1000)
        let toggled = try timeMessages(BenchRun.collapses, in: large)
        let collapsed = toggled.indices.filter { $0 % 2 == 0 }.map { toggled[$0] }
        let opened = toggled.indices.filter { $0 % 2 == 1 }.map { toggled[$0] }
        _ = try large.roundTrips(BenchRun.collapses, count: 1)
        let carried = try timeMessages(BenchRun.groupMoves, in: large)
        let small = try groupServer(inside: 1000, outside: 9000, across: 100)
        let moved = try timeMessages(BenchRun.groupMoves, in: small)
        var removed: [Double] = []
        var undone: [Double] = []
        let removal = Script([
            #"{"jsonrpc":"2.0","id":100000,"method":"element/remove","params":{"document":"d","nodes":["g"]}}"#
        ])
        let undo = Script([#"{"jsonrpc":"2.0","id":100000,"method":"history/undo","params":{"document":"d"}}"#])
        for _ in 0..<batches * 3 {
            _ = try small.roundTrips(removal, count: 1, times: &removed)
            _ = try small.roundTrips(undo, count: 1, times: &undone)
        }
        return [
            figure("group-collapse", collapsed, goal: 7, "10000 nodes with 1000 edges to others"),
            figure("group-open", opened, goal: 10, "the same, opened"),
            figure("group-carry", carried, goal: 2, "the same, moved while it is collapsed"),
            figure("group-move", moved, goal: 1, "1000 nodes among 10000"),
            figure("group-delete", removed, goal: 3, "1000 nodes among 10000"),
            figure("group-undo", undone, goal: 3, "1000 nodes among 10000"),
        ]
    }

    private func figure(_ name: String, _ times: [Double], goal: Double, _ what: String) -> Figure {
        Figure(
            name, times.least / 1e6, goal: goal, .milliseconds, against: "nothing",
            shown: "\(what); most \((times.max() ?? 0).asTime)")
    }

    private static let collapses = Script(
        ["true", "null"].map {
            #"{"jsonrpc":"2.0","id":100000,"method":"node/update","params":{"document":"d","id":"g","patch":{"collapsed":\#($0)}}}"#
        })

    private static let groupMoves = Script(
        [3, -3].map {
            #"{"jsonrpc":"2.0","id":100000,"method":"node/move","params":{"document":"d","ids":["g"],"by":{"x":\#($0),"y":0}}}"#
        })

    /// The times of messages that are sent in turn, each with its changes and its frame.
    private func timeMessages(_ script: Script, in server: BenchPeer) throws(CommandError) -> [Double] {
        var times: [Double] = []
        _ = try server.roundTrips(script, count: 2)
        _ = try server.roundTrips(script, count: batches * 4, times: &times)
        return times
    }

    /// A server with a group of nodes next to others, with edges inside, outside and across, and a view of a part of
    /// it.
    private func groupServer(inside: Int, outside: Int, across: Int) throws(CommandError) -> BenchPeer {
        let server = try launchServer()
        try server.ask(BenchRun.groupDocument(inside: inside, outside: outside, across: across))
        try server.ask(
            #"{"jsonrpc":"2.0","id":3,"method":"view/open","params":{"document":"d","view":"v","width":1920,"height":1080,"scene":"svg"}}"#
        )
        return server
    }

    private static func groupDocument(inside: Int, outside: Int, across: Int) -> String {
        var nodes = [
            #"{"id":"g","type":"group","position":{"x":0,"y":0},"width":20000,"height":10000,"collapsedSize":{"width":200,"height":60}}"#
        ]
        for index in 0..<inside {
            nodes.append(
                #"{"id":"n\#(index)","parentId":"g","position":{"x":\#(index % 100 * 200),"y":\#(index / 100 * 100)}}"#)
        }
        for index in 0..<outside {
            nodes.append(
                #"{"id":"o\#(index)","position":{"x":\#(index % 100 * 200),"y":\#(-100 - index / 100 * 100)}}"#)
        }
        var edges: [String] = []
        for index in 1..<inside { edges.append(#"{"source":"n\#(index - 1)","target":"n\#(index)"}"#) }
        for index in 1..<outside { edges.append(#"{"source":"o\#(index - 1)","target":"o\#(index)"}"#) }
        for index in 0..<across {
            edges.append(#"{"source":"n\#(index * 7 % inside)","target":"o\#(index % outside)"}"#)
        }
        return
            #"{"jsonrpc":"2.0","id":2,"method":"document/create","params":{"document":"d","content":{"nodes":["#
            + nodes.joined(separator: ",") + #"],"edges":["# + edges.joined(separator: ",") + "]}}}"
    }
}
