import Host
import Wire

extension Program {
    /// Performs a command line; returns the exit code.
    static func run(_ words: [String]) throws(CommandError) -> Int32 {
        let named = words.first.flatMap { Command(word: $0) }
        if let first = words.first, named == nil, !first.hasPrefix("-") {
            let meant = NearName.nearest(to: first, among: Command.allCases.map(\.rawValue))
            throw CommandError(
                "unknown argument: \(first) (\(meant.map { "did you mean \($0)? " } ?? "")see nodewire --help)")
        }
        let rest = named == nil ? words : Array(words.dropFirst())
        let isLiteral = rest.firstIndex(of: "--") ?? rest.endIndex
        if rest[..<isLiteral].contains(where: { $0 == "--help" || $0 == "-h" }) {
            Platform.printOut(HelpText.text(named))
            return 0
        }
        if named == nil, rest.contains("--version") { return printVersion(isJSON: rest.contains("--json")) }
        let command = named ?? .serve
        do throws(CommandError) {
            return try perform(try Arguments(rest, of: command))
        } catch {
            // Commands for several files have listed the errors already.
            if rest[..<isLiteral].contains("--json"), ![.check, .info, .fmt].contains(command) {
                printJSON(["error": .string(error.message)])
            }
            throw CommandError(error.message, exitCode: error.exitCode ?? (command == .merge ? ExitCode.unmerged : nil))
        }
    }

    private static func perform(_ arguments: Arguments) throws(CommandError) -> Int32 {
        switch arguments.command {
        case .serve: return try serve(arguments)
        case .open: return try open(arguments)
        case .connect: return try connect(arguments)
        case .check: return try check(arguments)
        case .info: return try info(arguments)
        case .fmt: return try format(arguments)
        case .convert: return try convert(arguments)
        case .edit: return try edit(arguments)
        case .layout: return try layOut(arguments)
        case .render: return try render(arguments)
        case .diff: return try diff(arguments)
        case .accept: return try accept(arguments)
        case .merge: return try merge(arguments)
        case .replay: return try replay(arguments)
        case .trace: return try trace(arguments)
        case .shrink: return try shrink(arguments)
        case .load: return try load(arguments)
        case .mcp: return try serveAgents(arguments)
        case .spec: printSpec(isReference: arguments.has("--reference"))
        case .bench: throw startBench(arguments.optionWords)
        case .completions: Platform.printOut(try Completions.text(for: arguments.operands[0]))
        case .help: return try printHelp(arguments)
        case .version: return printVersion(isJSON: arguments.has("--json"))
        }
        return 0
    }

    private static func printVersion(isJSON: Bool) -> Int32 {
        if isJSON {
            printJSON(["program": "nodewire", "version": .string(version)])
        } else {
            Platform.printOut("nodewire \(version)\n")
        }
        return 0
    }

    private static func printHelp(_ arguments: Arguments) throws(CommandError) -> Int32 {
        if arguments.has("--man") {
            Platform.printOut(ManualPage.text(version: version))
            return 0
        }
        let word = arguments.operands.first
        let topic = word.flatMap { Command(word: $0) }
        if let word, topic == nil { throw CommandError("there is no command \(word) (see nodewire --help)") }
        if arguments.has("--json") {
            printJSON(topic?.description ?? Command.table(version: version))
        } else {
            Platform.printOut(HelpText.text(topic))
        }
        return 0
    }
}
