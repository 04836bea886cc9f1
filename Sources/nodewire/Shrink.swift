import Wire

/// The search for a shorter recording that still fails, by delta debugging (Zeller and Hildebrandt 2002, ddmin).
///
/// First what belongs together goes together: a pointer from its down to its up, a gesture, a group of edits, from begin to
/// end. Then single messages go. What is left is minimal in that no message of it can be left out alone, unless the runs
/// were used up.
struct Shrink {
    private let recording: Recording
    /// Whether the recording of these entries, in their order, still fails.
    private let fails: ([Int]) throws(UsageError) -> Bool
    private var runs: Int
    private(set) var runCount = 0
    /// What was asked before: the steps of the search meet again.
    private var known: [[Int]: Bool] = [:]

    init(_ recording: Recording, runs: Int, fails: @escaping ([Int]) throws(UsageError) -> Bool) {
        self.recording = recording
        self.runs = runs
        self.fails = fails
    }

    /// The entries that are left; nil if even the whole recording does not fail.
    mutating func run() throws(UsageError) -> [Int]? {
        let all = Array(recording.entries.indices)
        guard try test(all) else { return nil }
        let kept = recording.fixedEntries
        var left = all
        for units in [recording.groups(of:), { (rest: [Int]) in rest.map { [$0] } }] {
            let loose = left.filter { !kept.contains($0) }
            left = try minimize(units(loose), keeping: kept.filter(left.contains))
        }
        return left
    }

    /// ddmin over the units; answers the entries of those that are left, and the kept ones.
    private mutating func minimize(_ all: [[Int]], keeping kept: [Int]) throws(UsageError) -> [Int] {
        var units = all
        func entries(_ units: some Sequence<[Int]>) -> [Int] { (kept + units.joined()).sorted() }
        if try test(entries([])) { return entries([]) }
        var parts = 2
        while units.count >= 2, runs > 0 {
            let bounds = (0...parts).map { units.count * $0 / parts }
            let pieces = zip(bounds, bounds.dropFirst()).map { $0..<$1 }.filter { !$0.isEmpty }
            var next: (units: [[Int]], parts: Int)?
            for piece in pieces where try test(entries(units[piece])) {
                next = (Array(units[piece]), 2)
                break
            }
            if next == nil {
                for piece in pieces {
                    let rest = units[..<piece.lowerBound] + units[piece.upperBound...]
                    if try test(entries(rest)) {
                        next = (Array(rest), max(parts - 1, 2))
                        break
                    }
                }
            }
            if let next {
                (units, parts) = next
            } else if parts < units.count {
                parts = min(parts * 2, units.count)
            } else {
                break
            }
        }
        return entries(units)
    }

    private mutating func test(_ entries: [Int]) throws(UsageError) -> Bool {
        if let answer = known[entries] { return answer }
        guard runs > 0 else { return false }
        runs -= 1
        runCount += 1
        let answer = try fails(entries)
        known[entries] = answer
        return answer
    }
}

// MARK: What belongs together

extension Recording {
    /// What every shorter recording begins with: the messages that open the conversation.
    fileprivate var fixedEntries: [Int] {
        entries.indices.filter { index in
            let method = facts(of: index).method
            return method == "initialize" || method == "initialized"
        }
    }

    /// The entries as units that go together: from what begins something to what ends it, each in its view or document.
    fileprivate func groups(of indices: [Int]) -> [[Int]] {
        var units: [[Int]] = []
        var open: [String: Int] = [:]
        for index in indices {
            let facts = facts(of: index)
            guard let key = facts.key else {
                units.append([index])
                continue
            }
            if let place = open[key], facts.phase != .begin {
                units[place].append(index)
            } else {
                if facts.phase == .begin { open[key] = units.count }
                units.append([index])
            }
            if facts.phase == .end { open[key] = nil }
        }
        return units
    }

    /// The text of some entries, without what came of them.
    fileprivate func text(of indices: [Int]) -> [Range<Int>] { [header] + indices.flatMap { entries[$0].lines } }

    private enum Phase { case begin, middle, end }

