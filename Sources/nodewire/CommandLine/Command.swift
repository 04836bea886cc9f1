/// The commands of the program.
enum Command: String, CaseIterable {
    case serve, open, connect, mcp, check, info, fmt, convert, edit, layout, render, diff, accept, merge, replay, trace,
        shrink, load
    case spec, bench, completions, help, version

    /// The description of a command: the only source of its parser, its help, its completions and the manual.
    struct Row {
        /// The operands, as the usage lists them.
        let operands: String
        /// The number of operands.
        let operandCount: ClosedRange<Int>
        /// The operands in the words of an error.
        let need: String
        /// Its effect, in one sentence.
        let summary: String
        /// More lines of help.
        var text = ""
        let options: [CommandOption]
    }

    /// The command that a word names, also by a former name.
    init?(word: String) {
        if word == "export" { self = .convert } else { self.init(rawValue: word) }
    }

    private static let file = (operands: "FILE", count: 1...1, need: "the file of a document, or -")
    private static let files = (operands: "FILE...", count: 1...100_000, need: "files of documents, folders, or -")

    var row: Row {
        switch self {
        case .serve: Command.serving
        case .open: Command.opening
        case .connect:
            Row(
                operands: "PLACE", operandCount: 1...1, need: "the socket of a server, or 127.0.0.1:PORT",
                summary: "Join standard input and output to the socket of a server that others share.",
                text:
                    "Any client of nodewire serve can run it in place of that. At a port its initialize has the token.",
                options: [])
        case .mcp: Command.servingAgents
        case .check:
            Row(
                operands: "FILE...", operandCount: 1...100_000, need: Command.files.need,
                summary: "Find what is wrong with documents.",
                text:
                    "The exit code is 0 if nothing is, 1 if there are errors or a part of the structure cannot be kept, 2 if a file cannot be read.",
                options: [
                    .json, .quiet, .from, .fence, .rules,
                    CommandOption(
                        ["--strict"], "End with the exit code 1 if anything is found, whatever its grade and severity."),
                ] + CommandOption.unsaved)
        case .info:
            Row(
                operands: "FILE...", operandCount: 1...100_000, need: Command.files.need,
                summary: "Print the format of documents, and how many nodes of each type and how many edges they hold.",
                options: [.json, .quiet, .from, .fence, .strict] + CommandOption.unsaved)
        case .fmt:
            Row(
                operands: "FILE...", operandCount: 1...100_000, need: Command.files.need,
                summary: "Write documents over their files as they are saved: one element a line, members in order.",
                text: "- is read from standard input and written on standard output.",
                options: [
                    CommandOption(
                        ["--check"], "Write nothing; list the files that would change, and end with the exit code 1."),
                    .json, .quiet,
                ] + CommandOption.unsaved)
        case .convert: Command.converting
        case .edit: Command.editing
        case .layout: Command.layingOut
        case .render: Command.rendering
        case .diff: Command.comparing
        case .accept: Command.accepting
        case .merge: Command.merging
        case .replay: Command.replaying
        case .trace: Command.tracing
        case .shrink: Command.shrinking
        case .load: Command.loading
        case .spec:
            Row(
                operands: "", operandCount: 0...0, need: "", summary: "Print the OpenRPC document of the protocol.",
                options: [CommandOption(["--reference"], "Print the page that is made from it instead.")])
        case .bench: Command.measuring
        case .completions:
            Row(
                operands: "SHELL", operandCount: 1...1, need: "bash, zsh or fish",
                summary: "Print what completes this command line in a shell: bash, zsh or fish.",
                text: "In bash: source <(nodewire completions bash)", options: [])
        case .help:
            Row(
                operands: "[COMMAND]", operandCount: 0...1, need: "",
                summary: "Print the help of all commands, or of one.",
                options: [
                    CommandOption(["--man"], "Print it as a page of the manual: nodewire help --man | man -l -"), .json,
                ])
        case .version:
            Row(operands: "", operandCount: 0...0, need: "", summary: "Print the version.", options: [.json])
        }
    }

    /// The usage, without the name of the program.
    var usage: String {
        let row = row
        var words = self == .serve ? ["[serve]"] : [rawValue]
        if !row.operands.isEmpty { words.append(row.operands) }
        for option in row.options where !CommandOption.unsaved.contains(where: { $0.name == option.name }) {
            words.append("[" + option.names[0] + (option.value.map { " \($0)" } ?? "") + "]")
        }
        if row.options.contains(where: { $0.name == "--recover" }) {
            words.append("[--recover | --discard] [--state DIR]")
        }
        return words.joined(separator: " ")
    }
}
