import Host
import Wire

// The rows about importing trees into a new document with a layout.

extension BenchRun {
    func measureImports() throws(CommandError) -> [Figure] {
        var leasts: [Double] = []
        let depths = [atMost(50_000), atMost(100_000)]
        for depth in depths {
            let text = String(repeating: "[", count: depth) + "Int" + String(repeating: "]", count: depth)
            let params =
                #"{"format":"swiftType","text":"\#(text)","options":{"layout":{"edges":"keep"}}}"#
            let message = #"{"jsonrpc":"2.0","id":1,"method":"document/import","params":\#(params)}"#
            var times: [Double] = []
            for _ in 0..<batches {
                let server = try launchServer()
                // The first import of a process also waits for memory.
                try server.ask(message)
                times.append(try timed(with: server) { () throws(CommandError) in try server.ask(message) })
            }
            leasts.append(times.least)
        }
        return [
            Figure(
                "import-types", leasts[1] / 1e6, goal: 560, .milliseconds, against: "nothing",
                shown: "a Swift type of \(depths[1]) brackets, one in another"),
            Figure(
                "import-types-growth", leasts[1] / leasts[0], goal: 2.8, against: "\(depths[0]) brackets",
                shown: "\(depths[1]) brackets"),
        ]
    }
}
