/// What the command line asks for.
struct Options {
    enum Command: String, CaseIterable {
        case serve, spec, bench, help, version
    }

    static let version = "1.0.0"

    static let help = """
        Usage: nodewire [serve] [--stdio] [--root DIR]
               nodewire spec [--reference]
               nodewire bench [--nodes N] [--rows NAME,...] [--quick] [--json]

        serve        Edit node graphs by JSON-RPC on standard input and output (the default).
        spec         Print the OpenRPC document of the protocol, or with --reference the page made from it.
        bench        Measure this build: each row against a floor of the same run, beside its goal.

        --stdio      Accepted for clients that pass it: there is no other transport.
        --root DIR   Keep to the files below DIR; the working folder if left out.
        --nodes N    The largest document of the benchmark (1000000).
        --rows ...   Only these rows: hit, drag, lasso, edit, check, open, serialise, undo, memory, start, replica.
        --quick      Fewer and shorter batches.
        --json       Print an array of figures.
        --help, -h   Print this text.
        --version    Print the version.

        """

    var command = Command.serve
    /// Whether `spec` prints the reference in place of the OpenRPC document.
    var isReference = false
    /// What follows `bench`.
    var benchArguments: [String] = []
    /// The folder that paths start from; nil for the working folder.
    var root: String?

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = arguments.makeIterator()
        var named: Command?
        while let argument = rest.next() {
            switch argument {
            case "bench" where named == nil:
                command = .bench
                while let word = rest.next() { benchArguments.append(word) }
                return
            case "serve", "spec", "bench":
                guard named == nil else { throw UsageError("unexpected argument: \(argument)") }
                named = Command(rawValue: argument)
            case "--stdio": break
            case "--reference" where named == .spec: isReference = true
            case "--root":
                guard let folder = rest.next(), !folder.isEmpty else { throw UsageError("--root needs a folder") }
                root = folder
            case _ where argument.hasPrefix("--root="):
                root = String(argument.dropFirst("--root=".count))
            case "--help", "-h":
                command = .help
                return
            case "--version":
                command = .version
                return
            default: throw UsageError("unknown argument: \(argument) (see nodewire --help)")
            }
        }
        command = named ?? .serve
    }
}

/// Why the process cannot begin what the command line asks for.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
