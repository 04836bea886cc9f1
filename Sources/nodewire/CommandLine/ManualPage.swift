/// The page of the manual, in the macros of man(7).
enum ManualPage {
    static func text(version: String) -> String {
        var page =
            ".TH NODEWIRE 1 \"\" \"nodewire \(version)\"\n.SH NAME\nnodewire \\- edit node graphs\n.SH SYNOPSIS\n"
        for command in Command.allCases { page += ".B nodewire\n\(escaped(command.usage))\n.br\n" }
        page += ".SH COMMANDS\n"
        for command in Command.allCases {
            let row = command.row
            page += ".SS \(command.rawValue)\n\(escaped(row.summary))\n"
            if !row.text.isEmpty { page += ".PP\n\(escaped(row.text))\n" }
            for option in row.options {
                let names = option.names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
                page += ".TP\n\(names)\(option.value.map { " \\fI\(escaped($0))\\fR" } ?? "")\n\(escaped(option.doc))\n"
            }
        }
        page += ".SH ALL COMMANDS\n"
        for sentence in Conventions.sentences { page += ".PP\n\(escaped(sentence))\n" }
        page += ".SH EXIT STATUS\n"
        for (code, meaning) in ExitCode.meanings { page += ".TP\n\(code)\n\(escaped(meaning))\n" }
        return page
    }

    /// A text in which the formatter finds no commands.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var result = line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : ""
            for letter in line { result += letter == "\\" ? "\\e" : letter == "-" ? "\\-" : String(letter) }
            return result
        }.joined(separator: "\n")
    }
}
