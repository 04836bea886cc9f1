import Editing
import Graph
import Host
import Values
import Wire

// The rows about computed values of nodes, measured in this process.

extension BenchRun {
    func measureValues() throws(CommandError) -> [Figure] {
        try [measureExpression(), measureChain(), measureChangedValue()]
    }

    private static let formula = "x * 2 + y / 3 - z * x"

    /// Evaluates five operators on three numbers, compiled once.
    private func measureExpression() throws(CommandError) -> Figure {
        guard let expression = try? Expression(BenchRun.formula) else { throw CommandError("a wrong expression") }
        var operands = Operands([1.5, 2.5, 3.5].map { .success(.number($0)) })
        var evaluator = Evaluator()
        let count = turns(500_000)
        var sum = 0.0
        var times: [Double] = []
        for _ in 0...batches {
            times.append(
                try timed { () throws(CommandError) in
                    for turn in 0..<count {
                        operands[0] = .success(.number(Double(turn & 7)))
                        if case .number(let value)? = try? evaluator.evaluate(expression, operands) { sum += value }
                    }
                } / Double(count))
        }
        if !sum.isFinite { throw CommandError("an expression gave no number") }
        let ours = times.dropFirst().sorted()[batches / 2]
        guard let peer = BenchRun.pythonNanoseconds() else {
            return Figure("expression", ours / 1000, goal: 0.05, .microseconds, against: "nothing", shown: ours.asTime)
        }
        return Figure(
            "expression", ours / peer, goal: 0.26, against: "CPython's eval, compiled",
            shown: "\(ours.asTime) to \(peer.asTime)")
    }

    /// Returns the time that CPython takes for the same expression; nil if it is not installed.
    private static func pythonNanoseconds() -> Double? {
        let script = """
            import sys, time, timeit
            names = {"x": 1.5, "y": 2.5, "z": 3.5}
            code = compile(sys.argv[1], "", "eval")
            clock = timeit.Timer("eval(code, names)", timer=time.process_time, globals={"code": code, "names": names})
            times = clock.repeat(number=200000)
            print(min(times) / 200000 * 1e9)
            """
        return ChildProcess.outputLine(of: "python3", ["-c", script, formula]).flatMap { Double($0) }
    }

    private static let chained = 100_000

    /// Computes all values of a chain, in which each node waits for the previous one.
    private func measureChain() throws(CommandError) -> Figure {
        var times: [Double] = []
        let document = try BenchRun.computed(chains: 1, of: BenchRun.chained)
        for _ in 0..<batches {
            var document = document
            times.append(try timed { () throws(CommandError) in document.updateValues() } / 1e6)
        }
        return Figure(
            "values-chain", times.least, goal: 50, .milliseconds, against: "nothing",
            shown: "\(BenchRun.chained) nodes, \((times.least * 1e6 / Double(BenchRun.chained)).asTime) each")
    }

    /// Measures the cost of changing a number on which ten nodes depend, beyond the same edit without a client that
    /// asks for values.
    private func measureChangedValue() throws(CommandError) -> Figure {
        let chains = BenchRun.chained / 11
        var asked = DocumentEditor(try BenchRun.computed(chains: chains, of: 11))
        var silent = asked
        asked.keepValueChanges(true)
        var (changed, turn) = (0, 0)
        let comparison = try Comparison(batches: batches) { () throws(CommandError) in
            try timed { () throws(CommandError) in
                for _ in 0..<turns(2000) {
                    turn += 1
                    try BenchRun.change(turn, chains, &asked)
                    changed += asked.takeValueChanges().count
                }
            } / Double(turns(2000))
        } floor: { () throws(CommandError) in
            try timed { () throws(CommandError) in
                for index in 0..<turns(2000) { try BenchRun.change(index, chains, &silent) }
            } / Double(turns(2000))
        }
        if changed != turn * 11 { throw CommandError("\(changed) values changed in \(turn) edits") }
        let beyond = (comparison.ours.least - comparison.floor.least) / 1000
        return Figure(
            "values-edit", beyond, goal: 20, .microseconds, against: "the edit alone",
            shown: "\(comparison.shown), 10 descendants, \(chains * 11) nodes")
    }

    private static func change(_ turn: Int, _ chains: Int, _ editor: inout DocumentEditor) throws(CommandError) {
        let id = Node.ID("n\((turn * 7919) % chains * 11)")
        do throws(EditError) {
            _ = try editor.perform(.init(cause: "bench")) { (open) throws(EditError) in
                try open.updateNode(id, patch: ["data": ["v": .number(Double(turn) + 0.5)]])
            }
            editor.forgetCommits()
        } catch {
            throw CommandError(error.message)
        }
    }

    /// Chains of nodes that add to their input.
    private static func computed(chains: Int, of length: Int) throws(CommandError) -> Document {
        var text = JSONWriter()
        text.open(
            #"{"types":{"t":{"computed":"in * 0.5 + data.v","handles":[{"id":"in","type":"target","default":0},{"id":"out","type":"source"}]}},"nodes":["#
        )
        for number in 0..<chains * length {
            text.raw(Array(#"{"id":"n\#(number)","type":"t","data":{"v":\#(number % 10)}}"#.utf8))
        }
        text.endArray()
        text.name("edges")
        text.beginArray()
        for number in 1..<chains * length where number % length != 0 {
            text.raw(Array(#"{"id":"e\#(number)","source":"n\#(number - 1)","target":"n\#(number)"}"#.utf8))
        }
        text.endArray()
        text.endObject()
        return try BenchRun.open(text).document
    }
}
