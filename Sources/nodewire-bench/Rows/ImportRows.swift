import Host
import Wire

// The rows about trees that are imported into a new document and laid out.

extension BenchRun {
    func measureImports() throws(CommandError) -> [Figure] {
        var medians: [Double] = []
        let depths = [atMost(50_000), atMost(100_000)]
        for depth in depths {
            let text = String(repeating: "[", count: depth) + "Int" + String(repeating: "]", count: depth)
            let params =
                #"{"format":"swiftType","text":"\#(text)","options":{"layout":{"edges":"keep"}}}"#
            let message = #"{"jsonrpc":"2.0","id":1,"method":"document/import","params":\#(params)}"#
            var times: [Double] = []
            for _ in 0..<batches {
                let server = try launchServer()
                // The first of a process waits for memory, too.
                try server.ask(message)
                times.append(try timed { () throws(CommandError) in try server.ask(message) })
            }
            medians.append(times.median)
        }
        return [
            Figure(
                "import-types", medians[1] / 1e6, goal: 230, .milliseconds, against: "nothing",
                shown: "a Swift type of \(depths[1]) brackets, one in another"),
            Figure(
                "import-types-growth", medians[1] / medians[0], goal: 2.5, against: "\(depths[0]) brackets",
                shown: "\(depths[1]) brackets"),
        ]
    }
}
