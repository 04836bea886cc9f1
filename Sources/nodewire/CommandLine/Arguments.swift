import Host
import Wire

/// The words of a command line after the command.
struct Arguments {
    let command: Command
    /// The words that belong to no option.
    private(set) var operands: [String] = []
    private var given: [(name: String, value: String)] = []

    /// Reads the words by the table of a command; an option is written as `--name VALUE` or `--name=VALUE`, and all after
    /// `--` are operands.
    ///
    /// - Throws: for an unknown word, with a suggestion; for an option without its value; for too few or too many
    ///   operands.
    init(_ words: [String], of command: Command) throws(CommandError) {
        self.command = command
        let row = command.row
        var rest = words.makeIterator()
        while let word = rest.next() {
            if word == "--" {
                while let operand = rest.next() { operands.append(operand) }
            } else if !word.hasPrefix("-") || word == "-" {
                operands.append(word)
            } else {
                try readOption(word, of: row, &rest)
            }
        }
        if operands.count > row.operandCount.upperBound {
            throw CommandError("unexpected argument: \(operands[row.operandCount.upperBound]) (see nodewire --help)")
        }
        if operands.count < row.operandCount.lowerBound { throw CommandError("\(command.rawValue) needs \(row.need)") }
    }

    private mutating func readOption(
        _ word: String, of row: Command.Row, _ rest: inout some IteratorProtocol<String>
    ) throws(CommandError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = row.options.first(where: { $0.names.contains(parts[0]) }) else {
            let meant = NearName.nearest(to: parts[0], among: row.options.flatMap(\.names) + ["--help"]).map {
                "did you mean \($0)? "
            }
            throw CommandError("unknown argument: \(word) (\(meant ?? "")see nodewire --help)")
        }
        if option.value == nil {
            if parts.count > 1 { throw CommandError("\(parts[0]) takes no value") }
            return given.append((option.name, ""))
        }
        guard let value = parts.count > 1 ? parts[1] : rest.next(), !value.isEmpty else {
            throw CommandError("\(parts[0]) needs \(option.need)")
        }
        if !option.choices.isEmpty, !option.choices.contains(value) {
            throw CommandError("\(parts[0]) is one of \(option.choices.joined(separator: ", ")), not \(value)")
        }
        given.append((option.name, value))
    }

    /// Returns true if an option is there.
    func has(_ name: String) -> Bool { given.contains { $0.name == name } }

    /// The value of an option; the last one counts.
    func value(_ name: String) -> String? { given.last { $0.name == name }?.value }

    /// All values of an option.
    func values(_ name: String) -> [String] { given.filter { $0.name == name }.map(\.value) }

    /// All options as words, each value after its name.
    var optionWords: [String] { given.flatMap { $0.value.isEmpty ? [$0.name] : [$0.name, $0.value] } }

    /// Is true if a report in words should be printed.
    var printsText: Bool { !has("--json") && !has("--quiet") }

    /// Throws if a report in JSON is requested and the document itself goes to standard output.
    func keepReportApart() throws(CommandError) {
        if has("--json"), out == nil {
            throw CommandError("--json needs --out and a file: the document itself goes to standard output")
        }
    }

    /// The value of an option that names a file to write; nil is standard output.
    var out: String? { value("--out").flatMap { $0 == "-" ? nil : $0 } }
}
