import Host
import Wire

// The rows that change a document, or check a change.

extension BenchRun {
    // MARK: Committed edits

    func measureEdits() throws(CommandError) -> [Figure] {
        var figures: [Figure] = []
        let kinds: [(name: String, script: (Sample) -> Script)] = [
            ("insert", BenchRun.inserts), ("move", BenchRun.moves), ("connect", BenchRun.connections),
        ]
        for (name, script) in kinds {
            let scripts = sizes.map { script(sample(.clustered, $0)) }
            let peers = try sizes.map { (size) throws(CommandError) in try server(.clustered, size) }
            var times = sizes.map { _ in [Double]() }
            for batch in 0...batches {
                for index in sizes.indices {
                    let time = try timeEdits(scripts[index], in: peers[index])
                    if batch > 0 { times[index].append(time) }
                }
            }
            let leasts = zip(sizes, times).map { "\($0): \($1.least.asTime)" }.joined(separator: ", ")
            let growth = times[2].least / times[0].least
            figures.append(
                Figure("edit-\(name)", growth, goal: 2, against: "\(sizes[0]) nodes", shown: leasts))
        }
        return try figures + [measureRehearsals()] + measureCarriedTexts()
    }

    /// Changes a text that items contain, and moves a node, in a view of two thousand nodes and eight thousand edges
    /// with all texts.
    private func measureCarriedTexts() throws(CommandError) -> [Figure] {
        let (count, columns) = (atMost(2000), 50)
        var nodes: [String] = []
        var edges: [String] = []
        for node in 0..<count {
            nodes.append(
                #"{"id":"n\#(node)","position":{"x":\#(node % columns * 220),"y":\#(node / columns * 120)},"data":{"text":"text \#(node)"}}"#
            )
            for step in 0..<4 {
                edges.append(
                    #"{"id":"e\#(node)-\#(step)","source":"n\#(node)","target":"n\#((node + 1 + step * columns) % count)","data":{"text":"way"}}"#
                )
            }
        }
        let server = try launchServer()
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"document/create","params":{"document":"d","content":{"settings":{"allowDuplicates":true},"#
                + #""nodes":[\#(nodes.joined(separator: ","))],"edges":[\#(edges.joined(separator: ","))]}}}"#)
        let texts = Script(
            (0..<1024).map { turn in
                #"{"jsonrpc":"2.0","id":100000,"method":"node/update","params":{"document":"d","id":"n\#(turn * 37 % count)","#
                    + #""patch":{"data":{"text":"another text \#(turn)"}}}}"#
            })
        let moves = Script(
            (0..<1024).map { turn in
                #"{"jsonrpc":"2.0","id":100000,"method":"node/move","params":{"document":"d","ids":["n\#(turn * 37 % count)"],"#
                    + #""by":{"x":2,"y":\#(turn % 2 * 8 - 4)}}}"#
            })
        let unseen = server.mark
        _ = try server.roundTrips(texts, count: turns(500))
        let change = unseen.mean(server).notice
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"view/open","params":{"document":"d","view":"v","width":1200,"height":500,"#
                + #""scene":"svg","viewport":{"x":0,"y":0,"zoom":0.1},"contents":{"nodes":["/data/text"],"edges":["/data/text"]}}}"#
        )
        let mark = server.mark
        _ = try server.roundTrips(texts, count: turns(500))
        let frame = mark.mean(server).notice - change
        let pace = try Comparison(batches: batches) { () throws(CommandError) in
            try server.roundTrips(texts, count: turns(500))
        } floor: { () throws(CommandError) in
            try server.roundTrips(moves, count: turns(500))
        }
        return [
            Figure(
                "edit-carried-text", pace.ratio, goal: 1.3, against: "a move of a node",
                shown: "\(pace.shown); a text in a view of \(count) nodes and \(count * 4) edges with their texts"),
            Figure(
                "edit-carried-bytes", Double(frame), goal: 250, .bytes, against: "nothing",
                shown: "the frame of that, beside document/changed with \(change) bytes"),
        ]
    }

    /// Performs an insertion as a dry run, like all options of a draft that is dropped on the canvas. Each time the
    /// node gets the first free id, since no earlier one was kept.
    private func measureRehearsals() throws(CommandError) -> Figure {
        let server = try server(.clustered, options.nodes)
        let path = try pointerPath(.clustered, options.nodes)
        let dryRuns = Script([
            #"{"jsonrpc":"2.0","id":100000,"method":"document/edit","params":{"document":"d","dryRun":true,"edits":["#
                + #"{"method":"node/insert","params":{"node":{"type":"message","position":{"x":10,"y":20}}}}]}}"#
        ])
        let pace = try Comparison(batches: batches) { () throws(CommandError) in
            try server.roundTrips(dryRuns, count: turns(500))
        } floor: { () throws(CommandError) in
            try server.roundTrips(path, count: turns(500))
        }
        return Figure("edit-rehearsed", pace.ratio, goal: 20, against: "hit-tests", shown: pace.shown)
    }

    /// Nanoseconds for each edit; the edits are undone afterwards, which is not measured.
    private func timeEdits(_ script: Script, in server: BenchPeer) throws(CommandError) -> Double {
        let count = turns(500)
        let time = try server.roundTrips(script, count: count)
        try server.ask(#"{"jsonrpc":"2.0","id":1,"method":"history/undo","params":{"document":"d","steps":\#(count)}}"#)
        return time
    }

    private static func inserts(_ sample: Sample) -> Script {
        var numbers = SeededNumbers(seed: 21)
        return Script(
            (0..<4096).map { _ in
                let corner = sample.corners[numbers.below(sample.count)]
                return
                    #"{"jsonrpc":"2.0","id":100000,"method":"node/insert","params":{"document":"d","node":{"type":"message","#
                    + #""position":{"x":\#(corner.x + 20),"y":\#(corner.y + 70)},"width":150,"height":60,"data":{"label":"new"}}}}"#
            })
    }

    private static func moves(_ sample: Sample) -> Script {
        var numbers = SeededNumbers(seed: 22)
        return Script(
            (0..<4096).map { _ in
                let id = Sample.id(numbers.below(sample.count))
                return
                    #"{"jsonrpc":"2.0","id":100000,"method":"node/move","params":{"document":"d","ids":["\#(id)"],"by":{"x":12,"y":-8}}}"#
            })
    }

    /// Connections within a pointer's reach: between nodes whose numbers differ by less than 40.
    private static func connections(_ sample: Sample) -> Script {
        var numbers = SeededNumbers(seed: 23)
        return Script(
            (0..<4096).map { index in
                // Each source is used once, so that no connection is repeated.
                let source = (index * 7919) % (sample.count - 60)
                let target = source + 20 + numbers.below(40)
                return
                    #"{"jsonrpc":"2.0","id":100000,"method":"edge/connect","params":{"document":"d","edge":{"source":"\#(Sample.id(source))","#
                    + #""sourceHandle":"out","target":"\#(Sample.id(target))","targetHandle":"in"}}}"#
            })
    }

    // MARK: Connection rules

    func measureChecks() throws(CommandError) -> [Figure] {
        let nodes = options.nodes * 2 / 3
        let server = try server(.chained, nodes)
        let pointed = try self.server(.clustered, options.nodes)
        let path = try pointerPath(.clustered, options.nodes)
        var numbers = SeededNumbers(seed: 31)
        let near = Script(
            (0..<20_000).map { _ in
                let source = 200 + numbers.below(nodes - 400)
                return BenchRun.check(source, source - 100 + numbers.below(200))
            })
        let far = Script(
            (0..<turns(100)).map { _ in
                // From the last part back to the first: everything in between may have to be searched.
                BenchRun.check(nodes - 1 - numbers.below(nodes / 10), numbers.below(nodes / 10))
            })
        _ = try server.roundTrips(near, count: 100)
        var (checks, hits): ([Double], [Double]) = ([], [])
        let pace = try Comparison(batches: batches) { () throws(CommandError) in
            try server.roundTrips(near, count: turns(4000), times: &checks)
        } floor: { () throws(CommandError) in
            try pointed.roundTrips(path, count: turns(4000), times: &hits)
        }
        var worst: [Double] = []
        _ = try server.roundTrips(far, count: far.count, times: &worst)
        let (p99, hit) = (checks.quantile(0.99), hits.quantile(0.99))
        return [
            Figure(
                "check-near", p99 / hit, goal: 2, against: "hit-tests, both p99",
                shown: "p99 \(p99.asTime) to \(hit.asTime); mean \(pace.shown)"),
            Figure(
                "check-worst", worst.quantile(0.99) / 1e6, goal: 15 * Double(options.nodes) / 1e6, .milliseconds,
                against: "nothing",
                shown: "p99 of \(worst.count); p50 \(worst.quantile(0.5).asTime), most \((worst.max() ?? 0).asTime)"),
        ]
    }

    private static func check(_ source: Int, _ target: Int) -> String {
        #"{"jsonrpc":"2.0","id":100000,"method":"edge/check","params":{"document":"d","source":"\#(Sample.id(source))","#
            + #""sourceHandle":"out","target":"\#(Sample.id(target))","targetHandle":"in"}}"#
    }

    // MARK: Undo

    func measureUndo() throws(CommandError) -> [Figure] {
        let nodes = options.nodes
        let count = min(10_000, nodes / 10)
        let server = try server(.clustered, nodes)
        let first = nodes / 2
        let ids = (first..<first + count).map { "\"\(Sample.id($0))\"" }.joined(separator: ",")
        try server.ask(
            #"{"jsonrpc":"2.0","id":1,"method":"node/move","params":{"document":"d","ids":[\#(ids)],"by":{"x":12,"y":-8}}}"#
        )
        let undo = Script([#"{"jsonrpc":"2.0","id":100000,"method":"history/undo","params":{"document":"d"}}"#])
        let redo = Script([#"{"jsonrpc":"2.0","id":100000,"method":"history/redo","params":{"document":"d"}}"#])
        let mark = server.mark
        _ = try server.roundTrips(undo, count: 1)
        let bytes = mark.mean(server)
        let floor = try BenchPeer.floor(like: server, since: mark)
        _ = try server.roundTrips(redo, count: 1)
        let comparison = try Comparison(batches: batches * 3) { () throws(CommandError) in
            let time = try server.roundTrips(undo, count: 1)
            _ = try server.roundTrips(redo, count: 1)
            return time
        } floor: { () throws(CommandError) in
            try floor.roundTrips(undo, count: 1)
        }
        _ = try server.roundTrips(undo, count: 1)
        return [
            Figure(
                "undo-\(count)", comparison.ratio, goal: 28, against: "the floor, same bytes", shown: comparison.shown),
            Figure(
                "undo-bytes", Double(bytes.notice + bytes.reply) / Double(count), goal: 60, .bytes, against: "nothing",
                shown: "\(bytes.notice) bytes announced"),
        ]
    }
}
