/// What the command line asks `nodewire bench` for.
struct BenchOptions {
    /// Nodes of the largest document; the smaller ones are a tenth and a thousandth of it.
    var nodes = 1_000_000
    /// The rows to measure, all of them by default.
    var rows = BenchRow.allCases
    /// Fewer and shorter batches: the same rows, with more noise.
    var isQuick = false
    var isJSON = false

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--quick": isQuick = true
            case "--json": isJSON = true
            case "--nodes":
                guard let count = rest.next().flatMap({ Int($0) }), (1000...5_000_000).contains(count) else {
                    throw UsageError("--nodes needs a number from 1000 to 5000000")
                }
                nodes = count
            case "--rows":
                rows = try BenchOptions.rows(rest.next() ?? "")
            default: throw UsageError("unknown argument: \(argument) (see nodewire --help)")
            }
        }
    }

    private static func rows(_ list: String) throws(UsageError) -> [BenchRow] {
        var rows: [BenchRow] = []
        for name in list.split(separator: ",") {
            guard let row = BenchRow(rawValue: String(name)) else {
                let known = BenchRow.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError("there is no row \(name); the rows are \(known)")
            }
            rows.append(row)
        }
        if rows.isEmpty { throw UsageError("--rows needs names separated by commas") }
        return rows
    }
}

/// One subject of the benchmark; it gives one or several figures.
enum BenchRow: String, CaseIterable {
    case hit, drag, input, guides, pinch, clusters, lasso, edit, check, open, serialise, undo, memory, start, replica,
        replay

    /// Measures its figures.
    func measure(with lab: Laboratory) throws(BenchError) -> [Figure] {
        switch self {
        case .hit: try lab.measureHits()
        case .drag: try lab.measureDrags()
        case .input: try lab.measureInput()
        case .guides: try lab.measureGuides()
        case .pinch: try lab.measurePinches()
        case .clusters: try lab.measureClusters()
        case .lasso: try lab.measureLassos()
        case .edit: try lab.measureEdits()
        case .check: try lab.measureChecks()
        case .open: try lab.measureOpening()
        case .serialise: try lab.measureSerialising()
        case .undo: try lab.measureUndo()
        case .memory: try lab.measureMemory()
        case .start: try lab.measureStart()
        case .replica: try lab.measureReplica()
        case .replay: try lab.measureReplay()
        }
    }
}

/// Why a measurement could not be made.
struct BenchError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
