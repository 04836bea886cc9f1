import Host
import Wire

// The rows of copying, pasting and importing.

extension BenchRun {
    /// Copies and pastes 10,000 nodes with their edges, and undoes that, as round trips with all notifications.
    func measureClipboard() throws(CommandError) -> [Figure] {
        let count = min(10_000, options.nodes)
        let server = try server(.clustered, options.nodes)
        let ids = (0..<count).map { "\"\(Sample.id($0))\"" }.joined(separator: ",")
        let copy =
            #"{"jsonrpc":"2.0","id":100000,"method":"document/copy","params":{"document":"d","nodes":[\#(ids)]}}"#
        let undo = Script([#"{"jsonrpc":"2.0","id":100000,"method":"history/undo","params":{"document":"d"}}"#])
        let copies = Script([copy])
        let fragment = try BenchRun.fragment(in: try server.ask(copy))
        let pastes = Script([
            #"{"jsonrpc":"2.0","id":100000,"method":"document/paste","params":{"document":"d","fragment":\#(fragment)}}"#
        ])
        var (copying, pasting, undoing): ([Double], [Double], [Double]) = ([], [], [])
        for batch in 0...batches {
            let times = (
                try server.roundTrips(copies, count: 1), try server.roundTrips(pastes, count: 1),
                try server.roundTrips(undo, count: 1)
            )
            if batch == 0 { continue }
            copying.append(times.0)
            pasting.append(times.1)
            undoing.append(times.2)
        }
        let whole = zip(copying, pasting).map { $0 + $1 }.least
        return [
            Figure(
                "paste-\(count)", whole / 1e6, goal: 130, .milliseconds, against: "nothing",
                shown: "copy \(copying.least.asTime), paste \(pasting.least.asTime), \(fragment.utf8.count) bytes"),
            Figure(
                "paste-undo-\(count)", undoing.least / 1e6, goal: 20, .milliseconds, against: "nothing",
                shown: undoing.least.asTime), try measureReplacing(count),
        ]
    }

    /// Imports a copy with all nodes moved, with `replace`, as a round trip with all notifications.
    private func measureReplacing(_ count: Int) throws(CommandError) -> Figure {
        let server = try server(.clustered, count)
        let text = sample(.clustered, count).text()
        var quoted = JSONWriter()
        text.withBytes { quoted.string(utf8: $0) }
        let imports = [0, 40].map { x in
            Script([
                #"{"jsonrpc":"2.0","id":100000,"method":"document/import","params":{"document":"d","replace":true,"#
                    + #""at":{"x":\#(x),"y":0},"text":\#(String(decoding: quoted.bytes, as: UTF8.self))}}"#
            ])
        }
        var times: [Double] = []
        for batch in 0...2 * batches {
            let time = try server.roundTrips(imports[batch % 2], count: 1)
            if batch > 0 { times.append(time) }
        }
        return Figure(
            "import-replace-\(count)", times.least / 1e6, goal: 100, .milliseconds, against: "nothing",
            shown: "\(times.least.asTime), \(text.count) bytes")
    }

    /// The fragment in a reply to `document/copy`.
    private static func fragment(in reply: String) throws(CommandError) -> String {
        guard let json = JSON(parsing: reply), let fragment = json["result"]?["fragment"] else {
            throw CommandError("a copy has a fragment")
        }
        return String(decoding: fragment.text.bytes, as: UTF8.self)
    }
}
