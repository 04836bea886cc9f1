import Wire

/// The rules that all commands follow, as the help and the manual state them.
enum Conventions {
    static let sentences = [
        "- in place of a file is standard input where it is read and standard output where it is written.",
        "Reports go to standard output; if a document goes there, to standard error. Errors go to standard error, one a line.",
        "--json prints the report as one JSON value; a document needs --out then. --quiet prints none: the exit code says it all.",
        "An option is written as --name VALUE or --name=VALUE; all words after -- are operands.",
    ]
}

extension Command {
    /// All commands with their options, the exit codes and the rules, for programs: `nodewire help --json`.
    static func table(version: String) -> JSON {
        [
            "program": "nodewire", "version": .string(version), "commands": .array(allCases.map(\.description)),
            "exitCodes": .array(
                ExitCode.meanings.map { ["code": .number(Int($0.code)), "meaning": .string($0.meaning)] }),
            "conventions": .array(Conventions.sentences.map { .string($0) }),
        ]
    }

    /// This command as an element of that table.
    var description: JSON {
        var members: JSONObject = [
            "name": .string(rawValue), "usage": .string("nodewire \(usage)"), "summary": .string(row.summary),
            "operands": [
                "usage": .string(row.operands), "least": .number(row.operandCount.lowerBound),
                "most": .number(row.operandCount.upperBound),
            ],
        ]
        if !row.text.isEmpty { members["text"] = .string(row.text) }
        members["options"] = .array(row.options.map(\.description))
        return .object(members)
    }
}

extension CommandOption {
    fileprivate var description: JSON {
        var members: JSONObject = ["names": .array(names.map { .string($0) })]
        if let value { members["value"] = .string(value) }
        if !choices.isEmpty { members["choices"] = .array(choices.map { .string($0) }) }
        members["text"] = .string(doc)
        return .object(members)
    }
}
