/// What the command line asks for.
struct Options {
    enum Command: String, CaseIterable {
        case serve, replay, shrink, spec, bench, help, version
    }

    static let version = "1.0.0"

    static let help = """
        Usage: nodewire [serve] [--stdio] [--root DIR] [--record FILE]
               nodewire replay FILE [--speed] [--out FILE]
               nodewire shrink FILE --fails COMMAND [--out FILE] [--runs N]
               nodewire spec [--reference]
               nodewire bench [--nodes N] [--rows NAME,...] [--quick] [--json]

        serve        Edit node graphs by JSON-RPC on standard input and output (the default).
        replay       Perform a recorded conversation again, without its files, and compare what comes of each message: exit
                     code 0 if all is the same, 1 at the first difference, 2 if it is no recording.
        shrink       Find a shorter recording for which COMMAND still fails, which is: does not exit with 0.
        spec         Print the OpenRPC document of the protocol, or with --reference the page made from it.
        bench        Measure this build: each row against a floor of the same run, beside its goal.

        --stdio      Accepted for clients that pass it: there is no other transport.
        --root DIR   Keep to the files below DIR; the working folder if left out.
        --record FILE
                     Write the conversation into a new file, with the contents of the files it reads.
        --speed      Replay it five times, and tell how fast the fastest was.
        --out FILE   replay: write the recording with the outputs of this build, whatever they are.
                     shrink: where the short recording goes (FILE.short if left out).
        --fails CMD  A shell command; {} in it becomes the name of a recording, which is else put at its end.
        --runs N     Run it at most so often (2000).
        --nodes N    The largest document of the benchmark (1000000).
        --rows ...   Only these rows: hit, drag, input, guides, pinch, lasso, edit, check, open, serialise, undo, memory,
                     start, replica, replay.
        --quick      Fewer and shorter batches.
        --json       Print an array of figures.
        --help, -h   Print this text.
        --version    Print the version.

        """

    var command = Command.serve
    /// Whether `spec` prints the reference in place of the OpenRPC document.
    var isReference = false
    /// What follows `bench`, `replay` or `shrink`.
    var rest: [String] = []
    /// The file to record into; nil for none.
    var recording: String?
    /// The folder that paths start from; nil for the working folder.
    var root: String?

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = arguments.makeIterator()
        var named: Command?
        while let argument = rest.next() {
            switch argument {
            case "bench" where named == nil, "replay" where named == nil, "shrink" where named == nil:
                command = Command(rawValue: argument) ?? .help
                while let word = rest.next() { self.rest.append(word) }
                return
            case "serve", "spec", "bench", "replay", "shrink":
                guard named == nil else { throw UsageError("unexpected argument: \(argument)") }
                named = Command(rawValue: argument)
            case "--stdio": break
            case "--reference" where named == .spec: isReference = true
            case "--root":
                guard let folder = rest.next(), !folder.isEmpty else { throw UsageError("--root needs a folder") }
                root = folder
            case _ where argument.hasPrefix("--root="):
                root = String(argument.dropFirst("--root=".count))
            case "--record":
                guard let file = rest.next(), !file.isEmpty else { throw UsageError("--record needs a file") }
                recording = file
            case _ where argument.hasPrefix("--record="):
                recording = String(argument.dropFirst("--record=".count))
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
