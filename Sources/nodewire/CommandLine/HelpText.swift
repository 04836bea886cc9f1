/// The help of the program.
enum HelpText {
    private static let width = 100
    private static let indent = 16

    /// The help of one command, or of the whole program.
    static func text(_ command: Command?) -> String {
        if let command { return "Usage: nodewire \(command.usage)\n\n\(body(of: command))" }
        let shown = Command.allCases
        var text = ""
        for command in shown { text += (text.isEmpty ? "Usage: nodewire " : "       nodewire ") + command.usage + "\n" }
        for command in shown {
            text += "\n\(command.rawValue)\n"
            for line in body(of: command).split(separator: "\n") { text += "  \(line)\n" }
        }
        return text + """

            --help, -h       Print this text; after a command, only what belongs to it.
            --version        Print the version.


            """ + conventions
    }

    private static var conventions: String {
        var text = "All commands\n"
        for sentence in Conventions.sentences { text += wrapped("  ", indent: 2, sentence) }
        text += "\nExit codes\n"
        for (code, meaning) in ExitCode.meanings {
            let number = "  \(code)"
            text += wrapped(number + String(repeating: " ", count: 7 - number.count), indent: 7, meaning)
        }
        return text
    }

    private static func body(of command: Command) -> String {
        let row = command.row
        var text = row.summary + "\n"
        if !row.text.isEmpty { text += row.text + "\n" }
        if !row.options.isEmpty { text += "\n" }
        for option in row.options { text += lines(of: option) }
        return text
    }

    private static func lines(of option: CommandOption) -> String {
        var line = option.names.joined(separator: ", ") + (option.value.map { " \($0)" } ?? "")
        line += String(repeating: " ", count: max(2, indent - line.count))
        return wrapped(line, indent: indent, option.doc)
    }

    /// Lines of a greatest length, the first one with a prefix.
    private static func wrapped(_ beginning: String, indent: Int, _ words: String) -> String {
        var line = beginning
        var text = ""
        for word in words.split(separator: " ") {
            if line.count + word.count > width, line.contains(where: { $0 != " " }) {
                text += line + "\n"
                line = String(repeating: " ", count: indent)
            }
            line += (line.last == " " ? "" : " ") + word
        }
        return text + line + "\n"
    }
}