    /// What a message says about its place: its method, what it is a part of, and which.
    private func facts(of index: Int) -> (method: String?, key: String?, phase: Phase) {
        let nothing: (String?, String?, Phase) = (nil, nil, .middle)
        guard let text = withBody(of: entries[index].event, { String(decoding: $0, as: UTF8.self) }),
            let message = JSON(parsing: text), let method = message["method"]?.stringValue
        else { return nothing }
        let params = message["params"]
        let view = params?["view"]?.stringValue ?? params?["document"]?.stringValue ?? ""
        switch method {
        case "input/pointer":
            let phase = params?["phase"]?.stringValue
            return (
                method, "pointer \(params?["id"].map(\.description) ?? "") \(view)",
                phase == "down" ? .begin : phase == "up" || phase == "cancel" ? .end : .middle
            )
        case "input/pinch":
            let phase = params?["phase"]?.stringValue
            return (
                method, "pinch \(view)",
                phase == "begin" ? .begin : phase == "end" || phase == "cancel" ? .end : .middle
            )
        case "gesture/begin": return (method, "gesture \(view)", .begin)
        case "gesture/update": return (method, "gesture \(view)", .middle)
        case "gesture/end", "gesture/cancel": return (method, "gesture \(view)", .end)
        case "history/begin": return (method, "history \(view)", .begin)
        case "history/end", "history/cancel": return (method, "history \(view)", .end)
        default: return (method, nil, .middle)
        }
    }
}

// MARK: The command

/// What the command line asks `nodewire shrink` for.
private struct ShrinkOptions {
    var file = ""
    var command = ""
    var out: String?
    var runs = 2000

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--fails": command = rest.next() ?? ""
            case "--out":
                guard let name = rest.next(), !name.isEmpty else { throw UsageError("--out needs a file") }
                out = name
            case "--runs":
                guard let count = rest.next().flatMap({ Int($0) }), count > 0 else {
                    throw UsageError("--runs needs a number")
                }
                runs = count
            case _ where argument.hasPrefix("-") || !file.isEmpty:
                throw UsageError("unknown argument: \(argument) (see nodewire --help)")
            default: file = argument
            }
        }
        if file.isEmpty { throw UsageError("shrink needs the file of a recording") }
        if command.isEmpty { throw UsageError("shrink needs --fails and a command") }
    }
}

/// Writes the shortest recording found for which a command still fails; answers the exit code, 1 if none fails.
func shrink(_ arguments: [String]) throws(UsageError) -> Int32 {
    let options = try ShrinkOptions(arguments)
    let recording = try Recording(path: options.file)
    let folder: String
    do throws(BenchError) { folder = try Platform.makeFolder() } catch { throw UsageError(error.message) }
    let name = "candidate.jsonl"
    defer { Platform.remove([name], in: folder) }
    let command = shellCommand(options.command, "\(folder)/\(name)")
    var search = Shrink(recording, runs: options.runs) { (entries) throws(UsageError) in
        try recording.write(entries, to: "\(folder)/\(name)")
        return try hasFailed(command)
    }
    guard let left = try search.run() else {
        Platform.log("nodewire: the command does not fail for \(options.file)\n")
        return 1
    }
    let out = options.out ?? options.file + ".short"
    try recording.write(left, to: out)
    let count = left.count { recording.entries[$0].event.isMessage }
    Platform.printOut("\(count) of \(recording.messageCount) messages after \(search.runCount) runs, in \(out)\n")
    return 0
}

extension Recording {
    fileprivate func write(_ entries: [Int], to path: String) throws(UsageError) {
        let lines = text(of: entries)
        try bytes.withUnsafeBufferPointer { (all) throws(UsageError) in
            try Platform.writeFile(path, lines.map { UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: all[$0])) })
        }
    }
}

/// The command with the name of the recording in it, or behind it.
private func shellCommand(_ command: String, _ file: String) -> String {
    let quoted = "'" + file.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    var filled = ""
    var rest = command[...]
    while let place = rest.indices.first(where: { rest[$0...].hasPrefix("{}") }) {
        filled += rest[..<place] + quoted
        rest = rest[place...].dropFirst(2)
    }
    filled = filled.isEmpty ? command + " " + quoted : filled + rest
    return "(\(filled)\n) </dev/null >/dev/null 2>&1"
}

/// Runs a command in the shell. A signal that ends it is a failure; that there is no such command ends the search.
private func hasFailed(_ command: String) throws(UsageError) -> Bool {
    let child: Child
    do throws(BenchError) {
        child = try Platform.spawn("/bin/sh", ["-c", command])
    } catch {
        throw UsageError(error.message)
    }
    let code = Platform.finish(child)
    if code == 126 || code == 127 { throw UsageError("the command cannot be run: \(command)") }
    return code != 0
}
