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
        return page + """
            .SH EXIT STATUS
            0 if all is well, 1 if something was found, 2 if the command line or a file cannot be used,
            3 if anything is lost and \\fB\\-\\-strict\\fR was given,
            4 if another process has unsaved changes of a file that would be written.

            """
    }

    /// A text in which nothing is meant for the formatter.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var result = line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : ""
            for letter in line { result += letter == "\\" ? "\\e" : letter == "-" ? "\\-" : String(letter) }
            return result
        }.joined(separator: "\n")
    }
}
