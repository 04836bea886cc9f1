import Host

/// The options of the command line.
struct BenchOptions {
    /// The number of nodes of the largest document; smaller documents have a tenth and a thousandth of it.
    var nodes = 1_000_000
    /// The rows to measure; by default all.
    var rows = BenchRow.allCases
    /// Is true for fewer and shorter batches: the same rows with more noise.
    var isQuick = false
    var isJSON = false

    init(_ arguments: some Sequence<String>) throws(CommandError) {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--quick": isQuick = true
            case "--json": isJSON = true
            case "--nodes":
                guard let count = rest.next().flatMap({ Int($0) }), (1000...5_000_000).contains(count) else {
                    throw CommandError("--nodes needs a number from 1000 to 5000000")
                }
                nodes = count
            case "--rows":
                rows = try BenchOptions.rows(rest.next() ?? "")
            default: throw CommandError("unknown argument: \(argument) (see nodewire bench --help)")
            }
        }
    }

    private static func rows(_ list: String) throws(CommandError) -> [BenchRow] {
        var rows: [BenchRow] = []
        for name in list.split(separator: ",") {
            guard let row = BenchRow(rawValue: String(name)) else {
                let known = BenchRow.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandError("there is no row \(name); the rows are \(known)")
            }
            rows.append(row)
        }
        if rows.isEmpty { throw CommandError("--rows needs names separated by commas") }
        return rows
    }
}

/// A subject of the benchmark, with one or more figures.
enum BenchRow: String, CaseIterable {
    case hit, drag, input, guides, pinch, clusters, lasso, edit, clipboard, groups, check, schemas, open, serialise,
        undo, memory, start, replica, merge, journal, replay, find, values, diagnostics, layouts, imports, formats,
        routes,
        edges, embedded

    /// Measures its figures.
    func measure(in run: BenchRun) throws(CommandError) -> [Figure] {
        switch self {
        case .find: try run.measureFinding()
        case .hit: try run.measureHits()
        case .drag: try run.measureDrags()
        case .input: try run.measureInput()
        case .guides: try run.measureGuides()
        case .pinch: try run.measurePinches()
        case .clusters: try run.measureClusters()
        case .lasso: try run.measureLassos()
        case .edit: try run.measureEdits()
        case .clipboard: try run.measureClipboard()
        case .groups: try run.measureGroups()
        case .check: try run.measureChecks()
        case .schemas: try run.measureSchemas()
        case .open: try run.measureOpening()
        case .serialise: try run.measureSerialising()
        case .undo: try run.measureUndo()
        case .memory: try run.measureMemory()
        case .start: try run.measureStart()
        case .replica: try run.measureReplica()
        case .merge: try run.measureMerges()
        case .journal: try run.measureJournal()
        case .replay: try run.measureReplay()
        case .values: try run.measureValues()
        case .diagnostics: try run.measureDiagnostics()
        case .layouts: try run.measureLayouts()
        case .imports: try run.measureImports()
        case .formats: try run.measureFormats()
        case .routes: try run.measureRoutes()
        case .edges: try run.measureEdges()
        case .embedded: try run.measureEmbedded()
        }
    }
}
