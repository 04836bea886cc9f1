import Host
import Recordings
import Wire

/// Sends messages to a server at a constant rate and prints how long their answers take; returns the exit code, 1 if a threshold
/// is missed.
func load(_ arguments: Arguments) throws(CommandError) -> Int32 {
    let stream = try LoadStream(arguments)
    let rate = try arguments.number("--rate", or: 1000, in: 0.01...1_000_000)
    let duration = try arguments.number("--duration", or: 10, in: 0.01...86_400)
    var thresholds: [LoadThreshold] = []
    for text in arguments.values("--threshold") {
        guard let threshold = LoadThreshold(text) else {
            throw CommandError(
                "--threshold needs a figure and a bound, as p99<5ms, max<1s, errors<1 or rate>900, not \(text)")
        }
        thresholds.append(threshold)
    }
    let count = min(max(Int((rate * duration).rounded()), 1), stream.count ?? .max)
    let folder = try Platform.makeTemporaryFolder()
    defer { Platform.removeFolder(folder) }
    let run = try LoadRun(server: arguments.value("--server"), in: folder)
    defer { run.end() }
    try run.open(stream)
    let report = LoadReport(try run.send(stream, count: count, rate: rate), rate, thresholds)
    if arguments.has("--json") { printJSON(report.json) }
    if arguments.printsText { Platform.printOut(report.text) }
    return report.missed.isEmpty ? 0 : ExitCode.found
}

extension LoadStream {
    private static let mostNodes = 500_000

    /// The stream of a command line: a recording, or a generated one.
    fileprivate init(_ arguments: Arguments) throws(CommandError) {
        guard let name = arguments.value("--generate") else {
            guard let file = arguments.operands.first else {
                throw CommandError("load needs a recording or --generate")
            }
            self.init(try Recording(path: file))
            return
        }
        if !arguments.operands.isEmpty { throw CommandError("a recording and --generate do not go together") }
        guard let kind = Kind(rawValue: name) else { throw CommandError("there is no stream \(name)") }
        self.init(kind, nodes: Int(try arguments.number("--nodes", or: 1000, in: 1...Double(Self.mostNodes))))
    }
}

extension Arguments {
    /// The value of an option that is a number.
    ///
    /// - Throws: for anything but a number in the range.
    fileprivate func number(_ name: String, or other: Double, in range: ClosedRange<Double>) throws(CommandError)
        -> Double
    {
        guard let text = value(name) else { return other }
        guard let number = Double(text), range.contains(number) else {
            throw CommandError("\(name) needs a number from \(range.lowerBound.short) to \(range.upperBound.short)")
        }
        return number
    }
}
